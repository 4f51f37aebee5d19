import GhostlightCore
import GhostlightEmulation

/// Functions that compare values with the rules of the query language.
///
/// - Source: protocol reference B14.2, B14.3.
enum SQLOrdering {
  /// Returns whether two values are equal, or `nil` (undefined) if one of them is undefined.
  static func equal(
    _ left: JSON?, _ right: JSON?, _ budget: WorkBudget
  ) throws(SQLError) -> JSON? {
    guard let left, let right else { return nil }
    return .bool(try left.isSame(as: right, paidBy: budget))
  }

  /// Returns the order of two values of the same type.
  ///
  /// Returns `nil` for arrays and objects, and for values of different types.
  static func ordering(_ left: JSON?, _ right: JSON?) -> Ordering? {
    guard let left, let right, let first = IndexValue(left), let second = IndexValue(right),
      kind(left) == kind(right)
    else { return nil }
    return first.ordering(to: second)
  }

  /// Returns the order of two sort keys.
  ///
  /// Types have this order: undefined, null, booleans, numbers, strings, arrays, objects.
  static func sorted(_ left: JSON?, _ right: JSON?) -> Ordering {
    let (first, second) = (kind(left), kind(right))
    guard first == second else { return Ordering(first, second) }
    return ordering(left, right) ?? .equal
  }

  /// Returns the rank of a value's type in the order of `ORDER BY`, lowest first.
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
  /// Returns whether two values are equal in a query.
  func isSame(as other: JSON, paidBy budget: WorkBudget) throws(SQLError) -> Bool {
    do throws(Fault) {
      return try isSame(as: other, within: budget)
    } catch { throw SQLError(error) }
  }
}

extension WorkBudget {
  func pay(_ units: Int) throws(SQLError) {
    do throws(Fault) { try spend(units) } catch { throw SQLError(error) }
  }

  /// Charges the work of creating a string with this number of bytes.
  func pay(text bytes: Int) throws(SQLError) {
    guard bytes <= SQLLimits.textBytes else { throw .textTooLong }
    try pay(bytes >> 2)
  }

  /// Charges the work of splitting strings into UTF-16 units, or of joining such units.
  func pay(units: Int) throws(SQLError) { try pay(text: units) }

  func pay(_ count: Int, times units: Int) throws(SQLError) {
    do throws(Fault) { try spend(count, times: units) } catch { throw SQLError(error) }
  }
}
