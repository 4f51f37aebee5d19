extension DocumentCollection {
  /// How ``find(_:)`` goes about `query`.
  ///
  /// An index is used only for tests that no document outside of it can pass, and only if it
  /// leaves out half of the documents; else a walk in creation order is faster.
  package func plan(for query: Query) -> QueryPlan {
    WorkBudget.withoutLimit { budget throws(Fault) in try plan(for: query, within: budget) }
  }

  /// The plan, at the costs of conditions and ranges beyond a few.
  ///
  /// - Throws: ``Fault/workLimit(_:)``.
  package func plan(for query: Query, within budget: WorkBudget) throws(Fault) -> QueryPlan {
    if query.predicate.isAlways { return planWithoutPredicate(query) }
    var conditions: [FieldCondition] = []
    var isNever = false
    query.predicate.collectConjuncts(into: &conditions, isNever: &isNever)
    guard !isNever else { return .nothing }
    if conditions.count > 4 { try budget.spend(conditions.count, times: indexes.count) }
    var best = QueryPlan.scan
    var fewest = count / 2
    for slot in indexes.indices {
      let tests = conditions.filter { $0.path == indexes[slot].path }.map(\.test)
      guard !tests.isEmpty else { continue }
      for ranges in FieldTest.allOf(tests).rangeOptions {
        if ranges.count > 4 { try budget.spend(ranges.count, times: 4) }
        var candidates = 0
        for range in ranges { candidates += indexes[slot].entries.count(in: range) }
        guard candidates <= fewest else { continue }
        fewest = candidates - 1
        best = .candidates(slot: slot, ranges: ranges)
      }
    }
    return best
  }

  private func planWithoutPredicate(_ query: Query) -> QueryPlan {
    guard let key = query.order.first else { return .creationOrder }
    guard query.order.count == 1, let slot = indexes.firstIndex(where: { $0.path == key.path })
    else { return .scan }
    let page = Self.page(of: count, from: query.offset, limit: query.limit)
    guard let offsets = indexes[slot].offsets(of: page, by: key, total: count) else { return .scan }
    return .indexOrder(slot: slot, offsets: offsets)
  }
}
