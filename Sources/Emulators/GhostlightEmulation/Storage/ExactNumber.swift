package import GhostlightCore

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
