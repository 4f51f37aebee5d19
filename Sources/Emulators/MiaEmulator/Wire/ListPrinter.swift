import GhostlightCore
import GhostlightEmulation

/// Prints long lists in pieces.
///
/// Each piece is charged to the budget before the next one is printed.
enum ListPrinter {
  /// Returns an array of objects as JSON.
  ///
  /// - Throws: ``Fault/workLimit(_:)``.
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

  /// Calls `print` to append to a body, and charges the appended bytes to the budget.
  ///
  /// - Throws: ``Fault/workLimit(_:)``.
  static func add(
    to body: inout [UInt8], within budget: WorkBudget, _ print: (inout [UInt8]) -> Void
  ) throws(Fault) {
    let before = body.count
    print(&body)
    try budget.spend(bytes: body.count - before)
  }
}
