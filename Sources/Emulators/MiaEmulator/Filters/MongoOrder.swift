import GhostlightCore
import GhostlightEmulation

/// The database's order of values (A6, A8).
///
/// Values of different types have this order: missing and null, numbers, strings, objects, arrays,
/// booleans. A field of ids or dates contains no other type, and its values are compared as
/// strings.
enum MongoOrder {
  private static func compare(_ left: JSON?, _ right: JSON?) -> Ordering {
    WorkBudget.withoutLimit { budget throws(Fault) in
      try compare(left, right, within: budget)
    }
  }

  /// Returns the order in which the database sorts two values.
  ///
  /// The work for long values is charged to the budget.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` if the budget is used up.
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

  /// Returns whether two values are equal.
  ///
  /// Equal objects have the same members in the same order.
  static func isSame(_ left: JSON, _ right: JSON) -> Bool {
    compare(left, right) == .equal
  }

  /// Returns whether two values are equal.
  ///
  /// The work for long values is charged to the budget.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` if the budget is used up.
  static func isSame(
    _ left: JSON, _ right: JSON, within budget: WorkBudget
  ) throws(Fault) -> Bool {
    try compare(left, right, within: budget) == .equal
  }

  /// Returns whether an array contains a value that equals `value`.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` if the budget is used up.
  static func contains(
    _ values: [JSON], _ value: JSON, within budget: WorkBudget
  ) throws(Fault) -> Bool {
    try budget.spend(values.count >> 2)
    for candidate in values where try isSame(candidate, value, within: budget) {
      return true
    }
    return false
  }

  /// Returns whether two values are of the same type, so that `$gt` and similar operators compare
  /// them.
  static func isSameKind(_ left: JSON?, _ right: JSON) -> Bool {
    left != nil && rank(left) == rank(right)
  }

  /// The size in bytes up to which comparing strings is not charged to the budget.
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

  /// Returns the order of two objects, comparing members in sequence: first types, then names, then
  /// values.
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

/// The sort order of a list of documents, with the database's rules (A8).
struct MongoSort: Sendable {
  /// A sort key.
  struct Key: Sendable, Hashable {
    let path: FilterPath
    let descending: Bool

    init(_ path: String, descending: Bool = false) {
      self.path = FilterPath(path)
      self.descending = descending
    }

    /// Returns the value by which a document is sorted.
    ///
    /// For an array, it is the smallest element, or the largest one if the order is descending.
    ///
    /// - Throws: ``Fault/workLimit(_:)`` if the budget is used up.
    func value(in document: JSONObject, within budget: WorkBudget) throws(Fault) -> JSON? {
      var best: JSON?
      var isFirst = true
      for value in try path.values(in: document, within: budget) {
        guard case .array(let elements)? = value else {
          try consider(value, &best, &isFirst, budget)
          continue
        }
        try budget.spend(elements.count)
        for element in elements { try consider(element, &best, &isFirst, budget) }
      }
      return best
    }

    private func consider(
      _ value: JSON?, _ best: inout JSON?, _ isFirst: inout Bool, _ budget: WorkBudget
    ) throws(Fault) {
      if isFirst {
        best = value
        isFirst = false
      } else if try MongoOrder.compare(value, best, within: budget)
        == (descending ? .after : .before)
      {
        best = value
      }
    }
  }

  /// The sort keys, most important first.
  ///
  /// Documents with equal keys remain in creation order.
  var keys: [Key]

  /// Returns the sorted documents, or the first `count` of them.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` if the budget is used up.
  func sorted(
    _ found: [FoundDocument], first count: Int? = nil, within budget: WorkBudget
  ) throws(Fault) -> [FoundDocument] {
    guard !keys.isEmpty else { return found }
    try budget.spend(sorting: found.count, keys: keys.count)
    try budget.spend(found.count, times: keys.count * 2)
    var values: [JSON?] = []
    values.reserveCapacity(found.count * keys.count)
    for one in found {
      for key in keys { values.append(try key.value(in: one.document, within: budget)) }
    }
    let slots = found.indices.sorted(first: count) { left, right in
      for position in keys.indices {
        let order = ordering(
          values[left * keys.count + position], values[right * keys.count + position], budget)
        guard order != .equal else { continue }
        return (order == .before) != keys[position].descending
      }
      return found[left].sequence < found[right].sequence
    }
    try budget.check()
    return slots.map { found[$0] }
  }

  /// Returns the order of two values, or an arbitrary one after the budget is used up.
  private func ordering(_ left: JSON?, _ right: JSON?, _ budget: WorkBudget) -> Ordering {
    do throws(Fault) {
      return try MongoOrder.compare(left, right, within: budget)
    } catch { return .equal }
  }
}
