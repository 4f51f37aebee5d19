import GhostlightCore

/// A query, either as parsed or as bound.
struct SQLQuery: Sendable, Hashable {
  var isDistinct = false
  var top: SQLExpression?
  var selection: SQLSelection = .all
  var sources: [SQLSource] = []
  var condition: SQLExpression?
  var groupKeys: [SQLExpression] = []
  var order: [SQLOrder] = []
  /// The clause `ORDER BY RANK`, which a query has instead of ``order``.
  var rank: SQLRank?
  var offset: SQLExpression?
  var limit: SQLExpression?
  /// The query's aggregates, which the binder collects; expressions refer to them by index.
  var aggregates: [SQLAggregateCall] = []
  /// The places of the clauses that errors name; all of them are `nil` after binding.
  var spans = SQLClauseSpans()
  /// Whether the first source is a subquery over all documents whose rows do not belong to single
  /// documents, such as `(SELECT DISTINCT c.kind FROM c)`.
  ///
  /// The binder determines it.
  var readsTable = false

  /// Whether rows are groups of documents rather than single documents.
  var isGrouped: Bool { !groupKeys.isEmpty || !aggregates.isEmpty }

  /// Whether the rows of each document are independent of other documents, and in creation order.
  var isPerDocument: Bool {
    !isGrouped && order.isEmpty && rank == nil && !isDistinct && top == nil && offset == nil
      && !sources.isEmpty
      && !readsTable
  }

  /// Whether the number of rows depends on the length of an array.
  ///
  /// Such a query is not allowed as an expression, whatever its rows are.
  var hasManyRows: Bool {
    guard aggregates.isEmpty || !groupKeys.isEmpty else { return false }
    return sources.contains { source in
      if case .query(let inner) = source.origin, inner.hasManyRows { return true }
      return source.isIterated
    }
  }
}

/// The places of a query's clauses in its text.
struct SQLClauseSpans: Sendable, Hashable {
  /// The place of `*` in `SELECT *`.
  var star: SQLSpan?
  var top: SQLSpan?
  var order: SQLSpan?
  /// The place of `OFFSET` and `LIMIT`.
  var page: SQLSpan?
}

/// The `SELECT` clause of a query.
enum SQLSelection: Sendable, Hashable {
  /// Each row is the value of the query's only source: `SELECT *`.
  case all
  /// Each row is the value of an expression: `SELECT VALUE e`.
  case value(SQLExpression)
  /// Each row is an object with named members: `SELECT e AS name, …`.
  case columns([SQLColumn])
}

/// A source of values in `FROM` or `JOIN`.
struct SQLSource: Sendable, Hashable {
  enum Origin: Sendable, Hashable {
    /// A path that starts with an alias or with a name for the collection.
    case path(SQLExpression)
    /// The rows of a subquery.
    case query(SQLQuery)
  }

  var origin: Origin
  /// Whether the source's value must be an array, whose elements are the values of the source.
  ///
  /// If `false`, the source has a single value.
  var isIterated: Bool
  /// The name for the source's value; `nil` for a path that ends with a number and has no alias.
  var alias: String?
  /// The slot in which the binder puts the source's value.
  var slot = 0
}

struct SQLColumn: Sendable, Hashable {
  var expression: SQLExpression
  /// The alias; after binding, the name of the member in the result.
  var name: String?
}

/// A member of an object literal: `{name: value}`.
struct SQLField: Sendable, Hashable {
  var name: String
  var value: SQLExpression
}

/// One expression in `ORDER BY`, with its direction.
struct SQLOrder: Sendable, Hashable {
  var expression: SQLExpression
  var isDescending: Bool
  /// The place of the expression in the query; `nil` after binding.
  var span: SQLSpan?
}

/// An aggregate function over all rows of a group.
enum SQLAggregate: String, Sendable, Hashable {
  case count = "COUNT"
  case sum = "SUM"
  case average = "AVG"
  case minimum = "MIN"
  case maximum = "MAX"
  /// The number of rows for which the argument is true.
  case countIf = "COUNTIF"
}

/// A call of an aggregate function in a query.
struct SQLAggregateCall: Sendable, Hashable {
  var aggregate: SQLAggregate
  var argument: SQLExpression
}

extension SQLQuery {
  /// The query as a string, with one line for each clause.
  var text: String {
    var lines = [selectionText]
    if !sources.isEmpty { lines.append("FROM " + sourcesText) }
    if let condition { lines.append("WHERE \(condition.text)") }
    if !groupKeys.isEmpty { lines.append("GROUP BY \(SQLExpression.list(groupKeys))") }
    if !order.isEmpty { lines.append("ORDER BY \(orderText)") }
    if let rank { lines.append("ORDER BY RANK \(rank.score.text)") }
    if let offset, let limit { lines.append("OFFSET \(offset.text) LIMIT \(limit.text)") }
    return lines.joined(separator: "\n")
  }

  /// The sources of the query as they are written after `FROM`.
  var sourcesText: String { sources.map(\.text).joined(separator: " JOIN ") }

