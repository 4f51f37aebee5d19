import GhostlightCore

/// A secondary index: the documents of a collection by the value of one field.
///
/// A document whose field is a scalar has one entry, and one whose field is an array has an entry
/// for each distinct scalar element. These documents have no entries: documents without the field,
/// and documents whose value is an object or an array without scalars.
///
/// The index must therefore not be used for a test that a document without entries could pass. It
/// may sort documents only if ``scalarDocuments`` and ``compoundDocuments`` account for the
/// documents without entries.
struct FieldIndex: Sendable {
  let path: FieldPath
  private(set) var entries = OrderedIndex()
  /// The number of documents whose field is a scalar; each has exactly one entry.
  private(set) var scalarDocuments = 0
  /// The number of documents whose field is an array or an object; each has any number of entries.
  private(set) var compoundDocuments = 0

  /// Creates an index of one field of all documents in a table.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` if the budget was cancelled.
  init(
    path: FieldPath, of documents: DocumentTable, in created: OrderedIndex,
    within budget: WorkBudget
  ) throws(Fault) {
    self.path = path
    try add(documents, created.makeIterator(), within: budget)
  }

  /// Adds the documents of `entries`, which must be consecutive in creation order.
  mutating func add(_ documents: DocumentTable, _ entries: OrderedIndexWalk) {
    WorkBudget.withoutLimit { budget throws(Fault) in
      try add(documents, entries, within: budget)
    }
  }

  /// Adds the documents of `created`; builds a new tree if they are many compared with the existing
  /// entries.
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

  /// The number of documents after which the budget is checked for cancellation.
  private static let block = 1_024

  mutating func add(_ document: JSONObject, sequence: Int, key: String) {
    guard let json = path.value(in: document) else { return }
    add(json, sequence: sequence, key: key)
  }

  mutating func remove(_ document: JSONObject, sequence: Int) {
    guard let json = path.value(in: document) else { return }
    remove(json, sequence: sequence)
  }

  /// Updates the entries of a document; takes little time if the field's value is unchanged.
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

  /// Counts a document whose field has the value `json`, and returns the values of its index
  /// entries.
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
  /// Returns the offsets of the entries for the results in `page`, if all `total` documents are
  /// sorted by `key` alone.
  ///
  /// - Returns: `nil` if the index does not determine the page. An array or an object has several
  ///   entries or none, and documents without the field, which come first or last, have none.
  func offsets(of page: Range<Int>, by key: SortKey, total: Int) -> Range<Int>? {
    guard compoundDocuments == 0 else { return nil }
    let missing = total - scalarDocuments
    if missing == 0 { return page }
    guard key.missingComesFirst else { return page.upperBound <= scalarDocuments ? page : nil }
    guard page.lowerBound >= missing else { return nil }
    return (page.lowerBound - missing)..<(page.upperBound - missing)
  }

  /// Returns the entries at `offsets`, ordered by value; entries of the same value are in creation
  /// order, oldest or newest first.
  func page(_ offsets: Range<Int>, descending: Bool, newestFirst: Bool) -> [IndexEntry] {
    guard descending != newestFirst else {
      return Array(entries.walk(mirrored(offsets, descending), backwards: descending))
    }
    var result: [IndexEntry] = []
    var offset = offsets.lowerBound
    while offset < offsets.upperBound {
      // The entries of each value are added as a group, because within a group the direction is the
      // opposite of that of the values.
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

  /// Returns `offsets` counted from the end of the index if `isMirrored` is `true`, otherwise
  /// unchanged.
  private func mirrored(_ offsets: Range<Int>, _ isMirrored: Bool) -> Range<Int> {
    guard isMirrored else { return offsets }
    return (entries.count - offsets.upperBound)..<(entries.count - offsets.lowerBound)
  }
}
