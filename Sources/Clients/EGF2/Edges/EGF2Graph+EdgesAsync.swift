public import Foundation

/// Edges, for asynchronous functions.
extension EGF2Graph {
  /// Creates an object on an edge; the parameters must contain `object_type`.
  public nonisolated(nonsending) func createObject(
    withParameters parameters: [String: Any], forSource source: String, onEdge edge: String
  ) async throws -> sending NSObject {
    try await createCall(parameters, source, edge).value()
  }

  /// Puts an existing object on an edge.
  public nonisolated(nonsending) func addObject(
    withId id: String, forSource source: String, toEdge edge: String
  ) async throws {
    try await addCall(id, source, edge).value()
  }

  /// Takes an object off an edge; the object itself stays.
  public nonisolated(nonsending) func deleteObject(
    withId id: String, forSource source: String, fromEdge edge: String
  ) async throws {
    try await removeCall(id, source, edge).value()
  }

  /// Looks whether an object is on an edge; at the server, unless the cache lists it.
  public nonisolated(nonsending) func doesObject(
    withId id: String, existForSource source: String, onEdge edge: String
  ) async throws -> Bool {
    try await existenceCall(id, source, edge).value()
  }

  /// Gets objects of an edge, from the cache if all is there.
  public nonisolated(nonsending) func objects(
    forSource source: String, edge: String, after: String? = nil, expand: [String] = [],
    count: Int = -1
  ) async throws -> sending EGF2Page {
    try await pageCall(source, edge, after, expand, count).value()
  }

  /// Gets objects of an edge from the server, and caches them.
  public nonisolated(nonsending) func refreshObjects(
    forSource source: String, edge: String, after: String? = nil, expand: [String] = [],
    count: Int = -1
  ) async throws -> sending EGF2Page {
    try await refreshPageCall(source, edge, after, expand, count).value()
  }
}
