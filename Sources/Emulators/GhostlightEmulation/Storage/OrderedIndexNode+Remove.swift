extension OrderedIndexNode {
  /// Takes out the entry at `position` and answers it, or `nil` where there is none.
  mutating func remove(at position: IndexPosition) -> IndexEntry? {
    if isLeaf {
      let slot = slot(for: position)
      guard slot < entries.count, entries[slot].position == position else { return nil }
      return entries.remove(at: slot)
    }
    let slot = branch(for: position)
    guard let removed = branches[slot].node.remove(at: position) else { return nil }
    branches[slot].count -= 1
    settle(slot)
    return removed
  }

  /// Drops the child at `slot` if it is empty, and joins it with a neighbour if it is too short.
  private mutating func settle(_ slot: Int) {
    guard branches[slot].count > 0 else {
      branches.remove(at: slot)
      return
    }
    guard branches.count > 1, branches[slot].node.size < Self.minimum else { return }
    let left = max(slot - 1, 0)
    let right = branches.remove(at: left + 1).node
    branches[left].node.entries.append(contentsOf: right.entries)
    branches[left].node.branches.append(contentsOf: right.branches)
    let size = branches[left].node.size
    guard size > Self.capacity else {
      branches[left].count = branches[left].node.count
      return
    }
    let added = OrderedIndexBranch(branches[left].node.split(at: size / 2))
    branches[left].count = branches[left].node.count
    branches.insert(added, at: left + 1)
  }
}
