package import GhostlightCore
package import GhostlightEmulation

/// A parsed query with its parameters, ready to run.
///
/// The type is a class, because a copy of a query would copy all its clauses.
package final class SQLStatement: Sendable {
  let query: SQLQuery
  /// A condition that every document with rows in the result satisfies; other documents may satisfy
  /// it too.
  ///
  /// It covers those parts of the query's condition that must all hold: equality and `IN` with
  /// scalars, and ranges of numbers and strings.
  package let filter: Predicate
  /// The query for documents that are already known to satisfy ``filter``.
  ///
  /// Its condition is omitted if ``filter`` covers the complete condition.
  private let filtered: SQLQuery
  /// The query before binding, which query plans contain.
  let parsed: SQLQuery
  /// The number of value slots that the evaluation of the query needs.
  let slots: Int
  /// The values of the parameters, for the queries of a plan.
  let parameters: [String: JSON]

  /// The maximum length of a query's text in UTF-16 units.
  package static let longestText = 262_144

  /// Parses and binds a query.
  ///
  /// - Throws: ``SQLError`` with the position of the problem in the query.
  package convenience init(
    _ text: String, parameters: [String: JSON] = [:], within budget: WorkBudget = .unlimited
  ) throws(SQLError) {
    try self.init(
      text, parameters: parameters, computed: [], search: SearchPolicy(), within: budget)
  }

  /// Parses and binds a query over documents that have computed properties, or vectors and texts
  /// for search.
  convenience init(
    _ text: String, parameters: [String: JSON], computed: [SQLComputedProperty],
    search: SearchPolicy, within budget: WorkBudget
  ) throws(SQLError) {
    let length = text.utf16.count
    guard length <= Self.longestText else {
      throw .refused("The query is longer than \(Self.longestText) characters.")
    }
    try budget.pay(length / 2)
    try self.init(text, SQLParser.parse(text), parameters, computed, search, budget)
  }

  /// Parses and binds the condition of a patch: `FROM alias [WHERE expr]`.
  ///
  /// - Throws: ``SQLError`` with the position of the problem in the condition.
  package convenience init(
    condition text: String, within budget: WorkBudget = .unlimited
  ) throws(SQLError) {
    try budget.pay(text.utf16.count / 2)
    try self.init(text, SQLParser.parseCondition(text), [:], [], SearchPolicy(), budget)
  }

  private init(
    _ text: String, _ parsed: SQLQuery, _ parameters: [String: JSON],
    _ computed: [SQLComputedProperty], _ search: SearchPolicy, _ budget: WorkBudget
  ) throws(SQLError) {
    self.parsed = parsed
    self.parameters = parameters
    var binder = SQLBinder(
      text, parameters: parameters, computed: computed, search: search, within: budget)
    let query = try binder.bindStatement(parsed)
    slots = binder.slots
    let (tests, areWhole) = Self.tests(of: query)
    filter = tests.isEmpty ? .always : .and(tests)
    var filtered = query
    if areWhole { filtered.condition = nil }
    (self.query, self.filtered) = (query, filtered)
  }

  /// Whether the rows of each document are independent of other documents, and in creation order.
  ///
  /// If so, a page can start after the last document of the previous page.
  package var isStreaming: Bool { query.isPerDocument }

  /// Whether the query reads documents: it has a `FROM` clause.
  package var readsDocuments: Bool { !query.sources.isEmpty }
}

/// Properties of the query's condition that allow the use of indexes.
extension SQLStatement {
  /// Returns the tests of ``filter``, and whether they together are equivalent to the query's
  /// condition.
  private static func tests(of query: SQLQuery) -> (tests: [Predicate], areWhole: Bool) {
    guard let first = query.sources.first, !first.isIterated, first.origin == .path(.slot(0)),
      let condition = query.condition
    else { return ([], false) }
    var tests: [Predicate] = []
    let areWhole = collect(condition, slot: first.slot, into: &tests)
    return (tests, areWhole)
  }

