import GhostlightCore

/// A value as a ``SortKey`` sees it.
enum SortValue: Sendable {
  /// The document lacks the field.
  case missing
  /// Null, a bool, a number or a string.
  case scalar(IndexValue)
  /// Any array.
  case array
  /// Any object.
  case object

  init(_ json: JSON?) {
    switch json {
    case nil: self = .missing
    case .array?: self = .array
    case .object?: self = .object
    case let json?: self = IndexValue(json).map(SortValue.scalar) ?? .missing
    }
  }

  /// How this value stands to `other` when ascending.
  func ordering(to other: SortValue) -> Ordering {
    if case .scalar(let left) = self, case .scalar(let right) = other {
      return left.ordering(to: right)
    }
    return Ordering(rank, other.rank)
  }

  private var rank: Int {
    switch self {
    case .missing: 0
    case .scalar: 1
    case .array: 2
    case .object: 3
    }
  }
}
