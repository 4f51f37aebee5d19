public import Foundation
import GhostlightCore
import HTTPTypes

/// Creates objects in a collection, and changes their states.
///
/// What the service gives by itself (`_id`, `creatorId`, `createdAt`, `updaterId`, `updatedAt`) is
/// not sent, so an object that was read may be posted again.
///
/// - Source: protocol reference A3, A10 and C7.
public final class Post: Sendable {
  private let crud: CRUD
  private let collection: String

  init(_ crud: CRUD, _ collection: String) {
    self.crud = crud
    self.collection = collection
  }

  func creating(_ object: some Encodable, _ state: State?) -> PendingCall<String> {
    creating(state) { () throws(CRUDError) in
      try JSON(encoding: object, by: self.crud.encoder)
    }
  }

  func creating(_ object: [String: Any], _ state: State?) -> PendingCall<String> {
    creating(state) { () throws(CRUDError) in
      try JSON(value: object, by: self.crud.encoder)
    }
  }

  func creating(_ object: Data, _ state: State?) -> PendingCall<String> {
    creating(state) { () throws(CRUDError) in
      do throws(JSONError) { return try JSON.parse(Array(object)) } catch {
        throw CRUDError.encoding("The data is no JSON: \(error)")
      }
    }
  }

  func changingState(_ id: String, _ state: State) -> PendingCall<Void> {
    PendingCall(crud) { () throws(CRUDError) in
      var draft = try CallDraft(.post, collection, id: id, "state")
      draft.body = ["stateTo": .string(state.rawValue)]
      return draft
    } read: { _ throws(CRUDError) in
    }
  }

  private func creating(
    _ state: State?, _ object: () throws(CRUDError) -> JSON
  ) -> PendingCall<String> {
    PendingCall(crud) { () throws(CRUDError) in
      var draft = try CallDraft(.post, collection)
      draft.body = try Self.body(of: try object(), in: state)
      return draft
    } read: { (response) throws(CRUDError) in
      try response.objectID()
    }
  }

  private static func body(of object: JSON, in state: State?) throws(CRUDError) -> JSON {
    guard case .object(var members) = object else {
      throw CRUDError.encoding("Only an object can be created; give one with named properties.")
    }
    for key in ["_id", "creatorId", "createdAt", "updaterId", "updatedAt"] {
      members[key] = nil
    }
    if let state { members["__STATE__"] = .string(state.rawValue) }
    return .object(members)
  }
}

/// Creations and changes that return at once and tell a closure on the callback queue.
extension Post {
  /// Creates an object; the result is its id.
  public func async<T: Encodable>(
    object: T, state: State? = nil, _ completion: @escaping (String?, (any Error)?) -> Void
  ) {
    creating(object, state).start(completion)
  }

  /// Creates an object of a dictionary; the result is its id.
  public func async(
    object: [String: Any], state: State? = nil,
    _ completion: @escaping (String?, (any Error)?) -> Void
  ) {
    creating(object, state).start(completion)
  }

  /// Creates an object of JSON text; the result is its id.
  public func async(
    object: Data, state: State? = nil, _ completion: @escaping (String?, (any Error)?) -> Void
  ) {
    creating(object, state).start(completion)
  }

  /// Changes the state of an object, by one step.
  public func asyncChangeState(
    id: String, newState: State, _ completion: @escaping ((any Error)?) -> Void
  ) {
    changingState(id, newState).start { _, error in completion(error) }
  }
}

/// Creations and changes for `await`.
extension Post {
  /// Creates an object and answers its id.
  ///
  /// - Throws: ``CRUDError/encoding(_:)`` where the object is no JSON object;
  ///   ``CRUDError/http(statusCode:error:message:)`` where the service refuses,
  ///   ``CRUDError/transport(_:)`` without a response.
  /// - Source: protocol reference C7.
  @discardableResult
  nonisolated(nonsending) public func async<T: Encodable>(
    object: T, state: State? = nil
  ) async throws(CRUDError) -> String {
    try await creating(object, state).value()
  }

  /// Creates an object of a dictionary and answers its id.
  ///
  /// - Throws: ``CRUDError/encoding(_:)`` where a value cannot be JSON;
  ///   ``CRUDError/http(statusCode:error:message:)`` where the service refuses,
  ///   ``CRUDError/transport(_:)`` without a response.
  /// - Source: protocol reference C7.
  @discardableResult
  nonisolated(nonsending) public func async(
    object: [String: Any], state: State? = nil
  ) async throws(CRUDError) -> String {
    try await creating(object, state).value()
  }

  /// Creates an object of JSON text and answers its id.
  ///
  /// - Throws: ``CRUDError/encoding(_:)`` where the data is no JSON object;
  ///   ``CRUDError/http(statusCode:error:message:)`` where the service refuses,
  ///   ``CRUDError/transport(_:)`` without a response.
  /// - Source: protocol reference C7.
  @discardableResult
  nonisolated(nonsending) public func async(
    object: Data, state: State? = nil
  ) async throws(CRUDError) -> String {
    try await creating(object, state).value()
  }

  /// Changes the state of an object, by one step.
  ///
  /// - Throws: ``CRUDError/http(statusCode:error:message:)`` with 404 or 400, as the service's
  ///   version is, for any step that the states do not allow and for an unknown id.
  /// - Source: protocol reference C7 and A13.
  nonisolated(nonsending) public func asyncChangeState(
    id: String, newState: State
  ) async throws(CRUDError) {
    try await changingState(id, newState).value()
  }
}

/// Creations and changes that block the calling thread until the response is there.
extension Post {
  /// Creates an object and answers its id; without a state it gets the collection's own.
  ///
  /// - Throws: ``CRUDError/encoding(_:)`` where the object is no JSON object;
  ///   ``CRUDError/http(statusCode:error:message:)`` where the service refuses,
  ///   ``CRUDError/transport(_:)`` without a response.
  /// - Source: protocol reference C7.
  @discardableResult
  public func sync<T: Encodable>(object: T, state: State? = nil) throws(CRUDError) -> String {
    try creating(object, state).wait()
  }

  /// Creates an object of a dictionary and answers its id; keys with `nil` are left out.
  ///
  /// - Throws: ``CRUDError/encoding(_:)`` where a value cannot be JSON;
  ///   ``CRUDError/http(statusCode:error:message:)`` where the service refuses,
  ///   ``CRUDError/transport(_:)`` without a response.
  /// - Source: protocol reference C7.
  @discardableResult
  public func sync(object: [String: Any], state: State? = nil) throws(CRUDError) -> String {
    try creating(object, state).wait()
  }

  /// Creates an object of JSON text and answers its id.
  ///
  /// - Throws: ``CRUDError/encoding(_:)`` where the data is no JSON object.
  /// - Source: protocol reference C7.
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
  /// - Source: protocol reference C7 and A13.
  public func syncChangeState(id: String, newState: State) throws(CRUDError) {
    try changingState(id, newState).wait()
  }
}
