import GhostlightCore
import GhostlightEmulation

/// How the language compares values.
///
/// - Source: protocol reference B14.2, B14.3.
enum SQLOrdering {
  /// Whether two values are equal; undefined where one of them is.
  static func equal(
    _ left: JSON?, _ right: JSON?, _ budget: WorkBudget
  ) throws(SQLError) -> JSON? {
    guard let left, let right else { return nil }
    return .bool(try left.isSame(as: right, paidBy: budget))
  }

  /// How two values of one kind stand to each other; arrays, objects and mixed kinds do not.
  static func ordering(_ left: JSON?, _ right: JSON?) -> Ordering? {
    guard let left, let right, let first = IndexValue(left), let second = IndexValue(right),
      kind(left) == kind(right)
    else { return nil }
    return first.ordering(to: second)
  }

  /// How two sort keys stand: undefined, null, bools, numbers, strings, arrays, objects.
  static func sorted(_ left: JSON?, _ right: JSON?) -> Ordering {
    let (first, second) = (kind(left), kind(right))
    guard first == second else { return Ordering(first, second) }
    return ordering(left, right) ?? .equal
  }

  /// The rank of a value's kind in `ORDER BY`.
  static func kind(_ value: JSON?) -> Int {
    switch value {
    case nil: 0
    case .null: 1
    case .bool: 2
    case .integer, .double, .decimal: 3
    case .string: 4
    case .array: 5
    case .object: 6
    }
  }
}

extension JSON {
  /// Whether a query takes both for the same value.
  func isSame(as other: JSON, paidBy budget: WorkBudget) throws(SQLError) -> Bool {
    do throws(Fault) {
      return try isSame(as: other, within: budget)
    } catch { throw SQLError(error) }
  }
}
