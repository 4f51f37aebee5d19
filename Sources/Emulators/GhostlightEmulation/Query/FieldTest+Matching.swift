package import GhostlightCore

extension FieldTest {
  /// Whether `value` passes; `nil` is missing.
  package func passes(_ value: JSON?) -> Bool {
    switch self {
    case .equals(let wanted): return value?.isSame(as: wanted) ?? false
    case .isOneOf(let wanted):
      guard let value else { return false }
      for candidate in wanted where value.isSame(as: candidate) { return true }
      return false
    case .less(let bound): return Self.order(value, bound) == .before
    case .lessOrEqual(let bound):
      let order = Self.order(value, bound)
      return order == .before || order == .equal
    case .greater(let bound): return Self.order(value, bound) == .after
    case .greaterOrEqual(let bound):
      let order = Self.order(value, bound)
      return order == .after || order == .equal
    case .isMissing: return value == nil
    case .isNull:
      if case .null = value { return true }
      return false
    case .anyElement(let test): return test.passesAnyElement(of: value)
    case .valueOrAnyElement(let test):
      return test.passes(value) || test.passesAnyElement(of: value)
    case .allOf(let tests):
      for test in tests where !test.passes(value) { return false }
      return true
    case .anyOf(let tests):
      for test in tests where test.passes(value) { return true }
      return false
    case .noneOf(let tests):
      for test in tests where test.passes(value) { return false }
      return true
    case .custom(let test): return test(value)
    }
  }

  private func passesAnyElement(of value: JSON?) -> Bool {
    guard case .array(let elements) = value else { return false }
    for element in elements where passes(element) { return true }
    return false
  }

  /// How two values of one kind stand, or `nil` where they are in no order.
  private static func order(_ left: JSON?, _ right: JSON) -> Ordering? {
    switch (left, right) {
    case (.string(let left), .string(let right)): return Ordering(left, right)
    case (.bool(let left), .bool(let right)): return Ordering(left ? 1 : 0, right ? 1 : 0)
    case (let left?, _):
      guard let number = ExactNumber(left), let bound = ExactNumber(right) else { return nil }
      return number.ordering(to: bound)
    case (nil, _): return nil
    }
  }
}
