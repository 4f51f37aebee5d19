import GhostlightCore

extension SQLParser {
  /// Parses an expression, which may contain any operators.
  mutating func expression() throws(SQLError) -> SQLExpression {
    try nested { parser throws(SQLError) in try parser.conditional() }
  }

  private mutating func conditional() throws(SQLError) -> SQLExpression {
    let condition = try coalescing()
    guard accept("?") else { return condition }
    let yes = try expression()
    try expect(":")
    return .conditional(condition, yes, try expression())
  }

  private mutating func coalescing() throws(SQLError) -> SQLExpression {
    var left = try disjunction()
    var chain = 0
    while accept("??") {
      chain += 1
      guard chain + depth <= Self.deepest else { throw tooDeep() }
      left = .binary(.coalesce, left, try disjunction())
    }
    return left
  }

  private mutating func disjunction() throws(SQLError) -> SQLExpression {
    var parts = [try conjunction()]
    while current.isKeyword("OR") {
      ors += 1
      try checkLimit(ors, "ORs")
      advance()
      parts.append(try conjunction())
    }
    return parts.count == 1 ? parts[0] : .or(parts)
  }

  private mutating func conjunction() throws(SQLError) -> SQLExpression {
    var parts = [try negation()]
    while current.isKeyword("AND") {
      ands += 1
      try checkLimit(ands, "ANDs")
      advance()
      parts.append(try negation())
    }
    return parts.count == 1 ? parts[0] : .and(parts)
  }

  /// Rejects a query with more uses of a logical operator than the account allows.
  private func checkLimit(_ count: Int, _ operators: String) throws(SQLError) {
    guard count > SQLLimits.logicalOperators else { return }
    throw .beyond(SQLLimits.logicalOperators, operators, at: current.span)
  }

  private mutating func negation() throws(SQLError) -> SQLExpression {
    guard accept(keyword: "NOT") else { return try test() }
    return try nested { parser throws(SQLError) in .not(try parser.negation()) }
  }

  /// Parses an operand, optionally followed by one `IN`, `BETWEEN` or `LIKE`; these operators
  /// cannot be chained.
  private mutating func test() throws(SQLError) -> SQLExpression {
    let start = size
    let subject = try operation(SQLOperator.loosestOperand)
    let isNegated =
      current.isKeyword("NOT") && ["IN", "BETWEEN", "LIKE"].contains { peek().isKeyword($0) }
    if isNegated { advance() }
    let found: SQLExpression
    if accept(keyword: "IN") {
      found = .isIn(subject, try list())
    } else if accept(keyword: "BETWEEN") {
      doubled += size - start
      guard doubled <= Self.mostDoubled else {
        throw .refused("The subjects of BETWEEN are too long.", at: current.span)
      }
      let low = try operation(SQLOperator.loosestOperand)
      try expect(keyword: "AND")
      let high = try operation(SQLOperator.loosestOperand)
      found = .and([.binary(.greaterOrEqual, subject, low), .binary(.lessOrEqual, subject, high)])
    } else if accept(keyword: "LIKE") {
      let pattern = try operation(SQLOperator.loosestOperand)
      found = .like(subject, pattern, escape: try escape())
    } else {
      return subject
    }
    return isNegated ? .not(found) : found
  }

  private mutating func list() throws(SQLError) -> [SQLExpression] {
    try expect("(")
    var elements: [SQLExpression] = []
    repeat {
      guard elements.count < SQLLimits.listItems else {
        throw .beyond(SQLLimits.listItems, "items in one IN", at: current.span)
      }
      elements.append(try expression())
    } while accept(",")
    try expect(")")
    return elements
  }

  private mutating func escape() throws(SQLError) -> String? {
    guard accept(keyword: "ESCAPE") else { return nil }
    let token = current
    guard case .literal(.string(let text)) = token.kind else { throw unexpected() }
    advance()
    guard text.unicodeScalars.count == 1 else {
      throw .refused("ESCAPE takes exactly one character.", at: token.span)
    }
    return text
  }