  /// The sort keys of the query as they are written after `ORDER BY`.
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

/// An expression of a query.
///
/// The binder replaces names, parameters and calls by resolved expressions.
indirect enum SQLExpression: Sendable, Hashable {
  /// A constant; `nil` stands for undefined.
  case constant(JSON?)
  /// A parameter such as `@name`, before binding.
  case parameter(String)
  /// A name that is not resolved yet, before binding, with the place of the path that it begins.
  case name(String, SQLSpan)
  /// A function call by name, before binding, with the place of the whole call.
  case call(String, [SQLExpression], SQLSpan)
  /// The operator `LIKE`, which the binder replaces by a function.
  case like(SQLExpression, SQLExpression, escape: String?)

  /// The value in a slot: the document or a source's value.
  case slot(Int)
  /// A call of a built-in function, after binding.
  case function(SQLFunction, [SQLExpression])
  /// The result of the query's aggregate with this index.
  case aggregate(Int)
  /// The value of the `GROUP BY` expression with this index.
  case groupKey(Int)

  case member(SQLExpression, String)
  case element(SQLExpression, SQLExpression)
  case object([SQLField])
  case array([SQLExpression])
  case not(SQLExpression)
  case negate(SQLExpression)
  case plus(SQLExpression)
  case complement(SQLExpression)
  case binary(SQLOperator, SQLExpression, SQLExpression)
  case and([SQLExpression])
  case or([SQLExpression])
  case conditional(SQLExpression, SQLExpression, SQLExpression)
  case isIn(SQLExpression, [SQLExpression])
  /// The only row of a subquery.
  case scalar(SQLQuery)
  case exists(SQLQuery)
  /// An array of all rows of a subquery.
  case arrayOf(SQLQuery)
}

/// An operator between two expressions, except `AND` and `OR`.
enum SQLOperator: String, Sendable, Hashable {
  case coalesce = "??"
  case concatenate = "||"
  case bitOr = "|"
  case bitXor = "^"
  case bitAnd = "&"
  case equal = "="
  case notEqual = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case shiftLeft = "<<"
  case shiftRight = ">>"
  case shiftRightUnsigned = ">>>"
  case add = "+"
  case subtract = "-"
  case multiply = "*"
  case divide = "/"
  case remainder = "%"

  init?(sign: String) {
    if sign == "<>" {
      self = .notEqual
    } else if let found = SQLOperator(rawValue: sign) {
      self = found
    } else {
      return nil
    }
  }

  /// The operator's precedence, numbered as in the reference.
  ///
  /// An operator with a greater level binds tighter.
  ///
  /// - Source: protocol reference B14.2.
  var level: Int {
    switch self {
    case .coalesce: 2
    case .concatenate: 7
    case .bitOr: 8
    case .bitXor: 9
    case .bitAnd: 10
    case .equal, .notEqual: 11
    case .less, .lessOrEqual, .greater, .greaterOrEqual: 12
    case .shiftLeft, .shiftRight, .shiftRightUnsigned: 13
    case .add, .subtract: 14
    case .multiply, .divide, .remainder: 15
    }
  }

  /// The level of `||`, the loosest operator that an operand of `IN`, `BETWEEN` and `LIKE` can
  /// contain without parentheses.
  static let loosestOperand = 7
}

/// Expressions as strings, for the rewritten queries in query plans.
extension SQLExpression {
  var text: String {
    switch self {
    case .constant(let value):
      value.map { SQLNumber.name(ofInfinite: $0) ?? $0.text() } ?? "undefined"
    case .parameter(let name): name
    case .name(let name, _): name
    case .call(let name, let arguments, _): "\(name)(\(Self.list(arguments)))"
    case .member(let inner, let name): inner.text + Self.step(name)
    case .element(let inner, let key): "\(inner.text)[\(key.text)]"
    case .object(let fields):
      "{"
        + fields.map { "\(JSON.string($0.name).text()): \($0.value.text)" }
        .joined(separator: ", ") + "}"
    case .array(let elements): "[\(Self.list(elements))]"
    case .not(let inner): "(NOT \(inner.text))"
    case .negate(let inner): "(- \(inner.text))"
    case .plus(let inner): "(+ \(inner.text))"
    case .complement(let inner): "(~ \(inner.text))"
    case .binary(let sign, let left, let right): "(\(left.text) \(sign.rawValue) \(right.text))"
    case .and(let parts): "(\(parts.map(\.text).joined(separator: " AND ")))"
    case .or(let parts): "(\(parts.map(\.text).joined(separator: " OR ")))"
    default: rareText
    }
  }

  private var rareText: String {
    switch self {
    case .conditional(let condition, let yes, let no):
      "(\(condition.text) ? \(yes.text) : \(no.text))"
    case .isIn(let subject, let list): "(\(subject.text) IN (\(Self.list(list))))"
    case .like(let subject, let pattern, let escape):
      "(\(subject.text) LIKE \(pattern.text)"
        + (escape.map { " ESCAPE \(JSON.string($0).text())" } ?? "") + ")"
    case .scalar(let query): "(\(query.text))"
    case .exists(let query): "EXISTS(\(query.text))"
    case .arrayOf(let query): "ARRAY(\(query.text))"
    default: ""
    }
  }

  static func list(_ expressions: [SQLExpression]) -> String {
    expressions.map(\.text).joined(separator: ", ")
  }

  private static func step(_ name: String) -> String {
    let units = Array(name.utf16)
    let isName =
      units.first.map(SQLLexer.startsName) ?? false
      && units.allSatisfy { SQLLexer.startsName($0) || SQLLexer.isDigit($0) }
      && SQLKeyword.of(units[...]) == nil
    return isName ? ".\(name)" : "[\(JSON.string(name).text())]"
  }
}
