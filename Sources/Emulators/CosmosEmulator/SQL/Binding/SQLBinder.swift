import GhostlightCore
import GhostlightEmulation

/// Resolves the names, parameters and functions of a parsed query, and rejects invalid uses of
/// them.
///
/// The values that a query can use are in numbered slots. Slot 0 is the document, and each of the
/// query's sources has another slot.
struct SQLBinder {
  /// The text of the query, for messages that quote it.
  private let source: String
  private let parameters: [String: JSON]
  /// The paths of the container that contain vectors and texts.
  let search: SearchPolicy
  /// The container's computed properties by name; empty while one of the properties is bound.
  private var computed: [BytewiseString: SQLComputedProperty]
  /// The slots whose values are complete documents.
  private(set) var documentSlots: Set<Int> = [0]
  /// The values of the other slots as expressions over documents and elements of arrays, for
  /// `ORDER BY`; a slot without such an expression is an element.
  var origins: [Int: SQLExpression] = [:]
  /// The number of queries that contain the part that is bound now; more than 1 in a subquery.
  private var nesting = 0
  /// The errors found so far that do not end the search for further ones.
  var problems: [SQLError] = []
  /// The error of an order that no index can serve, which is reported if there are no others.
  var orderProblem: SQLError?
  let budget: WorkBudget
  /// The number of slots that have been assigned so far.
  private(set) var slots = 1
  /// The aggregates found in the current query; `nil` in a clause that does not allow aggregates.
  var aggregates: [SQLAggregateCall]?
  /// The bound `GROUP BY` expressions, while the selection of a grouped query is bound.
  var groupKeys: [SQLExpression] = []
  /// Whether each row is a group, so that an expression may use only group keys and aggregates.
  var isGrouped = false

  init(
    _ text: String, parameters: [String: JSON], computed: [SQLComputedProperty] = [],
    search: SearchPolicy = SearchPolicy(), within budget: WorkBudget
  ) {
    source = text
    self.parameters = parameters
    self.search = search
    self.computed = computed.reduce(into: [:]) { $0[BytewiseString($1.name)] = $1 }
    self.budget = budget
  }

  /// Returns the complete query of a client in which all names, parameters and functions are
  /// resolved.
  ///
  /// - Throws: All errors of the query that the service lists together.
  mutating func bindStatement(_ query: SQLQuery) throws(SQLError) -> SQLQuery {
    let bound: SQLQuery
    do throws(SQLError) {
      bound = try bind(query, in: SQLScope())
    } catch {
      guard error.refusal == nil else { throw error }
      throw SQLError(problems + [error])
    }
    guard problems.isEmpty else { throw SQLError(problems) }
    if let orderProblem { throw orderProblem }
    return bound
  }

  /// Returns a query in which all names, parameters and functions are resolved.
  mutating func bind(_ query: SQLQuery, in outer: SQLScope) throws(SQLError) -> SQLQuery {
    let saved = (aggregates, groupKeys, isGrouped)
    nesting += 1
    defer {
      (aggregates, groupKeys, isGrouped) = saved
      nesting -= 1
    }
    (aggregates, groupKeys, isGrouped) = (nil, [], false)
    var bound = query
    var scope = outer
    try bindSources(&bound, &scope)
    bound.readsTable = outer.seesCollection && bound.sources.first?.isTable ?? false
    scope.seesCollection = false
    bound.condition = try bound.condition.map { expression throws(SQLError) in
      try bind(expression, in: scope)
    }
    bound.groupKeys = try bind(groupKeys: query.groupKeys, in: scope)
    if nesting > 1 { refuseClauses(of: &bound) }
    try bindOrder(&bound, in: scope)
    bound.rank = try bound.rank.map { rank throws(SQLError) in
      try bind(rank, of: query, in: scope)
    }
    aggregates = []
    isGrouped = !bound.groupKeys.isEmpty || query.selection.hasAggregate
    groupKeys = bound.groupKeys
    bound.selection = try bindSelection(of: query, sources: bound.sources, in: scope)
    bound.aggregates = aggregates ?? []
    guard bound.aggregates.isEmpty || !bound.readsGroups else {
      throw .refused("An aggregate cannot read a subquery with GROUP BY.")
    }
    // A result with a single row needs no order (B14.4).
    if bound.isGrouped { bound.order = [] }
    bound.top = try bindCount(bound.top, of: "TOP")
    bound.offset = try bindCount(bound.offset, of: "OFFSET")
    bound.limit = try bindCount(bound.limit, of: "LIMIT")
    bound.spans = SQLClauseSpans()
    return bound
  }

