import GhostlightCore
import GhostlightEmulation

/// A set of values that are compared deeply; undefined counts as a value.
struct SQLDistinct {
  private var buckets: [UInt64: [Entry]] = [:]
  private var count = 0

  private struct Entry {
    var values: [JSON?]
    var position: Int
  }

  /// Adds a value, and returns whether it is new.
  mutating func insert(_ value: JSON, _ budget: WorkBudget) throws(SQLError) -> Bool {
    let before = count
    return try position(of: [value], budget) == before
  }

  func contains(_ value: JSON, _ budget: WorkBudget) throws(SQLError) -> Bool {
    try known([value], at: try Self.hash([value], budget), budget) != nil
  }

  /// Returns the index of a combination of values in the order of first appearance.
  ///
  /// A new combination is added.
  mutating func position(
    of values: [JSON?], _ budget: WorkBudget
  ) throws(SQLError) -> Int {
    let hash = try Self.hash(values, budget)
    if let position = try known(values, at: hash, budget) { return position }
    try budget.pay(6 + values.count)
    buckets[hash, default: []].append(Entry(values: values, position: count))
    count += 1
    return count - 1
  }

  private func known(
    _ values: [JSON?], at hash: UInt64, _ budget: WorkBudget
  ) throws(SQLError) -> Int? {
    for entry in buckets[hash] ?? [] {
      try budget.pay(1)
      if try Self.same(entry.values, values, budget) { return entry.position }
    }
    return nil
  }

  private static func same(
    _ left: [JSON?], _ right: [JSON?], _ budget: WorkBudget
  ) throws(SQLError) -> Bool {
    for position in left.indices {
      switch (left[position], right[position]) {
      case (nil, nil): continue
      case (let left?, let right?):
        guard try left.isSame(as: right, paidBy: budget) else { return false }
      default: return false
      }
    }
    return true
  }

  private static func hash(
    _ values: [JSON?], _ budget: WorkBudget
  ) throws(SQLError) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for value in values { try mix(value, into: &hash, budget) }
    return hash
  }

  /// Adds a value to a hash.
  ///
  /// Equal values have equal hashes, regardless of the form of numbers and the order of an object's
  /// members.
  private static func mix(
    _ value: JSON?, into hash: inout UInt64, _ budget: WorkBudget
  ) throws(SQLError) {
    hash = (hash ^ UInt64(SQLOrdering.kind(value) + 1)) &* prime
    switch value {
    case .bool(let bool): hash = hash &+ (bool ? 1 : 2)
    case .string(let text):
      if text.utf8.count > 64 { try budget.pay(text.utf8.count >> 6) }
      mix(text, into: &hash)
    case .array(let elements):
      if elements.count > 4 { try budget.pay(elements.count >> 2) }
      for element in elements { try mix(element, into: &hash, budget) }
    case .object(let object):
      if object.count > 4 { try budget.pay(object.count >> 1) }
      var sum: UInt64 = 0
      for member in object {
        var part: UInt64 = 0xcbf2_9ce4_8422_2325
        mix(member.key, into: &part)
        try mix(member.value, into: &part, budget)
        sum = sum &+ part
      }
      hash = (hash ^ sum) &* prime
    default:
      if let number = value?.number {
        hash = (hash ^ (number == 0 ? 0 : number.bitPattern)) &* prime
      }
    }
  }

  private static func mix(_ text: String, into hash: inout UInt64) {
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* prime }
  }

  private static let prime: UInt64 = 0x100_0000_01b3
}
