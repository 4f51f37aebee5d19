import GhostlightCore
import Synchronization

/// The secondary indexes of a collection, each built when a query first needs it.
///
/// Most queryable fields are never queried, so an unused index costs no time at start or on writes.
/// All copies of a collection with the same documents share the indexes that queries have built.
/// Once an index is built, writes keep it up to date.
///
/// A copy without a certain index starts from the latest index that another copy has built, and
/// applies the differences between the documents of the two copies. No query waits for another: two
/// queries that need an index at the same time may both build it.
struct CollectionIndexes: Sendable {
  private struct Slot {
    let path: FieldPath
    /// The index of this field that a query of any copy of the collection has built last.
    let latest = LatestIndex()
    /// This copy's index, or `nil` until the first write after a query has built it.
    var index: FieldIndex?
    /// The number of writes that have updated ``index``.
    var changes = 0
    /// The version of ``latest`` from which this copy last tried to start its own index.
    var triedVersion = 0

    init(_ path: FieldPath) { self.path = path }
  }

  /// The number of writes after which the `latest` index of a slot is released, because its
  /// documents are outdated.
  private static let mostChanges = 4_096
  /// The maximum number of differing documents for which a query starts from the `latest` index
  /// instead of building a new index.
  private static let mostDifferencesOfQuery = 1_024
  /// The maximum number of differing documents for which a write starts from the `latest` index;
  /// smaller than for a query, because other exchanges may be waiting for the write.
  private static let mostDifferencesOfChange = 128

  private var slots: [Slot] = []
  /// The indexes that queries have built for the current documents, shared with copies that have
  /// the same documents.
  private var made = IndexesOfQueries()

  /// The positions of the indexes, in the order in which the indexes were defined.
  var indices: Range<Int> { slots.indices }

  /// Returns the path of the field that the index at `slot` covers.
  func path(_ slot: Int) -> FieldPath { slots[slot].path }

  /// Returns whether the index at `slot` is already built for the current documents.
  func isMade(_ slot: Int) -> Bool { known(slot) != nil }

  private func known(_ slot: Int) -> FieldIndex? { slots[slot].index ?? made.index(slot) }

  /// Defines the index of a field; does nothing if the field already has one.
  mutating func define(_ path: FieldPath) {
    guard slots.allSatisfy({ $0.path != path }) else { return }
    // Another copy may define an index of a different field at the same position, so this copy
    // stops sharing `made`.
    adoptSharedIndexes()
    slots.append(Slot(path))
  }

  /// Returns an index of the current documents, and builds it if needed.
  ///
  /// Building an index costs no units, because whether it is needed depends on earlier queries.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` if the budget is provisional and building needs too many
  ///   units, or if the budget was cancelled.
  func index(
    _ slot: Int, of documents: DocumentTable, in created: OrderedIndex, within budget: WorkBudget
  ) throws(Fault) -> FieldIndex {
    if let index = known(slot) { return index }
    let latest = slots[slot].latest
    let index: FieldIndex
    if let near = latest.updated(to: documents, in: created, over: Self.mostDifferencesOfQuery) {
      index = near
    } else {
      try budget.expect(created.count, times: 4)
      index = try FieldIndex(
        path: slots[slot].path, of: documents, in: created, within: budget)
    }
    made.store(index, slot)
    latest.store(index, of: documents)
    return index
  }

  /// Updates all built indexes after a write.
  ///
  /// - Parameters:
  ///   - documents: The documents after the write.
  ///   - created: The creation order after the write.
  ///   - change: Makes the same change to one index.
  mutating func follow(
    _ documents: DocumentTable, in created: OrderedIndex, _ change: (inout FieldIndex) -> Void
  ) {
    adoptSharedIndexes()
    for slot in slots.indices {
      guard var index = slots[slot].index else {
        beginWithLatest(slot, documents, created)
        continue
      }
      // The index is removed from the slot, so that it is uniquely referenced and is changed in
      // place.
      slots[slot].index = nil
      change(&index)
      slots[slot].index = index
      slots[slot].changes += 1
      if slots[slot].changes == Self.mostChanges { slots[slot].latest.forget() }
    }
  }

  /// Starts this copy's index from the latest index of another copy if few documents differ.
  ///
  /// Each version of the latest index is tried only once.
  private mutating func beginWithLatest(
    _ slot: Int, _ documents: DocumentTable, _ created: OrderedIndex
  ) {
    let version = slots[slot].latest.version
    guard version != slots[slot].triedVersion else { return }
    slots[slot].triedVersion = version
    slots[slot].index = slots[slot].latest.updated(
      to: documents, in: created, over: Self.mostDifferencesOfChange)
  }

  /// Copies the indexes in the shared `made` to this copy's slots, and gives this copy an empty
  /// `made`.
  private mutating func adoptSharedIndexes() {
    guard slots.contains(where: { $0.index == nil }) else { return }
    let isAlone = isKnownUniquelyReferenced(&made)
    let all = made.all
    guard !isAlone || !all.isEmpty else { return }
    made = IndexesOfQueries()
    for (slot, index) in all where slots[slot].index == nil { slots[slot].index = index }
  }
}

/// The indexes that queries have built for one state of a collection.
///
/// Copies of the collection share the object until one of them changes.
private final class IndexesOfQueries: Sendable {
  private let indexes = Mutex<[Int: FieldIndex]>([:])

  var all: [Int: FieldIndex] { indexes.withLock { $0 } }

  func index(_ slot: Int) -> FieldIndex? { indexes.withLock { $0[slot] } }

  func store(_ index: FieldIndex, _ slot: Int) { indexes.withLock { $0[slot] = index } }
}

/// The index of one field that a query of any copy of a collection has built last, together with
/// the documents of that copy.
private final class LatestIndex: Sendable {
  private struct Known {
    let index: FieldIndex
    let documents: DocumentTable
  }

  private let known = Mutex<Known?>(nil)
  private let versions = Atomic(0)

  /// The number of indexes that were stored so far.
  var version: Int { versions.load(ordering: .acquiring) }

  func store(_ index: FieldIndex, of documents: DocumentTable) {
    known.withLock { $0 = Known(index: index, documents: documents) }
    versions.add(1, ordering: .releasing)
  }

  func forget() { known.withLock { $0 = nil } }

  /// Returns the latest index, updated for the given documents.
  ///
  /// - Returns: `nil` if there is no index or if more than `limit` documents differ.
  func updated(
    to documents: DocumentTable, in created: OrderedIndex, over limit: Int
  ) -> FieldIndex? {
    guard let known = known.withLock({ $0 }),
      let differences = documents.differences(from: known.documents, atMost: limit)
    else { return nil }
    var index = known.index
    for (old, new) in differences {
      if let old { index.remove(old.document, sequence: old.sequence) }
      if let new, let key = created.key(ofSequence: new.sequence) {
        index.add(new.document, sequence: new.sequence, key: key)
      }
    }
    return index
  }
}

extension OrderedIndex {
  /// Returns the key of the document with a sequence number, or `nil`.
  ///
  /// This index must be of the creation order.
  fileprivate func key(ofSequence sequence: Int) -> String? {
    let offset = root.rank(of: IndexPosition(value: .null, sequence: sequence))
    return entry(at: offset).flatMap { $0.sequence == sequence ? $0.key : nil }
  }
}
