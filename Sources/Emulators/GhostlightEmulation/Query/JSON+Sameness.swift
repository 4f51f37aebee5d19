package import GhostlightCore

extension JSON {
  /// Whether queries take this and `other` for the same value.
  ///
  /// Numbers are the same by value, whatever their spelling; strings by their bytes; arrays element
  /// by element; objects when they have the same members in any order.
  package func isSame(as other: JSON) -> Bool {
    WorkBudget.withoutLimit { budget throws(Fault) in try isSame(as: other, within: budget) }
  }

  /// Whether queries take this and `other` for the same value, at the costs of what is long.
  ///
  /// - Throws: ``Fault/workLimit(_:)``.
  package func isSame(as other: JSON, within budget: WorkBudget) throws(Fault) -> Bool {
    switch (self, other) {
    case (.integer(let left), .integer(let right)): return left == right
    case (.string(let left), .string(let right)):
      let length = left.utf8.count
      guard length == right.utf8.count else { return false }
      if length > 1_024 { try budget.spend(length >> 10) }
      return Ordering(left, right) == .equal
    case (.array(let left), .array(let right)): return try Self.same(left, right, budget)
    case (.object(let left), .object(let right)): return try Self.same(left, right, budget)
    case (.array, _), (.object, _), (_, .array), (_, .object), (.string, _), (_, .string):
      return false
    default:
      guard let left = IndexValue(self), let right = IndexValue(other) else { return false }
      return left == right
    }
  }

  private static func same(
    _ left: [JSON], _ right: [JSON], _ budget: WorkBudget
  ) throws(Fault) -> Bool {
    guard left.count == right.count else { return false }
    if left.count > 8 { try budget.spend(left.count >> 3) }
    for position in left.indices {
      guard try left[position].isSame(as: right[position], within: budget) else { return false }
    }
    return true
  }

  private static func same(
    _ left: JSONObject, _ right: JSONObject, _ budget: WorkBudget
  ) throws(Fault) -> Bool {
    guard left.count == right.count else { return false }
    guard left.count > 16 else {
      if left.count > 4 { try budget.spend() }
      for member in left.members {
        guard let value = right[member.key],
          try value.isSame(as: member.value, within: budget)
        else { return false }
      }
      return true
    }
    try budget.spend(left.count, times: 2)
    let values = Dictionary(right.members.map { (BytewiseString($0.key), $0.value) }) { _, last in
      last
    }
    for member in left.members {
      guard let value = values[BytewiseString(member.key)],
        try value.isSame(as: member.value, within: budget)
      else { return false }
    }
    return true
  }
}
