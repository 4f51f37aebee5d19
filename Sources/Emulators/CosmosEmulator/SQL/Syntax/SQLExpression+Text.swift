import GhostlightCore

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
