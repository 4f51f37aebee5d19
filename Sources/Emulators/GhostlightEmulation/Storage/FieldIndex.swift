import GhostlightCore

/// A secondary index: the documents of a collection by the value of one field.
///
/// A scalar is filed once, an array once for each different scalar among its elements, one level
/// deep. Documents without the field, and those whose value is an object or an array without
/// scalars, are not in the index: it must not serve a test that one of them could pass, nor order
/// documents unless those that are absent are accounted for by ``scalarDocuments`` and
/// ``compoundDocuments``.
struct FieldIndex: Sendable {
  /// The field.
  let path: FieldPath
  /// The entries.
  private(set) var entries = OrderedIndex()
  /// How many documents hold a scalar, and so exactly one entry.
  private(set) var scalarDocuments = 0
  /// How many documents hold an array or an object, and so any number of entries.
  private(set) var compoundDocuments = 0

  /// Files the documents of a table, whose creation order is given too.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` where the budget was cancelled meanwhile.
  init(
    path: FieldPath, of documents: DocumentTable, in created: OrderedIndex,
    within budget: WorkBudget
  ) throws(Fault) {
    self.path = path
    try add(documents, created.makeIterator(), within: budget)
  }

  /// Files documents that follow each other in creation order.
  mutating func add(_ documents: DocumentTable, _ entries: OrderedIndexWalk) {
    WorkBudget.withoutLimit { budget throws(Fault) in
      try add(documents, entries, within: budget)
    }
  }

  /// Files documents, all at once where they are many beside those that are filed.
  private mutating func add(
    _ documents: DocumentTable, _ created: OrderedIndexWalk, within budget: WorkBudget
  ) throws(Fault) {
    let areMany = created.underestimatedCount > entries.count / 4
    var found = areMany ? Array(entries) : []
    var reader = DocumentTableReader(documents)
    var untilCheck = Self.block
    for entry in created {
      untilCheck -= 1
      if untilCheck == 0 {
        try budget.check()
        untilCheck = Self.block
      }
      guard let json = reader.document(entry.sequence).flatMap({ path.value(in: $0.document) })
      else { continue }
      for value in file(json) {
        let entry = IndexEntry(value: value, sequence: entry.sequence, key: entry.key)
        if areMany { found.append(entry) } else { entries.insert(entry) }
      }
    }
    if areMany { entries = OrderedIndex(found) }
  }

  /// After so many documents the budget is asked whether anybody still waits.
  private static let block = 1_024

  /// Files a document.
  mutating func add(_ document: JSONObject, sequence: Int, key: String) {
    guard let json = path.value(in: document) else { return }
    add(json, sequence: sequence, key: key)
  }

  /// Takes a document out.
  mutating func remove(_ document: JSONObject, sequence: Int) {
    guard let json = path.value(in: document) else { return }
    remove(json, sequence: sequence)
  }

  /// Files a document anew, which costs nothing if the field kept its value.
  mutating func replace(
    _ old: JSONObject, with new: JSONObject, sequence: Int, key: String
  ) {
    let before = path.value(in: old)
    let after = path.value(in: new)
    switch (before, after) {
    case (nil, nil): return
    case (let before?, let after?) where before.isSame(as: after): return
    default: break
    }
    if let before { remove(before, sequence: sequence) }
    if let after { add(after, sequence: sequence, key: key) }
  }

  private mutating func add(_ json: JSON, sequence: Int, key: String) {
    for value in file(json) {
      entries.insert(IndexEntry(value: value, sequence: sequence, key: key))
    }
  }

  /// Counts a document by its value, and answers under what it is filed.
  private mutating func file(_ json: JSON) -> [IndexValue] {
    if let value = IndexValue(json) {
      scalarDocuments += 1
      return [value]
    }
    compoundDocuments += 1
    return (json.array ?? []).compactMap(IndexValue.init)
  }

  private mutating func remove(_ json: JSON, sequence: Int) {
    if let value = IndexValue(json) {
      scalarDocuments -= 1
      entries.remove(value: value, sequence: sequence)
      return
    }
    compoundDocuments -= 1
    for value in (json.array ?? []).compactMap(IndexValue.init) {
      entries.remove(value: value, sequence: sequence)
    }
  }
}

extension FieldIndex {
  /// Which entries are the results at `page` when `total` documents are ordered by `key` alone.
  ///
  /// Answers `nil` where the index does not know: documents with an array or object are in it more
  /// than once or not at all, and those without the field, which come first or last, are not.
  func offsets(of page: Range<Int>, by key: SortKey, total: Int) -> Range<Int>? {
    guard compoundDocuments == 0 else { return nil }
    let missing = total - scalarDocuments
    if missing == 0 { return page }
    guard key.missingComesFirst else { return page.upperBound <= scalarDocuments ? page : nil }
    guard page.lowerBound >= missing else { return nil }
    return (page.lowerBound - missing)..<(page.upperBound - missing)
  }

  /// The entries at `offsets` of an order by value whose ties go by creation or newest first.
  func page(_ offsets: Range<Int>, descending: Bool, newestFirst: Bool) -> [IndexEntry] {
    guard descending != newestFirst else {
      return Array(entries.walk(mirrored(offsets, descending), backwards: descending))
    }
    var result: [IndexEntry] = []
    var offset = offsets.lowerBound
    while offset < offsets.upperBound {
      // Within the entries of one value the walk goes the other way.
      let place = descending ? entries.count - 1 - offset : offset
      guard let value = entries.entry(at: place)?.value else { break }
      let group = entries.offsets(in: .only(value))
      let start = mirrored(group, descending).lowerBound
      let wanted = (offset - start)..<min(offsets.upperBound - start, group.count)
      let run =
        newestFirst
        ? (group.upperBound - wanted.upperBound)..<(group.upperBound - wanted.lowerBound)
        : (group.lowerBound + wanted.lowerBound)..<(group.lowerBound + wanted.upperBound)
      result.append(contentsOf: entries.walk(run, backwards: newestFirst))
      offset = start + group.count
    }
    return result
  }

  /// The same entries counted from the other end.
  private func mirrored(_ offsets: Range<Int>, _ isMirrored: Bool) -> Range<Int> {
    guard isMirrored else { return offsets }
    return (entries.count - offsets.upperBound)..<(entries.count - offsets.lowerBound)
  }
}
