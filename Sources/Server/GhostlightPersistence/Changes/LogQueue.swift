import Ghostlight

/// The state of a log: the last numbers, the pending changes, the waiting callers, and the failure.
struct LogQueue: Sendable {
  typealias Completion = @Sendable (ChangeLogError?) -> Void

  private struct Waiter: Sendable {
    let number: Int64
    let completion: Completion
  }

  /// The state of the change with a given number: written, failed, or still pending (`open`).
  enum Status {
    case completed(ChangeLogError?)
    case open
  }

  /// The last number that was assigned to a change.
  private(set) var last: Int64
  /// The number up to which all changes are written.
  private(set) var written: Int64
  /// The number of the last row in the table `changes`.
  private(set) var lastRow: Int64
  private var pending: [NumberedChange] = []
  private var waiters: [Waiter] = []
  /// The reason why a write failed; the changes after ``written`` are dropped then.
  private(set) var failure: ChangeLogError?
  /// Whether a thread is currently writing.
  var isWriting = false

  init(last: Int64, row: Int64) {
    (self.last, written, lastRow) = (last, last, row)
  }

  /// Appends a change and returns its number.
  mutating func append(_ change: Change) -> Int64 {
    last += 1
    if failure == nil { pending.append(NumberedChange(number: last, change: change)) }
    return last
  }

  /// Returns the state of the change with this number; numbers never assigned count as written.
  func status(of number: Int64) -> Status {
    if number <= written || number > last { return .completed(nil) }
    return failure.map { .completed($0) } ?? .open
  }

  mutating func wait(for number: Int64, _ completion: @escaping Completion) {
    waiters.append(Waiter(number: number, completion: completion))
  }

  var isWanted: Bool { !waiters.isEmpty }

  /// Removes and returns all pending changes, to be written by the caller.
  mutating func drainPending() -> [NumberedChange] {
    guard !pending.isEmpty else { return [] }
    defer { pending = [] }
    return pending
  }

  /// Records that changes up to `number` are written; removes and returns their waiters'
  /// completions.
  mutating func confirm(through number: Int64) -> [Completion] {
    (written, lastRow) = (number, number)
    guard !waiters.isEmpty else { return [] }
    let done = waiters.filter { $0.number <= number }.map(\.completion)
    waiters.removeAll { $0.number <= number }
    return done
  }

  /// Drops all changes that are not written, now and later, because of an error.
  ///
  /// - Returns: The completions of the callers that wait for dropped changes.
  mutating func fail(_ error: ChangeLogError) -> [Completion] {
    failure = error
    pending = []
    defer { waiters = [] }
    return waiters.map(\.completion)
  }

  /// Continues the numbering after an earlier number, because later changes were discarded.
  mutating func rewind(to number: Int64) { (last, written, lastRow) = (number, number, number) }
}
