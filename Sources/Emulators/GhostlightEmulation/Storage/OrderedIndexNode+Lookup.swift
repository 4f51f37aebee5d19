extension OrderedIndexNode {
  /// The number of entries that stand before `position`.
  func rank(of position: IndexPosition) -> Int {
    guard !isLeaf else { return slot(for: position) }
    let slot = branch(for: position)
    var before = 0
    for index in 0..<slot { before += branches[index].count }
    return before + branches[slot].node.rank(of: position)
  }

  /// The leaf that holds the entry at `offset`, which the caller knows to be below the count.
  ///
  /// Adds to `start` the number of entries before the leaf's first one.
  func leaf(at offset: Int, start: inout Int) -> [IndexEntry] {
    guard !isLeaf else { return entries }
    var slot = 0
    while slot < branches.count - 1, offset - start >= branches[slot].count {
      start += branches[slot].count
      slot += 1
    }
    return branches[slot].node.leaf(at: offset, start: &start)
  }
}
