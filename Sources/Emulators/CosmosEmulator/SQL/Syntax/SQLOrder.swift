/// One key of `ORDER BY`.
struct SQLOrder: Sendable, Hashable {
  var expression: SQLExpression
  var isDescending: Bool
}
