import GhostlightCore
import GhostlightEmulation

/// What a query over all partitions may be (B13).
enum CrossPartition {
  static func check(
    _ statement: SQLStatement, _ request: Request, _ configuration: CosmosConfiguration
  ) throws(Fault) {
    guard request.headers.isTrue(.msCrossPartition) else { throw .crossPartitionDisabled }
    guard configuration.isStrict, statement.readsDocuments else { return }
    if statement.query.isGrouped, !statement.isValueAggregate { throw .valueAggregateOnly }
    guard statement.isStreaming else {
      throw .planNeeded.with(plan: QueryPlanner(statement).json)
    }
  }
}

extension SQLStatement {
  /// Whether the query is `SELECT VALUE` of one aggregate without groups.
  var isValueAggregate: Bool {
    guard query.groupKeys.isEmpty, case .value(.aggregate) = query.selection else { return false }
    return true
  }
}
