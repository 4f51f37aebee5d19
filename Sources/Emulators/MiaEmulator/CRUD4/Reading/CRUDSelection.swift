import GhostlightCore
import GhostlightEmulation

/// The documents that a request selects: by `_q`, fields, states and the rows that the caller may
/// access (A5).
struct CRUDSelection: Sendable {
  /// The conditions in the client's request, without states and access restrictions.
  let filter: Filter
  /// The conjunction of all conditions, including states and the rows that the caller may access.
  let predicate: Predicate
  /// The only document id that can match; `nil` if the conditions do not determine an id.
  let id: String?

  /// Creates a selection of documents that satisfy all given conditions.
  ///
  /// If `states` is `nil`, documents in any state match.
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

  /// The condition that only public documents match, created only once because most requests use
  /// it.
  private static let isPublic = predicate(ofStates: ["PUBLIC"])

  private static func predicate(ofStates states: [String]) -> Predicate {
    .field(FieldPath("__STATE__"), .isOneOf(states.map(JSON.string)))
  }
}

/// The collection in the path of a request.
struct CRUDTarget {
  /// The collection's index in the state.
  let slot: Int
  let definition: CRUDDefinition

  /// Creates the target from the path of a request.
  ///
  /// - Throws: ``Fault/crudNotFound`` if no collection has the path's name.
  init(_ call: Call, _ state: MiaState) throws(Fault) {
    guard let slot = state.crud.position(of: call["collection"]) else {
      throw .crudNotFound.withReason(
        "no collection is named \"\(call["collection"])\"; \(state.crud.knownCollections)")
    }
    self.slot = slot
    definition = state.crud.collections[slot].definition
  }

  /// Returns the id in the path, in the form in which documents store it.
  func id(_ call: Call) -> String {
    let id = call["id"]
    return definition.hasObjectIDs ? id.lowercased() : id
  }
}
