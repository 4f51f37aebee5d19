package import GhostlightCore

/// Documents by key, in the order of their creation, with secondary indexes that queries make.
///
/// A value: a copy is a fork that shares everything, and a write to either costs what it touches.
/// Dropping the last copy of a large collection takes time; do it outside of locks.
package struct DocumentCollection: Sendable {
  private(set) var stored = KeyedStore<StoredDocument>()
  /// The same by their numbers: an index's entry names its document by both, and walks find it by this
  /// one in a few steps.
  private(set) var numbered = DocumentTable()
  /// Creation order: all values are null, so entries stand by sequence number.
  private(set) var created = OrderedIndex()
  private(set) var indexes = CollectionIndexes()
  private var nextSequence = 0

  /// Makes an empty collection with secondary indexes.
  package init(indexes definitions: [IndexDefinition] = []) {
    for definition in definitions { addIndex(definition) }
  }

  /// The number of documents.
  package var count: Int { created.count }

  /// Whether there is no document.
  package var isEmpty: Bool { created.isEmpty }

  /// The document of `key`, or `nil`.
  package subscript(key: String) -> JSONObject? { stored[key]?.document }

  /// The document of `key` as compact JSON, once `pay` has spent what printing costs.
  ///
  /// All who ask for documents of a collection spend the same for one document. Answers `nil` where
  /// there is no document.
  ///
  /// - Throws: What `pay` throws.
  package func bytes(
    of key: String, within budget: WorkBudget,
    paying pay: (JSONObject, WorkBudget) throws(Fault) -> Void
  ) throws(Fault) -> [UInt8]? {
    guard let found = stored[key] else { return nil }
    return try found.bytes(within: budget, paying: pay)
  }

  /// The document of `key` as a query would find it, or `nil`.
  package func found(_ key: String) -> FoundDocument? {
    stored[key].map { FoundDocument($0, key: key) }
  }

  /// Walks the keys of the documents there are now, in order of creation.
  package func walk() -> OrderedIndexWalk { created.makeIterator() }

  /// Walks the keys of the documents that were created after the one of a number.
  package func walk(after sequence: Int) -> OrderedIndexWalk {
    guard sequence >= 0 else { return created.makeIterator() }
    let next = IndexPosition(value: .null, sequence: sequence == .max ? sequence : sequence + 1)
    return created.walk(created.root.rank(of: next)..<created.count)
  }

  /// The number of the document at an offset in the order of creation; `nil` where there is none.
  package func sequence(at offset: Int) -> Int? {
    guard (0..<created.count).contains(offset) else { return nil }
    var walk = created.walk(offset..<offset + 1)
    return walk.next()?.sequence
  }

  /// Whether there is a document of `key`.
  package func contains(_ key: String) -> Bool { stored[key] != nil }

  /// Adds a document at the end of creation order, or answers `false` if the key is taken.
  ///
  /// Who has printed it already gives its compact JSON along, for those who will read it.
  @discardableResult
  package mutating func insert(
    _ document: JSONObject, forKey key: String, printed: [UInt8]? = nil
  ) -> Bool {
    let sequence = nextSequence
    let new = StoredDocument(sequence: sequence, document: document, printed: printed)
    guard stored.insert(new, forKey: key) else { return false }
    nextSequence += 1
    numbered.set(new)
    created.insert(IndexEntry(value: .null, sequence: sequence, key: key))
    indexes.follow(numbered, in: created) { $0.add(document, sequence: sequence, key: key) }
    return true
  }

  /// Adds so many documents at the end of creation order.
  ///
  /// - Returns: The position of the first whose key is taken, by one before it perhaps; then the
  ///   collection is as it was. `nil` where all were added.
  /// - Throws: What `element` throws, which gives the document of a position with its key.
  package mutating func insert<Failure: Error>(
    count: Int, _ element: (Int) throws(Failure) -> (key: String, document: JSONObject)
  ) throws(Failure) -> Int? {
    let first = nextSequence
    var documents: [StoredDocument] = []
    var entries = PackedEntries()
    documents.reserveCapacity(count)
    // One after the other: memory that is read in order comes sooner than that of a tree of hashes.
    for sequence in first..<first + count {
      let (key, document) = try element(sequence - first)
      documents.append(StoredDocument(sequence: sequence, document: document))
      entries.append(IndexEntry(value: .null, sequence: sequence, key: key))
    }
    var stored = stored
    for entry in entries.leaves.lazy.flatMap(\.entries) {
      let position = entry.sequence - first
      guard stored.insert(documents[position], forKey: entry.key) else { return position }
    }
    self.stored = stored
    numbered.set(documents)
    created.append(entries)
    let added = walk(after: first - 1)
    indexes.follow(numbered, in: created) { $0.add(numbered, added) }
    nextSequence += count
    return nil
  }

  /// Puts a document in the place of the one of `key` and answers the latter, or does nothing and
  /// answers `nil` where there is none.
  @discardableResult
  package mutating func replace(
    _ document: JSONObject, forKey key: String, printed: [UInt8]? = nil
  ) -> JSONObject? {
    guard let old = stored[key] else { return nil }
    let new = StoredDocument(sequence: old.sequence, document: document, printed: printed)
    stored[key] = new
    numbered.set(new)
    indexes.follow(numbered, in: created) {
      $0.replace(old.document, with: document, sequence: old.sequence, key: key)
    }
    return old.document
  }

  /// Files the document of `key` under another key, at its place in creation order; does nothing where
  /// there is none, or the other key is taken.
  package mutating func rename(_ key: String, to other: String) {
    guard stored[other] == nil, let old = stored.removeValue(forKey: key) else { return }
    // Another one, as each change makes.
    let new = StoredDocument(sequence: old.sequence, document: old.document)
    stored[other] = new
    numbered.set(new)
    created.remove(value: .null, sequence: old.sequence)
    created.insert(IndexEntry(value: .null, sequence: old.sequence, key: other))
    indexes.follow(numbered, in: created) {
      $0.remove(old.document, sequence: old.sequence)
      $0.add(old.document, sequence: old.sequence, key: other)
    }
  }

  /// Takes out the document of `key` and answers it, or `nil` where there is none.
  @discardableResult
  package mutating func remove(_ key: String) -> JSONObject? {
    guard let old = stored.removeValue(forKey: key) else { return nil }
    numbered.remove(old.sequence)
    created.remove(value: .null, sequence: old.sequence)
    indexes.follow(numbered, in: created) {
      $0.remove(old.document, sequence: old.sequence)
    }
    return old.document
  }

  /// Indexes a field, also of the documents there are; does nothing if it is indexed already.
  package mutating func addIndex(_ definition: IndexDefinition) { indexes.define(definition.path) }

  /// An index of the documents there are.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` where the budget was cancelled while it was made.
  func index(_ slot: Int, within budget: WorkBudget) throws(Fault) -> FieldIndex {
    try indexes.index(slot, of: numbered, in: created, within: budget)
  }
}

/// What a secondary index of a ``DocumentCollection`` is made of.
package struct IndexDefinition: Sendable, Hashable {
  /// The field whose value documents are filed under.
  package var path: FieldPath

  /// Defines an index of the field at `path`.
  package init(_ path: FieldPath) { self.path = path }
}
