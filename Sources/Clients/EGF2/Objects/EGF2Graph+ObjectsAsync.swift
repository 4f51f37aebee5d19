public import Foundation

/// Objects, for asynchronous functions.
extension EGF2Graph {
  /// Gets an object with what is to be expanded, from the cache if all of it is there.
  public nonisolated(nonsending) func object(
    withId id: String, expand: [String] = []
  ) async throws -> sending NSObject {
    try await objectCall(id, expand).value()
  }

  /// Gets an object with what is to be expanded from the server, and caches all of it.
  public nonisolated(nonsending) func refreshObject(
    withId id: String, expand: [String] = []
  ) async throws -> sending NSObject {
    try await refreshCall(id, expand).value()
  }

  /// Gets the object of the logged-in user; from the cache, once its id is known.
  public nonisolated(nonsending) func userObject() async throws -> sending NSObject {
    try await userCall.value()
  }

  /// Creates an object; the parameters must contain `object_type`.
  public nonisolated(nonsending) func createObject(
    withParameters parameters: [String: Any]
  ) async throws -> sending NSObject {
    try await createCall(parameters).value()
  }

  /// Updates some fields of an object; `delete_fields` with names of fields removes these.
  public nonisolated(nonsending) func updateObject(
    withId id: String, parameters: [String: Any]
  ) async throws -> sending NSObject {
    try await updateCall(id, parameters).value()
  }

  /// Updates the editable fields of an object with those values of a model that are not nil.
  public nonisolated(nonsending) func updateObject(
    withId id: String, object: NSObject
  ) async throws -> sending NSObject {
    try await updateCall(id, object).value()
  }

  /// Deletes an object, on the server and in the cache; lists of edges keep its id.
  public nonisolated(nonsending) func deleteObject(withId id: String) async throws {
    try await deleteCall(id).value()
  }
}
