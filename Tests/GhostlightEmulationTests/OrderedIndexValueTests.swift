import GhostlightCore
import GhostlightEmulation
import Testing

@Suite struct `Ordered index values` {
  /// Values in strictly ascending order.
  static let ladder: [IndexValue] = [
    .null, .bool(false), .bool(true),
    .number(.double(.nan)), .number(.double(-.infinity)), .number(.double(-1e300)),
    .number(.double(-0x1p63 * 1.5)), .number(.integer(.min)), .number(.integer(.min + 1)),
    .number(.double(-1.5)), .number(.integer(-1)), .number(.double(-0.5)), .number(.integer(0)),
    .number(.double(.leastNonzeroMagnitude)), .number(.double(0.5)), .number(.integer(1)),
    .number(.double(1.5)), .number(.integer(9_007_199_254_740_992)),
    .number(.integer(9_007_199_254_740_993)), .number(.integer(.max - 1)),
    .number(.integer(.max)), .number(.double(0x1p63)), .number(.double(1e300)),
    .number(.double(.infinity)),
    .string(""), .string("A"), .string("Ab"), .string("a"), .string("a longer text, part one"),
    .string("a longer text, part two"), .string("e\u{301}"), .string("z"), .string("é"),
    .string("\u{FFFD}"), .string("😀"),
  ]

  @Test func `values of all kinds have one strict order`() {
    for (left, lower) in Self.ladder.enumerated() {
      for (right, upper) in Self.ladder.enumerated() {
        #expect((lower < upper) == (left < right), "\(lower) \(upper)")
        #expect((lower == upper) == (left == right), "\(lower) \(upper)")
      }
    }
  }

  @Test(
    arguments: [
      (1, 1.0), (0, -0.0), (1e3, JSON.decimal(JSONDecimal(uncheckedDigits: "1E3"))),
      (1.1, .decimal(JSONDecimal(uncheckedDigits: "1.10"))), (9_007_199_254_740_992, 0x1p53),
      (.double(.nan), .double(.nan)), (.integer(.min), .double(-0x1p63)),
    ] as [(JSON, JSON)])
  func `numbers with the same value are equal in any notation`(_ left: JSON, _ right: JSON) {
    #expect(IndexValue(left) == IndexValue(right))
    #expect(left.isSame(as: right))
  }

  @Test func `arrays and objects are not scalars`() {
    #expect(IndexValue([1]) == nil)
    #expect(IndexValue(["a": 1]) == nil)
  }

  @Test func `a range of one kind contains no other kind`() throws {
    var index = OrderedIndex()
    for (sequence, value) in Self.ladder.enumerated() {
      index.insert(IndexEntry(value: value, sequence: sequence, key: ""))
    }
    let below = try #require(IndexRange.below(.excluding(.number(.integer(0)))))
    #expect(index.walk(in: below).map(\.sequence) == Array(3...11))
    let above = try #require(IndexRange.above(.including(.number(.integer(1)))))
    #expect(index.walk(in: above, backwards: true).map(\.sequence) == (15...23).reversed())
    let texts = try #require(IndexRange.above(.excluding(.string("a"))))
    #expect(index.walk(in: texts).map(\.sequence) == Array(28...34))
    let truths = try #require(IndexRange.below(.including(.bool(true))))
    #expect(index.walk(in: truths).map(\.sequence) == [1, 2])
    #expect(IndexRange.below(.including(.null)) == nil)
  }
}
