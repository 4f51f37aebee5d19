package import GhostlightCore

/// A scalar value in an index.
///
/// Values of all kinds can be compared: null comes first, then `false`, `true`, numbers by exact
/// value (``ExactNumber``), and strings by their UTF-8 bytes. Arrays and objects are not scalars.
package enum IndexValue: Sendable {
  /// The literal `null`, which is also the value of all entries in an index of the creation order.
  case null
  case bool(Bool)
  /// A JSON number in any notation.
  case number(ExactNumber)
  case string(String)

  /// Creates the value of a JSON scalar, or returns `nil` for arrays and objects.
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

  package func ordering(to other: IndexValue) -> Ordering {
    // Nested switches, because a switch over a pair would copy both values.
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
  package static func == (left: IndexValue, right: IndexValue) -> Bool {
    left.ordering(to: right) == .equal
  }

  package static func < (left: IndexValue, right: IndexValue) -> Bool {
    left.ordering(to: right) == .before
  }
}

/// An entry of an index: a value, and the document that has it.
package struct IndexEntry: Sendable, Equatable {
  package var value: IndexValue
  /// The sequence number of the document in creation order; entries with the same value are ordered
  /// by it.
  package var sequence: Int
  package var key: String

  package init(value: IndexValue, sequence: Int, key: String) {
    self.value = value
    self.sequence = sequence
    self.key = key
  }

  package var position: IndexPosition { IndexPosition(value: value, sequence: sequence) }

  /// Returns whether this entry comes before `other` in the order of the index.
  func isBefore(_ other: IndexEntry) -> Bool {
    switch value.ordering(to: other.value) {
    case .before: true
    case .equal: sequence < other.sequence
    case .after: false
    }
  }

  /// Returns whether this entry comes before `position` in the order of the index.
  func isBefore(_ position: IndexPosition) -> Bool {
    switch value.ordering(to: position.value) {
    case .before: true
    case .equal: sequence < position.sequence
    case .after: false
    }
  }
}

/// A position in the order of an index, which sorts by value, then by sequence number.
package struct IndexPosition: Sendable, Comparable {
  package var value: IndexValue
  /// The sequence number of a document in creation order, or `.min` or `.max` for a bound.
  package var sequence: Int

  package init(value: IndexValue, sequence: Int) {
    self.value = value
    self.sequence = sequence
  }

  package static func < (left: IndexPosition, right: IndexPosition) -> Bool {
    switch left.value.ordering(to: right.value) {
    case .before: true
    case .equal: left.sequence < right.sequence
    case .after: false
    }
  }
}

/// A range of values; if a bound is `nil`, the range has no limit in that direction and includes
/// values of all kinds.
package struct IndexRange: Sendable, Equatable {
  /// The lower bound; `nil` if the range has none.
  package var lower: IndexBound?
  /// The upper bound; `nil` if the range has none.
  package var upper: IndexBound?

  package init(lower: IndexBound? = nil, upper: IndexBound? = nil) {
    self.lower = lower
    self.upper = upper
  }

  /// Returns the range that contains only `value`.
  package static func only(_ value: IndexValue) -> IndexRange {
    IndexRange(lower: .including(value), upper: .including(value))
  }

  /// Returns the range of the values below `bound` that are of its kind, or `nil` if the bound is
  /// null.
  package static func below(_ bound: IndexBound) -> IndexRange? {
    switch bound.value {
    case .null: nil
    case .bool: IndexRange(lower: .including(.bool(false)), upper: bound)
    case .number: IndexRange(lower: .including(.number(.double(.nan))), upper: bound)
    case .string: IndexRange(lower: .including(.string("")), upper: bound)
    }
  }

  /// Returns the range of the values above `bound` that are of its kind, or `nil` if the bound is
  /// null.
  package static func above(_ bound: IndexBound) -> IndexRange? {
    switch bound.value {
    case .null: nil
    case .bool: IndexRange(lower: bound, upper: .including(.bool(true)))
    case .number: IndexRange(lower: bound, upper: .including(.number(.double(.infinity))))
    case .string: IndexRange(lower: bound)
    }
  }

  /// Whether the range contains exactly one value.
  package var isSingleValue: Bool {
    guard case .including(let low) = lower, case .including(let high) = upper else { return false }
    return low == high
  }

  /// Whether the range cannot contain a value.
  package var isEmpty: Bool {
    guard let lower, let upper else { return false }
    return upper.end <= lower.start
  }

  /// Returns the range of the values that are both in this range and in `other`.
  package func intersection(_ other: IndexRange) -> IndexRange {
    var result = self
    if let low = other.lower, lower.map({ $0.start < low.start }) ?? true { result.lower = low }
    if let high = other.upper, upper.map({ high.end < $0.end }) ?? true { result.upper = high }
    return result
  }
}

/// A bound of an ``IndexRange``.
package enum IndexBound: Sendable, Equatable {
  /// The range contains the bound.
  case including(IndexValue)
  /// The range does not contain the bound.
  case excluding(IndexValue)

  package var value: IndexValue {
    switch self {
    case .including(let value), .excluding(let value): value
    }
  }

  /// The position before the first entry of a range with this lower bound.
  var start: IndexPosition {
    switch self {
    case .including(let value): IndexPosition(value: value, sequence: .min)
    case .excluding(let value): IndexPosition(value: value, sequence: .max)
    }
  }

  /// The position after the last entry of a range with this upper bound.
  var end: IndexPosition {
    switch self {
    case .including(let value): IndexPosition(value: value, sequence: .max)
    case .excluding(let value): IndexPosition(value: value, sequence: .min)
    }
  }
}

/// A JSON number in any notation, compared by its exact value.
///
/// Any two numbers can be compared: `NaN` equals itself and comes before every other number, and
/// `-0.0` equals `0`. A decimal is compared as its nearest double. Two decimals with more digits
/// than a double holds may therefore be equal, and a decimal beyond the range of a double is
/// infinite.
package enum ExactNumber: Sendable {
  /// An integer that fits in 64 bits.
  case integer(Int64)
  /// A number with a fraction or an exponent, or an integer beyond 64 bits.
  ///
  /// A double whose value is an integer is equal to that integer.
  case double(Double)

  /// Creates the number of a JSON value, or returns `nil` if the value is not a number.
  package init?(_ json: JSON) {
    switch json {
    case .integer(let value): self = .integer(value)
    case .double(let value): self = .double(value)
    case .decimal(let value): self = .double(value.double)
    default: return nil
    }
  }

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

  /// Returns the order of an integer and a double, without rounding: the integral part of a double
  /// below 2^63 fits in 64 bits.
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
  package static func == (left: ExactNumber, right: ExactNumber) -> Bool {
    left.ordering(to: right) == .equal
  }

  package static func < (left: ExactNumber, right: ExactNumber) -> Bool {
    left.ordering(to: right) == .before
  }
}

/// The order of two values in a comparison.
package enum Ordering: Sendable {
  /// The first value comes before the second.
  case before
  case equal
  /// The first value comes after the second.
  case after

  /// The order of the same two values when they are exchanged.
  package var reversed: Ordering {
    switch self {
    case .before: .after
    case .equal: .equal
    case .after: .before
    }
  }

  package init(_ left: Int, _ right: Int) {
    self = left == right ? .equal : (left < right ? .before : .after)
  }

  package init(_ left: Int64, _ right: Int64) {
    self = left == right ? .equal : (left < right ? .before : .after)
  }

  /// Creates the order of two strings by their UTF-8 bytes, which is also the order of their code
  /// points.
  ///
  /// Unlike Swift's `==`, composed and decomposed forms of a character differ.
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
