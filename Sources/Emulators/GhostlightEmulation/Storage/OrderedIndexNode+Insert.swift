extension OrderedIndexNode {
  /// What an insertion did to a node.
  struct Insertion {
    /// Whether the place was free.
    var isNew: Bool
    /// The right part of a node that had to split.
    var right: OrderedIndexNode?
  }

  /// Adds `entry`, or replaces the one of the same value and sequence.
  ///
  /// `onEdge` says whether the node is on the tree's right edge. There a full node stays full and
  /// its new neighbour starts with one entry, so that appending packs all nodes.
  mutating func insert(_ entry: IndexEntry, at position: IndexPosition, onEdge: Bool) -> Insertion {
    guard isLeaf else { return insertBelow(entry, at: position, onEdge: onEdge) }
    let slot = slot(for: position)
    if slot < entries.count, entries[slot].position == position {
      entries[slot] = entry
      return Insertion(isNew: false)
    }
    guard entries.count == Self.capacity else {
      entries.insert(entry, at: slot)
      return Insertion(isNew: true)
    }
    if onEdge, slot == entries.count {
      return Insertion(isNew: true, right: OrderedIndexNode(entries: [entry]))
    }
    let half = Self.capacity / 2
    var right = split(at: half)
    if slot <= half {
      entries.insert(entry, at: slot)
    } else {
      right.entries.insert(entry, at: slot - half)
    }
    return Insertion(isNew: true, right: right)
  }

  private mutating func insertBelow(
    _ entry: IndexEntry, at position: IndexPosition, onEdge: Bool
  ) -> Insertion {
    let slot = branch(for: position)
    let isLast = onEdge && slot == branches.count - 1
    let below = branches[slot].node.insert(entry, at: position, onEdge: isLast)
    guard below.isNew else { return below }
    if slot == 0, position < branches[0].first { branches[0].first = position }
    guard let added = below.right.map(OrderedIndexBranch.init) else {
      branches[slot].count += 1
      return Insertion(isNew: true)
    }
    branches[slot].count += 1 - added.count
    guard branches.count == Self.capacity else {
      branches.insert(added, at: slot + 1)
      return Insertion(isNew: true)
    }
    if isLast { return Insertion(isNew: true, right: OrderedIndexNode(branches: [added])) }
    let half = Self.capacity / 2
    var right = split(at: half)
    if slot < half {
      branches.insert(added, at: slot + 1)
    } else {
      right.branches.insert(added, at: slot + 1 - half)
    }
    return Insertion(isNew: true, right: right)
  }
}
