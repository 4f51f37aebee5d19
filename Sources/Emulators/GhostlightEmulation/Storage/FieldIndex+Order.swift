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
