import GhostlightCore
import GhostlightEmulation

/// Which documents a request means: `_q`, parameters, rows of the caller and states together (A5).
struct CRUDSelection: Sendable {
  /// What the client asks for.
  let filter: Filter
  /// All conditions.
  let predicate: Predicate
  /// The only id that can match, where a condition names one.
  let id: String?

  /// Joins the conditions; without states every state is meant.
  init(filter: Filter, rows: Filter? = nil, states: [String]? = nil, id: String? = nil) {
    self.filter = filter
    var parts: [Predicate] = []
    parts.reserveCapacity(3)
    parts.append(filter.predicate)
    if let rows { parts.append(rows.predicate) }
    if let states {
      parts.append(states == ["PUBLIC"] ? Self.isPublic : Self.predicate(ofStates: states))
    }
    predicate = .and(parts)
    self.id =
      id ?? filter.equalities.first { $0.path.isField && $0.path.root == "_id" }?.value.string
  }

  /// What most requests ask for, made once.
  private static let isPublic = predicate(ofStates: ["PUBLIC"])

  private static func predicate(ofStates states: [String]) -> Predicate {
    .field(FieldPath("__STATE__"), .isOneOf(states.map(JSON.string)))
  }
}

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
      throw .crudNotFound.withReason(
        "no collection is named \"\(call["collection"])\"; \(state.crud.knownCollections)")
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
