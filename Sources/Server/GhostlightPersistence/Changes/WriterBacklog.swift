/// What the writer has taken over and not written yet, in order.
struct WriterBacklog: Sendable {
  private var changes: [NumberedChange] = []
  private var done = 0

  /// Whether all is written.
  var isEmpty: Bool { done == changes.count }

  /// Takes over changes, once all is written.
  mutating func fill(_ changes: [NumberedChange]) {
    self.changes = changes
    done = 0
  }

  /// So many of the next changes at most.
  func next(_ count: Int) -> ArraySlice<NumberedChange> { changes[done...].prefix(count) }

  /// Forgets changes that were written.
  mutating func drop(_ count: Int) {
    done += count
    if isEmpty { fill([]) }
  }
}
