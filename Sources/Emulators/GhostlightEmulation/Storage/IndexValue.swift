package import GhostlightCore

/// A scalar as an index knows it.
///
/// The order is total across kinds: null, then `false`, `true`, then numbers by exact value
/// (``ExactNumber``), then strings by their UTF-8 bytes. Arrays and objects are no scalars.
package enum IndexValue: Sendable {
  /// The literal `null`; also what creation order is made of.
  case null
  /// A truth value.
  case bool(Bool)
  /// A number of any spelling.
  case number(ExactNumber)
  /// A string.
  case string(String)

  /// The scalar that `json` is, or `nil` for arrays and objects.
  package init?(_ json: JSON) {
    switch json {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .integer(let value): self = .number(.integer(value))
    case .double(let value): self = .number(.double(value))
    case .decimal(let value): self = .number(.double(value.double))
    case .string(let value): self = .string(value)
    case .array, .object: return nil
    }
  }

  /// How this value stands to `other`.
  package func ordering(to other: IndexValue) -> Ordering {
    // One after the other: of a pair of both, both would be copied.
    switch self {
    case .string(let left):
      if case .string(let right) = other { return Ordering(left, right) }
    case .number(let left):
      if case .number(let right) = other { return left.ordering(to: right) }
    case .bool(let left):
      if case .bool(let right) = other { return Ordering(left ? 1 : 0, right ? 1 : 0) }
    case .null: break
    }
    return Ordering(rank, other.rank)
  }

  private var rank: Int {
    switch self {
    case .null: 0
    case .bool: 1
    case .number: 2
    case .string: 3
    }
  }
}

extension IndexValue: Comparable {
  /// Whether neither comes before the other.
  package static func == (left: IndexValue, right: IndexValue) -> Bool {
    left.ordering(to: right) == .equal
  }

  /// Whether the first comes before the second.
  package static func < (left: IndexValue, right: IndexValue) -> Bool {
    left.ordering(to: right) == .before
  }
}

/// One document's place in an index.
package struct IndexEntry: Sendable, Equatable {
  /// The value it is filed under.
  package var value: IndexValue
  /// The document's number in creation order; tells entries of one value apart.
  package var sequence: Int
  /// The document's key.
  package var key: String

  /// Files `key` under `value`.
  package init(value: IndexValue, sequence: Int, key: String) {
    self.value = value
    self.sequence = sequence
    self.key = key
  }

  /// Where the entry stands.
  package var position: IndexPosition { IndexPosition(value: value, sequence: sequence) }

  /// Whether the entry stands before another one.
  func isBefore(_ other: IndexEntry) -> Bool {
    switch value.ordering(to: other.value) {
    case .before: true
    case .equal: sequence < other.sequence
    case .after: false
    }
  }

  /// Whether the entry stands before `position`.
  func isBefore(_ position: IndexPosition) -> Bool {
    switch value.ordering(to: position.value) {
    case .before: true
    case .equal: sequence < position.sequence
    case .after: false
    }
  }
}

/// A place in an index: by value, then by sequence number.
package struct IndexPosition: Sendable, Comparable {
  /// The value.
  package var value: IndexValue
  /// The number in creation order.
  package var sequence: Int

  /// Makes the place of `sequence` among the entries of `value`.
  package init(value: IndexValue, sequence: Int) {
    self.value = value
    self.sequence = sequence
  }

  /// Whether the first comes before the second.
  package static func < (left: IndexPosition, right: IndexPosition) -> Bool {
    switch left.value.ordering(to: right.value) {
    case .before: true
    case .equal: left.sequence < right.sequence
    case .after: false
    }
  }
}

/// The values between two ends; a missing end is open across all kinds.
package struct IndexRange: Sendable, Equatable {
  /// The low end.
  package var lower: IndexBound?
  /// The high end.
  package var upper: IndexBound?

  /// Makes the range between two ends.
  package init(lower: IndexBound? = nil, upper: IndexBound? = nil) {
    self.lower = lower
    self.upper = upper
  }

  /// The range of one value.
  package static func only(_ value: IndexValue) -> IndexRange {
    IndexRange(lower: .including(value), upper: .including(value))
  }

  /// The values of the kind of `bound` that are below it, or `nil` for null, which has no order.
  package static func below(_ bound: IndexBound) -> IndexRange? {
    switch bound.value {
    case .null: nil
    case .bool: IndexRange(lower: .including(.bool(false)), upper: bound)
    case .number: IndexRange(lower: .including(.number(.double(.nan))), upper: bound)
    case .string: IndexRange(lower: .including(.string("")), upper: bound)
    }
  }

  /// The values of the kind of `bound` that are above it, or `nil` for null, which has no order.
  package static func above(_ bound: IndexBound) -> IndexRange? {
    switch bound.value {
    case .null: nil
    case .bool: IndexRange(lower: bound, upper: .including(.bool(true)))
    case .number: IndexRange(lower: bound, upper: .including(.number(.double(.infinity))))
    case .string: IndexRange(lower: bound)
    }
  }

  /// Whether the range is exactly one value.
  package var isSingleValue: Bool {
    guard case .including(let low) = lower, case .including(let high) = upper else { return false }
    return low == high
  }

  /// Whether no value can be in the range.
  package var isEmpty: Bool {
    guard let lower, let upper else { return false }
    return upper.end <= lower.start
  }

  /// The values in both ranges.
  package func intersection(_ other: IndexRange) -> IndexRange {
    var result = self
    if let low = other.lower, lower.map({ $0.start < low.start }) ?? true { result.lower = low }
    if let high = other.upper, upper.map({ high.end < $0.end }) ?? true { result.upper = high }
    return result
  }
}

