import GhostlightCore
import Synchronization

nonisolated extension MIAQuery {
  /// Adds a filter that compares a field with a value.
  public func addFilter(
    forKey key: String, relatedBy relation: MIAQueryRelation, to object: Any
  ) {
    add(key, relation.symbol, MKValue(object))
  }

  /// Adds a filter that a field equals one of these values, or is an array that contains one of
  /// them.
  public func addFilter(forKey key: String, containedIn array: [Any]) {
    add(key, "$in", MKValue(array))
  }

  /// Adds a filter that a field equals none of these values, and is not an array that contains one
  /// of them.
  public func addFilter(forKey key: String, notContainedIn array: [Any]) {
    add(key, "$nin", MKValue(array))
  }

  /// Adds a filter that a field is an array that contains all of these values.
  public func addFilter(forKey key: String, containsAllObjectsIn array: [Any]) {
    add(key, "$all", MKValue(array))
  }

  /// Adds a filter that a field is a string with this prefix.
  public func addFilter(forKey key: String, whereHasPrefix prefix: String) {
    add(key, "$regex", .json(.string("^" + Self.escaped(prefix))))
  }

  /// Adds a filter that a field is a string with this suffix.
  public func addFilter(forKey key: String, whereHasSuffix suffix: String) {
    add(key, "$regex", .json(.string(Self.escaped(suffix) + "$")))
  }

  private func add(_ key: String, _ symbol: String?, _ value: MKValue) {
    parts.withLock { $0.filters.append(QueryFilter(key: key, symbol: symbol, value: value)) }
  }

  /// Returns a regular expression that matches only `text`.
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
/// Numbers, dates and strings can be compared. The server decides how values of different types
/// compare. All filters of a query must match, so two of them can form a range.
public enum MIAQueryRelation: Int, Sendable {
  /// The field is greater than the value; for dates later, for strings after it in sort order.
  case greaterThan
  /// The field is greater than or equal to the value.
  case greaterThanOrEqual
  /// The field is less than the value; for dates earlier, for strings before it in sort order.
  case lessThan
  /// The field is less than or equal to the value.
  case lessThanOrEqual
  /// The field is equal to the value.
  case equal
  /// The field is not equal to the value.
  case notEqual

  /// The operator in the service's query language; `nil` for equality, which has no operator.
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
  /// The operator in the service's query language; `nil` for equality.
  var symbol: String?
  var value: MKValue

  func json(_ dates: DateForm) throws(MKError) -> JSON {
    let operand = try value.json(dates, key: key)
    return [key: symbol.map { .object([$0: operand]) } ?? operand]
  }
}
