import HashTreeCollections

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
    for entry in entries {
      guard let document = stored[entry.key]?.document else { continue }
      result.append(
        FoundDocument(key: entry.key, sequence: entry.sequence, document: document))
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
