import Ghostlight

/// The state of a log: the last numbers, the pending changes, the waiting callers, and lost
/// changes.
struct LogQueue: Sendable {
  typealias Completion = @Sendable (ChangeLogError?) -> Void

  private struct Waiter: Sendable {
    let number: Int64
    let completion: Completion
  }

  /// The state of the change with a given number: written, lost, or still pending (`open`).
  enum Standing {
    case completed(ChangeLogError?)
    case open
  }

  /// The last number that was assigned to a change.
  private(set) var last: Int64
  /// The number up to which all changes are written, except those that were lost.
  private(set) var written: Int64
  /// The number of the last row in the table `changes`.
  private(set) var lastRow: Int64
  private var pending: [NumberedChange] = []
  private var waiters: [Waiter] = []
  private var probes: [Completion] = []
  private var lost = LostNumbers()
  /// The reason for the last failed write; `nil` when writing is possible again.
  private(set) var refusal: ChangeLogError?
  private var lastError: ChangeLogError?
  /// The namespaces whose changes are dropped until they are restored from the database.
  private(set) var suspended: Set<String> = []
  /// The number of failed writes that lost changes.
  private(set) var losses = 0
  /// The numbers of the changes lost last; `nil` if none were lost.
  var lastLost: ClosedRange<Int64>? { lost.last }
  /// Whether a thread is currently writing.
  var isWriting = false

  init(last: Int64, row: Int64) {
    (self.last, written, lastRow) = (last, last, row)
  }

  /// Appends a change and returns its number.
  mutating func append(_ change: Change) -> Int64 {
    if !suspended.isEmpty, isBuiltOnLoss(change) {
      suspended.insert(change.namespace)
      return Change.lost
    }
    last += 1
    pending.append(NumberedChange(number: last, change: change))
    return last
  }

  private func isBuiltOnLoss(_ change: Change) -> Bool {
    if case .fork(let source) = change.operation, suspended.contains(source) { return true }
    return suspended.contains(change.namespace)
  }

  /// Returns the state of the change with this number; numbers never assigned count as written.
  func standing(of number: Int64) -> Standing {
    if number == Change.lost || lost.contains(number) { return .completed(lastError) }
    return number <= written || number > last ? .completed(nil) : .open
  }

  mutating func wait(for number: Int64, _ completion: @escaping Completion) {
    waiters.append(Waiter(number: number, completion: completion))
  }

  mutating func waitForProbe(_ completion: @escaping Completion) { probes.append(completion) }

  var isWanted: Bool { !waiters.isEmpty || !probes.isEmpty }

  /// Removes and returns the completions of callers that wait until writing is possible again.
  mutating func takeProbes() -> [Completion] {
    defer { probes = [] }
    return probes
  }

  /// Removes and returns all pending changes, to be written by the caller.
  mutating func takePending() -> [NumberedChange] {
    guard !pending.isEmpty else { return [] }
    defer { pending = [] }
    return pending
  }

  /// Records that changes up to `number` are written; removes and returns their waiters'
  /// completions.
  mutating func confirm(through number: Int64) -> [Completion] {
    (written, lastRow) = (number, number)
    refusal = nil
    guard !waiters.isEmpty else { return [] }
    let done = waiters.filter { $0.number <= number }.map(\.completion)
    waiters.removeAll { $0.number <= number }
    return done
  }

  /// Records that writing is possible again.
  mutating func accept() { refusal = nil }

  /// Drops `changes`, which could not be written, and all later changes.
  ///
  /// - Returns: The completions of the callers that wait for dropped changes.
  mutating func lose(
    _ changes: ArraySlice<NumberedChange>, _ error: ChangeLogError, suspends: Bool
  ) -> [Completion] {
    guard let first = changes.first?.number ?? pending.first?.number else { return [] }
    lost.add(first...last)
    if suspends {
      for change in changes { suspended.insert(change.change.namespace) }
      for change in pending { suspended.insert(change.change.namespace) }
    }
    pending = []
    (refusal, lastError) = (error, error)
    losses += 1
    defer { waiters = [] }
    return waiters.map(\.completion)
  }

  /// Accepts changes of the namespaces `names` again.
  mutating func resume(_ names: Set<String>) { suspended.subtract(names) }

  /// Continues the numbering after an earlier number, because later changes were discarded.
  mutating func rewind(to number: Int64) { (last, written, lastRow) = (number, number, number) }
}

/// The numbers of lost changes, stored as ranges.
struct LostNumbers: Sendable {
  /// The maximum number of ranges; if there are more, the two oldest are merged.
  ///
  /// Merging is harmless, because a caller asks about its change soon after appending it.
  static let limit = 10_000

  private var ranges: [ClosedRange<Int64>] = []

  /// The last range of consecutive numbers.
  var last: ClosedRange<Int64>? { ranges.last }

  /// Adds numbers, which must be greater than all numbers added before.
  mutating func add(_ numbers: ClosedRange<Int64>) {
    if let last = ranges.last, last.upperBound + 1 == numbers.lowerBound {
      ranges[ranges.count - 1] = last.lowerBound...numbers.upperBound
    } else {
      ranges.append(numbers)
    }
    guard ranges.count > Self.limit else { return }
    ranges[1] = ranges[0].lowerBound...ranges[1].upperBound
    ranges.removeFirst()
  }

  func contains(_ number: Int64) -> Bool {
    guard let last = ranges.last, number <= last.upperBound else { return false }
    return ranges.contains { $0.contains(number) }
  }
}
