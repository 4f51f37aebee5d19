import GhostlightCore
import GhostlightEmulation
import HTTPTypes

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
  /// The version of the service whose rules apply.
  let line: CRUDCompatibility

  /// Creates the target from the path of a request.
  ///
  /// - Throws: ``Fault/crudNotFound`` if no collection has the path's name.
  init(_ call: borrowing Call, _ state: borrowing MiaState) throws(Fault) {
    guard let slot = state.crud.position(of: call["collection"]) else {
      throw .crudNotFound.withReason(
        "no collection is named \"\(call["collection"])\"; \(state.crud.knownCollections)")
    }
    self.slot = slot
    definition = state.crud.collections[slot].definition
    line = state.configuration.crudCompatibility
  }

  /// Returns the refusal of a document that the service cannot print, because an object in it does
  /// not have a required member; `nil` for other documents.
  ///
  /// The document is stored all the same.
  ///
  /// - Source: crud-service 7.2.5, tests/httpInterface.patchById.special.test.js, *there is NO
  ///   validation to prevent unset of required properties*.
  func refusal(of document: JSONObject) -> Fault? { definition.refusal(of: document) }

  /// Returns the response to a request that has stored a document.
  ///
  /// A refusal is not thrown, because that would undo the change.
  func response(_ document: JSONObject) -> Response {
    refusal(of: document).map(MiaGeneration.crud4.print) ?? .json(.ok, .object(document))
  }

  /// Returns the id in the path, in the form in which documents store it.
  func id(_ call: Call) -> String {
    let id = call["id"]
    return definition.hasObjectIDs ? id.lowercased() : id
  }
}
