package import GhostlightCore
package import GhostlightEmulation

/// A query that is understood and has its parameters, ready to run.
package struct SQLStatement: Sendable {
  let query: SQLQuery
  /// A test that every document passes whose rows the query can answer; others may pass too.
  ///
  /// Equality and `IN` with scalars, and ranges of numbers and texts, where they must all hold.
  package let filter: Predicate
  /// The query of documents that pass ``filter``, without a condition that says no more.
  private let filtered: SQLQuery
  /// The query as written, for plans.
  let parsed: SQLQuery
  /// How many slots a row has.
  let slots: Int

  /// The most UTF-16 units a query's text may have.
  package static let longestText = 262_144

  /// Reads a query.
  ///
  /// - Throws: ``SQLError`` with the place where it goes wrong.
  package init(
    _ text: String, parameters: [String: JSON] = [:], within budget: WorkBudget = .unlimited
  ) throws(SQLError) {
    try self.init(text, parameters: parameters, computed: [], within: budget)
  }

  /// Reads a query of documents that have computed properties.
  init(
    _ text: String, parameters: [String: JSON], computed: [SQLComputedProperty],
    within budget: WorkBudget
  ) throws(SQLError) {
    let length = text.utf16.count
    guard length <= Self.longestText else {
      throw .refused("The query is longer than \(Self.longestText) characters.")
    }
    try budget.pay(length / 2)
    try self.init(SQLParser.parse(text), parameters, computed, budget)
  }

  /// Reads the condition of a patch: `FROM alias [WHERE expr]`.
  ///
  /// - Throws: ``SQLError`` with the place where it goes wrong.
  package init(
    condition text: String, within budget: WorkBudget = .unlimited
  ) throws(SQLError) {
    try budget.pay(text.utf16.count / 2)
    try self.init(SQLParser.parseCondition(text), [:], [], budget)
  }

  private init(
    _ parsed: SQLQuery, _ parameters: [String: JSON], _ computed: [SQLComputedProperty],
    _ budget: WorkBudget
  ) throws(SQLError) {
    self.parsed = parsed
    var binder = SQLBinder(parameters: parameters, computed: computed, within: budget)
    let query = try binder.bind(parsed, in: SQLScope())
    slots = binder.slots
    let (tests, areWhole) = Self.tests(of: query)
    filter = tests.isEmpty ? .always : .and(tests)
    var filtered = query
    if areWhole { filtered.condition = nil }
    (self.query, self.filtered) = (query, filtered)
  }

  /// Whether rows come straight from documents, one document after another, so that a page can go
  /// on behind the last document of the page before.
  package var isStreaming: Bool {
    !query.isGrouped && query.order.isEmpty && !query.isDistinct && query.top == nil
      && query.offset == nil && !query.sources.isEmpty
  }

  /// Whether the query reads documents at all.
  package var readsDocuments: Bool { !query.sources.isEmpty }
}

/// What the query says of documents in terms of the shared algebra, so that indexes can help.
extension SQLStatement {
  /// The tests of ``filter``, and whether whatever passes them meets the condition.
  private static func tests(of query: SQLQuery) -> (tests: [Predicate], areWhole: Bool) {
    guard let first = query.sources.first, !first.isIterated, first.origin == .path(.slot(0)),
      let condition = query.condition
    else { return ([], false) }
    var tests: [Predicate] = []
    let areWhole = collect(condition, slot: first.slot, into: &tests)
    return (tests, areWhole)
  }

  /// Whether the condition fixes the value at each path: such a query has one partition (B13).
  func fixes(_ paths: [[String]]) -> Bool {
    guard case .and(let tests) = filter else { return false }
    return paths.allSatisfy { path in
      tests.contains { test in
        guard case .field(FieldPath(path), .equals) = test else { return false }
        return true
      }
    }
  }

  /// Adds tests that what passes the expression passes too.
  ///
  /// - Returns: Whether what passes the tests passes the expression too.
  private static func collect(
    _ expression: SQLExpression, slot: Int, into tests: inout [Predicate]
  ) -> Bool {
    switch expression {
    case .and(let parts):
      var areWhole = true
      for part in parts where !collect(part, slot: slot, into: &tests) { areWhole = false }
      return areWhole
    case .binary(let sign, let left, let right):
      guard
        let test = comparison(sign, left, right, slot)
          ?? comparison(sign.mirrored, right, left, slot)
      else { return false }
      tests.append(test)
      return true
    case .isIn(let subject, let list):
      let values = list.compactMap(scalar)
      guard values.count == list.count, let path = path(subject, slot) else { return false }
      tests.append(.field(path, .isOneOf(values)))
      return true
    default: return false
    }
  }

  /// The test of a path's value beside a scalar.
  private static func comparison(
    _ sign: SQLOperator, _ left: SQLExpression, _ right: SQLExpression, _ slot: Int
  ) -> Predicate? {
    guard let path = path(left, slot), let value = scalar(right) else { return nil }
    return test(sign, value).map { .field(path, $0) }
  }