/// An end of a range of values.
package enum IndexBound: Sendable, Equatable {
  /// The end belongs to the range.
  case including(IndexValue)
  /// The end does not belong to the range.
  case excluding(IndexValue)

  /// The value at the end.
  package var value: IndexValue {
    switch self {
    case .including(let value), .excluding(let value): value
    }
  }

  /// The place before the first entry of a range that starts here.
  var start: IndexPosition {
    switch self {
    case .including(let value): IndexPosition(value: value, sequence: .min)
    case .excluding(let value): IndexPosition(value: value, sequence: .max)
    }
  }

  /// The place after the last entry of a range that ends here.
  var end: IndexPosition {
    switch self {
    case .including(let value): IndexPosition(value: value, sequence: .max)
    case .excluding(let value): IndexPosition(value: value, sequence: .min)
    }
  }
}

/// A JSON number of any spelling, compared by its exact value.
///
/// The order is total: `NaN` equals itself and comes before every other number, `-0.0` equals `0`.
/// A decimal counts as its nearest double, so two decimals of more digits than a double holds may
/// be equal, and one beyond a double's range is infinite.
package enum ExactNumber: Sendable {
  /// A whole number of 64 bits.
  case integer(Int64)
  /// Any other number; one whose value fits ``integer(_:)`` is compared as if it were there.
  case double(Double)

  /// The number of `json`, or `nil` where that is no number.
  package init?(_ json: JSON) {
    switch json {
    case .integer(let value): self = .integer(value)
    case .double(let value): self = .double(value)
    case .decimal(let value): self = .double(value.double)
    default: return nil
    }
  }

  /// How this number stands to `other`.
  package func ordering(to other: ExactNumber) -> Ordering {
    switch (self, other) {
    case (.integer(let left), .integer(let right)): Ordering(left, right)
    case (.double(let left), .double(let right)): Self.ordering(of: left, to: right)
    case (.integer(let left), .double(let right)): Self.ordering(of: left, to: right)
    case (.double(let left), .integer(let right)): Self.ordering(of: right, to: left).reversed
    }
  }

  private static func ordering(of left: Double, to right: Double) -> Ordering {
    if left < right { return .before }
    if left > right { return .after }
    if left == right { return .equal }
    switch (left.isNaN, right.isNaN) {
    case (true, true): return .equal
    case (true, false): return .before
    default: return .after
    }
  }

  /// Compares without rounding: a double below 2^63 has a whole part that fits 64 bits.
  private static func ordering(of left: Int64, to right: Double) -> Ordering {
    if right.isNaN { return .after }
    if right >= 0x1p63 { return .before }
    if right < -0x1p63 { return .after }
    let whole = right.rounded(.down)
    let order = Ordering(left, Int64(whole))
    return order == .equal && whole < right ? .before : order
  }
}

extension ExactNumber: Comparable {
  /// Whether both have the same value, however spelled.
  package static func == (left: ExactNumber, right: ExactNumber) -> Bool {
    left.ordering(to: right) == .equal
  }

  /// Whether the first is smaller.
  package static func < (left: ExactNumber, right: ExactNumber) -> Bool {
    left.ordering(to: right) == .before
  }
}

/// How one value stands to another.
package enum Ordering: Sendable {
  /// The first comes before the second.
  case before
  /// Neither comes before the other.
  case equal
  /// The first comes after the second.
  case after

  /// The same seen from the other value.
  package var reversed: Ordering {
    switch self {
    case .before: .after
    case .equal: .equal
    case .after: .before
    }
  }

  /// Compares two integers.
  package init(_ left: Int, _ right: Int) {
    self = left == right ? .equal : (left < right ? .before : .after)
  }

  /// Compares two integers of 64 bits.
  package init(_ left: Int64, _ right: Int64) {
    self = left == right ? .equal : (left < right ? .before : .after)
  }

  /// Compares two strings by their UTF-8 bytes, which is the order of their code points.
  ///
  /// Unlike Swift's `==`, composed and decomposed spellings of a character differ.
  package init(_ left: String, _ right: String) {
    let quick: Ordering?? = left.utf8.withContiguousStorageIfAvailable { leftBytes in
      right.utf8.withContiguousStorageIfAvailable { rightBytes in
        Ordering(UnsafeRawBufferPointer(leftBytes), UnsafeRawBufferPointer(rightBytes))
      }
    }
    if case .some(.some(let found)) = quick {
      self = found
    } else if left.utf8.elementsEqual(right.utf8) {
      self = .equal
    } else {
      self = left.utf8.lexicographicallyPrecedes(right.utf8) ? .before : .after
    }
  }

  private init(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) {
    let shared = min(left.count, right.count)
    var position = 0
    while position + 8 <= shared {
      let leftWord = left.loadUnaligned(fromByteOffset: position, as: UInt64.self).bigEndian
      let rightWord = right.loadUnaligned(fromByteOffset: position, as: UInt64.self).bigEndian
      guard leftWord == rightWord else {
        self = leftWord < rightWord ? .before : .after
        return
      }
      position += 8
    }
    while position < shared {
      guard left[position] == right[position] else {
        self = left[position] < right[position] ? .before : .after
        return
      }
      position += 1
    }
    self.init(left.count, right.count)
  }
}
