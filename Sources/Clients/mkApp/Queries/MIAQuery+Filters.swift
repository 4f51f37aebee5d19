import GhostlightCore
import Synchronization

nonisolated extension MIAQuery {
  /// Adds a filter that compares a field with a value.
  public func addFilter(
    forKey key: String, relatedBy relation: MIAQueryRelation, to object: Any
  ) {
    add(key, relation.symbol, MKValue(object))
  }

  /// Adds a filter for fields that have one of these values, or are an array with one of them.
  public func addFilter(forKey key: String, containedIn array: [Any]) {
    add(key, "$in", MKValue(array))
  }

  /// Adds a filter for fields that have none of these values, and are not an array with one of
  /// them.
  public func addFilter(forKey key: String, notContainedIn array: [Any]) {
    add(key, "$nin", MKValue(array))
  }

  /// Adds a filter for fields that are an array with all of these values.
  public func addFilter(forKey key: String, containsAllObjectsIn array: [Any]) {
    add(key, "$all", MKValue(array))
  }

  /// Adds a filter for texts that begin with a prefix.
  public func addFilter(forKey key: String, whereHasPrefix prefix: String) {
    add(key, "$regex", .json(.string("^" + Self.escaped(prefix))))
  }

  /// Adds a filter for texts that end with a suffix.
  public func addFilter(forKey key: String, whereHasSuffix suffix: String) {
    add(key, "$regex", .json(.string(Self.escaped(suffix) + "$")))
  }

  private func add(_ key: String, _ symbol: String?, _ value: MKValue) {
    parts.withLock { $0.filters.append(QueryFilter(key: key, symbol: symbol, value: value)) }
  }

  /// Returns a regular expression that matches only this text.
  private static func escaped(_ text: String) -> String {
    var pattern = ""
    for scalar in text.unicodeScalars {
      if "\\^$.|?*+()[]{}-/".unicodeScalars.contains(scalar) { pattern += "\\" }
      pattern.unicodeScalars.append(scalar)
    }
    return pattern
  }
}

/// A comparison of a field with a value, for `addFilter(forKey:relatedBy:to:)`.
///
/// Numbers, dates and texts can be compared. The server decides about values of different types.
/// Filters that are added to one query must all hold, so that two of them make a range.
public enum MIAQueryRelation: Int, Sendable {
  /// The field is greater, later, or after the value in the alphabet.
  case greaterThan
  /// The field is greater than the value or equal to it.
  case greaterThanOrEqual
  /// The field is less, earlier, or before the value in the alphabet.
  case lessThan
  /// The field is less than the value or equal to it.
  case lessThanOrEqual
  /// The field is equal to the value.
  case equal
  /// The field is not equal to the value.
  case notEqual

  /// The operator of the query language; `nil` for equality, which needs no operator.
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

struct QueryFilter: Sendable {
  var key: String
  /// The operator of the query language; `nil` for equality.
  var symbol: String?
  var value: MKValue

  func json(_ dates: DateForm) throws(MKError) -> JSON {
    let operand = try value.json(dates, key: key)
    return [key: symbol.map { .object([$0: operand]) } ?? operand]
  }
}
