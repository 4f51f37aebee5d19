/// Positions of a text, a bit each.
struct PositionSet: Sendable {
  private var words: [UInt64]

  /// No position out of `count`.
  init(of count: Int) { words = Array(repeating: 0, count: count / 64 + 1) }

  mutating func insert(_ position: Int) { words[position / 64] |= 1 << UInt64(position % 64) }

  func contains(_ position: Int) -> Bool { words[position / 64] >> UInt64(position % 64) & 1 == 1 }
}
