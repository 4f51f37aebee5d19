import GhostlightEmulation

/// What the account says of the queries that it takes: its `queryEngineConfiguration` (B7).
enum SQLLimits {
  /// `maxJoinsPerSqlQuery`, subqueries included.
  static let joins = 10
  /// `maxLogicalAndPerSqlQuery` and `maxLogicalOrPerSqlQuery`, each, subqueries included.
  static let logicalOperators = 2000
  /// `maxInExpressionItemsCount`, of each `IN`.
  static let listItems = 16_000
  /// `queryMaxGroupByTableCellCount`: groups times their keys and aggregates.
  static let groupCells = 500_000
  /// The longest text that a function makes or takes apart; not the account's.
  static let textBytes = 4 << 20
}

/// What the functions of a query may use besides their arguments.
struct SQLContext: Sendable {
  /// The time and chance of the query.
  let instant: SQLInstant
  /// What its work may still cost.
  let budget: WorkBudget
}
