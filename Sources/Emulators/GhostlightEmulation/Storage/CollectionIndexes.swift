import GhostlightCore
import Synchronization

/// The secondary indexes of a collection, each of which is made when a query wants it first.
///
/// Most fields that may be queried never are: until then an index costs a write nothing, nor a start.
/// Once a query has wanted one, of the collection or of any copy, writes keep it up to date. Queries
/// wait for nobody: two that want an index at once may both make it.
struct CollectionIndexes: Sendable {
  private struct Slot {
    let path: FieldPath
    let demand: IndexDemand
    /// `nil` until it is made.
    var index: FieldIndex?
  }

  private var slots: [Slot] = []
  /// What queries have made of the documents as they are now.
  private var made = IndexesOfQueries()

  /// The places of the indexes, in the order in which they were defined.
  var indices: Range<Int> { slots.indices }

  /// The field that an index is of.
  func path(_ slot: Int) -> FieldPath { slots[slot].path }

  /// Defines the index of a field; does nothing where there is one.
  mutating func define(_ path: FieldPath) {
    guard slots.allSatisfy({ $0.path != path }) else { return }
    // Copies may define another one in the same place.
    takeOver()
    slots.append(Slot(path: path, demand: IndexDemand(), index: nil))
  }

  /// An index of the documents, made now where it is not yet.
  ///
  /// What that takes is not spent: whether it does depends on what was asked before.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` where the budget was cancelled meanwhile.
  func index(
    _ slot: Int, of documents: DocumentTable, in created: OrderedIndex, within budget: WorkBudget
  ) throws(Fault) -> FieldIndex {
    if let index = slots[slot].index ?? made.index(slot) { return index }
    slots[slot].demand.isThere = true
    let index = try FieldIndex(
      path: slots[slot].path, of: documents, in: created, within: budget)
    made.keep(index, slot)
    return index
  }

  /// Follows a change to the documents, which are given as they are behind it.
  mutating func follow(
    _ documents: DocumentTable, in created: OrderedIndex, _ change: (inout FieldIndex) -> Void
  ) {
    takeOver()
    for slot in slots.indices {
      if var index = slots[slot].index {
        // The only reference to what changes.
        slots[slot].index = nil
        change(&index)
        slots[slot].index = index
      } else if slots[slot].demand.isThere {
        slots[slot].index = WorkBudget.withoutLimit { budget throws(Fault) in
          try FieldIndex(path: slots[slot].path, of: documents, in: created, within: budget)
        }
      }
    }
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

/// Whether a query has wanted an index, of a collection or of a copy; once so, always so.
private final class IndexDemand: Sendable {
  private let flag = Atomic(false)

  var isThere: Bool {
    get { flag.load(ordering: .relaxed) }
    set { flag.store(newValue, ordering: .relaxed) }
  }
}

/// Indexes that queries made of one state of a collection, which all its copies share.
private final class IndexesOfQueries: Sendable {
  private let indexes = Mutex<[Int: FieldIndex]>([:])

  var all: [Int: FieldIndex] { indexes.withLock { $0 } }

  func index(_ slot: Int) -> FieldIndex? { indexes.withLock { $0[slot] } }

  func keep(_ index: FieldIndex, _ slot: Int) { indexes.withLock { $0[slot] = index } }
}
