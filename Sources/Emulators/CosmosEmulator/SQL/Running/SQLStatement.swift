package import GhostlightCore
package import GhostlightEmulation

/// A query that is understood and has its parameters, ready to run.
package struct SQLStatement: Sendable {
  let query: SQLQuery
  /// The query as written, for plans.
  let parsed: SQLQuery
  /// How many slots a row has.
  let slots: Int

  /// The most UTF-16 units a query's text may have.
  package static let longestText = 262_144

  /// Reads a query.
  ///
  /// - Throws: ``SQLProblem`` with the place where it goes wrong.
  package init(
    _ text: String, parameters: [String: JSON] = [:], within budget: WorkBudget = .unlimited
  ) throws(SQLProblem) {
    let length = text.utf16.count
    guard length <= Self.longestText else {
      throw .refused("The query is longer than \(Self.longestText) characters.")
    }
    try budget.pay(length / 2)
    try self.init(SQLParser.parse(text), parameters, budget)
  }

  /// Reads the condition of a patch: `FROM alias [WHERE expr]`.
  ///
  /// - Throws: ``SQLProblem`` with the place where it goes wrong.
  package init(
    condition text: String, within budget: WorkBudget = .unlimited
  ) throws(SQLProblem) {
    try budget.pay(text.utf16.count / 2)
    try self.init(SQLParser.parseCondition(text), [:], budget)
  }

  private init(
    _ parsed: SQLQuery, _ parameters: [String: JSON], _ budget: WorkBudget
  ) throws(SQLProblem) {
    self.parsed = parsed
    var binder = SQLBinder(parameters: parameters, within: budget)
    query = try binder.bind(parsed, in: SQLScope())
    slots = binder.slots
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
