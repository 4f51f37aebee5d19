/// A map from sequence numbers to documents, whose copies share their structure.
///
/// It is a persistent tree of arrays in which each level uses four bits of the number. A copy takes
/// no time, and a write copies an array on its path only if another copy shares it. Numbers
/// increase and are never reused, so the storage of parts without documents is freed.
struct DocumentTable: Sendable {
  private var root = DocumentTableNode.leaf([])
  /// The number of levels above the leaves.
  private var height = 0

  /// Returns the documents of the leaf for `number`, without unused positions at the end.
  fileprivate func leaf(of number: Int) -> [StoredDocument?] {
    isWithin(number) ? root.leaf(of: number, below: height) : []
  }

  /// Returns whether the tree has enough levels for `number`.
  private func isWithin(_ number: Int) -> Bool {
    number >> (DocumentTableNode.bits * (height + 1)) == 0
  }

  /// Stores a document under its sequence number, replacing any previous one.
  mutating func set(_ document: StoredDocument) {
    changeLeaf(of: document.sequence) { DocumentTableNode.set(document, in: &$0) }
  }

  /// Stores documents under their sequence numbers, which must be consecutive.
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

  /// The documents with the same number in an old and a new table; `nil` if a table has no such
  /// document.
  typealias Difference = (old: StoredDocument?, new: StoredDocument?)

  /// Returns the documents that differ from those of another table.
  ///
  /// Subtrees that both tables share are skipped.
  ///
  /// - Returns: `nil` if more documents differ than the limit allows.
  func differences(from other: DocumentTable, atMost limit: Int) -> [Difference]? {
    var (old, new) = (other.root, root)
    for _ in other.height..<max(height, other.height) { old = .inner([old]) }
    for _ in height..<max(height, other.height) { new = .inner([new]) }
    var found: [Difference] = []
    return new.collectDifferences(from: old, into: &found, atMost: limit) ? found : nil
  }
}

/// A reader of a ``DocumentTable`` that caches the current leaf, for lookups of nearby numbers.
struct DocumentTableReader {
  private let table: DocumentTable
  private var leaf: [StoredDocument?] = []
  /// The upper bits that all numbers in the cached leaf share; -1 if no leaf is cached.
  private var block = -1

  init(_ table: DocumentTable) { self.table = table }

  /// Returns the document with a number, or `nil` if there is none.
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

/// A node of a ``DocumentTable``, whose array ends after the last position that was ever used.
///
/// At any height, a leaf without documents represents an empty subtree.
private enum DocumentTableNode: Sendable {
  case leaf([StoredDocument?])
  case inner([DocumentTableNode])

  /// The number of bits of a sequence number that each level of the tree uses.
  static let bits = 4

  /// Returns the index that leads to `number` in the array of a node at `height`; leaves have
  /// height 0.
  static func slot(of number: Int, at height: Int) -> Int {
    number >> (bits * height) & (1 << bits - 1)
  }

  /// Returns the number of consecutive sequence numbers, starting with `number`, that are in the
  /// same leaf.
  static func countInLeaf(from number: Int) -> Int { 1 << bits - slot(of: number, at: 0) }

  private var isEmpty: Bool {
    switch self {
    case .leaf(let documents): documents.isEmpty
    case .inner(let branches): branches.isEmpty
    }
  }

  /// Collects the documents that differ from another node at the same position.
  ///
  /// - Returns: `false` if more documents differ than the limit allows.
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

  /// Removes the document with a number, which must exist.
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

  /// Moves the documents out of the node, so that the array is uniquely referenced while the caller
  /// changes it.
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
