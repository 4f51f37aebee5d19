import GhostlightCore
import Synchronization

/// The secondary indexes of a collection, each of which is made when a query wants it first.
///
/// Most fields that may be queried never are: until then an index costs a write nothing, nor a start.
/// Once a query has wanted one, of the collection or of any copy, writes keep it up to date: a copy
/// without it begins with the latest of the others, changed where its documents differ from theirs.
/// Nobody waits: two queries that want an index at once may both make it.
struct CollectionIndexes: Sendable {
  private struct Slot {
    let path: FieldPath
    /// What all copies share.
    let latest = LatestIndex()
    /// `nil` until it is made.
    var index: FieldIndex?
    /// How many changes it has followed.
    var changes = 0

    init(_ path: FieldPath) { self.path = path }
  }

  /// After so many changes what other copies may begin with is given up: it holds documents of then.
  private static let mostChanges = 4_096

  private var slots: [Slot] = []

  /// The places of the indexes, in the order in which they were defined.
  var indices: Range<Int> { slots.indices }

  /// The field that an index is of.
  func path(_ slot: Int) -> FieldPath { slots[slot].path }

  /// Whether writes keep an index up to date.
  func isKept(_ slot: Int) -> Bool { slots[slot].index != nil }

  /// Defines the index of a field; does nothing where there is one.
  mutating func define(_ path: FieldPath) {
    guard slots.allSatisfy({ $0.path != path }) else { return }
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
    if let index = slots[slot].index { return index }
    let latest = slots[slot].latest
    if let index = latest.brought(to: documents, in: created) { return index }
    try budget.expect(created.count, times: 4)
    let index = try FieldIndex(
      path: slots[slot].path, of: documents, in: created, within: budget)
    latest.keep(index, of: documents)
    return index
  }

  /// Follows a change to the documents, which are given as they are behind it.
  mutating func follow(
    _ documents: DocumentTable, in created: OrderedIndex, _ change: (inout FieldIndex) -> Void
  ) {
    for slot in slots.indices {
      guard var index = slots[slot].index else {
        slots[slot].index = slots[slot].latest.brought(to: documents, in: created)
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
}

/// The index that a query of a collection or of any copy made last, with the documents it is of.
private final class LatestIndex: Sendable {
  private struct Known {
    let index: FieldIndex
    let documents: DocumentTable
  }

  /// Where more documents differ, an index is made anew.
  private static let mostDifferences = 1_024

  private let known = Mutex<Known?>(nil)

  func keep(_ index: FieldIndex, of documents: DocumentTable) {
    known.withLock { $0 = Known(index: index, documents: documents) }
  }

  func forget() { known.withLock { $0 = nil } }

  /// The index, changed where other documents differ; `nil` where there is none or too many do.
  func brought(to documents: DocumentTable, in created: OrderedIndex) -> FieldIndex? {
    guard let known = known.withLock({ $0 }),
      let differences = documents.differences(
        from: known.documents, atMost: Self.mostDifferences)
    else { return nil }
    guard !differences.isEmpty else { return known.index }
    var index = known.index
    for (old, new) in differences {
      if let old { index.remove(old.document, sequence: old.sequence) }
      if let new, let key = created.key(ofSequence: new.sequence) {
        index.add(new.document, sequence: new.sequence, key: key)
      }
    }
    keep(index, of: documents)
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
