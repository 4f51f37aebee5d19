import GhostlightCore
import GhostlightEmulation

/// Who writes and when: the metadata of one request (A3).
struct DocumentStamp: Sendable {
  let user: String
  let milliseconds: Int64
  /// The time as documents have it, written once for all of them.
  private let date: JSON

  init(_ call: Call, _ moment: Moment) {
    self.init(user: call.userID, milliseconds: moment.milliseconds)
  }

  init(user: String, milliseconds: Int64) {
    self.user = user
    self.milliseconds = milliseconds
    date = .string(ISODate.format(milliseconds: milliseconds))
  }

  /// A new document: the standard fields, then those of `body`.
  func document(_ body: JSONObject, id: String, state: DocumentState) -> JSONObject {
    var document: JSONObject = ["_id": .string(id)]
    document.append("__STATE__", body["__STATE__"] ?? .string(state.rawValue))
    document.append("creatorId", .string(user))
    document.append("createdAt", date)
    document.append("updaterId", .string(user))
    document.append("updatedAt", date)
    for member in body.members where document[member.key] == nil {
      document.append(member.key, member.value)
    }
    return document
  }

  /// A new document of `body` in a collection, with the id that it has or a drawn one.
  func document(
    _ body: JSONObject, of definition: CRUDDefinition, _ moment: inout Moment
  ) -> JSONObject {
    document(
      body, id: body["_id"]?.string ?? definition.newID(&moment), state: definition.defaultState)
  }

  /// Says who changed a document and when.
  func renew(_ document: inout JSONObject) {
    document["updaterId"] = .string(user)
    document["updatedAt"] = date
  }
}
