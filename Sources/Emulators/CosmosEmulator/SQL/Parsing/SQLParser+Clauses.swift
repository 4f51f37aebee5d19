import GhostlightCore

extension SQLParser {
  /// A whole query, up to what cannot belong to it.
  mutating func query() throws(SQLProblem) -> SQLQuery {
    var query = SQLQuery()
    try expect(keyword: "SELECT")
    query.isDistinct = accept(keyword: "DISTINCT")
    if accept(keyword: "TOP") { query.top = try count() }
    query.selection = try selection()
    if current.isKeyword("FROM") { try sources(of: &query) }
    if accept(keyword: "WHERE") { query.condition = try expression() }
    if accept(keyword: "GROUP") {
      try expect(keyword: "BY")
      repeat { query.groupKeys.append(try expression()) } while accept(",")
    }
    if accept(keyword: "ORDER") {
      try expect(keyword: "BY")
      repeat { query.order.append(try order()) } while accept(",")
    }
    if accept(keyword: "OFFSET") {
      query.offset = try count()
      try expect(keyword: "LIMIT")
      query.limit = try count()
    }
    if query.top != nil, query.offset != nil {
      throw .refused("TOP cannot be used together with OFFSET LIMIT.")
    }
    return query
  }

  private mutating func selection() throws(SQLProblem) -> SQLSelection {
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

  private mutating func order() throws(SQLProblem) -> SQLOrder {
    let expression = try expression()
    if accept(keyword: "DESC") { return SQLOrder(expression: expression, isDescending: true) }
    _ = accept(keyword: "ASC")
    return SQLOrder(expression: expression, isDescending: false)
  }

  /// A number of rows: a literal or a parameter.
  private mutating func count() throws(SQLProblem) -> SQLExpression {
    let token = current
    switch token.kind {
    case .parameter:
      advance()
      return .parameter(token.text)
    case .literal(let value) where value.integer != nil:
      advance()
      return .constant(value)
    default: throw unexpected()
    }
  }

  mutating func sources(of query: inout SQLQuery) throws(SQLProblem) {
    try expect(keyword: "FROM")
    query.sources.append(try source())
    while current.isKeyword("JOIN") {
      joins += 1
      guard joins <= SQLLimits.joins else {
        throw .beyond(SQLLimits.joins, "JOINs", at: current.span)
      }
      advance()
      query.sources.append(try source())
    }
  }

  private mutating func source() throws(SQLProblem) -> SQLSource {
    if current.kind == .name, peek().isKeyword("IN") {
      let alias = try name()
      advance()
      return SQLSource(origin: try origin(), isIterated: true, alias: alias)
    }
    let origin = try origin()
    let name = try alias() ?? origin.lastName
    return SQLSource(origin: origin, isIterated: false, alias: name)
  }

  private mutating func origin() throws(SQLProblem) -> SQLSource.Origin {
    if accept("(") {
      let inner = try nested { parser throws(SQLProblem) in try parser.query() }
      try expect(")")
      return .query(inner)
    }
    let start = current
    var path = SQLExpression.name(try name(), start.span)
    var steps = 0
    while true {
      steps += 1
      guard steps <= Self.deepest else { throw tooDeep() }
      if accept(".") {
        path = .member(path, try name())
      } else if accept("[") {
        guard case .literal(let key) = current.kind, key.string != nil || key.integer != nil else {
          throw unexpected()
        }
        advance()
        try expect("]")
        path = key.string.map { .member(path, $0) } ?? .element(path, .constant(key))
      } else {
        return .path(path)
      }
    }
  }
}

extension SQLSource.Origin {
  /// What a source is called that has no alias.
  fileprivate var lastName: String? {
    switch self {
    case .path(.name(let name, _)), .path(.member(_, let name)): name
    default: nil
    }
  }
}
