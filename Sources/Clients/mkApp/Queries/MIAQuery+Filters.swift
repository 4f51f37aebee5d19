import GhostlightCore
import Synchronization

nonisolated extension MIAQuery {
  /// Wants a field to compare with a value in this way.
  public func addFilter(
    forKey key: String, relatedBy relation: MIAQueryRelation, to object: Any
  ) {
    add(key, relation.symbol, MKValue(object))
  }

  /// Wants a field to be one of these values, or an array with one of them.
  public func addFilter(forKey key: String, containedIn array: [Any]) {
    add(key, "$in", MKValue(array))
  }

  /// Wants a field to be none of these values, and no array with one of them.
  public func addFilter(forKey key: String, notContainedIn array: [Any]) {
    add(key, "$nin", MKValue(array))
  }

  /// Wants a field to be an array with all of these values.
  public func addFilter(forKey key: String, containsAllObjectsIn array: [Any]) {
    add(key, "$all", MKValue(array))
  }

  /// Wants a field to be text that begins so.
  public func addFilter(forKey key: String, whereHasPrefix prefix: String) {
    add(key, "$regex", .json(.string("^" + Self.escaped(prefix))))
  }

  /// Wants a field to be text that ends so.
  public func addFilter(forKey key: String, whereHasSuffix suffix: String) {
    add(key, "$regex", .json(.string(Self.escaped(suffix) + "$")))
  }

  private func add(_ key: String, _ symbol: String?, _ value: MKValue) {
    parts.withLock { $0.filters.append(QueryFilter(key: key, symbol: symbol, value: value)) }
  }

  /// The text as a regular expression that only it matches.
  private static func escaped(_ text: String) -> String {
    var pattern = ""
    for scalar in text.unicodeScalars {
      if "\\^$.|?*+()[]{}-/".unicodeScalars.contains(scalar) { pattern += "\\" }
      pattern.unicodeScalars.append(scalar)
    }
    return pattern
  }
}

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

/// One condition on a field.
struct QueryFilter: Sendable {
  var key: String
  /// The operator; `nil` for equality.
  var symbol: String?
  var value: MKValue

  func json(_ dates: DateForm) throws(MKError) -> JSON {
    let operand = try value.json(dates, key: key)
    return [key: symbol.map { .object([$0: operand]) } ?? operand]
  }
}
