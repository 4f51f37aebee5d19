import GhostlightCore
import Synchronization

/// The secondary indexes of a collection, each built when a query first needs it.
///
/// Most queryable fields are never queried, so an unused index costs no time at start or on writes.
/// All copies with the same documents share the indexes that queries have built. From then on,
/// writes keep an index up to date.
///
/// A copy without the index starts from the latest one of another copy and applies the differences
/// between their documents. No query waits for another: two that need an index at the same time may
/// both build it.
struct CollectionIndexes: Sendable {
  private struct Slot {
    let path: FieldPath
    /// The latest index, shared by all copies.
    let latest = LatestIndex()
    /// The index, or `nil` until the first write after a query has built it.
    var index: FieldIndex?
    /// The number of changes that the index has followed.
    var changes = 0
    /// The version of the latest index that the last attempt to start from it has seen.
    var triedVersion = 0

    init(_ path: FieldPath) { self.path = path }
  }

  /// The number of changes after which the shared index is released: its documents are outdated.
  private static let mostChanges = 4_096
  /// The maximum number of differences to the latest index for a query; beyond it, the index is
  /// rebuilt.
  private static let mostDifferencesOfQuery = 1_024
  /// The same maximum for a write, which other exchanges may be waiting for.
  private static let mostDifferencesOfChange = 128

  private var slots: [Slot] = []
  /// The indexes that queries have built for the current documents.
  private var made = IndexesOfQueries()

  /// The positions of the indexes, in the order of their definition.
  var indices: Range<Int> { slots.indices }

  /// Returns the field of an index.
  func path(_ slot: Int) -> FieldPath { slots[slot].path }

  /// Returns whether an index of the current documents is built.
  func isMade(_ slot: Int) -> Bool { known(slot) != nil }

  private func known(_ slot: Int) -> FieldIndex? { slots[slot].index ?? made.index(slot) }

  /// Defines the index of a field; does nothing if the field has one.
  mutating func define(_ path: FieldPath) {
    guard slots.allSatisfy({ $0.path != path }) else { return }
    // A copy may define another index at the same position.
    takeOver()
    slots.append(Slot(path))
  }

  /// Returns an index of the documents, and builds it if needed.
  ///
  /// Building it costs no units: whether it is needed depends on earlier queries.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` if the budget is provisional and there is much to do, or if
  ///   it was cancelled.
  func index(
    _ slot: Int, of documents: DocumentTable, in created: OrderedIndex, within budget: WorkBudget
  ) throws(Fault) -> FieldIndex {
    if let index = known(slot) { return index }
    let latest = slots[slot].latest
    let index: FieldIndex
    if let near = latest.brought(to: documents, in: created, over: Self.mostDifferencesOfQuery) {
      index = near
    } else {
      try budget.expect(created.count, times: 4)
      index = try FieldIndex(
        path: slots[slot].path, of: documents, in: created, within: budget)
    }
    made.keep(index, slot)
    latest.keep(index, of: documents)
    return index
  }

  /// Updates the indexes after a change; `documents` already contains it.
  mutating func follow(
    _ documents: DocumentTable, in created: OrderedIndex, _ change: (inout FieldIndex) -> Void
  ) {
    takeOver()
    for slot in slots.indices {
      guard var index = slots[slot].index else {
        beginWithLatest(slot, documents, created)
        continue
      }
      // Removed from the slot, so that the index is uniquely referenced and changes in place.
      slots[slot].index = nil
      change(&index)
      slots[slot].index = index
      slots[slot].changes += 1
      if slots[slot].changes == Self.mostChanges { slots[slot].latest.forget() }
    }
  }

  /// Starts from the latest index of another copy if few documents differ; tries each version once.
  private mutating func beginWithLatest(
    _ slot: Int, _ documents: DocumentTable, _ created: OrderedIndex
  ) {
    let version = slots[slot].latest.version
    guard version != slots[slot].triedVersion else { return }
    slots[slot].triedVersion = version
    slots[slot].index = slots[slot].latest.brought(
      to: documents, in: created, over: Self.mostDifferencesOfChange)
  }

  /// Adopts the indexes that queries have built; copies keep theirs.
  private mutating func takeOver() {
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
/// Copies share them until they change.
private final class IndexesOfQueries: Sendable {
  private let indexes = Mutex<[Int: FieldIndex]>([:])

  var all: [Int: FieldIndex] { indexes.withLock { $0 } }

  func index(_ slot: Int) -> FieldIndex? { indexes.withLock { $0[slot] } }

  func keep(_ index: FieldIndex, _ slot: Int) { indexes.withLock { $0[slot] = index } }
}

/// The index that a query of any copy of a collection built last, with its documents.
private final class LatestIndex: Sendable {
  private struct Known {
    let index: FieldIndex
    let documents: DocumentTable
  }

  private let known = Mutex<Known?>(nil)
  private let versions = Atomic(0)

  /// The number of indexes stored so far.
  var version: Int { versions.load(ordering: .acquiring) }

  func keep(_ index: FieldIndex, of documents: DocumentTable) {
    known.withLock { $0 = Known(index: index, documents: documents) }
    versions.add(1, ordering: .releasing)
  }

  func forget() { known.withLock { $0 = nil } }

  /// Returns the latest index, updated where the documents differ, or `nil` if there is none or too
  /// many documents differ.
  func brought(
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
  /// Returns the key of the document with a sequence number, in an index of the creation order.
  fileprivate func key(ofSequence sequence: Int) -> String? {
    let offset = root.rank(of: IndexPosition(value: .null, sequence: sequence))
    return entry(at: offset).flatMap { $0.sequence == sequence ? $0.key : nil }
  }
}
