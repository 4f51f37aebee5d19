import GhostlightCore
import GhostlightEmulation

/// The filter of an element of a bulk request (A10).
struct BulkFilter {
  private var parts: [Filter] = []
  private var states: [String]?

  /// Reads a filter: `_id`, equalities on fields, and where it may, `_q` and `_st`.
  init(
    _ value: JSON?, _ definition: CRUDDefinition, at place: String, takesQuery: Bool,
    within budget: WorkBudget
  ) throws(Fault) {
    states = takesQuery ? ["PUBLIC"] : nil
    for member in value?.object?.members ?? [] {
      switch member.key {
      case "_q" where takesQuery:
        let text = try ValueSchema(.string).validated(member.value, at: "\(place)/_q")
        parts.append(try CRUDFilterText.parse(text.string ?? "", definition, within: budget))
      case "_st" where takesQuery:
        let text = try ValueSchema(.string).validated(member.value, at: "\(place)/_st")
        states = try DocumentState.words(text.string ?? "", at: "\(place)/_st")
      default: parts.append(try Self.equality(member, definition, place, budget))
      }
    }
  }

  private static func equality(
    _ member: JSONObject.Member, _ definition: CRUDDefinition, _ place: String,
    _ budget: WorkBudget
  ) throws(Fault) -> Filter {
    try budget.spend(4)
    let path = FilterPath(member.key)
    let inner = "\(place)/\(member.key)"
    if let field = definition.field(member.key), member.key != "__STATE__" {
      let checked = try field.valueSchema.nullable().validated(
        member.value, at: inner, within: budget)
      return .field(path, [.equals(field.stored(checked))])
    }
    guard let schema = definition.schema(below: path) else {
      throw .unknownProperty(member.key, at: place)
    }
    return .field(
      path, [.equals(try schema.validated(member.value, at: inner, within: budget))])
  }

  /// The documents meant, within the caller's rows.
  func selection(_ rows: Filter?) -> CRUDSelection {
    CRUDSelection(filter: .and(parts), rows: rows, states: states)
  }
}
