import GhostlightCore

extension SQLParser {
  /// A primary with its `.name` and `[expr]`.
  mutating func postfixed() throws(SQLProblem) -> SQLExpression {
    var value = try primary()
    var chain = 0
    while true {
      chain += 1
      guard chain + depth <= Self.deepest else { throw tooDeep() }
      if accept(".") {
        value = .member(value, try name())
      } else if accept("[") {
        let key = try expression()
        try expect("]")
        if case .constant(.string(let name)) = key {
          value = .member(value, name)
        } else {
          value = .element(value, key)
        }
      } else {
        return value
      }
    }
  }

  private mutating func primary() throws(SQLProblem) -> SQLExpression {
    let token = current
    switch token.kind {
    case .literal(let value):
      advance()
      return .constant(value)
    case .parameter:
      advance()
      return .parameter(token.text)
    case .name:
      advance()
      guard current.isSign("(") else { return .name(token.text, token.span) }
      return .call(token.text, try arguments(), token.span)
    case .keyword(let word): return try keyword(word)
    case .sign: return try bracketed()
    case .end: throw unexpected()
    }
  }

  private mutating func keyword(_ word: String) throws(SQLProblem) -> SQLExpression {
    let token = current
    switch word {
    case "true", "false": advance(); return .constant(.bool(word == "true"))
    case "null": advance(); return .constant(.null)
    case "undefined": advance(); return .constant(nil)
    case "LEFT", "RIGHT":
      guard peek().isSign("(") else { throw unexpected() }
      advance()
      return .call(token.text, try arguments(), token.span)
    case "EXISTS":
      advance()
      return .exists(try subquery())
    case "ARRAY":
      advance()
      return .arrayOf(try subquery())
    default: throw unexpected()
    }
  }

  private mutating func subquery() throws(SQLProblem) -> SQLQuery {
    try expect("(")
    let query = try nested { parser throws(SQLProblem) in try parser.query() }
    try expect(")")
    return query
  }

  private mutating func arguments() throws(SQLProblem) -> [SQLExpression] {
    try expect("(")
    var arguments: [SQLExpression] = []
    if accept(")") { return arguments }
    repeat { arguments.append(try expression()) } while accept(",")
    try expect(")")
    return arguments
  }

  private mutating func bracketed() throws(SQLProblem) -> SQLExpression {
    if current.isSign("("), peek().isKeyword("SELECT") { return .scalar(try subquery()) }
    if accept("(") {
      let inner = try expression()
      try expect(")")
      return inner
    }
    if accept("[") { return .array(try elements()) }
    if accept("{") { return .object(try fields()) }
    throw unexpected()
  }

  private mutating func elements() throws(SQLProblem) -> [SQLExpression] {
    var elements: [SQLExpression] = []
    if accept("]") { return elements }
    repeat { elements.append(try expression()) } while accept(",")
    try expect("]")
    return elements
  }

  private mutating func fields() throws(SQLProblem) -> [SQLField] {
    var fields: [SQLField] = []
    if accept("}") { return fields }
    repeat {
      let name: String
      switch current.kind {
      case .literal(.string(let text)): name = text
      case .name: name = current.text
      default: throw unexpected()
      }
      advance()
      try expect(":")
      fields.append(SQLField(name: name, value: try expression()))
    } while accept(",")
    try expect("}")
    return fields
  }
}
