import GhostlightCore
import GhostlightEmulation

/// The query that each partition is asked.
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

  /// What a partition answers of an aggregate so that several can be merged.
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
    let top = parsed.top.map { "TOP \(Self.number($0, bound.top)) " } ?? ""
    var text =
      "SELECT \(top)\(root)._rid, [\(keys)] AS orderByItems, \(payload(root)) AS payload\n"
      + "FROM \(parsed.sourcesText)\nWHERE (\(filter))\nORDER BY \(parsed.orderText)"
    if let offset = bound.offset, let limit = bound.limit {
      text += "\nOFFSET 0 LIMIT \(sum(offset, limit).text())"
    }
    return text
  }

  private func payload(_ root: String) -> String {
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
