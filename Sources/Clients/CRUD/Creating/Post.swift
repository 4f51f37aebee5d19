import Foundation
import GhostlightCore
import HTTPTypes

/// Creates objects in a collection, and changes their states.
///
/// What the service gives by itself (`_id`, `creatorId`, `createdAt`, `updaterId`, `updatedAt`) is
/// not sent, so an object that was read may be posted again.
///
/// - Source: protocol reference A.3, A.10 and C.7.
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
