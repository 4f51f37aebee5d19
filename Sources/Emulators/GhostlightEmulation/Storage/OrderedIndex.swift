/// Entries in order of value and sequence number, as a persistent B-tree that knows its counts.
///
/// A copy costs a retain and shares all nodes; a write costs the nodes on its way. Everything but
/// a walk is O(log n), also the entry at an offset and the number of entries in a range.
package struct OrderedIndex: Sendable {
  /// The number of entries.
  package private(set) var count = 0
  private(set) var root = OrderedIndexNode(entries: [])

  /// Makes an index without entries.
  package init() {}

  /// Whether there is no entry.
  package var isEmpty: Bool { count == 0 }

  /// Adds an entry, or replaces the one of the same value and sequence.
  ///
  /// Answers whether the place was free.
  @discardableResult
  package mutating func insert(_ entry: IndexEntry) -> Bool {
    let insertion = root.insert(entry, at: entry.position, onEdge: true)
    if let right = insertion.right {
      let left = root
      root = OrderedIndexNode(branches: [OrderedIndexBranch(left), OrderedIndexBranch(right)])
    }
    if insertion.isNew { count += 1 }
    return insertion.isNew
  }

  /// Takes out the entry of `value` and `sequence` and answers it, or `nil` where there is none.
  @discardableResult
  package mutating func remove(value: IndexValue, sequence: Int) -> IndexEntry? {
    let position = IndexPosition(value: value, sequence: sequence)
    guard let removed = root.remove(at: position) else { return nil }
    count -= 1
    while root.branches.count == 1 {
      let child = root.branches[0].node
      root = child
    }
    return removed
  }

  /// The entry at `offset` in order, or `nil` beyond the ends.
  package func entry(at offset: Int) -> IndexEntry? {
    guard offset >= 0, offset < count else { return nil }
    var start = 0
    let leaf = root.leaf(at: offset, start: &start)
    return leaf[offset - start]
  }

  /// The offsets of the entries whose values are in `range`.
  package func offsets(in range: IndexRange) -> Range<Int> {
    let start = range.lower.map { root.rank(of: $0.start) } ?? 0
    let end = range.upper.map { root.rank(of: $0.end) } ?? count
    return start..<Swift.max(start, end)
  }

  /// The number of entries whose values are in `range`.
  package func count(in range: IndexRange) -> Int { offsets(in: range).count }

  /// Walks the entries at `offsets`, cut to those there are, forwards or from the last one back.
  package func walk(_ offsets: Range<Int>, backwards: Bool = false) -> OrderedIndexWalk {
    OrderedIndexWalk(root: root, offsets: offsets.clamped(to: 0..<count), backwards: backwards)
  }

  /// Walks the entries whose values are in `range`.
  package func walk(in range: IndexRange, backwards: Bool = false) -> OrderedIndexWalk {
    walk(offsets(in: range), backwards: backwards)
  }
}

extension OrderedIndex: Sequence {
  /// Walks all entries in order.
  package func makeIterator() -> OrderedIndexWalk { walk(0..<count) }
}

/// A walk over some entries of an ``OrderedIndex``.
///
/// It holds one leaf at a time and finds the next one by its offset. Writes to the index it came
/// from do not touch it.
package struct OrderedIndexWalk: Sequence, IteratorProtocol, Sendable {
  private let root: OrderedIndexNode
  private var offsets: Range<Int>
  private let backwards: Bool
  private var leaf: [IndexEntry] = []
  private var start = 0

  init(root: OrderedIndexNode, offsets: Range<Int>, backwards: Bool) {
    self.root = root
    self.offsets = offsets
    self.backwards = backwards
  }

  /// The number of entries still to come.
  package var underestimatedCount: Int { offsets.count }

  /// The next entry, or `nil` at the end.
  package mutating func next() -> IndexEntry? {
    guard !offsets.isEmpty else { return nil }
    let offset: Int
    if backwards {
      offset = offsets.upperBound - 1
      offsets = offsets.lowerBound..<offset
    } else {
      offset = offsets.lowerBound
      offsets = (offset + 1)..<offsets.upperBound
    }
    if offset < start || offset - start >= leaf.count {
      start = 0
      leaf = root.leaf(at: offset, start: &start)
    }
    return leaf[offset - start]
  }
}
