/// What a query answers of each row.
enum SQLSelection: Sendable, Hashable {
  /// `SELECT *`
  case all
  /// `SELECT VALUE e`
  case value(SQLExpression)
  /// `SELECT e AS name, …`
  case columns([SQLColumn])
}
