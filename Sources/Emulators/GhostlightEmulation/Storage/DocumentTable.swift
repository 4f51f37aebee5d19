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
    while !isWithin(document.sequence) {
      root = .inner([root])
      height += 1
    }
    root.set(document, below: height)
  }

  /// Takes out the document of a number, which is there.
  mutating func remove(_ number: Int) {
    root.remove(number, below: height)
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

  private var isEmpty: Bool {
    switch self {
    case .leaf(let documents): documents.isEmpty
    case .inner(let branches): branches.isEmpty
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

  mutating func set(_ document: StoredDocument, below height: Int) {
    let slot = Self.slot(of: document.sequence, at: height)
    if height == 0 {
      var documents = takeDocuments()
      while documents.count <= slot { documents.append(nil) }
      documents[slot] = document
      self = .leaf(documents)
    } else {
      var branches = takeBranches()
      while branches.count <= slot { branches.append(.leaf([])) }
      branches[slot].set(document, below: height - 1)
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
