import GhostlightCore

extension DocumentCollection {
  /// The page of documents that `query` asks for, and the number of all that match.
  package func find(_ query: Query) -> QueryResult {
    WorkBudget.withoutLimit { budget throws(Fault) in try find(query, within: budget) }
  }

  /// The page of documents that `query` asks for, and the number of all that match, at the costs of
  /// the documents looked at.
  ///
  /// What a plan is known to look at is paid for before.
  ///
  /// - Throws: ``Fault/workLimit(_:)``.
  package func find(_ query: Query, within budget: WorkBudget) throws(Fault) -> QueryResult {
    try find(query, by: choice(for: query, within: budget), budget)
  }

  /// The page of documents that `query` asks for, alone: since nobody counts all that match, a walk
  /// in creation order ends as soon as the page is full.
  package func page(_ query: Query) -> [FoundDocument] {
    WorkBudget.withoutLimit { budget throws(Fault) in try page(query, within: budget) }
  }

  /// The page of documents that `query` asks for, alone, at the costs of the documents looked at.
  ///
  /// - Throws: ``Fault/workLimit(_:)``.
  package func page(_ query: Query, within budget: WorkBudget) throws(Fault) -> [FoundDocument] {
    let choice = try choice(for: query, within: budget)
    guard case .scan = choice, let limit = query.limit, query.order.isEmpty,
      !query.newestFirst
    else { return try find(query, by: choice, budget).documents }
    var toSkip = query.offset
    var page: [FoundDocument] = []
    var entries = created.makeIterator()
    var reader = DocumentTableReader(numbered)
    let predicate = query.predicate.unwrapped
    var untilForecast = Self.sample
    while page.count < limit, let entry = entries.next() {
      try budget.spend(Self.visit)
      untilForecast -= 1
      if untilForecast == 0 {
        let matches = page.count + query.offset - toSkip
        try budget.expect(forecast(matches, of: limit, behind: query.offset), times: Self.visit)
      }
      guard let found = reader.document(entry.sequence),
        try predicate.matches(found.document, within: budget)
      else { continue }
      if toSkip > 0 {
        toSkip -= 1
      } else {
        page.append(FoundDocument(found, key: entry.key))
      }
    }
    return page
  }

  /// How many more documents a walk looks at for its page, where the rest is like the sample, in
  /// which there were so many matches.
  private func forecast(_ matches: Int, of limit: Int, behind offset: Int) -> Int {
    let rest = count - Self.sample
    guard matches > 0 else { return rest }
    let wanted = Double(limit) + Double(offset) - Double(matches)
    return Int(min(Double(rest), wanted * Double(Self.sample) / Double(matches)))
  }

  /// After so many documents a walk knows about how many it has to look at.
  private static let sample = 64
  /// The units that one document costs: finding it, and keeping where it is.
  private static let visit = 4
  /// After so many documents the budget is asked whether anybody still waits.
  private static let block = 1_024

  private func find(
    _ query: Query, by choice: PlanChoice, _ budget: WorkBudget
  ) throws(Fault) -> QueryResult {
    switch choice {
    case .nothing:
      return QueryResult(documents: [], total: 0)
    case .creationOrder:
      let wanted = Self.page(of: count, from: query.offset, limit: query.limit)
      try budget.spend(wanted.count, times: Self.visit)
      let page = documents(
        from: query.offset, limit: query.limit, newestFirst: query.newestFirst)
      return QueryResult(documents: page, total: count)
    case .indexOrder(_, let index, let key, let offsets):
      try budget.spend(offsets.count, times: Self.visit)
      let entries = index.page(
        offsets, descending: key.descending, newestFirst: query.newestFirst)
      return QueryResult(documents: found(entries), total: count)
    case .candidates(_, let index, let ranges, let offsets):
      return try filter(index.entries, ranges: ranges, offsets, query, budget)
    case .scan:
      return try filter(query, budget)
    }
  }