  /// Returns whether the condition requires a single value at each path.
  ///
  /// If the paths are those of the partition key, the query reads only one partition (B13).
  func fixes(_ paths: [[String]]) -> Bool {
    guard case .and(let tests) = filter else { return false }
    return paths.allSatisfy { path in
      tests.contains { test in
        guard case .field(FieldPath(path), .equals) = test else { return false }
        return true
      }
    }
  }

  /// Appends tests that must hold if an expression is true.
  ///
  /// - Returns: Whether the tests are also sufficient for the expression to be true.
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

  /// Returns the test for a path that is compared with a scalar, or `nil` for other operands.
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
  /// The operator that gives the same result when the operands are exchanged: `>` for `<`.
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
  /// If `areFiltered` is `true`, the caller has checked that all documents satisfy ``filter``.
  ///
  /// - Throws: ``SQLError`` if evaluation fails, such as in a division by zero, or if it needs more
  ///   work than the budget allows.
  package func rows(
    over documents: [FoundDocument], areFiltered: Bool = false, at instant: SQLInstant,
    within budget: WorkBudget = .unlimited
  ) throws(SQLError) -> [SQLRow] {
    let context = SQLContext(instant: instant, budget: budget)
    let run = SQLRun(
      query: areFiltered ? filtered : query, evaluator: SQLEvaluator(context: context))
    let rows =
      readsDocuments
      ? try run.rows(over: documents, slots: slots)
      : try run.rows(from: SQLFrame(slots: slots), sequence: 0)
    guard rows.allSatisfy({ $0.value.isRepresentable }) else { throw .notRepresentable }
    return rows
  }

  /// Returns whether a document satisfies the condition of a patch.
  ///
  /// - Throws: ``SQLError`` if evaluation fails, such as in a division by zero.
  package func accepts(
    _ document: JSONObject, at instant: SQLInstant, within budget: WorkBudget = .unlimited
  ) throws(SQLError) -> Bool {
    let found = FoundDocument(key: "", sequence: 0, document: document)
    return try !rows(over: [found], at: instant, within: budget).isEmpty
  }
}

extension SQLStatement {
  /// Whether rows are in the order of `ORDER BY`, so that a page can continue after given sort
  /// keys.
  package var isOrdered: Bool {
    !query.order.isEmpty && query.top == nil && query.offset == nil && !query.isDistinct
  }

  /// Returns whether `left` comes before `right` in the order of the query's `ORDER BY`.
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

/// One row of a query's result, with the data that paging needs.
package struct SQLRow: Sendable, Hashable {
  /// The value that the query selects for this row.
  package var value: JSON
  /// The sequence number of the row's document; for a group, that of its first document.
  package var sequence: Int
  /// The values of the `ORDER BY` expressions; `nil` stands for undefined.
  package var keys: [JSON?]

  package init(_ value: JSON, sequence: Int, keys: [JSON?] = []) {
    self.value = value
    self.sequence = sequence
    self.keys = keys
  }
}

/// The limits of queries, which the account publishes in its `queryEngineConfiguration` (B7).
enum SQLLimits {
  /// The limit `maxJoinsPerSqlQuery`, which includes subqueries.
  static let joins = 10
  /// The limits `maxLogicalAndPerSqlQuery` and `maxLogicalOrPerSqlQuery`, both of which include
  /// subqueries.
  static let logicalOperators = 2000
  /// The limit `maxInExpressionItemsCount`, for each `IN`.
  static let listItems = 16_000
  /// The maximum number of rows in `TOP`, `OFFSET` and `LIMIT`.
  static let count = Int64(UInt32.max)
  /// The limit `queryMaxGroupByTableCellCount`: the number of groups times the number of their keys
  /// and aggregates.
  static let groupCells = 500_000
  /// The emulator's own limit for a string that a function creates or splits, in bytes.
  static let textBytes = 4 << 20
}

/// The time, random number and budget with which a query's functions are evaluated.
struct SQLContext: Sendable {
  let instant: SQLInstant
  let budget: WorkBudget
}
