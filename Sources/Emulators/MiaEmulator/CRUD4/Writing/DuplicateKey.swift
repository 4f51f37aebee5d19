import GhostlightCore
import GhostlightEmulation

/// A unique index would have two documents with one key.
struct DuplicateKey: Sendable, Hashable {
  /// The database's words.
  let message: String

  init(collection: String, _ index: CRUDIndex, _ document: JSONObject) {
    let key = index.fields.map { field in
      let values = WorkBudget.withoutLimit { budget throws(Fault) in
        try FilterPath(field).values(in: document, within: budget)
      }
      let value = values.first ?? .none
      return "\(field): \((value ?? .null).text())"
    }
    message =
      "E11000 duplicate key error collection: crud.\(collection) index: \(index.name) dup key: "
      + "{ \(key.joined(separator: ", ")) }"
  }

  init(collection: String, id: String) {
    message =
      "E11000 duplicate key error collection: crud.\(collection) index: _id_ dup key: "
      + "{ _id: \"\(id)\" }"
  }

  /// The refusal of an insertion, which the lines of the service answer differently.
  func fault(_ configuration: MiaConfiguration) -> Fault {
    let row: Fault =
      configuration.crudCompatibility == .seven ? .crudConflict : .crudDuplicate
    return row.filled(["message": message])
  }
}
