import GhostlightCore
import GhostlightEmulation

/// The item of a file and the bytes it stands for (B7).
struct StoredFile: Sendable {
  /// The fields of the item that clients cannot change.
  static let serverFields = ["file", "size", "location"]

  /// The name that the client gave.
  let name: String
  /// What was sent.
  let content: [UInt8]

  /// Stores the file under a name of its own, which keeps the extension.
  func store(
    in state: inout MiaState, root: String, by userID: String, _ moment: inout Moment
  ) -> JSONObject {
    let kind = FileKind(name)
    let stored = moment.draw(.uuid, named: "file") + (kind.suffix.map { "." + $0 } ?? "")
    let id = moment.draw(.uuid, named: "item")
    let item: JSONObject = [
      "creatorId": .string(userID), "createdAt": 0, "updaterId": .string(userID), "updatedAt": 0,
      "sync": 0, "trash": 0,
      "name": .string(name), "file": .string(stored), "size": .integer(Int64(content.count)),
      "location": .string("\(root)/files/download/\(stored)"),
    ]
    state.baas.contents[stored] = content
    return state.baas
      .collections[ExactText(BaaSState.filesName), default: ItemCollection(indexing: ["file"])]
      .add(item, id: id, at: moment)
  }
}