  /// Parses a chain of operators whose precedence level is at least `level`; all of them are
  /// left-associative.
  private mutating func operation(_ level: Int) throws(SQLError) -> SQLExpression {
    var left = try prefixed()
    var chain = 0
    while case .sign = current.kind, let sign = SQLOperator(sign: current.text),
      sign != .coalesce, sign.level >= level
    {
      advance()
      chain += 1
      guard chain + depth <= Self.deepest else { throw tooDeep() }
      let inner = sign.level + 1
      left = .binary(
        sign, left, try nested { parser throws(SQLError) in try parser.operation(inner) })
    }
    return left
  }

  private mutating func prefixed() throws(SQLError) -> SQLExpression {
    guard case .sign = current.kind, ["-", "+", "~"].contains(current.text) else {
      return try postfixed()
    }
    let sign = current.text
    advance()
    let operand = try nested { parser throws(SQLError) in try parser.prefixed() }
    switch sign {
    case "-": return .negate(operand)
    case "+": return .plus(operand)
    default: return .complement(operand)
    }
  }
}

extension SQLParser {
  /// Parses a primary expression and all `.name` and `[expr]` that follow it.
  mutating func postfixed() throws(SQLError) -> SQLExpression {
    let start = current.span.start
    var value = try primary()
    var chain = 0
    while true {
      chain += 1
      guard chain + depth <= Self.deepest else { throw tooDeep() }
      if accept(".") {
        if case .name("udf", _) = value, peek().isSign("(") {
          throw .notEmulated("user-defined functions")
        }
        value = .member(value, try name())
      } else if accept("[") {
        let key = try expression()
        try expect("]")
        guard key.isFixed else { throw .memberIndexer(at: span(from: start)) }
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

  private mutating func primary() throws(SQLError) -> SQLExpression {
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
      guard current.isSign("(") else { return .name(token.text, pathSpan()) }
      return try call(token)
    case .keyword(let word): return try keyword(word)
    case .sign: return try bracketed()
    case .end: throw unexpected()
    }
  }

  private mutating func keyword(_ word: String) throws(SQLError) -> SQLExpression {
    let token = current
    switch word {
    case "true", "false": advance(); return .constant(.bool(word == "true"))
    case "null": advance(); return .constant(.null)
    case "undefined": advance(); return .constant(nil)
    case "LEFT", "RIGHT":
      guard peek().isSign("(") else { throw unexpected() }
      advance()
      return try call(token)
    case "EXISTS":
      advance()
      return .exists(try subquery())
    case "ARRAY":
      advance()
      return .arrayOf(try subquery())
    default: throw unexpected()
    }
  }

  private mutating func subquery() throws(SQLError) -> SQLQuery {
    try expect("(")
    let query = try nested { parser throws(SQLError) in try parser.query() }
    try expect(")")
    return query
  }

  /// Parses the arguments of a call, after the function's name.
  private mutating func call(_ name: SQLToken) throws(SQLError) -> SQLExpression {
    let arguments = try arguments()
    return .call(name.text, arguments, span(from: name.span.start))
  }

  private mutating func arguments() throws(SQLError) -> [SQLExpression] {
    try expect("(")
    var arguments: [SQLExpression] = []
    if accept(")") { return arguments }
    repeat { arguments.append(try expression()) } while accept(",")
    try expect(")")
    return arguments
  }

  private mutating func bracketed() throws(SQLError) -> SQLExpression {
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

  private mutating func elements() throws(SQLError) -> [SQLExpression] {
    var elements: [SQLExpression] = []
    if accept("]") { return elements }
    repeat { elements.append(try expression()) } while accept(",")
    try expect("]")
    return elements
  }

  private mutating func fields() throws(SQLError) -> [SQLField] {
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

extension SQLExpression {
  /// Whether the expression does not depend on documents: it consists of literals and parameters.
  fileprivate var isFixed: Bool {
    switch self {
    case .name(let name, _): SQLNumber.constant(name) != nil
    case .call, .scalar, .exists, .arrayOf: false
    default: children.allSatisfy(\.isFixed)
    }
  }
}
