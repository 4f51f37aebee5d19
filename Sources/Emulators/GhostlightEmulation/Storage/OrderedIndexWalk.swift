extension OrderedIndex: Sequence {
  package func makeIterator() -> OrderedIndexWalk { walk(0..<count) }
}

/// An iterator over a range of entries of an ``OrderedIndex``, in either direction.
///
/// It holds one leaf at a time and finds the next leaf by its offset. Later writes to the index do
/// not affect it.
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

  /// The exact number of entries that the iterator has not returned yet.
  package var underestimatedCount: Int { offsets.count }

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
