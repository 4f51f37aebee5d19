import GhostlightCore

/// The clause `FROM` with its joins.
extension SQLParser {
  mutating func sources(of query: inout SQLQuery) throws(SQLError) {
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

  private mutating func source() throws(SQLError) -> SQLSource {
    if current.kind == .name, peek().isKeyword("IN") {
      let alias = try name()
      advance()
      return SQLSource(origin: try origin(), isIterated: true, alias: alias)
    }
    let origin = try origin()
    let name = try alias() ?? origin.lastName
    return SQLSource(origin: origin, isIterated: false, alias: name)
  }

  private mutating func origin() throws(SQLError) -> SQLSource.Origin {
    if accept("(") {
      let inner = try nested { parser throws(SQLError) in try parser.query() }
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
  /// The name of a source without an alias: the last name of its path; `nil` if the source is not a
  /// path that ends with a name.
  fileprivate var lastName: String? {
    switch self {
    case .path(.name(let name, _)), .path(.member(_, let name)): name
    default: nil
    }
  }
}
