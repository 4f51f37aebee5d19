import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// Builds the query plan with which a client runs a query over several partitions (B15).
struct QueryPlanner {
  let parsed: SQLQuery
  let bound: SQLQuery

  init(_ statement: SQLStatement) {
    parsed = statement.parsed
    bound = statement.query
  }

  var json: JSON {
    var object: JSONObject = ["partitionedQueryExecutionInfoVersion": 2]
    if bound.rank == nil { object["queryInfo"] = .object(info) }
    object["queryRanges"] = [
      ["min": "", "max": "FF", "isMinInclusive": true, "isMaxInclusive": false]
    ]
    object["hybridSearchQueryInfo"] = bound.rank == nil ? .null : HybridPlan(self).json
    return .object(object)
  }

  var info: JSONObject {
    [
      "distinctType": .string(distinctType), "top": count(bound.top),
      "offset": count(bound.offset), "limit": count(bound.limit),
      "orderBy": .array(bound.order.map { $0.isDescending ? "Descending" : "Ascending" }),
      "orderByExpressions": .array(order.map { .string($0.expression.text) }),
      "groupByExpressions": .array(parsed.groupKeys.map { .string($0.text) }),
      "groupByAliases": .array(groupAliases.map { .string($0.name) }),
      "aggregates": .array(isGroupBy ? [] : bound.aggregates.map { .string($0.planName) }),
      "groupByAliasToAggregateType": .object(aliasTypes),
      "rewrittenQuery": .string(rewritten),
      "hasSelectValue": .bool(hasSelectValue), "dCountInfo": .null,
      "hasNonStreamingOrderBy": .bool(bound.order.contains(where: \.isScored)),
    ]
  }

  /// The sort keys of the plan; empty for an aggregate without groups, whose single row has no
  /// order.
  private var order: [SQLOrder] { bound.order.isEmpty ? [] : parsed.order }

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

  func count(_ expression: SQLExpression?) -> JSON {
    guard case .constant(let value?) = expression else { return .null }
    return value
  }

  /// The selected expressions as parsed, each with the column name that the binder determined.
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
    case .countIf: "CountIf"
    }
  }
}

/// The query that a client sends to each partition.
extension QueryPlanner {
  var rewritten: String {
    if isGroupBy { return groupedQuery }
    if bound.isGrouped { return aggregateQuery }
    if !parsed.order.isEmpty { return orderedQuery }
    guard let limit = bound.limit, let offset = bound.offset else { return "" }
    var query = parsed
    query.offset = .constant(0)
    query.limit = .constant(sum(offset, limit))
    return query.text
  }

  private var aggregateQuery: String {
    let items = columnExpressions.map { "{\"item\": \(Self.item($0))}" }.joined(separator: ", ")
    return "SELECT VALUE [\(items)]" + tail(parsed.condition)
  }

  /// Returns the expression that computes an aggregate in one partition; the client merges the
  /// results of all partitions.
  private static func item(_ expression: SQLExpression) -> String {
    guard case .call(let name, let arguments, _) = expression else { return expression.text }
    let inner = SQLExpression.list(arguments)
    switch SQLAggregate(rawValue: name.uppercased()) {
    case .average: return "{\"sum\": SUM(\(inner)), \"count\": COUNT(\(inner))}"
    case .minimum:
      return "MIN(\(inner)), \"item2\": {\"min\": MIN(\(inner)), \"count\": COUNT(\(inner))}"
    case .maximum:
      return "MAX(\(inner)), \"item2\": {\"max\": MAX(\(inner)), \"count\": COUNT(\(inner))}"
    default: return expression.text
    }
  }

  private var orderedQuery: String {
    let root = parsed.sources.first?.alias ?? "root"
    let keys = parsed.order.map { "{\"item\": \($0.expression.text)}" }.joined(separator: ", ")
    var filter = "{documentdb-formattableorderbyquery-filter}"
    if let condition = parsed.condition { filter = "\(condition.text) AND (\(filter))" }
    if case .value(let expression) = parsed.selection {
      filter = "(\(filter)) AND IS_DEFINED(\(expression.text))"
    }
    // The client removes duplicates after it has merged all partitions, so a partition must not
    // limit its rows (B15).
    let isLimited = !parsed.isDistinct
    let top = isLimited ? parsed.top.map { "TOP \(Self.number($0, bound.top)) " } ?? "" : ""
    var text =
      "SELECT \(top)\(root)._rid, [\(keys)] AS orderByItems, \(payload(root)) AS payload\n"
      + "FROM \(parsed.sourcesText)\nWHERE (\(filter))\nORDER BY \(parsed.orderText)"
    if isLimited, let offset = bound.offset, let limit = bound.limit {
      text += "\nOFFSET 0 LIMIT \(sum(offset, limit).text())"
    }
    return text
  }

  func payload(_ root: String) -> String {
    switch parsed.selection {
    case .all: root
    case .value(let expression): expression.text
    case .columns: object
    }
  }

  private var object: String {
    let members = namedColumns.map { "\(JSON.string($0.name).text()): \($0.expression.text)" }
    return "{\(members.joined(separator: ", "))}"
  }

  private var groupedQuery: String {
    let keys = parsed.groupKeys.map { "{\"item\": \($0.text)}" }.joined(separator: ", ")
    let payload = hasSelectValue ? SQLExpression.list(columnExpressions) : object
    return "SELECT [\(keys)] AS groupByItems, \(payload) AS payload" + tail(parsed.condition)
      + "\nGROUP BY \(SQLExpression.list(parsed.groupKeys))"
  }

  private func tail(_ condition: SQLExpression?) -> String {
    "\nFROM \(parsed.sourcesText)" + (condition.map { "\nWHERE \($0.text)" } ?? "")
  }

  private static func number(_ parsed: SQLExpression, _ bound: SQLExpression?) -> String {
    bound?.text ?? parsed.text
  }

  private func sum(_ offset: SQLExpression, _ limit: SQLExpression) -> JSON {
    guard case .constant(.integer(let first)) = offset,
      case .constant(.integer(let second)) = limit
    else { return 0 }
    return .integer(first + second)
  }
}

/// The handler of requests for a query plan (B15).
extension CosmosBackend {
  static func planQuery(
    _ call: Call, _ state: CosmosState, _ moment: Moment
  ) throws(Fault) -> Response {
    let container = state[try state.place(call)]
    let query = try ResourceQuery(
      call, computed: container.settings.computedProperties, search: container.settings.search)
    guard call.request.value(of: .msQueryFeatures)?.isEmpty == false else {
      throw .unsupportedFeatures.filled(["features": "None"])
    }
    let plan = try QueryPlanner(query.statement, over: container)
    var response = Response(.ok, body: plan.json.bytes)
    response.headers[.msContentPath] = container.rid.text
    return response
  }
}

extension Fault {
  /// Returns the refusal with `plan` added, because clients need the query plan to run the query
  /// themselves.
  func with(plan: JSON) -> Fault { adding("additionalErrorInfo", .string(plan.text())) }
}
