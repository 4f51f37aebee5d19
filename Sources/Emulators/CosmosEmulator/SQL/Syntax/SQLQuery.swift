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

/// What a query answers of each row.
enum SQLSelection: Sendable, Hashable {
  /// `SELECT *`
  case all
  /// `SELECT VALUE e`
  case value(SQLExpression)
  /// `SELECT e AS name, …`
  case columns([SQLColumn])
}

/// One input of `FROM` or `JOIN`.
struct SQLSource: Sendable, Hashable {
  /// Where the values come from.
  enum Origin: Sendable, Hashable {
    /// A path from a name.
    case path(SQLExpression)
    /// The rows of a query.
    case query(SQLQuery)
  }

  var origin: Origin
  /// Whether the elements of an array are walked rather than the value taken.
  var isIterated: Bool
  /// What the value is called; a path that ends in a number and has no alias has no name.
  var alias: String?
  /// Once bound, where the value stands in a row.
  var slot = 0
}

/// One column of a selection.
struct SQLColumn: Sendable, Hashable {
  var expression: SQLExpression
  /// The alias; once bound the name that the row's member gets.
  var name: String?
}

/// A member of an object that an expression makes.
struct SQLField: Sendable, Hashable {
  var name: String
  var value: SQLExpression
}

/// One key of `ORDER BY`.
struct SQLOrder: Sendable, Hashable {
  var expression: SQLExpression
  var isDescending: Bool
}

/// A function of all rows of a group.
enum SQLAggregate: String, Sendable, Hashable {
  case count = "COUNT"
  case sum = "SUM"
  case average = "AVG"
  case minimum = "MIN"
  case maximum = "MAX"
}

/// An aggregate with what it is taken of.
struct SQLAggregateCall: Sendable, Hashable {
  var aggregate: SQLAggregate
  var argument: SQLExpression
}

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
