/// Index entries ordered by value and sequence number, in a persistent B-tree with counts.
///
/// A copy costs one retain and shares all nodes; a write copies only the nodes on its path. All
/// operations except an iteration take O(log n), also finding the entry at an offset and counting
/// the entries in a range.
package struct OrderedIndex: Sendable {
  package private(set) var count = 0
  private(set) var root = OrderedIndexNode(entries: [])

  package init() {}

  /// Creates an index from entries in any order.
  ///
  /// If several entries have the same value and sequence number, the last one is used.
  package init(_ entries: [IndexEntry]) {
    var packed = PackedEntries()
    for entry in Self.ordered(entries) { packed.append(entry) }
    self.init(packed)
  }

  /// Creates an index from packed entries, which must be in order.
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

  /// Returns the entries in order; of several with the same value and sequence number, only the
  /// last one is included.
  private static func ordered(_ entries: [IndexEntry]) -> [IndexEntry] {
    guard !isOrdered(entries) else { return entries }
    // The sort is stable, so entries with the same value and sequence number keep their order.
    let sorted = entries.sorted { $0.isBefore($1) }
    guard !isOrdered(sorted) else { return sorted }
    return sorted.indices.lazy.filter {
      $0 + 1 == sorted.count || sorted[$0].isBefore(sorted[$0 + 1])
    }.map { sorted[$0] }
  }

  private static func isOrdered(_ entries: [IndexEntry]) -> Bool {
    entries.indices.dropFirst().allSatisfy { entries[$0 - 1].isBefore(entries[$0]) }
  }

  package var isEmpty: Bool { count == 0 }

  /// Adds an entry, or replaces the one with the same value and sequence number.
  ///
  /// - Returns: `false` if an entry was replaced.
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

  /// Appends packed entries, which must come after all existing ones.
  mutating func append(_ entries: PackedEntries) {
    guard count > 0 else {
      self = OrderedIndex(entries)
      return
    }
    for leaf in entries.leaves { for entry in leaf.entries { insert(entry) } }
  }

  /// Removes and returns the entry with a value and a sequence number, or returns `nil` if there is
  /// none.
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

  /// Returns the entry at `offset`, or `nil` if there is none.
  package func entry(at offset: Int) -> IndexEntry? {
    guard offset >= 0, offset < count else { return nil }
    var start = 0
    let leaf = root.leaf(at: offset, start: &start)
    return leaf[offset - start]
  }

  /// Returns the offsets of the entries whose values are in `range`.
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

  /// Returns the number of entries whose values are in `range`.
  package func count(in range: IndexRange) -> Int { offsets(in: range).count }

  /// Returns an iterator over the entries at `offsets`, in either direction; offsets outside the
  /// index are ignored.
  package func walk(_ offsets: Range<Int>, backwards: Bool = false) -> OrderedIndexWalk {
    OrderedIndexWalk(root: root, offsets: offsets.clamped(to: 0..<count), backwards: backwards)
  }

  /// Returns the keys of the entries at `offsets` in reverse order; offsets outside the index are
  /// ignored.
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

  /// Returns an iterator over the entries whose values are in `range`.
  package func walk(in range: IndexRange, backwards: Bool = false) -> OrderedIndexWalk {
    walk(offsets(in: range), backwards: backwards)
  }
}

/// Ordered index entries, packed into full leaves; only the last leaf may have room.
struct PackedEntries {
  private(set) var leaves: [OrderedIndexNode] = []
  private(set) var count = 0

  /// Appends an entry, which must come after all existing ones.
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
/// A node consists only of arrays, which provide sharing, copy-on-write and `Sendable`. A write
/// copies an array on its path only if another index shares it.
struct OrderedIndexNode: Sendable {
  /// The maximum number of entries or branches in a node.
  static let capacity = 32
  /// The minimum number of entries or branches, except in nodes on the right edge of the tree,
  /// where appending creates short nodes.
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

  /// The number of entries or branches in this node.
  var size: Int { branches.isEmpty ? entries.count : branches.count }

  /// The number of entries in this node and all nodes below it.
  var count: Int {
    guard !branches.isEmpty else { return entries.count }
    var sum = 0
    for branch in branches { sum += branch.count }
    return sum
  }

  /// A lower bound of the positions of the entries in and below this node.
  ///
  /// In a leaf, it is the position of the first entry.
  var first: IndexPosition {
    if let branch = branches.first { return branch.first }
    return entries.first?.position ?? IndexPosition(value: .null, sequence: .min)
  }

  /// Returns the number of entries in this leaf that come before `position`.
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

  /// Returns the index of the branch to follow to find `position`.
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

  /// Moves the elements from `slot` on into a new node, and returns the new node.
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

/// A reference from a node to one of its children, with a lower bound and a count for searches.
struct OrderedIndexBranch: Sendable {
  /// A lower bound of the positions in the child; it is greater than all positions in the previous
  /// child.
  var first: IndexPosition
  /// The number of entries in the child and all nodes below it.
  var count: Int
  var node: OrderedIndexNode

  /// Creates a branch to `node`, which must not be empty.
  init(_ node: OrderedIndexNode) {
    first = node.first
    count = node.count
    self.node = node
  }
}

extension OrderedIndexNode {
  /// The result of inserting an entry into a node.
  struct Insertion {
    /// Whether the entry was added; `false` if it replaced an existing entry.
    var isNew: Bool
    /// The new node with the right part of the elements, or `nil` if the node was not split.
    var right: OrderedIndexNode?
  }

  /// Adds `entry`, or replaces the one with the same value and sequence number.
  ///
  /// `onEdge` is `true` for nodes on the right edge of the tree. There a full node stays full and
  /// its new neighbour starts with one entry, so that appending entries fills all nodes.
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
  /// Returns the number of entries that come before `position`.
  func rank(of position: IndexPosition) -> Int {
    guard !isLeaf else { return slot(for: position) }
    let slot = branch(for: position)
    var before = 0
    for index in 0..<slot { before += branches[index].count }
    return before + branches[slot].node.rank(of: position)
  }

  /// Returns the number of entries before `start`, and the number before `end` if both positions
  /// are close to each other.
  ///
  /// The second number is `nil` unless `end` is within the next few entries of the same leaf, which
  /// is enough for a value that few documents have.
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

  /// Returns the leaf that contains the entry at `offset`, which must be less than the count.
  ///
  /// The method adds the number of entries before the leaf to `start`.
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
  /// Removes and returns the entry at `position`, or returns `nil` if there is none.
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

  /// Removes the child at `slot` if it is empty; merges it with a neighbour if it has fewer than
  /// ``minimum`` elements.
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
