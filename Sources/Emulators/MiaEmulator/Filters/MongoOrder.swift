import GhostlightCore
import GhostlightEmulation

/// How the database compares values (A6, A8).
///
/// Kinds stand in the order missing and null, numbers, strings, objects, arrays, booleans; ids and
/// dates never share a field with other kinds, and are compared as their text.
enum MongoOrder {
  /// How two values stand in a sort.
  static func compare(_ left: JSON?, _ right: JSON?) -> Ordering {
    WorkBudget.withoutLimit { budget throws(Fault) in
      try compare(left, right, within: budget)
    }
  }

  /// How two values stand in a sort, at the costs of what is long.
  ///
  /// - Throws: ``Fault/workLimit(_:)``.
  static func compare(
    _ left: JSON?, _ right: JSON?, within budget: WorkBudget
  ) throws(Fault) -> Ordering {
    let ranks = (rank(left), rank(right))
    guard ranks.0 == ranks.1 else { return Ordering(ranks.0, ranks.1) }
    switch (left, right) {
    case (.string(let left)?, .string(let right)?):
      let length = min(left.utf8.count, right.utf8.count)
      if length > longText { try budget.spend(length >> 8) }
      return Ordering(left, right)
    case (.bool(let left)?, .bool(let right)?): return Ordering(left ? 1 : 0, right ? 1 : 0)
    case (.array(let left)?, .array(let right)?): return try compare(left, right, budget)
    case (.object(let left)?, .object(let right)?): return try compare(left, right, budget)
    case (let left?, let right?):
      guard let number = IndexValue(left), let other = IndexValue(right) else { return .equal }
      return number.ordering(to: other)
    default: return .equal
    }
  }

  /// Whether two values are the same: objects only with the same members in the same order.
  static func isSame(_ left: JSON, _ right: JSON) -> Bool {
    compare(left, right) == .equal
  }

  /// The same, at the costs of what is long.
  ///
  /// - Throws: ``Fault/workLimit(_:)``.
  static func isSame(
    _ left: JSON, _ right: JSON, within budget: WorkBudget
  ) throws(Fault) -> Bool {
    try compare(left, right, within: budget) == .equal
  }

  /// Whether one of some values is the same as another.
  ///
  /// - Throws: ``Fault/workLimit(_:)``.
  static func contains(
    _ values: [JSON], _ value: JSON, within budget: WorkBudget
  ) throws(Fault) -> Bool {
    try budget.spend(values.count >> 2)
    for candidate in values where try isSame(candidate, value, within: budget) {
      return true
    }
    return false
  }

  /// Whether two values are of one kind, so that `$gt` and the like compare them.
  static func isSameKind(_ left: JSON?, _ right: JSON) -> Bool {
    left != nil && rank(left) == rank(right)
  }

  /// Texts up to so many bytes are compared for nothing.
  private static let longText = 1_024

  private static func rank(_ value: JSON?) -> Int {
    switch value {
    case nil, .null: 0
    case .integer, .double, .decimal: 1
    case .string: 2
    case .object: 3
    case .array: 4
    case .bool: 5
    }
  }

  private static func compare(
    _ left: [JSON], _ right: [JSON], _ budget: WorkBudget
  ) throws(Fault) -> Ordering {
    for position in 0..<min(left.count, right.count) {
      try budget.spend()
      let order = try compare(left[position], right[position], within: budget)
      if order != .equal { return order }
    }
    return Ordering(left.count, right.count)
  }

  /// Member by member: kind of the value, then name, then value.
  private static func compare(
    _ left: JSONObject, _ right: JSONObject, _ budget: WorkBudget
  ) throws(Fault) -> Ordering {
    for position in 0..<min(left.count, right.count) {
      try budget.spend()
      let (member, other) = (left.members[position], right.members[position])
      var order = Ordering(rank(member.value), rank(other.value))
      if order == .equal { order = Ordering(member.key, other.key) }
      if order == .equal { order = try compare(member.value, other.value, within: budget) }
      if order != .equal { return order }
    }
    return Ordering(left.count, right.count)
  }
}
