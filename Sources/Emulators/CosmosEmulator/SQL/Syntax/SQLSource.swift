/// One input of `FROM` or `JOIN`.
struct SQLSource: Sendable, Hashable {
  /// Where the values come from.
  enum Origin: Sendable, Hashable {
    /// A path from a name.
    case path(SQLExpression)
    /// The rows of a query.
    case query(SQLQuery)
  }

  var origin: Origin
  /// Whether the elements of an array are walked rather than the value taken.
  var isIterated: Bool
  /// What the value is called; a path that ends in a number and has no alias has no name.
  var alias: String?
  /// Once bound, where the value stands in a row.
  var slot = 0
}
