import GhostlightEmulation

/// What the account says of the queries that it takes: its `queryEngineConfiguration` (B7).
enum SQLLimits {
  /// `maxJoinsPerSqlQuery`, subqueries included.
  static let joins = 10
  /// `maxInExpressionItemsCount`, of each `IN`.
  static let listItems = 16_000
  /// `queryMaxGroupByTableCellCount`: groups times their keys and aggregates.
  static let groupCells = 500_000
}

/// What the functions of a query may use besides their arguments.
struct SQLContext: Sendable {
  /// The time and chance of the query.
  let instant: SQLInstant
  /// What its work may still cost.
  let budget: WorkBudget
}
