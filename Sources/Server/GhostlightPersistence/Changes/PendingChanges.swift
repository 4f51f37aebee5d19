import Ghostlight

/// Changes that nobody writes yet, and the numbering.
struct PendingChanges: Sendable {
  /// The last number given.
  private(set) var last: Int64
  private var changes: [NumberedChange] = []

  init(last: Int64) { self.last = last }

  /// Queues a change and answers its number.
  mutating func append(_ change: Change) -> Int64 {
    last += 1
    changes.append(NumberedChange(number: last, change: change))
    return last
  }

  /// Hands all over to the writer.
  mutating func take() -> [NumberedChange] {
    guard !changes.isEmpty else { return [] }
    let taken = changes
    changes = []
    return taken
  }
}
