package import GhostlightCore

extension FieldTest {
  /// Whether `value` passes; `nil` is missing.
  package func passes(_ value: JSON?) -> Bool {
    WorkBudget.withoutLimit { budget throws(Fault) in try passes(value, within: budget) }
  }

  /// Whether `value` passes, at the costs of lists, elements and texts that are long.
  ///
  /// - Throws: ``Fault/workLimit(_:)``.
  package func passes(_ value: JSON?, within budget: WorkBudget) throws(Fault) -> Bool {
    switch self {
    case .equals(let wanted): return try value?.isSame(as: wanted, within: budget) ?? false
    case .isOneOf(let wanted): return try Self.isOne(value, of: wanted, within: budget)
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
    case .anyElement(let test): return try test.passesAnyElement(of: value, within: budget)
    case .valueOrAnyElement(let test):
      if try test.passes(value, within: budget) { return true }
      return try test.passesAnyElement(of: value, within: budget)
    case .allOf(let tests): return try Self.first(of: tests, value, is: false, budget) == nil
    case .anyOf(let tests): return try Self.first(of: tests, value, is: true, budget) != nil
    case .noneOf(let tests): return try Self.first(of: tests, value, is: true, budget) == nil
    case .custom(let test): return test(value)
    case .measured(let test): return try test(value, budget)
    }
  }

  private static func isOne(
    _ value: JSON?, of wanted: [JSON], within budget: WorkBudget
  ) throws(Fault) -> Bool {
    guard let value else { return false }
    if wanted.count > 8 { try budget.spend(wanted.count >> 3) }
    for candidate in wanted where try value.isSame(as: candidate, within: budget) {
      return true
    }
    return false
  }

  private func passesAnyElement(
    of value: JSON?, within budget: WorkBudget
  ) throws(Fault) -> Bool {
    guard case .array(let elements) = value else { return false }
    if elements.count > 4 { try budget.spend(elements.count >> 2) }
    for element in elements where try passes(element, within: budget) {
      return true
    }
    return false
  }

  /// The position of the first test whose answer is the wanted one.
  private static func first(
    of tests: [FieldTest], _ value: JSON?, is wanted: Bool, _ budget: WorkBudget
  ) throws(Fault) -> Int? {
    if tests.count > 4 { try budget.spend(tests.count >> 2) }
    for position in tests.indices where try tests[position].passes(value, within: budget) == wanted
    {
      return position
    }
    return nil
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