  /// The documents of entries in `ranges` that match, each once, in creation order.
  private func filter(
    _ index: OrderedIndex, ranges: [IndexRange], _ offsets: [Range<Int>], _ query: Query,
    _ budget: WorkBudget
  ) throws(Fault) -> QueryResult {
    // Entries of one value stand in creation order already, and so does one alone.
    if ranges.count == 1, offsets[0].count < 2 || ranges[0].isSingleValue {
      try budget.spend(offsets[0].count, times: Self.visit)
      return try filter(index.walk(offsets[0]), query, budget)
    }
    let candidates = offsets.reduce(0) { $0 + $1.count }
    try budget.spend(candidates, times: Self.visit)
    try budget.spend(sorting: candidates)
    var entries: [IndexEntry] = []
    entries.reserveCapacity(candidates)
    for range in offsets { entries.append(contentsOf: index.walk(range)) }
    entries.sort { $0.sequence < $1.sequence }
    return try filter(entries, query, budget)
  }

  /// Filters all documents in creation order, in which the table has them side by side, and nothing is
  /// left to sort.
  private func filter(_ query: Query, _ budget: WorkBudget) throws(Fault) -> QueryResult {
    try budget.spend(count, times: Self.visit)
    var query = query
    query.predicate = query.predicate.unwrapped
    return try filter(created, query, budget)
  }

  /// The documents of entries in order that match; entries of one document stand side by side.
  private func filter(
    _ entries: some Sequence<IndexEntry>, _ query: Query, _ budget: WorkBudget
  ) throws(Fault) -> QueryResult {
    var matches: [FoundDocument] = []
    var last = -1
    var untilCheck = Self.block
    var reader = DocumentTableReader(numbered)
    for entry in entries where entry.sequence != last {
      last = entry.sequence
      untilCheck -= 1
      if untilCheck == 0 {
        try budget.check()
        untilCheck = Self.block
      }
      guard let found = reader.document(entry.sequence),
        try query.predicate.matches(found.document, within: budget)
      else { continue }
      matches.append(FoundDocument(found, key: entry.key))
    }
    return try page(of: matches, query, budget)
  }

  /// Sorts and cuts; without sort keys the matches already are in creation order.
  private func page(
    of matches: [FoundDocument], _ query: Query, _ budget: WorkBudget
  ) throws(Fault) -> QueryResult {
    let page = Self.page(of: matches.count, from: query.offset, limit: query.limit)
    guard query.order.isEmpty else {
      let order = try SortedMatches(
        matches, by: query.order, newestFirst: query.newestFirst, first: page.upperBound,
        within: budget
      ).slots
      return QueryResult(documents: order[page].map { matches[$0] }, total: matches.count)
    }
    guard query.newestFirst else {
      return QueryResult(documents: Array(matches[page]), total: matches.count)
    }
    let last = matches.count - 1
    return QueryResult(documents: page.map { matches[last - $0] }, total: matches.count)
  }
}

/// The order of matches by sort keys, whose values are looked up once.
struct SortedMatches {
  /// The positions of the first matches, in order.
  private(set) var slots: [Int]

