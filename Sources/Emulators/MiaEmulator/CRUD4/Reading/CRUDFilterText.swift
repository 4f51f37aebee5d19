import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// Reads filters that come as text.
enum CRUDFilterText {
  /// The filter of `_q`.
  static func parse(
    _ text: String, _ definition: CRUDDefinition, within budget: WorkBudget
  ) throws(Fault) -> Filter {
    try filter(try json(text, within: budget), definition, budget)
  }

  /// The filter that limits the caller's rows, or `nil` (A11).
  static func rows(
    _ request: Request, _ definition: CRUDDefinition, within budget: WorkBudget
  ) throws(Fault) -> Filter? {
    guard let text = request.headers.value(of: .aclRows), !text.isEmpty else { return nil }
    let value = try json(text, within: budget)
    guard case .array(let elements) = value else { return try filter(value, definition, budget) }
    var parts: [Filter] = []
    for element in elements { parts.append(try filter(element, definition, budget)) }
    return .and(parts)
  }

  /// The value that a text is.
  ///
  /// - Throws: ``Fault/crudText``.
  static func json(_ text: String, within budget: WorkBudget) throws(Fault) -> JSON {
    try budget.spend(bytes: text.utf8.count)
    do throws(JSONError) { return try JSON.parse(text) } catch {
      throw .crudText.filled(["message": error.description])
    }
  }

  private static func filter(
    _ value: JSON, _ definition: CRUDDefinition, _ budget: WorkBudget
  ) throws(Fault) -> Filter {
    guard case .object(let object) = value else {
      throw .database("$and entries need to be full objects")
    }
    try budget.spend(walking: object)
    do throws(FilterProblem) {
      return try FilterParser(schema: definition.filterSchema, within: budget).parse(object)
    } catch { throw .filter(error) }
  }
}
