import GhostlightCore
import GhostlightEmulation

extension CRUDState {
  /// Definitions and documents.
  var snapshot: JSON {
    .array(
      collections.map { collection in
        [
          "definition": .object(collection.definition.json),
          "access": .string(collection.access.rawValue),
          "documents": .array(collection.documents.documents().map { .object($0.document) }),
        ]
      })
  }

  /// Reads what ``snapshot`` wrote.
  init(_ reader: SnapshotReader) throws(SnapshotProblem) {
    self.init()
    for element in try reader.elements() {
      let json = try element.member("definition")
      let definition: CRUDDefinition
      let object = try json.object()
      do throws(DefinitionProblem) { definition = try CRUDDefinition(object) } catch {
        throw json.problem("is no definition: \(error.message)")
      }
      let access = try element.member("access")
      guard let known = CollectionAccess(rawValue: try access.string()) else {
        throw access.problem("is no kind of access")
      }
      var collection = CRUDCollection(definition, access: known)
      for document in try element.member("documents").elements() {
        let id = try document.member("_id").string()
        guard collection.documents.insert(try document.object(), forKey: id) else {
          throw document.problem("has the id of another document")
        }
      }
      collections.append(collection)
    }
  }
}
