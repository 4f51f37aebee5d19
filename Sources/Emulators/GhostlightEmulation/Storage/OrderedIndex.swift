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

  /// Makes an index of entries in any order; of those of the same value and sequence the last counts.
  package init(_ entries: [IndexEntry]) {
    var packed = PackedEntries()
    for entry in Self.ordered(entries) { packed.append(entry) }
    self.init(packed)
  }

  /// Makes an index of entries in order.
  init(_ entries: PackedEntries) {
    count = entries.count
    var nodes = entries.leaves
    while nodes.count > 1 {
      nodes = stride(from: 0, to: nodes.count, by: OrderedIndexNode.capacity).map { start in
        let end = Swift.min(start + OrderedIndexNode.capacity, nodes.count)
        return OrderedIndexNode(branches: nodes[start..<end].map(OrderedIndexBranch.init))
      }
    }
    if let top = nodes.first { root = top }
  }

  /// The entries in order, each place once.
  private static func ordered(_ entries: [IndexEntry]) -> [IndexEntry] {
    guard !isOrdered(entries) else { return entries }
    // Sorting keeps those of the same place as they came.
    let sorted = entries.sorted { $0.isBefore($1) }
    guard !isOrdered(sorted) else { return sorted }
    return sorted.indices.lazy.filter {
      $0 + 1 == sorted.count || sorted[$0].isBefore(sorted[$0 + 1])
    }.map { sorted[$0] }
  }

  private static func isOrdered(_ entries: [IndexEntry]) -> Bool {
    entries.indices.dropFirst().allSatisfy { entries[$0 - 1].isBefore(entries[$0]) }
  }

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

  /// Adds entries in order, all of them behind those there are.
  mutating func append(_ entries: PackedEntries) {
    guard count > 0 else {
      self = OrderedIndex(entries)
      return
    }
    for leaf in entries.leaves { for entry in leaf.entries { insert(entry) } }
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
    guard let lower = range.lower, let upper = range.upper else {
      let start = range.lower.map { root.rank(of: $0.start) } ?? 0
      let end = range.upper.map { root.rank(of: $0.end) } ?? count
      return start..<Swift.max(start, end)
    }
    let end = upper.end
    let found = root.ranks(of: lower.start, end)
    return found.start..<Swift.max(found.start, found.end ?? root.rank(of: end))
  }

  /// The number of entries whose values are in `range`.
  package func count(in range: IndexRange) -> Int { offsets(in: range).count }

  /// Walks the entries at `offsets`, cut to those there are, forwards or from the last one back.
  package func walk(_ offsets: Range<Int>, backwards: Bool = false) -> OrderedIndexWalk {
    OrderedIndexWalk(root: root, offsets: offsets.clamped(to: 0..<count), backwards: backwards)
  }

  /// The keys of the entries at `offsets`, cut to those there are, from the last one back.
  package func lastKeys(_ offsets: Range<Int>) -> [String] {
    let offsets = offsets.clamped(to: 0..<count)
    var keys: [String] = []
    keys.reserveCapacity(offsets.count)
    var end = offsets.upperBound
    while end > offsets.lowerBound {
      var start = 0
      let leaf = root.leaf(at: end - 1, start: &start)
      let first = Swift.max(start, offsets.lowerBound)
      for offset in (first..<end).reversed() { keys.append(leaf[offset - start].key) }
      end = first
    }
    return keys
  }

  /// Walks the entries whose values are in `range`.
  package func walk(in range: IndexRange, backwards: Bool = false) -> OrderedIndexWalk {
    walk(offsets(in: range), backwards: backwards)
  }
}

/// Entries in order, in leaves that are filled one after the other, so that only the last is short.
struct PackedEntries {
  private(set) var leaves: [OrderedIndexNode] = []
  private(set) var count = 0

  /// Adds an entry, which stands behind those before it.
  mutating func append(_ entry: IndexEntry) {
    if count % OrderedIndexNode.capacity == 0 {
      leaves.append(OrderedIndexNode(entries: []))
      leaves[leaves.count - 1].entries.reserveCapacity(OrderedIndexNode.capacity)
    }
    leaves[leaves.count - 1].entries.append(entry)
    count += 1
  }
}

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
    entries.withUnsafeBufferPointer { entries in
      var low = 0
      var high = entries.count
      while low < high {
        let middle = (low + high) / 2
        if entries[middle].isBefore(position) { low = middle + 1 } else { high = middle }
      }
      return low
    }
  }

  /// The branch whose entries surround `position`.
  func branch(for position: IndexPosition) -> Int {
    branches.withUnsafeBufferPointer { branches in
      var low = 1
      var high = branches.count
      while low < high {
        let middle = (low + high) / 2
        if position < branches[middle].first { high = middle } else { low = middle + 1 }
      }
      return low - 1
    }
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

/// A node's hold on one of its children.
struct OrderedIndexBranch: Sendable {
  /// A lower bound of the child's entries, above every entry of the child before.
  var first: IndexPosition
  /// The number of entries below.
  var count: Int
  /// The child.
  var node: OrderedIndexNode

  /// Holds `node`, which is not empty, and counts it.
  init(_ node: OrderedIndexNode) {
    first = node.first
    count = node.count
    self.node = node
  }
}

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

extension OrderedIndexNode {
  /// The number of entries that stand before `position`.
  func rank(of position: IndexPosition) -> Int {
    guard !isLeaf else { return slot(for: position) }
    let slot = branch(for: position)
    var before = 0
    for index in 0..<slot { before += branches[index].count }
    return before + branches[slot].node.rank(of: position)
  }

  /// The number of entries that stand before `start`; and before `end`, where that is seen within a
  /// few entries from there on, as in the range of a value that few documents have.
  func ranks(of start: IndexPosition, _ end: IndexPosition) -> (start: Int, end: Int?) {
    guard !isLeaf else {
      let slot = slot(for: start)
      for next in slot..<min(slot + 4, entries.count) where !entries[next].isBefore(end) {
        return (slot, next)
      }
      return (slot, nil)
    }
    let slot = branch(for: start)
    return branches.withUnsafeBufferPointer { branches in
      var before = 0
      for index in 0..<slot { before += branches[index].count }
      let below = branches[slot].node.ranks(of: start, end)
      return (before + below.start, below.end.map { before + $0 })
    }
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
    rebalance(slot)
    return removed
  }

  /// Drops the child at `slot` if it is empty, and joins it with a neighbour if it is too short.
  private mutating func rebalance(_ slot: Int) {
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
