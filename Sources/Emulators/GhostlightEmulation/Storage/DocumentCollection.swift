package import GhostlightCore

/// Documents by key, in creation order, with secondary indexes that are built on demand.
///
/// The emulators store their users, objects and items in it. A collection is a value: a copy shares
/// all storage with the original, and a write to either copies only the changed parts. Lookups,
/// writes and indexed queries take O(log n).
///
/// Releasing the last copy of a large collection takes time; do not do it while you hold a lock.
package struct DocumentCollection: Sendable {
  private(set) var stored = KeyedStore<StoredDocument>()
  /// The documents by sequence number.
  ///
  /// Index entries contain both the key and the sequence number; iterations look up documents by
  /// number, which takes fewer steps.
  private(set) var numbered = DocumentTable()
  /// The keys in creation order: the value of each entry is null, so the sequence numbers determine
  /// the order.
  private(set) var created = OrderedIndex()
  private(set) var indexes = CollectionIndexes()
  private var nextSequence = 0

  /// Creates an empty collection with secondary indexes.
  package init(indexes definitions: [IndexDefinition] = []) {
    for definition in definitions { addIndex(definition) }
  }

  package var count: Int { created.count }

  package var isEmpty: Bool { created.isEmpty }

  /// The document with this key, or `nil` if there is none.
  package subscript(key: String) -> JSONObject? { stored[key]?.document }

  /// Returns the document with a key as compact JSON, after `pay` has spent the units for
  /// serializing it.
  ///
  /// The JSON is cached, but every caller spends the same units.
  ///
  /// - Returns: `nil` if there is no document with this key.
  /// - Throws: The error that `pay` throws.
  package func bytes(
    of key: String, within budget: WorkBudget,
    paying pay: (JSONObject, WorkBudget) throws(Fault) -> Void
  ) throws(Fault) -> [UInt8]? {
    guard let found = stored[key] else { return nil }
    return try found.bytes(within: budget, paying: pay)
  }

  /// Returns the document with a key in the form of a query result, or `nil` if there is none.
  package func found(_ key: String) -> FoundDocument? {
    stored[key].map { FoundDocument($0, key: key) }
  }

  /// Returns an iterator over the current index entries, in creation order.
  package func walk() -> OrderedIndexWalk { created.makeIterator() }

  /// Returns an iterator over the index entries of documents that were created after a sequence
  /// number.
  package func walk(after sequence: Int) -> OrderedIndexWalk {
    guard sequence >= 0 else { return created.makeIterator() }
    let next = IndexPosition(value: .null, sequence: sequence == .max ? sequence : sequence + 1)
    return created.walk(created.root.rank(of: next)..<created.count)
  }

  /// Returns the sequence number of the document at an offset in creation order, or `nil` if there
  /// is none.
  package func sequence(at offset: Int) -> Int? {
    guard (0..<created.count).contains(offset) else { return nil }
    var walk = created.walk(offset..<offset + 1)
    return walk.next()?.sequence
  }

  package func contains(_ key: String) -> Bool { stored[key] != nil }

  /// Adds a document, which is the last in creation order.
  ///
  /// - Parameters:
  ///   - document: The document to add.
  ///   - key: The key of the document.
  ///   - printed: The document as compact JSON, if the caller already has it; later readers reuse
  ///     it.
  ///   - packs: Whether the document is stored as JSON only, which saves memory and makes reading
  ///     slower, as for the many documents of an import.
  /// - Returns: `false` if the collection already contains the key; the collection is then
  ///   unchanged.
  @discardableResult
  package mutating func insert(
    _ document: JSONObject, forKey key: String, printed: [UInt8]? = nil, packs: Bool = false
  ) -> Bool {
    let sequence = nextSequence
    let new =
      packs
      ? StoredDocument(sequence: sequence, packing: document)
      : StoredDocument(sequence: sequence, document: document, printed: printed)
    guard stored.insert(new, forKey: key) else { return false }
    nextSequence += 1
    numbered.set(new)
    created.insert(IndexEntry(value: .null, sequence: sequence, key: key))
    indexes.follow(numbered, in: created) { $0.add(document, sequence: sequence, key: key) }
    return true
  }

  /// Adds `count` documents, which are the last in creation order.
  ///
  /// - Parameters:
  ///   - count: The number of documents.
  ///   - element: Returns the document at an index from 0, with its key.
  /// - Returns: The index of the first document whose key the collection already contains, or `nil`
  ///   if all documents were added. In the first case the collection is unchanged.
  /// - Throws: The error that `element` throws; the collection is then unchanged.
  package mutating func insert<Failure: Error>(
    count: Int, _ element: (Int) throws(Failure) -> (key: String, document: JSONObject)
  ) throws(Failure) -> Int? {
    let first = nextSequence
    var documents: [StoredDocument] = []
    var entries = PackedEntries()
    documents.reserveCapacity(count)
    // The documents are created in one loop and inserted by key in another, because reading memory
    // in order is faster than following a hash tree for each document.
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

  /// Replaces the document with a key and returns the old one.
  ///
  /// It does nothing and returns `nil` if there is no document with this key.
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

  /// Changes the key of a document and keeps its position in creation order.
  ///
  /// It does nothing if there is no such document, or if `other` is already the key of a document.
  package mutating func rename(_ key: String, to other: String) {
    guard stored[other] == nil, let old = stored.removeValue(forKey: key) else { return }
    // The document gets a new object, because stored documents never change.
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

  /// Removes and returns the document with a key, or returns `nil` if there is none.
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

  /// Adds an index of a field, which also covers existing documents; does nothing if the field
  /// already has one.
  package mutating func addIndex(_ definition: IndexDefinition) { indexes.define(definition.path) }

  /// Returns the index at a position, built from the current documents if needed.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` if the budget was cancelled while the index was built.
  func index(_ slot: Int, within budget: WorkBudget) throws(Fault) -> FieldIndex {
    try indexes.index(slot, of: numbered, in: created, within: budget)
  }
}

/// The definition of a secondary index of a ``DocumentCollection``.
package struct IndexDefinition: Sendable, Hashable {
  /// The path of the field whose value is indexed.
  package var path: FieldPath

  package init(_ path: FieldPath) { self.path = path }
}
