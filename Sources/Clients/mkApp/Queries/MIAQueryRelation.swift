/// How a field compares with a value.
public enum MIAQueryRelation: Int, Sendable {
  /// Greater, later, or behind in the alphabet.
  case greaterThan
  /// Greater or equal.
  case greaterThanOrEqual
  /// Less, earlier, or before in the alphabet.
  case lessThan
  /// Less or equal.
  case lessThanOrEqual
  /// Equal.
  case equal
  /// Not equal.
  case notEqual

  /// The operator; `nil` for equality, which has none.
  var symbol: String? {
    switch self {
    case .greaterThan: "$gt"
    case .greaterThanOrEqual: "$gte"
    case .lessThan: "$lt"
    case .lessThanOrEqual: "$lte"
    case .equal: nil
    case .notEqual: "$ne"
    }
  }
}
