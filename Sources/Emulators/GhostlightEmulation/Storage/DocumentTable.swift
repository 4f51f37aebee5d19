/// Documents by their number in creation order, sharing structure between copies.
///
/// A persistent tree of arrays, each level of which reads four bits of the number: a copy is free, a
/// write costs the arrays on its way if another copy shares them, else none. Numbers grow and are
/// never used again, so parts without documents are given up.
struct DocumentTable: Sendable {
  private var root = DocumentTableNode.leaf([])
  /// The levels above the leaves.
  private var height = 0

  /// The documents whose numbers differ from this one in the last bits alone, cut behind the last.
  fileprivate func leaf(of number: Int) -> [StoredDocument?] {
    isWithin(number) ? root.leaf(of: number, below: height) : []
  }

  /// Whether the levels there are read all bits of a number.
  private func isWithin(_ number: Int) -> Bool {
    number >> (DocumentTableNode.bits * (height + 1)) == 0
  }

  /// Puts a document at its number, in the place of the one that was there.
  mutating func set(_ document: StoredDocument) {
    changeLeaf(of: document.sequence) { DocumentTableNode.set(document, in: &$0) }
  }

  /// Puts documents at their numbers, which follow each other.
  mutating func set(_ documents: [StoredDocument]) {
    var start = 0
    while start < documents.count {
      let number = documents[start].sequence
      let end = min(start + DocumentTableNode.countInLeaf(from: number), documents.count)
      changeLeaf(of: number) { leaf in
        for document in documents[start..<end] { DocumentTableNode.set(document, in: &leaf) }
      }
      start = end
    }
  }

  private mutating func changeLeaf(of number: Int, _ change: (inout [StoredDocument?]) -> Void) {
    while !isWithin(number) {
      root = .inner([root])
      height += 1
    }
    root.changeLeaf(of: number, below: height, change)
  }

  /// Takes out the document of a number, which is there.
  mutating func remove(_ number: Int) {
    root.remove(number, below: height)
  }

  /// A document of one table and that of the same number of another.
  typealias Difference = (old: StoredDocument?, new: StoredDocument?)

  /// Where documents differ from another table's; `nil` where more do than a limit.
  ///
  /// Parts that both share are not looked at.
  func differences(from other: DocumentTable, atMost limit: Int) -> [Difference]? {
    var (old, new) = (other.root, root)
    for _ in other.height..<max(height, other.height) { old = .inner([old]) }
    for _ in height..<max(height, other.height) { new = .inner([new]) }
    var found: [Difference] = []
    return new.collectDifferences(from: old, into: &found, atMost: limit) ? found : nil
  }
}

/// A look at a ``DocumentTable``, which finds documents with neighbouring numbers in the same leaf.
struct DocumentTableReader {
  private let table: DocumentTable
  private var leaf: [StoredDocument?] = []
  /// What the numbers of the leaf have in common.
  private var block = -1

  init(_ table: DocumentTable) { self.table = table }

  /// The document of a number, or `nil`.
  mutating func document(_ number: Int) -> StoredDocument? {
    let block = number >> DocumentTableNode.bits
    if block != self.block {
      leaf = table.leaf(of: number)
      self.block = block
    }
    let slot = DocumentTableNode.slot(of: number, at: 0)
    return slot < leaf.count ? leaf[slot] : nil
  }
}

/// A node of a ``DocumentTable``, cut behind the last place that was ever filled; at any height, a leaf
/// without documents stands for a part without any.
private enum DocumentTableNode: Sendable {
  case leaf([StoredDocument?])
  case inner([DocumentTableNode])

  /// How many bits of a number a level reads.
  static let bits = 4

  /// Where a number belongs in a node of a height.
  static func slot(of number: Int, at height: Int) -> Int {
    number >> (bits * height) & (1 << bits - 1)
  }

  /// How many numbers from one on are in the same leaf.
  static func countInLeaf(from number: Int) -> Int { 1 << bits - slot(of: number, at: 0) }

  private var isEmpty: Bool {
    switch self {
    case .leaf(let documents): documents.isEmpty
    case .inner(let branches): branches.isEmpty
    }
  }

  /// Collects where documents differ from another node's at the same place, and answers `false` where
  /// there are more by then than a limit.
  func collectDifferences(
    from other: DocumentTableNode, into found: inout [DocumentTable.Difference],
    atMost limit: Int
  ) -> Bool {
    switch (self, other) {
    case (.leaf(let new), .leaf(let old)):
      guard !Self.isSame(new, old) else { return true }
      for slot in 0..<max(new.count, old.count) {
        let left = slot < old.count ? old[slot] : nil
        let right = slot < new.count ? new[slot] : nil
        if left !== right { found.append((left, right)) }
      }
      return found.count <= limit
    default:
      let (new, old) = (branches, other.branches)
      guard !Self.isSame(new, old) else { return true }
      for slot in 0..<max(new.count, old.count) {
        let left = slot < old.count ? old[slot] : .leaf([])
        let right = slot < new.count ? new[slot] : .leaf([])
        guard right.collectDifferences(from: left, into: &found, atMost: limit) else {
          return false
        }
      }
      return true
    }
  }

  private var branches: [DocumentTableNode] {
    guard case .inner(let branches) = self else { return [] }
    return branches
  }

  /// Whether two arrays share their storage, and so all that is in them.
  private static func isSame<Element>(_ left: [Element], _ right: [Element]) -> Bool {
    left.count == right.count
      && left.withUnsafeBufferPointer { left in
        right.withUnsafeBufferPointer { left.baseAddress == $0.baseAddress }
      }
  }

  func leaf(of number: Int, below height: Int) -> [StoredDocument?] {
    switch self {
    case .leaf(let documents): return documents
    case .inner(let branches):
      let slot = Self.slot(of: number, at: height)
      return slot < branches.count ? branches[slot].leaf(of: number, below: height - 1) : []
    }
  }

  /// Puts a document in its place of a leaf.
  static func set(_ document: StoredDocument, in leaf: inout [StoredDocument?]) {
    let slot = slot(of: document.sequence, at: 0)
    while leaf.count <= slot { leaf.append(nil) }
    leaf[slot] = document
  }

  mutating func changeLeaf(
    of number: Int, below height: Int, _ change: (inout [StoredDocument?]) -> Void
  ) {
    if height == 0 {
      var documents = takeDocuments()
      change(&documents)
      self = .leaf(documents)
    } else {
      let slot = Self.slot(of: number, at: height)
      var branches = takeBranches()
      while branches.count <= slot { branches.append(.leaf([])) }
      branches[slot].changeLeaf(of: number, below: height - 1, change)
      self = .inner(branches)
    }
  }

  /// Takes out a document that is there.
  mutating func remove(_ number: Int, below height: Int) {
    let slot = Self.slot(of: number, at: height)
    if height == 0 {
      var documents = takeDocuments()
      documents[slot] = nil
      self = .leaf(documents.allSatisfy { $0 == nil } ? [] : documents)
    } else {
      var branches = takeBranches()
      branches[slot].remove(number, below: height - 1)
      let isEmpty = branches[slot].isEmpty && branches.allSatisfy(\.isEmpty)
      self = isEmpty ? .leaf([]) : .inner(branches)
    }
  }

  /// The documents, which nobody else has while they change, unless another copy does.
  private mutating func takeDocuments() -> [StoredDocument?] {
    guard case .leaf(let documents) = self else { return [] }
    self = .leaf([])
    return documents
  }

  private mutating func takeBranches() -> [DocumentTableNode] {
    guard case .inner(let branches) = self else { return [] }
    self = .leaf([])
    return branches
  }
}
