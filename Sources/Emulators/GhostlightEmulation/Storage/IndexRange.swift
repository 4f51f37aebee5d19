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
