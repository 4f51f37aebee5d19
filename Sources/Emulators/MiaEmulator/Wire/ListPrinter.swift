import GhostlightCore
import GhostlightEmulation

/// Serializes long lists in pieces.
///
/// Each piece is charged to the budget before the next one is serialized.
enum ListPrinter {
  /// Returns the JSON array of some objects.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` if the budget is used up.
  static func array(
    _ objects: [JSONObject], within budget: WorkBudget
  ) throws(Fault) -> [UInt8] {
    var body = [UInt8(ascii: "[")]
    for (position, object) in objects.enumerated() {
      if position > 0 { body.append(UInt8(ascii: ",")) }
      try add(to: &body, within: budget) { JSON.object(object).print(into: &$0) }
    }
    body.append(UInt8(ascii: "]"))
    return body
  }

  /// Calls `print`, which appends to a body, and charges the appended bytes to the budget.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` if the budget is used up.
  static func add(
    to body: inout [UInt8], within budget: WorkBudget, _ print: (inout [UInt8]) -> Void
  ) throws(Fault) {
    let before = body.count
    print(&body)
    try budget.spend(bytes: body.count - before)
  }
}
