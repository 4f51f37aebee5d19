import GhostlightCore
import GhostlightEmulation

/// The collections of the CRUD service, in order of definition.
struct CRUDState: Sendable {
  var collections: [CRUDCollection] = []

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
