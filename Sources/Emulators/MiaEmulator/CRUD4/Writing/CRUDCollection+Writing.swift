import GhostlightCore
import GhostlightEmulation

extension CRUDCollection {
  /// Adds a document.
  ///
  /// - Throws: ``DuplicateKey``.
  mutating func insert(_ document: JSONObject) throws(DuplicateKey) {
    let id = try checkedID(of: document)
    guard documents.insert(document, forKey: id) else {
      throw DuplicateKey(collection: definition.name, id: id)
    }
  }

  /// Puts a document in the place of the one with its id.
  ///
  /// - Throws: ``DuplicateKey``.
  mutating func replace(_ document: JSONObject) throws(DuplicateKey) {
    let id = try checkedID(of: document)
    documents.replace(document, forKey: id)
  }

  /// The id of a document that no unique index stands against.
  private func checkedID(of document: JSONObject) throws(DuplicateKey) -> String {
    let id = document["_id"]?.string ?? ""
    if let index = violated(by: document, key: id) {
      throw DuplicateKey(collection: definition.name, index, document)
    }
    return id
  }

  /// Applies commands to a document and answers what it became.
  mutating func update(
    _ document: JSONObject, _ commands: UpdateCommands, foundBy filter: Filter,
    _ stamp: DocumentStamp
  ) throws(Fault) -> JSONObject {
    var changed = try commands.applied(to: document, foundBy: filter, at: stamp.milliseconds)
    stamp.renew(&changed)
    do throws(DuplicateKey) { try replace(changed) } catch {
      throw .crudDuplicateUpdate.filled(["message": error.message])
    }
    return changed
  }
}
