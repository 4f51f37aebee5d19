/// A node of an ``OrderedIndex``: a leaf with entries, or an inner node with branches.
///
/// It is made of arrays only, so that sharing, copying on write and `Sendable` are the arrays' own:
/// a write copies the arrays on the way to its leaf if another index shares them, else none.
struct OrderedIndexNode: Sendable {
  /// The most entries or branches of a node.
  static let capacity = 32
  /// The fewest of a node, except on the right edge, where appending leaves short nodes.
  static let minimum = 8

  /// The entries, in order; empty in an inner node.
  var entries: [IndexEntry]
  /// The children, in order; empty in a leaf.
  var branches: [OrderedIndexBranch]

  init(entries: [IndexEntry]) {
    self.entries = entries
    branches = []
  }

  init(branches: [OrderedIndexBranch]) {
    entries = []
    self.branches = branches
  }

  var isLeaf: Bool { branches.isEmpty }

  /// The number of entries or branches held here.
  var size: Int { branches.isEmpty ? entries.count : branches.count }

  /// The number of entries here and below.
  var count: Int {
    guard !branches.isEmpty else { return entries.count }
    var sum = 0
    for branch in branches { sum += branch.count }
    return sum
  }

  /// A lower bound of the entries; the very first one in a leaf that has any.
  var first: IndexPosition {
    if let branch = branches.first { return branch.first }
    return entries.first?.position ?? IndexPosition(value: .null, sequence: .min)
  }

  /// The number of entries held here that stand before `position`.
  func slot(for position: IndexPosition) -> Int {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].isBefore(position) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The branch whose entries surround `position`.
  func branch(for position: IndexPosition) -> Int {
    var low = 1
    var high = branches.count
    while low < high {
      let middle = (low + high) / 2
      if position < branches[middle].first { high = middle } else { low = middle + 1 }
    }
    return low - 1
  }

  /// Takes the second half, from `slot` on, into a node of its own.
  mutating func split(at slot: Int) -> OrderedIndexNode {
    if isLeaf {
      let right = OrderedIndexNode(entries: Array(entries[slot...]))
      entries.removeSubrange(slot...)
      return right
    }
    let right = OrderedIndexNode(branches: Array(branches[slot...]))
    branches.removeSubrange(slot...)
    return right
  }
}