  private mutating func bindSources(
    _ query: inout SQLQuery, _ scope: inout SQLScope
  ) throws(SQLError) {
    for position in query.sources.indices {
      var source = query.sources[position]
      switch source.origin {
      case .path(let path): source.origin = .path(try bind(path: path, in: scope))
      case .query(let inner): source.origin = .query(try bind(inner, in: scope))
      }
      scope.seesCollection = false
      source.slot = slots
      slots += 1
      if case .path(.slot(let origin)) = source.origin, !source.isIterated,
        documentSlots.contains(origin)
      {
        documentSlots.insert(source.slot)
      } else {
        origins[source.slot] = self.origin(of: source)
      }
      if let alias = source.alias {
        guard
          !scope.aliases.dropFirst(scope.aliases.count - position).contains(where: {
            $0.name == alias
          })
        else { throw .refused("The input alias '\(alias)' is used twice.") }
        scope.aliases.append((alias, source.slot))
      } else {
        scope.aliases.append(("", source.slot))
      }
      query.sources[position] = source
    }
  }

  /// Returns the bound path of a source.
  ///
  /// The path's first name is an alias, or any name for the collection.
  private func bind(path: SQLExpression, in scope: SQLScope) throws(SQLError) -> SQLExpression {
    switch path {
    case .name(let name, let span):
      if let slot = scope.slot(of: name) { return .slot(slot) }
      guard scope.seesCollection else { throw .unknownName(name, at: span.name(name)) }
      return .slot(0)
    case .member(let inner, let name): return .member(try bind(path: inner, in: scope), name)
    case .element(let inner, let key): return .element(try bind(path: inner, in: scope), key)
    default: return path
    }
  }

  func isComputed(_ expression: SQLExpression, in scope: SQLScope) -> Bool {
    guard case .member(.name(let alias, _), let name) = expression,
      let slot = scope.slot(of: alias)
    else { return false }
    return documentSlots.contains(slot) && computed[BytewiseString(name)] != nil
  }

  /// Returns the bound expression for a member of a value.
  ///
  /// If the value is a document, the member can be a computed property.
  mutating func member(_ name: String, of value: SQLExpression) throws(SQLError) -> SQLExpression {
    guard case .slot(let slot) = value, documentSlots.contains(slot),
      let property = computed[BytewiseString(name)]
    else { return .member(value, name) }
    let saved = (computed, aggregates, isGrouped)
    defer { (computed, aggregates, isGrouped) = saved }
    (computed, aggregates, isGrouped) = ([:], nil, false)
    var scope = SQLScope()
    scope.aliases = [(property.alias, slot)]
    return try bind(property.expression, in: scope)
  }

  private func bindCount(
    _ count: SQLExpression?, of clause: String
  ) throws(SQLError) -> SQLExpression? {
    guard let count else { return nil }
    var value: JSON?
    switch count {
    case .parameter(let name): value = parameters[name]
    case .constant(let constant): value = constant
    default: break
    }
    guard let number = SQLNumber.integer(value), number >= 0 else {
      throw .badCount(of: clause, isTooLarge: false)
    }
    guard number <= Int(SQLLimits.count) else { throw .badCount(of: clause, isTooLarge: true) }
    return .constant(.integer(Int64(number)))
  }

