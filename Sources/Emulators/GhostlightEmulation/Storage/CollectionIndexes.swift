import GhostlightCore
import Synchronization

/// The secondary indexes of a collection, each of which is made when a query wants it first.
///
/// Most fields that may be queried never are: until then an index costs a write nothing, nor a start.
/// What a query has made belongs to all copies whose documents are the same. Once a query has wanted an
/// index, writes keep it up to date: a copy without it begins with the latest of the others, changed
/// where its documents differ from theirs. Nobody waits: two queries that want an index at once may both
/// make it.
struct CollectionIndexes: Sendable {
  private struct Slot {
    let path: FieldPath
    /// What all copies share.
    let latest = LatestIndex()
    /// `nil` until a change finds it made.
    var index: FieldIndex?
    /// How many changes it has followed.
    var changes = 0
    /// The version of the latest index that a change has tried to begin with.
    var triedVersion = 0

    init(_ path: FieldPath) { self.path = path }
  }

  /// After so many changes what other copies may begin with is given up: it holds documents of then.
  private static let mostChanges = 4_096
  /// The most documents in which a query's documents may differ from those of the latest index; beyond,
  /// it is made anew.
  private static let mostDifferencesOfQuery = 1_024
  /// The same for a change, which others may wait for.
  private static let mostDifferencesOfChange = 128

  private var slots: [Slot] = []
  /// What queries have made of the documents as they are now.
  private var made = IndexesOfQueries()

  /// The places of the indexes, in the order in which they were defined.
  var indices: Range<Int> { slots.indices }

  /// The field that an index is of.
  func path(_ slot: Int) -> FieldPath { slots[slot].path }

  /// Whether an index of the documents is there already.
  func isMade(_ slot: Int) -> Bool { known(slot) != nil }

  private func known(_ slot: Int) -> FieldIndex? { slots[slot].index ?? made.index(slot) }

  /// Defines the index of a field; does nothing where there is one.
  mutating func define(_ path: FieldPath) {
    guard slots.allSatisfy({ $0.path != path }) else { return }
    // A copy may define another one in the same place.
    takeOver()
    slots.append(Slot(path))
  }

  /// An index of the documents, made now where it is not yet.
  ///
  /// What that takes is not spent: whether it does depends on what was asked before.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` where the budget is provisional and there is much to do, or was
  ///   cancelled meanwhile.
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

  /// Follows a change to the documents, which are given as they are behind it.
  mutating func follow(
    _ documents: DocumentTable, in created: OrderedIndex, _ change: (inout FieldIndex) -> Void
  ) {
    takeOver()
    for slot in slots.indices {
      guard var index = slots[slot].index else {
        beginWithLatest(slot, documents, created)
        continue
      }
      // The only reference to what changes.
      slots[slot].index = nil
      change(&index)
      slots[slot].index = index
      slots[slot].changes += 1
      if slots[slot].changes == Self.mostChanges { slots[slot].latest.forget() }
    }
  }

  /// Begins with the latest index of other copies, if it is near; each of these is tried once.
  private mutating func beginWithLatest(
    _ slot: Int, _ documents: DocumentTable, _ created: OrderedIndex
  ) {
    let version = slots[slot].latest.version
    guard version != slots[slot].triedVersion else { return }
    slots[slot].triedVersion = version
    slots[slot].index = slots[slot].latest.brought(
      to: documents, in: created, over: Self.mostDifferencesOfChange)
  }

  /// Takes over what queries have made; copies go on with theirs.
  private mutating func takeOver() {
    guard slots.contains(where: { $0.index == nil }) else { return }
    let isAlone = isKnownUniquelyReferenced(&made)
    let all = made.all
    guard !isAlone || !all.isEmpty else { return }
    made = IndexesOfQueries()
    for (slot, index) in all where slots[slot].index == nil { slots[slot].index = index }
  }
}

/// Indexes that queries made of one state of a collection, which all copies share until they change.
private final class IndexesOfQueries: Sendable {
  private let indexes = Mutex<[Int: FieldIndex]>([:])

  var all: [Int: FieldIndex] { indexes.withLock { $0 } }

  func index(_ slot: Int) -> FieldIndex? { indexes.withLock { $0[slot] } }

  func keep(_ index: FieldIndex, _ slot: Int) { indexes.withLock { $0[slot] = index } }
}

/// The index that a query of a collection or of any copy made last, with the documents it is of.
private final class LatestIndex: Sendable {
  private struct Known {
    let index: FieldIndex
    let documents: DocumentTable
  }

  private let known = Mutex<Known?>(nil)
  private let versions = Atomic(0)

  /// How often another one was kept; 0 where none ever was.
  var version: Int { versions.load(ordering: .acquiring) }

  func keep(_ index: FieldIndex, of documents: DocumentTable) {
    known.withLock { $0 = Known(index: index, documents: documents) }
    versions.add(1, ordering: .releasing)
  }

  func forget() { known.withLock { $0 = nil } }

  /// The index, changed where other documents differ; `nil` where there is none or too many do.
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
  /// The key of a document by its number, where entries stand in creation order.
  fileprivate func key(ofSequence sequence: Int) -> String? {
    let offset = root.rank(of: IndexPosition(value: .null, sequence: sequence))
    return entry(at: offset).flatMap { $0.sequence == sequence ? $0.key : nil }
  }
}
