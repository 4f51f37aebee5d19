import Ghostlight

/// What a log has taken and not settled yet: numbering, changes, who waits, what is lost.
struct LogQueue: Sendable {
  typealias Completion = @Sendable (ChangeLogError?) -> Void

  private struct Waiter: Sendable {
    let number: Int64
    let completion: Completion
  }

  /// What there is to say about a number.
  enum Standing {
    case completed(ChangeLogError?)
    case open
  }

  /// The last number given.
  private(set) var last: Int64
  /// The number up to which all that was not lost is written.
  private(set) var written: Int64
  /// The number of the last row.
  private(set) var lastRow: Int64
  private var pending: [NumberedChange] = []
  private var waiters: [Waiter] = []
  private var probes: [Completion] = []
  private var lost = LostNumbers()
  /// Why the last loss came about; `nil` once something was written again.
  private(set) var refusal: ChangeLogError?
  private var lastError: ChangeLogError?
  /// The namespaces whose changes are dropped until somebody has read them back.
  private(set) var suspended: Set<String> = []
  /// How often changes were lost.
  private(set) var losses = 0
  /// The numbers of the last changes that were lost.
  var lastLost: ClosedRange<Int64>? { lost.last }
  /// Whether some thread writes at present.
  var isWriting = false

  init(last: Int64, row: Int64) {
    (self.last, written, lastRow) = (last, last, row)
  }

  /// Takes a change and answers its number.
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

  /// What became of a number; numbers that were never given are settled.
  func standing(of number: Int64) -> Standing {
    if number == Change.lost || lost.contains(number) { return .completed(lastError) }
    return number <= written || number > last ? .completed(nil) : .open
  }

  mutating func wait(for number: Int64, _ completion: @escaping Completion) {
    waiters.append(Waiter(number: number, completion: completion))
  }

  mutating func waitForProbe(_ completion: @escaping Completion) { probes.append(completion) }

  /// Whether anybody waits.
  var isWanted: Bool { !waiters.isEmpty || !probes.isEmpty }

  /// Hands over those who want to know whether anything can be written.
  mutating func takeProbes() -> [Completion] {
    defer { probes = [] }
    return probes
  }

  /// Hands all changes over to the writer.
  mutating func takePending() -> [NumberedChange] {
    guard !pending.isEmpty else { return [] }
    defer { pending = [] }
    return pending
  }

  /// Notes what was written, and answers who waited for it.
  mutating func confirm(through number: Int64) -> [Completion] {
    (written, lastRow) = (number, number)
    refusal = nil
    guard !waiters.isEmpty else { return [] }
    let done = waiters.filter { $0.number <= number }.map(\.completion)
    waiters.removeAll { $0.number <= number }
    return done
  }

  /// Notes that something can be written again.
  mutating func accept() { refusal = nil }

  /// Drops `changes`, which could not be written, and all that came after them.
  ///
  /// - Returns: Who waited.
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

  /// Takes changes of namespaces again.
  mutating func resume(_ names: Set<String>) { suspended.subtract(names) }

  /// Goes back to a number, since what is behind it was given up.
  mutating func rewind(to number: Int64) { (last, written, lastRow) = (number, number, number) }
}

/// The numbers of changes that were given and will never be written, in ranges.
struct LostNumbers: Sendable {
  /// So many ranges are told apart; beyond that the oldest two become one, since whoever asks after
  /// a number does so soon.
  static let limit = 10_000

  private var ranges: [ClosedRange<Int64>] = []

  /// The greatest numbers that follow each other.
  var last: ClosedRange<Int64>? { ranges.last }

  /// Adds numbers that are greater than all before.
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

  /// Whether a number is lost.
  func contains(_ number: Int64) -> Bool {
    guard let last = ranges.last, number <= last.upperBound else { return false }
    return ranges.contains { $0.contains(number) }
  }
}
