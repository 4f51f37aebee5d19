import GhostlightCore

extension DocumentCollection {
  /// Returns the documents on the page of a query, and the number of all matches.
  package func find(_ query: Query) -> QueryResult {
    WorkBudget.withoutLimit { budget throws(Fault) in try find(query, within: budget) }
  }

  /// Returns the documents on the page of a query and the number of all matches, within a budget.
  ///
  /// The units that the query plan certainly needs are spent in advance.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` if too few units are left.
  package func find(_ query: Query, within budget: WorkBudget) throws(Fault) -> QueryResult {
    try find(query, by: plan(for: query, within: budget), budget)
  }

  /// Returns the documents on the page of a query without counting all matches.
  ///
  /// A scan in creation order therefore ends when the page is full.
  package func page(_ query: Query) -> [FoundDocument] {
    WorkBudget.withoutLimit { budget throws(Fault) in try page(query, within: budget) }
  }

  /// Returns the documents on the page of a query without counting all matches, within a budget.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` if too few units are left.
  package func page(_ query: Query, within budget: WorkBudget) throws(Fault) -> [FoundDocument] {
    let plan = try plan(for: query, within: budget)
    guard case .scan = plan, let limit = query.limit, query.order.isEmpty,
      !query.newestFirst
    else { return try find(query, by: plan, budget).documents }
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

  /// Estimates how many more documents a scan must read for its page.
  ///
  /// The estimate assumes that the remaining documents match as often as those in the sample.
  private func forecast(_ matches: Int, of limit: Int, behind offset: Int) -> Int {
    let rest = count - Self.sample
    guard matches > 0 else { return rest }
    let wanted = Double(limit) + Double(offset) - Double(matches)
    return Int(min(Double(rest), wanted * Double(Self.sample) / Double(matches)))
  }

  /// The number of documents after which a scan estimates how many more it must read.
  private static let sample = 64
  /// The number of units for one document: for finding it and storing its position.
  private static let visit = 4
  /// The number of documents after which the budget is checked for cancellation.
  private static let block = 1_024

  private func find(
    _ query: Query, by plan: QueryPlan, _ budget: WorkBudget
  ) throws(Fault) -> QueryResult {
    switch plan {
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

  /// Returns the matching documents whose index entries are in `ranges`, each once, in creation
  /// order.
  private func filter(
    _ index: OrderedIndex, ranges: [IndexRange], _ offsets: [Range<Int>], _ query: Query,
    _ budget: WorkBudget
  ) throws(Fault) -> QueryResult {
    // Sorting is not needed: the entries of a single value are already in creation order.
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

  /// Filters all documents in creation order.
  ///
  /// Neighbours are adjacent in the document table, and no sorting is needed.
  private func filter(_ query: Query, _ budget: WorkBudget) throws(Fault) -> QueryResult {
    try budget.spend(count, times: Self.visit)
    var query = query
    query.predicate = query.predicate.unwrapped
    return try filter(created, query, budget)
  }

  /// Returns the matching documents among those of `entries`, which must be in creation order.
  ///
  /// A document may have several entries, which must be adjacent.
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

  /// Sorts the matching documents and returns the query's page.
  ///
  /// Without sort keys, the documents are already in creation order.
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

/// The matching documents in sorted order; the value of each sort key is read only once for each
/// document.
struct SortedMatches {
  /// The indices of the first `count` matches, in sorted order.
  private(set) var slots: [Int]

  /// Sorts the indices of `matches`, as far as the first `count` are concerned.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` if too few units are left; nothing is sorted then.
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

/// The way in which a collection finds the documents for a query, with the index, the sort key and
/// the offsets of the index entries; `slot` is the position of the index in the collection.
enum QueryPlan {
  /// No document can match.
  case nothing
  /// The page is a slice of the creation order; nothing is filtered or sorted.
  case creationOrder
  /// The page consists of the entries at `offsets` of a secondary index.
  case indexOrder(slot: Int, FieldIndex, SortKey, offsets: Range<Int>)
  /// The documents with entries in `ranges` of a secondary index are filtered, then sorted.
  case candidates(slot: Int, FieldIndex, ranges: [IndexRange], offsets: [Range<Int>])
  /// All documents of the collection are filtered, then sorted.
  case scan
}

extension DocumentCollection {
  /// Returns the plan for a query; spends units for many conditions or ranges.
  ///
  /// An index is used only for tests that no document without an index entry can pass, and only if
  /// it excludes at least half of the documents. Otherwise a scan in creation order is faster.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` if too few units are left.
  func plan(for query: Query, within budget: WorkBudget) throws(Fault) -> QueryPlan {
    if query.predicate.isAlways { return try planWithoutPredicate(query, budget) }
    var conditions: [FieldCondition] = []
    var isNever = false
    query.predicate.collectConjuncts(into: &conditions, isNever: &isNever)
    guard !isNever else { return .nothing }
    if conditions.count > 4 { try budget.spend(conditions.count, times: indexes.indices.count) }
    var best = QueryPlan.scan
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

  private func planWithoutPredicate(
    _ query: Query, _ budget: WorkBudget
  ) throws(Fault) -> QueryPlan {
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
  /// Returns the keys of up to `limit` matching documents in no particular order.
  ///
  /// Unlike ``page(_:)``, it reads at most four times as many documents or index entries, even if it
  /// does not find `limit` documents among them.
  package func keys(matching predicate: Predicate, limit: Int) -> [String] {
    WorkBudget.withoutLimit { budget throws(Fault) -> [String] in
      let walks: [OrderedIndexWalk]
      switch try plan(for: Query(predicate), within: budget) {
      case .nothing: walks = []
      case .candidates(_, let index, _, let offsets):
        walks = offsets.map { index.entries.walk($0.prefix(limit * 4)) }
      case .creationOrder, .indexOrder, .scan:
        walks = [created.walk(0..<Swift.min(count, limit * 4))]
      }
      var reader = DocumentTableReader(numbered)
      var keys: [String] = []
      for entry in walks.joined() {
        guard keys.count < limit else { break }
        guard let found = reader.document(entry.sequence),
          try predicate.matches(found.document, within: budget)
        else { continue }
        keys.append(entry.key)
      }
      return keys
    }
  }

  /// Returns up to `limit` keys in creation order, starting at `offset`; a limit of `nil` returns
  /// all.
  package func keys(from offset: Int = 0, limit: Int? = nil) -> [String] {
    created.walk(Self.page(of: count, from: offset, limit: limit)).map(\.key)
  }

  /// Returns up to `limit` documents in creation order, or newest first, starting at `offset`.
  ///
  /// Negative offsets and limits count as 0; a limit of `nil` returns all.
  package func documents(
    from offset: Int = 0, limit: Int? = nil, newestFirst: Bool = false
  ) -> [FoundDocument] {
    var page = Self.page(of: count, from: offset, limit: limit)
    if newestFirst { page = (count - page.upperBound)..<(count - page.lowerBound) }
    return found(Array(created.walk(page, backwards: newestFirst)))
  }

  /// Returns the documents of index entries, in the order of the entries.
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

  /// Returns the range of results that are on a page, out of `total` results; any offset and limit
  /// are valid.
  static func page(of total: Int, from offset: Int, limit: Int?) -> Range<Int> {
    let start = min(max(offset, 0), total)
    guard let limit else { return start..<total }
    return start..<(start + min(max(limit, 0), total - start))
  }
}
