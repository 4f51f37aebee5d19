import GhostlightCore
import HTTPTypes
import Synchronization

/// Deletes objects of a collection for good, whatever the way between states is.
///
/// An object that others shall see as deleted is to be moved to ``State/deleted`` instead, by
/// ``Post/syncChangeState(id:newState:)``.
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

  /// Deletes objects in these states; none means public ones.
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

/// The three ways to delete.
extension Delete {
  /// Deletes an object, blocking the calling thread.
  ///
  /// - Throws: ``CRUDError/http(statusCode:error:message:)`` with 404 where no object of that id is
  ///   in the states.
  /// - Source: protocol reference C7 and E30.
  public func sync(id: String) throws(CRUDError) {
    try deleting(id).wait()
  }

  /// Deletes what a query matches, everything without one, and answers how many objects that were.
  ///
  /// Blocks the calling thread.
  ///
  /// - Throws: ``CRUDError/encoding(_:)`` where the query cannot be JSON;
  ///   ``CRUDError/http(statusCode:error:message:)`` where the service refuses,
  ///   ``CRUDError/transport(_:)`` without a response.
  /// - Source: protocol reference C7 and E30.
  @discardableResult
  public func sync(queryBuilder: QueryBuilder?) throws(CRUDError) -> Int {
    try deleting(queryBuilder).wait()
  }

  /// Deletes an object and tells a closure on the callback queue.
  public func async(id: String, _ completion: @escaping ((any Error)?) -> Void) {
    deleting(id).start { _, error in completion(error) }
  }

  /// Deletes what a query matches and tells a closure on the callback queue how many that were.
  public func async(
    queryBuilder: QueryBuilder?, _ completion: @escaping (Int?, (any Error)?) -> Void
  ) {
    deleting(queryBuilder).start(completion)
  }

  /// Deletes an object.
  ///
  /// - Throws: ``CRUDError/http(statusCode:error:message:)`` with 404 where no object of that id is
  ///   in the states.
  /// - Source: protocol reference C7 and E30.
  nonisolated(nonsending) public func async(id: String) async throws(CRUDError) {
    try await deleting(id).value()
  }

  /// Deletes what a query matches, everything without one, and answers how many objects that were.
  ///
  /// - Throws: ``CRUDError/encoding(_:)`` where the query cannot be JSON;
  ///   ``CRUDError/http(statusCode:error:message:)`` where the service refuses,
  ///   ``CRUDError/transport(_:)`` without a response.
  /// - Source: protocol reference C7 and E30.
  @discardableResult
  nonisolated(nonsending) public func async(
    queryBuilder: QueryBuilder?
  ) async throws(CRUDError) -> Int {
    try await deleting(queryBuilder).value()
  }
}
