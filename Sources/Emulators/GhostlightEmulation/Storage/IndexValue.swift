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