  /// Returns the text of the query at a place.
  func text(at span: SQLSpan) -> String {
    SQLText.text(Array(source.utf16)[span.start..<span.end])
  }

  /// Returns the value of a parameter, or `nil` (undefined) if the client did not send the
  /// parameter.
  func value(of parameter: String) -> JSON? { parameters[parameter] }
}

extension SQLBinder {
  /// Returns the selection of a query; its columns are bound and have names.
  mutating func bindSelection(
    of query: SQLQuery, sources: [SQLSource], in scope: SQLScope
  ) throws(SQLError) -> SQLSelection {
    switch query.selection {
    case .all:
      guard sources.count == 1 else { throw .starNeedsOneSource }
      guard !isGrouped else { throw .starOfGroups(at: query.spans.star) }
      return .value(.slot(sources[0].slot))
    case .value(let expression): return .value(try bind(expression, in: scope))
    case .columns(let columns): return .columns(try bind(columns, in: scope))
    }
  }

  private mutating func bind(
    _ columns: [SQLColumn], in scope: SQLScope
  ) throws(SQLError) -> [SQLColumn] {
    var result: [SQLColumn] = []
    var names: Set<BytewiseString> = []
    var unnamed = 0
    for column in columns {
      let name: String
      if let given = column.name ?? column.expression.ownName {
        name = given
      } else {
        unnamed += 1
        name = "$\(unnamed)"
      }
      guard names.insert(BytewiseString(name)).inserted else { throw .ambiguousColumn(name) }
      result.append(SQLColumn(expression: try bind(column.expression, in: scope), name: name))
    }
    return result
  }
}

extension SQLExpression {
  /// The name of a column without an alias: the name with which the expression ends, as in
  /// `(SELECT …).name`; `nil` if it ends with something else.
  ///
  /// - Source: MicrosoftDocs/nosql-query-docs, cosmos-db/query/subquery.md.
  fileprivate var ownName: String? {
    switch self {
    case .name(let name, _): name
    case .member(_, let name): name
    default: nil
    }
  }
}

extension SQLSelection {
  /// Whether the selection contains an aggregate outside of subqueries.
  var hasAggregate: Bool {
    switch self {
    case .all: false
    case .value(let expression): expression.hasAggregate
    case .columns(let columns): columns.contains { $0.expression.hasAggregate }
    }
  }
}

extension SQLExpression {
  /// Whether the expression contains an aggregate outside of subqueries.
  var hasAggregate: Bool {
    switch self {
    case .call(let name, let arguments, _):
      SQLAggregate(rawValue: name.uppercased()) != nil || arguments.contains(where: \.hasAggregate)
    default: children.contains(where: \.hasAggregate)
    }
  }

  /// The direct subexpressions of this expression, without subqueries.
  var children: [SQLExpression] {
    switch self {
    case .constant, .parameter, .name, .slot, .aggregate, .groupKey, .scalar, .exists, .arrayOf: []
    case .call(_, let parts, _), .function(_, let parts), .array(let parts), .and(let parts),
      .or(let parts):
      parts
    case .member(let part, _), .not(let part), .negate(let part), .plus(let part),
      .complement(let part):
      [part]
    case .element(let first, let second), .binary(_, let first, let second),
      .like(let first, let second, _):
      [first, second]
    case .object(let fields): fields.map(\.value)
    case .conditional(let first, let second, let third): [first, second, third]
    case .isIn(let first, let rest): [first] + rest
    }
  }
}

/// The names that are visible at a place in a query.
struct SQLScope {
  /// The visible aliases with the slots of their values.
  ///
  /// A later alias hides an earlier one with the same name.
  var aliases: [(name: String, slot: Int)] = []
  /// Whether the first source may be any name, which then stands for the collection.
  var seesCollection = true

  func slot(of name: String) -> Int? { aliases.last { $0.name == name }?.slot }
}
