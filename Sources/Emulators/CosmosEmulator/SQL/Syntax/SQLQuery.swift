/// A query, parsed or bound.
struct SQLQuery: Sendable, Hashable {
  var isDistinct = false
  var top: SQLExpression?
  var selection: SQLSelection = .all
  var sources: [SQLSource] = []
  var condition: SQLExpression?
  var groupKeys: [SQLExpression] = []
  var order: [SQLOrder] = []
  var offset: SQLExpression?
  var limit: SQLExpression?
  /// What the binder found: the aggregates, which expressions name by position.
  var aggregates: [SQLAggregateCall] = []

  /// Whether rows are groups rather than documents.
  var isGrouped: Bool { !groupKeys.isEmpty || !aggregates.isEmpty }
}
