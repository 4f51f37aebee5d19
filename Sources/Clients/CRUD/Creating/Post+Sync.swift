public import Foundation

/// Creations and changes that block the calling thread until the response is there.
extension Post {
  /// Creates an object and answers its id; without a state it gets the collection's own.
  @discardableResult
  public func sync<T: Encodable>(object: T, state: State? = nil) throws(CRUDError) -> String {
    try creating(object, state).wait()
  }

  /// Creates an object of a dictionary and answers its id; keys with `nil` are left out.
  @discardableResult
  public func sync(object: [String: Any], state: State? = nil) throws(CRUDError) -> String {
    try creating(object, state).wait()
  }

  /// Creates an object of JSON text and answers its id.
  ///
  /// - Throws: ``CRUDError/encoding(_:)`` where the data is no JSON object.
  @discardableResult
  public func sync(object: Data, state: State? = nil) throws(CRUDError) -> String {
    try creating(object, state).wait()
  }

  /// Changes the state of an object, by one step.
  ///
  /// Public objects can become drafts or be thrown away, drafts be published or thrown away, thrown
  /// away ones be made drafts or deleted, deleted ones be taken back into the trash.
  ///
  /// - Throws: ``CRUDError/http(statusCode:error:message:)`` with 404 or 400, as the service's
  ///   version is, for any other step and for an unknown id.
  public func syncChangeState(id: String, newState: State) throws(CRUDError) {
    try changingState(id, newState).wait()
  }
}
