import GhostlightCore

/// Parses the text of a query.
///
/// - Source: protocol reference B14.1.
struct SQLParser {
  /// The maximum nesting of expressions and queries, and the maximum length of a chain of
  /// operators.
  ///
  /// It is limited because expressions are evaluated recursively.
  static let deepest = 100

  private let tokens: [SQLToken]
  private var position = 0
  var depth = 0
  /// The number of joins parsed so far, including those in subqueries.
  var joins = 0
  /// The numbers of `AND` and `OR` operators parsed so far, including those in subqueries.
  var (ands, ors) = (0, 0)
  /// The number of tokens that were duplicated so far, because `BETWEEN` compares its subject
  /// twice.
  var doubled = 0

  /// The maximum number of duplicated tokens.
  ///
  /// - Source: assumption: the service's own limit is not known.
  static let mostDoubled = 200_000

  /// The number of tokens read so far, including duplicated ones.
  var size: Int { position + doubled }

  private init(_ text: String) throws(SQLError) { tokens = try SQLLexer.tokens(text) }

  /// Parses a complete query.
  static func parse(_ text: String) throws(SQLError) -> SQLQuery {
    var parser = try SQLParser(text)
    let query = try parser.query()
    guard parser.current.kind == .end else { throw parser.unexpected() }
    return query
  }

  /// Parses the condition of a patch: `FROM alias [WHERE expr]`.
  static func parseCondition(_ text: String) throws(SQLError) -> SQLQuery {
    var parser = try SQLParser(text)
    var query = SQLQuery()
    guard parser.current.isKeyword("FROM") else { throw parser.unexpected() }
    try parser.sources(of: &query)
    if parser.accept(keyword: "WHERE") { query.condition = try parser.expression() }
    guard parser.current.kind == .end else { throw parser.unexpected() }
    query.selection = .value(.constant(.bool(true)))
    return query
  }

  var current: SQLToken { tokens[position] }

  /// Returns the place from `start` to the end of the last token that was read.
  func span(from start: Int) -> SQLSpan {
    SQLSpan(start, position > 0 ? tokens[position - 1].span.end : start)
  }

  /// Returns the place of the path that begins with the last token that was read, a name.
  func pathSpan() -> SQLSpan {
    var next = position
    while next + 2 < tokens.count {
      if tokens[next].isSign("."), tokens[next + 1].kind == .name {
        next += 2
      } else if tokens[next].isSign("["), case .literal = tokens[next + 1].kind,
        tokens[next + 2].isSign("]")
      {
        next += 3
      } else {
        break
      }
    }
    return SQLSpan(tokens[position - 1].span.start, tokens[next - 1].span.end)
  }

  func peek() -> SQLToken { tokens[min(position + 1, tokens.count - 1)] }

  mutating func advance() { if position + 1 < tokens.count { position += 1 } }

  func unexpected() -> SQLError {
    current.kind == .end ? .unexpectedEnd(current.span.end) : .unexpected(current)
  }

  mutating func accept(keyword: String) -> Bool {
    guard current.isKeyword(keyword) else { return false }
    advance()
    return true
  }

  mutating func accept(_ sign: String) -> Bool {
    guard current.isSign(sign) else { return false }
    advance()
    return true
  }

  mutating func expect(keyword: String) throws(SQLError) {
    guard accept(keyword: keyword) else { throw unexpected() }
  }

  mutating func expect(_ sign: String) throws(SQLError) {
    guard accept(sign) else { throw unexpected() }
  }

  mutating func name() throws(SQLError) -> String {
    guard current.kind == .name else { throw unexpected() }
    defer { advance() }
    return current.text
  }

  /// Parses an optional alias, with or without `AS`.
  mutating func alias() throws(SQLError) -> String? {
    if accept(keyword: "AS") { return try name() }
    guard current.kind == .name else { return nil }
    return try name()
  }

  /// Calls `read` with the nesting depth increased by one.
  mutating func nested<Result>(
    _ read: (inout SQLParser) throws(SQLError) -> Result
  ) throws(SQLError) -> Result {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else { throw tooDeep() }
    return try read(&self)
  }