  private static func test(_ sign: SQLOperator, _ value: JSON) -> FieldTest? {
    if sign == .equal { return .equals(value) }
    guard value.number != nil || value.string != nil else { return nil }
    return switch sign {
    case .less: .less(value)
    case .lessOrEqual: .lessOrEqual(value)
    case .greater: .greater(value)
    case .greaterOrEqual: .greaterOrEqual(value)
    default: nil
    }
  }

  private static func path(_ expression: SQLExpression, _ slot: Int) -> FieldPath? {
    names(expression, slot).map { FieldPath($0) }
  }

  private static func names(_ expression: SQLExpression, _ slot: Int) -> [String]? {
    guard case .member(let inner, let name) = expression else { return nil }
    if case .slot(slot) = inner { return [name] }
    return names(inner, slot).map { $0 + [name] }
  }

  private static func scalar(_ expression: SQLExpression) -> JSON? {
    guard case .constant(let value?) = expression, IndexValue(value) != nil else { return nil }
    return value
  }
}

extension SQLOperator {
  /// The operator with its sides exchanged.
  fileprivate var mirrored: SQLOperator {
    switch self {
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    default: self
    }
  }
}

extension SQLStatement {
  /// All rows over documents, which come in creation order.
  ///
  /// Where `areFiltered`, all of them pass ``filter``: what it says already is not asked again.
  ///
  /// - Throws: ``SQLError`` where a value makes the query impossible, as a division by zero, or
  ///   where it takes more work than it may.
  package func rows(
    over documents: [FoundDocument], areFiltered: Bool = false, at instant: SQLInstant,
    within budget: WorkBudget = .unlimited
  ) throws(SQLError) -> [SQLRow] {
    let context = SQLContext(instant: instant, budget: budget)
    let run = SQLRun(
      query: areFiltered ? filtered : query, evaluator: SQLEvaluator(context: context))
    guard readsDocuments else {
      return try run.rows(
        from: SQLFrame(slots: Array(repeating: nil, count: slots)), sequence: 0)
    }
    return try run.rows(over: documents, slots: slots)
  }

  /// Whether a document passes; for a patch's condition.
  ///
  /// - Throws: ``SQLError`` where a value makes the query impossible.
  package func accepts(
    _ document: JSONObject, at instant: SQLInstant, within budget: WorkBudget = .unlimited
  ) throws(SQLError) -> Bool {
    let found = FoundDocument(key: "", sequence: 0, document: document)
    return try !rows(over: [found], at: instant, within: budget).isEmpty
  }
}

extension SQLStatement {
  /// Whether rows stand in an order of their own that a page can go on in.
  package var isOrdered: Bool {
    !query.order.isEmpty && query.top == nil && query.offset == nil && !query.isDistinct
  }

  /// Whether a row of an ordered query comes before another.
  package func isBefore(_ left: SQLRow, _ right: SQLRow) -> Bool {
    for (slot, order) in query.order.enumerated()
    where slot < left.keys.count && slot < right.keys.count {
      let found = SQLOrdering.sorted(left.keys[slot], right.keys[slot])
      if found != .equal { return (found == .before) != order.isDescending }
    }
    let isBackwards = query.order.first?.isDescending ?? false
    return isBackwards ? left.sequence > right.sequence : left.sequence < right.sequence
  }
}

/// One row of a result, and which document it came from.
package struct SQLRow: Sendable, Hashable {
  /// What the query selects of it.
  package var value: JSON
  /// The creation number of the document; of groups the smallest.
  package var sequence: Int
  /// The values it was sorted by; `nil` is undefined.
  package var keys: [JSON?]

  /// Makes a row.
  package init(_ value: JSON, sequence: Int, keys: [JSON?] = []) {
    self.value = value
    self.sequence = sequence
    self.keys = keys
  }
}

/// What the account says of the queries that it takes: its `queryEngineConfiguration` (B7).
enum SQLLimits {
  /// `maxJoinsPerSqlQuery`, subqueries included.
  static let joins = 10
  /// `maxLogicalAndPerSqlQuery` and `maxLogicalOrPerSqlQuery`, each, subqueries included.
  static let logicalOperators = 2000
  /// `maxInExpressionItemsCount`, of each `IN`.
  static let listItems = 16_000
  /// `queryMaxGroupByTableCellCount`: groups times their keys and aggregates.
  static let groupCells = 500_000
  /// The longest text that a function makes or takes apart; not the account's.
  static let textBytes = 4 << 20
}

/// What the functions of a query may use besides their arguments.
struct SQLContext: Sendable {
  /// The time and chance of the query.
  let instant: SQLInstant
  /// What its work may still cost.
  let budget: WorkBudget
}
