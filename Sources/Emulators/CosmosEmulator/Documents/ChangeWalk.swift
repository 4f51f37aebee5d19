import GhostlightCore
import GhostlightEmulation

/// The changes behind a number, in the order of the writes; so many are looked at as are asked for.
struct ChangeWalk {
  private let changes: DocumentCollection
  private let budget: WorkBudget
  private var position: Int
  private var block: [FoundDocument] = []
  private var blockStart: Int

  private static let blockSize = 256

  init(_ changes: DocumentCollection, behind number: Int64, within budget: WorkBudget) {
    self.changes = changes
    self.budget = budget
    // They are made anew with every write, so the numbers grow in the order of creation.
    position = changes.offset { ($0["lsn"]?.integer ?? 0) <= number }
    blockStart = position
  }

  mutating func next() throws(Fault) -> FoundDocument? {
    if position == blockStart + block.count {
      blockStart = position
      block = try changes.find(
        Query(offset: position, limit: Self.blockSize), within: budget
      ).documents
    }
    guard position < blockStart + block.count else { return nil }
    defer { position += 1 }
    return block[position - blockStart]
  }
}
