import GhostlightCore

/// Reads a query's text.
///
/// - Source: protocol reference B14.1.
struct SQLParser {
  /// How deep expressions and queries may be nested, and how long a chain of operators may be;
  /// expressions are evaluated recursively.
  static let deepest = 100

  private let tokens: [SQLToken]
  private var position = 0
  var depth = 0
  /// The joins so far, subqueries included.
  var joins = 0
  /// The logical operators so far, subqueries included.
  var (ands, ors) = (0, 0)
  /// How many tokens stand twice in what was read: `BETWEEN` compares its subject two times.
  var doubled = 0

  /// The most tokens that may stand twice.
  ///
  /// - Source: assumption: the service's own limit is not known.
  static let mostDoubled = 200_000

  /// The size of what was read so far, in tokens.
  var size: Int { position + doubled }

  private init(_ text: String) throws(SQLProblem) { tokens = try SQLLexer.tokens(text) }

  /// The query of a text.
  static func parse(_ text: String) throws(SQLProblem) -> SQLQuery {
    var parser = try SQLParser(text)
    let query = try parser.query()
    guard parser.current.kind == .end else { throw parser.unexpected() }
    return query
  }

  /// The condition of a patch: `FROM alias [WHERE expr]`.
  static func parseCondition(_ text: String) throws(SQLProblem) -> SQLQuery {
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

  func peek() -> SQLToken { tokens[min(position + 1, tokens.count - 1)] }

  mutating func advance() { if position + 1 < tokens.count { position += 1 } }

  func unexpected() -> SQLProblem {
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

  mutating func expect(keyword: String) throws(SQLProblem) {
    guard accept(keyword: keyword) else { throw unexpected() }
  }

  mutating func expect(_ sign: String) throws(SQLProblem) {
    guard accept(sign) else { throw unexpected() }
  }

  mutating func name() throws(SQLProblem) -> String {
    guard current.kind == .name else { throw unexpected() }
    defer { advance() }
    return current.text
  }

  /// An alias with or without `AS`.
  mutating func alias() throws(SQLProblem) -> String? {
    if accept(keyword: "AS") { return try name() }
    guard current.kind == .name else { return nil }
    return try name()
  }

  /// Reads one level deeper.
  mutating func nested<Result>(
    _ read: (inout SQLParser) throws(SQLProblem) -> Result
  ) throws(SQLProblem) -> Result {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else { throw tooDeep() }
    return try read(&self)
  }

  func tooDeep() -> SQLProblem {
    .refused("The query is nested more than \(Self.deepest) levels deep.", at: current.span)
  }
}
