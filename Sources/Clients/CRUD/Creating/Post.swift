public import Foundation
import GhostlightCore
import HTTPTypes

/// Creates objects in a collection, and changes their states.
///
/// Get it from ``CRUD/CRUD/post(collection:)``. Nothing is sent until one of its methods is called,
/// and it can be used several times and from any thread. Properties that the service sets itself
/// (`_id`, `creatorId`, `createdAt`, `updaterId`, `updatedAt`) are not sent, so that an object that
/// was read can be posted again.
///
/// ```swift
/// import CRUD
///
/// let crud = CRUD(basePath: "https://host/v2", secret: "s3cr3t")
/// let post = crud.post(collection: "author")
/// let id = try await post.async(object: ["name": "Carlo"], state: .draft)
/// try await post.asyncChangeState(id: id, newState: .pub)
/// ```
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
        throw CRUDError.encoding("The data is not valid JSON: \(error)")
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

/// Calls that return immediately, and pass their result to a closure on the callback queue.
extension Post {
  /// Creates an object and passes its id, or the error, to the closure.
  public func async<T: Encodable>(
    object: T, state: State? = nil, _ completion: @escaping (String?, (any Error)?) -> Void
  ) {
    creating(object, state).start(completion)
  }

  /// Creates an object from a dictionary and passes its id, or the error, to the closure.
  public func async(
    object: [String: Any], state: State? = nil,
    _ completion: @escaping (String?, (any Error)?) -> Void
  ) {
    creating(object, state).start(completion)
  }

  /// Creates an object from JSON data and passes its id, or the error, to the closure.
  public func async(
    object: Data, state: State? = nil, _ completion: @escaping (String?, (any Error)?) -> Void
  ) {
    creating(object, state).start(completion)
  }

  /// Changes the state of an object to one that can be reached directly, and passes `nil` or the
  /// error to the closure.
  public func asyncChangeState(
    id: String, newState: State, _ completion: @escaping ((any Error)?) -> Void
  ) {
    changingState(id, newState).start { _, error in completion(error) }
  }
}

/// Calls that suspend until the response has arrived.
extension Post {
  /// Creates an object and returns its id.
  ///
  /// - Throws: ``CRUDError/encoding(_:)`` if `object` does not encode to a JSON object,
  ///   ``CRUDError/http(statusCode:error:message:)`` if the service rejects the request,
  ///   ``CRUDError/transport(_:)`` if there is no response.
  /// - Source: protocol reference C7.
  @discardableResult
  nonisolated(nonsending) public func async<T: Encodable>(
    object: T, state: State? = nil
  ) async throws(CRUDError) -> String {
    try await creating(object, state).value()
  }

  /// Creates an object from a dictionary and returns its id.
  ///
  /// - Throws: ``CRUDError/encoding(_:)`` if a value cannot be written as JSON,
  ///   ``CRUDError/http(statusCode:error:message:)`` if the service rejects the request,
  ///   ``CRUDError/transport(_:)`` if there is no response.
  /// - Source: protocol reference C7.
  @discardableResult
  nonisolated(nonsending) public func async(
    object: [String: Any], state: State? = nil
  ) async throws(CRUDError) -> String {
    try await creating(object, state).value()
  }

  /// Creates an object from JSON data and returns its id.
  ///
  /// - Throws: ``CRUDError/encoding(_:)`` if `object` does not contain a JSON object,
  ///   ``CRUDError/http(statusCode:error:message:)`` if the service rejects the request,
  ///   ``CRUDError/transport(_:)`` if there is no response.
  /// - Source: protocol reference C7.
  @discardableResult
  nonisolated(nonsending) public func async(
    object: Data, state: State? = nil
  ) async throws(CRUDError) -> String {
    try await creating(object, state).value()
  }

  /// Changes the state of an object to one that can be reached directly.
  ///
  /// - Throws: ``CRUDError/http(statusCode:error:message:)`` with 404 or 400, depending on the
  ///   service's version, if the change is not allowed or the id is unknown.
  /// - Source: protocol reference C7 and A13.
  nonisolated(nonsending) public func asyncChangeState(
    id: String, newState: State
  ) async throws(CRUDError) {
    try await changingState(id, newState).value()
  }
}

/// Calls that block the calling thread until the response has arrived.
extension Post {
  /// Creates an object and returns its id.
  ///
  /// If `state` is `nil`, the object gets the collection's default state.
  ///
  /// - Throws: ``CRUDError/encoding(_:)`` if `object` does not encode to a JSON object,
  ///   ``CRUDError/http(statusCode:error:message:)`` if the service rejects the request,
  ///   ``CRUDError/transport(_:)`` if there is no response.
  /// - Source: protocol reference C7.
  @discardableResult
  public func sync<T: Encodable>(object: T, state: State? = nil) throws(CRUDError) -> String {
    try creating(object, state).wait()
  }

  /// Creates an object from a dictionary and returns its id.
  ///
  /// Keys whose value is `nil` are not sent.
  ///
  /// - Throws: ``CRUDError/encoding(_:)`` if a value cannot be written as JSON,
  ///   ``CRUDError/http(statusCode:error:message:)`` if the service rejects the request,
  ///   ``CRUDError/transport(_:)`` if there is no response.
  /// - Source: protocol reference C7.
  @discardableResult
  public func sync(object: [String: Any], state: State? = nil) throws(CRUDError) -> String {
    try creating(object, state).wait()
  }

  /// Creates an object from JSON data and returns its id.
  ///
  /// - Throws: ``CRUDError/encoding(_:)`` if `object` does not contain a JSON object,
  ///   ``CRUDError/http(statusCode:error:message:)`` if the service rejects the request,
  ///   ``CRUDError/transport(_:)`` if there is no response.
  /// - Source: protocol reference C7.
  @discardableResult
  public func sync(object: Data, state: State? = nil) throws(CRUDError) -> String {
    try creating(object, state).wait()
  }

  /// Changes the state of an object to one that can be reached directly.
  ///
  /// The service allows the changes from public to draft or trash, from draft to public or trash,
  /// from trash to draft or deleted, and from deleted to trash.
  ///
  /// - Throws: ``CRUDError/http(statusCode:error:message:)`` with 404 or 400, depending on the
  ///   service's version, if the change is not allowed or the id is unknown.
  /// - Source: protocol reference C7 and A13.
  public func syncChangeState(id: String, newState: State) throws(CRUDError) {
    try changingState(id, newState).wait()
  }
}
