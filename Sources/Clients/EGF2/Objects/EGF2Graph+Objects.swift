public import Foundation

/// Objects.
///
/// - Source: protocol reference B6.
extension EGF2Graph {
  /// Gets an object, from the cache if it is there.
  public func object(withId id: String, completion: ObjectBlock?) {
    object(withId: id, expand: [], completion: completion)
  }

  /// Gets an object with what is to be expanded, from the cache if all of it is there.
  public func object(withId id: String, expand: [String], completion: ObjectBlock?) {
    objectCall(id, expand).deliver(to: completion)
  }

  /// Gets an object from the server, and caches it.
  public func refreshObject(withId id: String, completion: ObjectBlock?) {
    refreshObject(withId: id, expand: [], completion: completion)
  }

  /// Gets an object with what is to be expanded from the server, and caches all of it.
  public func refreshObject(withId id: String, expand: [String], completion: ObjectBlock?) {
    refreshCall(id, expand).deliver(to: completion)
  }

  /// Gets the object of the logged-in user; from the cache, once its id is known.
  public func userObject(withCompletion completion: ObjectBlock?) {
    userCall.deliver(to: completion)
  }

  /// Creates an object; the parameters must contain `object_type`.
  ///
  /// Keys are names of fields, or of the model's properties.
  public func createObject(
    withParameters parameters: [String: Any], completion: ObjectBlock?
  ) {
    createCall(parameters).deliver(to: completion)
  }

  /// Updates some fields of an object; `delete_fields` with names of fields removes these.
  ///
  /// Keys are names of fields, or of the model's properties.
  public func updateObject(
    withId id: String, parameters: [String: Any], completion: ObjectBlock?
  ) {
    updateCall(id, parameters).deliver(to: completion)
  }

  /// Updates the editable fields of an object with those values of a model that are not nil.
  public func updateObject(withId id: String, object: NSObject, completion: ObjectBlock?) {
    updateCall(id, object).deliver(to: completion)
  }

  /// Deletes an object, on the server and in the cache; lists of edges keep its id.
  public func deleteObject(withId id: String, completion: Completion?) {
    deleteCall(id).deliver(to: completion)
  }
}
