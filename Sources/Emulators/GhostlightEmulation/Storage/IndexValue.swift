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
    switch (self, other) {
    case (.null, .null): .equal
    case (.bool(let left), .bool(let right)): Ordering(left ? 1 : 0, right ? 1 : 0)
    case (.number(let left), .number(let right)): left.ordering(to: right)
    case (.string(let left), .string(let right)): Ordering(left, right)
    default: Ordering(rank, other.rank)
    }
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
