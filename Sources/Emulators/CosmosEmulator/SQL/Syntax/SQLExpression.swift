import GhostlightCore

/// An expression; names, parameters and calls are resolved by the binder.
indirect enum SQLExpression: Sendable, Hashable {
  /// A value known beforehand; `nil` is undefined.
  case constant(JSON?)
  /// `@name`, as written.
  case parameter(String)
  /// A name as written.
  case name(String, SQLSpan)
  /// A function call as written.
  case call(String, [SQLExpression], SQLSpan)
  /// `LIKE` as written; a function once it is bound.
  case like(SQLExpression, SQLExpression, escape: String?)

  /// What a source's alias stands for.
  case slot(Int)
  /// A call of a function that exists, with a number of arguments that it takes.
  case function(SQLFunction, [SQLExpression])
  /// The result of an aggregate of the query, by position.
  case aggregate(Int)
  /// The value of a `GROUP BY` expression, by position.
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
  /// The only row of a query.
  case scalar(SQLQuery)
  case exists(SQLQuery)
  /// All rows of a query.
  case arrayOf(SQLQuery)
}

/// An operator between two expressions, apart from `AND` and `OR`.
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

  /// How tight it binds, as the levels of the reference number them.
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

  /// The level of `||`, the loosest operator inside `IN`, `BETWEEN` and `LIKE`.
  static let loosestOperand = 7
}

/// Expressions as text again, for the rewritten queries of plans; only what has been parsed.
extension SQLExpression {
  var text: String {
    switch self {
    case .constant(let value): value?.text() ?? "undefined"
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
      && SQLKeyword.of(name) == nil
    return isName ? ".\(name)" : "[\(JSON.string(name).text())]"
  }
}