  /// - Throws: ``Fault/workLimit(_:)`` before there is anything to sort.
  init(
    _ matches: [FoundDocument], by keys: [SortKey], newestFirst: Bool, first count: Int,
    within budget: WorkBudget
  ) throws(Fault) {
    try budget.spend(sorting: matches.count, keys: keys.count)
    try budget.spend(matches.count, times: keys.count + 1)
    var values: [SortValue] = []
    values.reserveCapacity(matches.count * keys.count)
    for match in matches {
      for key in keys {
        values.append(SortValue(try key.path.value(in: match.document, within: budget)))
      }
    }
    slots = matches.indices.sorted(first: count) { left, right in
      for position in keys.indices {
        let order = keys[position].ordering(
          values[left * keys.count + position], values[right * keys.count + position])
        if order != .equal { return order == .before }
      }
      let isOlder = matches[left].sequence < matches[right].sequence
      return newestFirst ? !isOlder && left != right : isOlder
    }
  }
}

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
    try choice(for: query, within: budget).plan
  }

  /// The plan, with the index it uses, the sort key, and the offsets of the entries in its ranges.
  private enum PlanChoice {
    case nothing
    case creationOrder
    case indexOrder(slot: Int, FieldIndex, SortKey, offsets: Range<Int>)
    case candidates(slot: Int, FieldIndex, ranges: [IndexRange], offsets: [Range<Int>])
    case scan

    var plan: QueryPlan {
      switch self {
      case .nothing: .nothing
      case .creationOrder: .creationOrder
      case .indexOrder(let slot, _, _, let offsets): .indexOrder(slot: slot, offsets: offsets)
      case .candidates(let slot, _, let ranges, _): .candidates(slot: slot, ranges: ranges)
      case .scan: .scan
      }
    }
  }

  private func choice(
    for query: Query, within budget: WorkBudget
  ) throws(Fault) -> PlanChoice {
    if query.predicate.isAlways { return try choiceWithoutPredicate(query, budget) }
    var conditions: [FieldCondition] = []
    var isNever = false
    query.predicate.collectConjuncts(into: &conditions, isNever: &isNever)
    guard !isNever else { return .nothing }
    if conditions.count > 4 { try budget.spend(conditions.count, times: indexes.indices.count) }
    var best = PlanChoice.scan
    var fewest = count / 2
    for slot in indexes.indices {
      var tests: [FieldTest] = []
      for position in conditions.indices where conditions[position].path == indexes.path(slot) {
        tests.append(conditions[position].test)
      }
      guard !tests.isEmpty else { continue }
      let options = tests.count == 1 ? tests[0].rangeOptions : FieldTest.allOf(tests).rangeOptions
      let index = try index(slot, within: budget)
      for ranges in options {
        if ranges.count > 4 { try budget.spend(ranges.count, times: 4) }
        let offsets = ranges.map(index.entries.offsets)
        let candidates = offsets.reduce(0) { $0 + $1.count }
        guard candidates <= fewest else { continue }
        fewest = candidates - 1
        best = .candidates(slot: slot, index, ranges: ranges, offsets: offsets)
      }
    }
    return best
  }

  private func choiceWithoutPredicate(
    _ query: Query, _ budget: WorkBudget
  ) throws(Fault) -> PlanChoice {
    guard let key = query.order.first else { return .creationOrder }
    guard query.order.count == 1,
      let slot = indexes.indices.first(where: { indexes.path($0) == key.path })
    else { return .scan }
    let page = Self.page(of: count, from: query.offset, limit: query.limit)
    let index = try index(slot, within: budget)
    guard let offsets = index.offsets(of: page, by: key, total: count) else { return .scan }
    return .indexOrder(slot: slot, index, key, offsets: offsets)
  }
}

extension DocumentCollection {
  /// The keys in creation order, from `offset` on.
  package func keys(from offset: Int = 0, limit: Int? = nil) -> [String] {
    created.walk(Self.page(of: count, from: offset, limit: limit)).map(\.key)
  }

  /// The documents in creation order, or newest first, from `offset` on.
  ///
  /// Offsets and limits below zero count as zero.
  package func documents(
    from offset: Int = 0, limit: Int? = nil, newestFirst: Bool = false
  ) -> [FoundDocument] {
    var page = Self.page(of: count, from: offset, limit: limit)
    if newestFirst { page = (count - page.upperBound)..<(count - page.lowerBound) }
    return found(Array(created.walk(page, backwards: newestFirst)))
  }

  /// The documents of entries, in their order.
  func found(_ entries: [IndexEntry]) -> [FoundDocument] {
    var result: [FoundDocument] = []
    result.reserveCapacity(entries.count)
    var reader = DocumentTableReader(numbered)
    for entry in entries {
      guard let document = reader.document(entry.sequence) else { continue }
      result.append(FoundDocument(document, key: entry.key))
    }
    return result
  }

  /// The part of `total` results that a page holds, whatever was asked for.
  static func page(of total: Int, from offset: Int, limit: Int?) -> Range<Int> {
    let start = min(max(offset, 0), total)
    guard let limit else { return start..<total }
    return start..<(start + min(max(limit, 0), total - start))
  }
}