  func tooDeep() -> SQLError {
    .refused("The query is nested more than \(Self.deepest) levels deep.", at: current.span)
  }
}

extension SQLParser {
  /// Parses a query, and stops at the first token that does not belong to it.
  mutating func query() throws(SQLError) -> SQLQuery {
    var query = SQLQuery()
    try expect(keyword: "SELECT")
    query.isDistinct = accept(keyword: "DISTINCT")
    let start = current.span.start
    if accept(keyword: "TOP") {
      query.top = try count(of: "TOP")
      query.spans.top = span(from: start)
    }
    if current.isSign("*") { query.spans.star = current.span }
    query.selection = try selection()
    if current.isKeyword("FROM") { try sources(of: &query) }
    if accept(keyword: "WHERE") { query.condition = try expression() }
    if accept(keyword: "GROUP") {
      try expect(keyword: "BY")
      repeat { query.groupKeys.append(try expression()) } while accept(",")
    }
    try orderAndPage(of: &query)
    if query.top != nil, query.offset != nil {
      throw .refused("TOP cannot be used together with OFFSET LIMIT.")
    }
    return query
  }

  private mutating func orderAndPage(of query: inout SQLQuery) throws(SQLError) {
    var start = current.span.start
    if accept(keyword: "ORDER") {
      try expect(keyword: "BY")
      // `RANK` before a call is a clause of hybrid search; otherwise it is a name.
      if current.kind == .name, current.text.uppercased() == "RANK", peek().kind == .name {
        advance()
        query.rank = try rank()
      } else {
        repeat { query.order.append(try order()) } while accept(",")
      }
      query.spans.order = span(from: start)
    }
    start = current.span.start
    if accept(keyword: "OFFSET") {
      query.offset = try count(of: "OFFSET")
      try expect(keyword: "LIMIT")
      query.limit = try count(of: "LIMIT")
      query.spans.page = span(from: start)
    }
  }

  /// Parses the scoring function of `ORDER BY RANK`.
  ///
  /// - Source: Azure/azure-sdk-for-python, tests/test_query_hybrid_search.py, which has the words
  ///   about a direction; assumption: a second function is refused.
  private mutating func rank() throws(SQLError) -> SQLRank {
    let rank = SQLRank(score: try expression())
    if current.isKeyword("ASC") || current.isKeyword("DESC") {
      throw .refused(
        "Specifying a sort order (ASC or DESC) in the ORDER BY RANK clause is not allowed.",
        at: current.span)
    }
    guard !current.isSign(",") else {
      throw .refused(
        "ORDER BY RANK takes one scoring function; combine several with RRF.", at: current.span)
    }
    return rank
  }

  private mutating func selection() throws(SQLError) -> SQLSelection {
    if accept("*") { return .all }
    if accept(keyword: "VALUE") {
      let value = try expression()
      _ = try alias()
      return .value(value)
    }
    var columns: [SQLColumn] = []
    repeat {
      let expression = try expression()
      columns.append(SQLColumn(expression: expression, name: try alias()))
    } while accept(",")
    return .columns(columns)
  }

  private mutating func order() throws(SQLError) -> SQLOrder {
    let start = current.span.start
    let expression = try expression()
    let span = span(from: start)
    let isDescending = accept(keyword: "DESC")
    if !isDescending { _ = accept(keyword: "ASC") }
    return SQLOrder(expression: expression, isDescending: isDescending, span: span)
  }

  /// Parses the number of rows in `TOP`, `OFFSET` or `LIMIT`: a literal or a parameter.
  private mutating func count(of clause: String) throws(SQLError) -> SQLExpression {
    let token = current
    switch token.kind {
    case .parameter:
      advance()
      return .parameter(token.text)
    case .literal(let value):
      guard let count = value.integer else { throw unexpected() }
      guard count <= SQLLimits.count else {
        throw .badCount(of: clause, isTooLarge: true, at: token.span)
      }
      advance()
      return .constant(value)
    default: throw unexpected()
    }
  }
}
