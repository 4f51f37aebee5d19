import GhostlightCore
import GhostlightEmulation

/// What a client needs to run a query over several partitions by itself (B15).
struct QueryPlanner {
  let parsed: SQLQuery
  let bound: SQLQuery

  init(_ statement: SQLStatement) {
    parsed = statement.parsed
    bound = statement.query
  }

  /// The plan.
  var json: JSON {
    [
      "partitionedQueryExecutionInfoVersion": 2,
      "queryInfo": .object(info),
      "queryRanges": [
        ["min": "", "max": "FF", "isMinInclusive": true, "isMaxInclusive": false]
      ],
      "hybridSearchQueryInfo": .null,
    ]
  }

  var info: JSONObject {
    [
      "distinctType": .string(distinctType), "top": count(bound.top),
      "offset": count(bound.offset), "limit": count(bound.limit),
      "orderBy": .array(
        parsed.order.map { $0.isDescending ? "Descending" : "Ascending" }),
      "orderByExpressions": .array(parsed.order.map { .string($0.expression.text) }),
      "groupByExpressions": .array(parsed.groupKeys.map { .string($0.text) }),
      "groupByAliases": .array(groupAliases.map { .string($0.name) }),
      "aggregates": .array(isGroupBy ? [] : bound.aggregates.map { .string($0.planName) }),
      "groupByAliasToAggregateType": .object(aliasTypes),
      "rewrittenQuery": .string(rewritten),
      "hasSelectValue": .bool(hasSelectValue), "dCountInfo": .null,
      "hasNonStreamingOrderBy": false,
    ]
  }

  var isGroupBy: Bool { !parsed.groupKeys.isEmpty }

  var hasSelectValue: Bool {
    if case .value = parsed.selection { return true }
    return false
  }

  var distinctType: String {
    guard parsed.isDistinct else { return "None" }
    let columns = Set(columnExpressions.map(\.text))
    let keys = Set(parsed.order.map(\.expression.text))
    return !keys.isEmpty && columns.isSubset(of: keys) ? "Ordered" : "Unordered"
  }

  var columnExpressions: [SQLExpression] {
    switch parsed.selection {
    case .all: []
    case .value(let expression): [expression]
    case .columns(let columns): columns.map(\.expression)
    }
  }

  private func count(_ expression: SQLExpression?) -> JSON {
    guard case .constant(let value?) = expression else { return .null }
    return value
  }

  /// The columns by name; the binder has named all.
  var namedColumns: [(name: String, expression: SQLExpression)] {
    guard case .columns(let named) = bound.selection, case .columns(let plain) = parsed.selection
    else { return [] }
    return zip(named, plain).map { ($0.name ?? "", $1.expression) }
  }

  var groupAliases: [(name: String, expression: SQLExpression)] {
    isGroupBy ? namedColumns : []
  }

  var aliasTypes: JSONObject {
    var types = JSONObject()
    guard isGroupBy, case .columns(let named) = bound.selection else { return types }
    for column in named {
      guard case .aggregate(let slot) = column.expression else {
        types[column.name ?? ""] = .null
        continue
      }
      types[column.name ?? ""] = .string(bound.aggregates[slot].planName)
    }
    return types
  }
}

extension SQLAggregateCall {
  fileprivate var planName: String {
    switch aggregate {
    case .count: "Count"
    case .sum: "Sum"
    case .average: "Average"
    case .minimum: "Min"
    case .maximum: "Max"
    }
  }
}
