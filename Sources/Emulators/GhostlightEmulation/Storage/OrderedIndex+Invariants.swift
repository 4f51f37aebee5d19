extension OrderedIndex {
  /// Returns a description of an invariant of the tree that does not hold, or `nil` if all hold.
  ///
  /// It is for tests only and takes O(n).
  package func brokenInvariant() -> String? {
    guard root.count == count else { return "count \(count), but \(root.count) entries" }
    guard root.isLeaf || root.branches.count > 1 else { return "a root of one branch" }
    var depths: Set<Int> = []
    if let broken = root.broken(depth: 0, onEdge: true, isRoot: true, depths: &depths) {
      return broken
    }
    guard depths.count == 1 else { return "leaves at depths \(depths.sorted())" }
    let positions = map(\.position)
    for index in positions.indices.dropFirst() where positions[index - 1] >= positions[index] {
      return "entries \(index - 1) and \(index) out of order"
    }
    return nil
  }
}

extension OrderedIndexNode {
  fileprivate func broken(
    depth: Int, onEdge: Bool, isRoot: Bool, depths: inout Set<Int>
  ) -> String? {
    guard size <= Self.capacity else { return "\(size) in a node" }
    guard isRoot || size >= (onEdge ? 1 : Self.minimum) else { return "only \(size) in a node" }
    guard entries.isEmpty || branches.isEmpty else { return "a leaf with branches" }
    if isLeaf { depths.insert(depth) }
    for (index, branch) in branches.enumerated() {
      guard branch.count == branch.node.count else { return "a branch counts \(branch.count)" }
      guard branch.first <= branch.node.first else { return "a branch starts too late" }
      if index > 0, let last = branches[index - 1].node.lastPosition, last >= branch.first {
        return "a branch starts before its neighbour ends"
      }
      let isLast = onEdge && index == branches.count - 1
      if let broken = branch.node.broken(
        depth: depth + 1, onEdge: isLast, isRoot: false, depths: &depths)
      {
        return broken
      }
    }
    return nil
  }

  private var lastPosition: IndexPosition? {
    branches.last.map(\.node.lastPosition) ?? entries.last?.position
  }
}
