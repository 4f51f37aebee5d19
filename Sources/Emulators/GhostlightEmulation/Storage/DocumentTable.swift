/// Documents by sequence number, with structure shared between copies.
///
/// It is a persistent tree of arrays in which each level uses four bits of the number. A copy is
/// free, and a write copies an array on its path only if another copy shares it. Numbers increase
/// and are never reused, so parts without documents are freed.
struct DocumentTable: Sendable {
  private var root = DocumentTableNode.leaf([])
  /// The number of levels above the leaves.
  private var height = 0

  /// Returns the leaf of a number, cut off after its last document.
  fileprivate func leaf(of number: Int) -> [StoredDocument?] {
    isWithin(number) ? root.leaf(of: number, below: height) : []
  }

  /// Returns whether the tree is high enough for a number.
  private func isWithin(_ number: Int) -> Bool {
    number >> (DocumentTableNode.bits * (height + 1)) == 0
  }

  /// Stores a document at its number, replacing any previous one.
  mutating func set(_ document: StoredDocument) {
    changeLeaf(of: document.sequence) { DocumentTableNode.set(document, in: &$0) }
  }

  /// Stores documents at their numbers, which must be consecutive.
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

  /// Removes the document with a number, which must exist.
  mutating func remove(_ number: Int) {
    root.remove(number, below: height)
  }

  /// The documents of two tables with the same number.
  typealias Difference = (old: StoredDocument?, new: StoredDocument?)

  /// Returns the documents that differ from another table, or `nil` if there are more than the
  /// limit.
  ///
  /// Subtrees that both tables share are skipped.
  func differences(from other: DocumentTable, atMost limit: Int) -> [Difference]? {
    var (old, new) = (other.root, root)
    for _ in other.height..<max(height, other.height) { old = .inner([old]) }
    for _ in height..<max(height, other.height) { new = .inner([new]) }
    var found: [Difference] = []
    return new.collectDifferences(from: old, into: &found, atMost: limit) ? found : nil
  }
}

/// A reader of a ``DocumentTable`` that caches the current leaf, for numbers close to each other.
struct DocumentTableReader {
  private let table: DocumentTable
  private var leaf: [StoredDocument?] = []
  /// The upper bits that all numbers of the cached leaf share.
  private var block = -1

  init(_ table: DocumentTable) { self.table = table }

  /// Returns the document with a number, or `nil`.
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

/// A node of a ``DocumentTable``, cut off after the last position that was ever used.
///
/// At any height, a leaf without documents represents an empty subtree.
private enum DocumentTableNode: Sendable {
  case leaf([StoredDocument?])
  case inner([DocumentTableNode])

  /// The number of bits that a level uses.
  static let bits = 4

  /// Returns the position of a number in a node at a height.
  static func slot(of number: Int, at height: Int) -> Int {
    number >> (bits * height) & (1 << bits - 1)
  }

  /// Returns how many consecutive numbers, starting with this one, are in the same leaf.
  static func countInLeaf(from number: Int) -> Int { 1 << bits - slot(of: number, at: 0) }

  private var isEmpty: Bool {
    switch self {
    case .leaf(let documents): documents.isEmpty
    case .inner(let branches): branches.isEmpty
    }
  }

  /// Collects the documents that differ from another node at the same position.
  ///
  /// - Returns: `false` if there are more than the limit.
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

  /// Returns whether two arrays share their storage, and therefore all elements.
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

  /// Stores a document at its position in a leaf.
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

  /// Removes a document, which must exist.
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

  /// Moves the documents out of the node, so that the array is uniquely referenced while it
  /// changes.
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
