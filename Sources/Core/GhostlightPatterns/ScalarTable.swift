/// A set of scalars, with those of ASCII as bits.
struct ScalarTable: Sendable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0
  /// What is beyond ASCII; of several sets, whether anything may be.
  private let others: ScalarSet
  /// How many ranges and categories are looked at for one scalar beyond ASCII.
  let weight: Int

  init(_ set: ScalarSet) {
    others = set
    weight = set.weight
    for value: UInt32 in 0..<64 {
      if set.contains(value) { low |= 1 << UInt64(value) }
      if set.contains(value + 64) { high |= 1 << UInt64(value) }
    }
  }

  /// Holds at least what several sets hold: all that is beyond ASCII.
  init(covering tables: [ScalarTable]) {
    others = .all
    weight = 1
    for table in tables {
      low |= table.low
      high |= table.high
    }
  }

  /// Whether a scalar is in the set.
  func contains(_ value: UInt32) -> Bool {
    if value < 64 { return low >> UInt64(value) & 1 == 1 }
    return value < 128 ? high >> UInt64(value - 64) & 1 == 1 : others.contains(value)
  }
}
