extension SQLQuery {
  /// The query as text again, on one line for each clause.
  var text: String {
    var lines = [selectionText]
    if !sources.isEmpty { lines.append("FROM " + sourcesText) }
    if let condition { lines.append("WHERE \(condition.text)") }
    if !groupKeys.isEmpty { lines.append("GROUP BY \(SQLExpression.list(groupKeys))") }
    if !order.isEmpty { lines.append("ORDER BY \(orderText)") }
    if let offset, let limit { lines.append("OFFSET \(offset.text) LIMIT \(limit.text)") }
    return lines.joined(separator: "\n")
  }

  /// What stands after `FROM`.
  var sourcesText: String { sources.map(\.text).joined(separator: " JOIN ") }

  /// What stands after `ORDER BY`.
  var orderText: String {
    order.map { $0.expression.text + ($0.isDescending ? " DESC" : "") }.joined(separator: ", ")
  }

  private var selectionText: String {
    var text = "SELECT "
    if isDistinct { text += "DISTINCT " }
    if let top { text += "TOP \(top.text) " }
    switch selection {
    case .all: return text + "*"
    case .value(let expression): return text + "VALUE \(expression.text)"
    case .columns(let columns):
      return text
        + columns.map { $0.expression.text + ($0.name.map { " AS \($0)" } ?? "") }
        .joined(separator: ", ")
    }
  }
}

extension SQLSource {
  fileprivate var text: String {
    let origin: String
    switch self.origin {
    case .path(let path): origin = path.text
    case .query(let query): origin = "(\(query.text))"
    }
    guard let alias, origin != alias else { return origin }
    return isIterated ? "\(alias) IN \(origin)" : "\(origin) AS \(alias)"
  }
}
