package import GhostlightCore
package import GhostlightEmulation

/// A parsed query with its parameters, ready to run.
package struct SQLStatement: Sendable {
  let query: SQLQuery
  /// A condition that each document with rows in the result satisfies.
  ///
  /// Other documents may satisfy it.
  ///
  /// It covers conditions that must all hold: equality and `IN` with scalars, and ranges of numbers
  /// and texts.
  package let filter: Predicate
  /// The query for documents that satisfy ``filter``.
  ///
  /// Its condition is left out if ``filter`` covers it.
  private let filtered: SQLQuery
  /// The query as it was parsed, for query plans.
  let parsed: SQLQuery
  /// The number of slots of a row.
  let slots: Int

  /// The maximum length of a query's text in UTF-16 units.
  package static let longestText = 262_144

  /// Creates a statement from the text of a query.
  ///
  /// - Throws: ``SQLError`` with the place of the problem.
  package init(
    _ text: String, parameters: [String: JSON] = [:], within budget: WorkBudget = .unlimited
  ) throws(SQLError) {
    try self.init(text, parameters: parameters, computed: [], within: budget)
  }

  /// Creates a statement for documents that have computed properties.
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

  /// Creates a statement from the condition of a patch: `FROM alias [WHERE expr]`.
  ///
  /// - Throws: ``SQLError`` with the place of the problem.
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

  /// Whether each document gives its rows independently, in creation order, so that a page can
  /// continue after the last document of the previous one.
  package var isStreaming: Bool {
    !query.isGrouped && query.order.isEmpty && !query.isDistinct && query.top == nil
      && query.offset == nil && !query.sources.isEmpty
  }

  /// Whether the query reads documents at all.
  package var readsDocuments: Bool { !query.sources.isEmpty }
}

/// The part of the query's condition that indexes can use.
extension SQLStatement {
  /// Returns the tests of ``filter``, and whether they imply the whole condition.
  private static func tests(of query: SQLQuery) -> (tests: [Predicate], areWhole: Bool) {
    guard let first = query.sources.first, !first.isIterated, first.origin == .path(.slot(0)),
      let condition = query.condition
    else { return ([], false) }
    var tests: [Predicate] = []
    let areWhole = collect(condition, slot: first.slot, into: &tests)
    return (tests, areWhole)
  }

  /// Returns whether the condition fixes the value at each path.
  ///
  /// Such a query has one partition (B13).
  func fixes(_ paths: [[String]]) -> Bool {
    guard case .and(let tests) = filter else { return false }
    return paths.allSatisfy { path in
      tests.contains { test in
        guard case .field(FieldPath(path), .equals) = test else { return false }
        return true
      }
    }
  }

  /// Adds tests that follow from an expression.
  ///
  /// - Returns: Whether the expression also follows from the tests.
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

  /// Returns the test for a path that is compared with a scalar, or `nil` for other comparisons.
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
  /// The operator that gives the same result with exchanged sides.
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
  /// Returns all rows over documents, which must be in creation order.
  ///
  /// If `areFiltered` is set, all documents satisfy ``filter``, which is not tested again.
  ///
  /// - Throws: ``SQLError`` if a value makes the query impossible, such as in a division by zero,
  ///   or if it needs more work than allowed.
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

  /// Returns whether a document satisfies the condition of a patch.
  ///
  /// - Throws: ``SQLError`` if a value makes the query impossible.
  package func accepts(
    _ document: JSONObject, at instant: SQLInstant, within budget: WorkBudget = .unlimited
  ) throws(SQLError) -> Bool {
    let found = FoundDocument(key: "", sequence: 0, document: document)
    return try !rows(over: [found], at: instant, within: budget).isEmpty
  }
}

extension SQLStatement {
  /// Whether rows have an order of their own in which a page can continue.
  package var isOrdered: Bool {
    !query.order.isEmpty && query.top == nil && query.offset == nil && !query.isDistinct
  }

  /// Returns whether a row of an ordered query comes before another.
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

/// One row of a result, with its document.
package struct SQLRow: Sendable, Hashable {
  /// The selected value.
  package var value: JSON
  /// The sequence number of the document; of a group, that of its first one.
  package var sequence: Int
  /// The sort keys; `nil` is undefined.
  package var keys: [JSON?]

  /// Creates a row.
  package init(_ value: JSON, sequence: Int, keys: [JSON?] = []) {
    self.value = value
    self.sequence = sequence
    self.keys = keys
  }
}

/// The limits of queries, which the account states in its `queryEngineConfiguration` (B7).
enum SQLLimits {
  /// `maxJoinsPerSqlQuery`, including subqueries.
  static let joins = 10
  /// `maxLogicalAndPerSqlQuery` and `maxLogicalOrPerSqlQuery`, each including subqueries.
  static let logicalOperators = 2000
  /// `maxInExpressionItemsCount`, for each `IN`.
  static let listItems = 16_000
  /// `queryMaxGroupByTableCellCount`: groups times their keys and aggregates.
  static let groupCells = 500_000
  /// The emulator's own limit for a text that a function creates or splits, in bytes.
  static let textBytes = 4 << 20
}

/// The environment of the functions of a query.
struct SQLContext: Sendable {
  /// The time and the random number of the query.
  let instant: SQLInstant
  /// The budget to which functions charge their work.
  let budget: WorkBudget
}
