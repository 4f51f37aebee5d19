package import GhostlightCore
package import GhostlightEmulation

extension SQLStatement {
  /// All rows over documents, which come in creation order.
  ///
  /// - Throws: ``SQLProblem`` where a value makes the query impossible, as a division by zero, or
  ///   where it takes more work than it may.
  package func rows(
    over documents: [FoundDocument], at instant: SQLInstant,
    within budget: WorkBudget = .unlimited
  ) throws(SQLProblem) -> [SQLRow] {
    let context = SQLContext(instant: instant, budget: budget)
    let run = SQLRun(query: query, evaluator: SQLEvaluator(context: context))
    guard readsDocuments else {
      return try run.rows(
        from: SQLFrame(slots: Array(repeating: nil, count: slots)), sequence: 0)
    }
    return try run.rows(over: documents, slots: slots)
  }

  /// Whether a document passes; for a patch's condition.
  ///
  /// - Throws: ``SQLProblem`` where a value makes the query impossible.
  package func accepts(
    _ document: JSONObject, at instant: SQLInstant, within budget: WorkBudget = .unlimited
  ) throws(SQLProblem) -> Bool {
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
