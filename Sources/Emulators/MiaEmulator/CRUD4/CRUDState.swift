import GhostlightCore
import GhostlightEmulation

/// The collections of the CRUD service, in order of definition.
struct CRUDState: Sendable {
  var collections: [CRUDCollection] = []

  /// The end of a sentence about a collection that is missing.
  var knownCollections: String {
    let names = collections.map(\.definition.endpoint)
    return names.isEmpty
      ? "there is none yet: define it in ghostlight.json, or with the state \"collection exists\""
      : "there are: \(names.joined(separator: ", "))"
  }

  /// The position of a collection, by its path.
  func position(of endpoint: String) -> Int? {
    collections.firstIndex { endpoint.isExactly($0.definition.endpoint) }
  }

  /// Adds a collection, or puts it in the place of the one with its path.
  mutating func define(_ collection: CRUDCollection) {
    if let known = position(of: collection.definition.endpoint) {
      collections[known] = collection
    } else {
      collections.append(collection)
    }
  }
}

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
  init(_ reader: SnapshotReader) throws(SnapshotError) {
    self.init()
    for element in try reader.elements() {
      let json = try element.member("definition")
      let definition: CRUDDefinition
      let object = try json.object()
      do throws(DefinitionError) { definition = try CRUDDefinition(object) } catch {
        throw json.error("is no definition: \(error.message)")
      }
      let access = try element.member("access")
      guard let known = CollectionAccess(rawValue: try access.string()) else {
        throw access.error("is no kind of access")
      }
      var collection = CRUDCollection(definition, access: known)
      for document in try element.member("documents").elements() {
        let id = try document.member("_id").string()
        guard collection.documents.insert(try document.object(), forKey: id) else {
          throw document.error("has the id of another document")
        }
      }
      collections.append(collection)
    }
  }
}
