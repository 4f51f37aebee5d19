import GhostlightCore
import GhostlightEmulation

/// The collection that a request is for.
struct CRUDTarget {
  /// The collection's position.
  let slot: Int
  let definition: CRUDDefinition

  /// Finds the collection.
  ///
  /// - Throws: ``Fault/crudNotFound``.
  init(_ call: Call, _ state: MiaState) throws(Fault) {
    guard let slot = state.crud.position(of: call["collection"]) else {
      let known = state.crud.collections.map(\.definition.endpoint).joined(separator: ", ")
      throw .crudNotFound.because(
        "no collection is named \"\(call["collection"])\"; there are: \(known)")
    }
    self.slot = slot
    definition = state.crud.collections[slot].definition
  }

  /// The id in the path, as documents have it.
  func id(_ call: Call) -> String {
    let id = call["id"]
    return definition.hasObjectIDs ? id.lowercased() : id
  }
}
