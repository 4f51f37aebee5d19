import GhostlightCore
import HTTPTypes
import Synchronization

/// Deletes objects of a collection permanently, whatever their state is.
///
/// Get it from ``CRUD/CRUD/delete(collection:)``. To mark an object as deleted but keep it in the
/// service, change its state to ``State/deleted`` instead, with
/// ``Post/syncChangeState(id:newState:)``. Unless ``states(_:)`` is called, only public objects are
/// deleted. It can be used several times and from any thread.
///
/// ```swift
/// import CRUD
///
/// let crud = CRUD(basePath: "https://host/v2", secret: "s3cr3t")
/// let query = QueryBuilder().less(key: "age", value: 18)
/// let count = try await crud.delete(collection: "author").async(queryBuilder: query)
/// print(count)
/// ```
///
/// - Source: protocol reference A10, C7 and E30.
public final class Delete: Sendable {
  private let crud: CRUD
  private let collection: String
  private let allowed = Mutex<[State]>([])

  init(_ crud: CRUD, _ collection: String) {
    self.crud = crud
    self.collection = collection
  }

  /// Limits the deletion to objects in these states.
  ///
  /// With an empty array only public objects are deleted.
  @discardableResult
  public func states(_ states: [State]) -> Delete {
    allowed.withLock { $0 = states }
    return self
  }

  func deleting(_ id: String) -> PendingCall<Void> {
    PendingCall(crud) { () throws(CRUDError) in
      var draft = try CallDraft(.delete, collection, id: id)
      draft.parameters = parameters
      return draft
    } read: { _ throws(CRUDError) in
    }
  }

  func deleting(_ queryBuilder: QueryBuilder?) -> PendingCall<Int> {
    PendingCall(crud) { () throws(CRUDError) in
      var draft = try CallDraft(.delete, collection)
      draft.parameters = try FilterText(queryBuilder).parameters() + parameters
      return draft
    } read: { (response) throws(CRUDError) in
      try response.objectCount()
    }
  }

  private var parameters: [FormField] {
    let states = allowed.withLock { $0 }
    return states.isEmpty ? [] : [FormField("_st", states.text)]
  }
}

/// Blocking, completion-handler and `async` variants of the deletion.
extension Delete {
  /// Deletes an object and blocks the calling thread until the response has arrived.
  ///
  /// - Throws: ``CRUDError/http(statusCode:error:message:)`` with 404 if there is no object with
  ///   this id in one of the selected states.
  /// - Source: protocol reference C7 and E30.
  public func sync(id: String) throws(CRUDError) {
    try deleting(id).wait()
  }

  /// Deletes the objects that match a query, and returns their number.
  ///
  /// If `queryBuilder` is `nil`, all objects in the selected states are deleted. Blocks the calling
  /// thread until the response has arrived.
  ///
  /// - Throws: ``CRUDError/encoding(_:)`` if the query cannot be written as JSON,
  ///   ``CRUDError/http(statusCode:error:message:)`` if the service rejects the request,
  ///   ``CRUDError/transport(_:)`` if there is no response.
  /// - Source: protocol reference C7 and E30.
  @discardableResult
  public func sync(queryBuilder: QueryBuilder?) throws(CRUDError) -> Int {
    try deleting(queryBuilder).wait()
  }

  /// Deletes an object, and passes `nil` or the error to the closure on the callback queue.
  public func async(id: String, _ completion: @escaping ((any Error)?) -> Void) {
    deleting(id).start { _, error in completion(error) }
  }

  /// Deletes the objects that match a query, and passes their number or the error to the closure on
  /// the callback queue.
  ///
  /// If `queryBuilder` is `nil`, all objects in the selected states are deleted.
  public func async(
    queryBuilder: QueryBuilder?, _ completion: @escaping (Int?, (any Error)?) -> Void
  ) {
    deleting(queryBuilder).start(completion)
  }

  /// Deletes an object.
  ///
  /// - Throws: ``CRUDError/http(statusCode:error:message:)`` with 404 if there is no object with
  ///   this id in one of the selected states.
  /// - Source: protocol reference C7 and E30.
  nonisolated(nonsending) public func async(id: String) async throws(CRUDError) {
    try await deleting(id).value()
  }

  /// Deletes the objects that match a query, and returns their number.
  ///
  /// If `queryBuilder` is `nil`, all objects in the selected states are deleted.
  ///
  /// - Throws: ``CRUDError/encoding(_:)`` if the query cannot be written as JSON,
  ///   ``CRUDError/http(statusCode:error:message:)`` if the service rejects the request,
  ///   ``CRUDError/transport(_:)`` if there is no response.
  /// - Source: protocol reference C7 and E30.
  @discardableResult
  nonisolated(nonsending) public func async(
    queryBuilder: QueryBuilder?
  ) async throws(CRUDError) -> Int {
    try await deleting(queryBuilder).value()
  }
}
