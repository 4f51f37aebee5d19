import Dispatch
public import Ghostlight
import GhostlightCore
import GhostlightSQLite
import Synchronization

/// Writes changes into a data folder's database before they are acknowledged.
///
/// One thread at a time writes: a queue's, for all who only want to be called back, or that of
/// whoever waits anyway while nobody writes. It takes all changes that are there, from whatever
/// connection, in one transaction. Where that fails, they are dropped with all behind them: whoever
/// waits for them is told, and their namespaces are read back from the database before they go on.
public final class DurableLog: ChangeLog {
  private let database: DatabaseQueue
  private let path: String
  private let mark: FolderMark
  private let presence: FolderPresence
  private let state: Mutex<LogQueue>
  private let refuses = Atomic(false)
  private let writer = DispatchQueue(label: "ghostlight.log", qos: .userInitiated)
  private let alarm = Mutex<(@Sendable () -> Void)?>(nil)
  private let due = Atomic<Int64>(.max)
  private let onLoss = Mutex<(@Sendable (ChangeLogError) -> Void)?>(nil)

  /// So many changes at most share a transaction, so that a failing one costs little.
  static let batch = 1000

  /// Goes on after the number `last` and the row of the number `row`.
  init(
    _ database: DatabaseQueue, at path: String, after last: Int64, row: Int64, _ mark: FolderMark,
    _ presence: FolderPresence
  ) {
    self.database = database
    self.path = path
    self.mark = mark
    self.presence = presence
    state = Mutex(LogQueue(last: last, row: row))
  }

  /// The number of the last change that was appended, 0 for none.
  public var last: Int64 { state.withLock { $0.last } }

  /// The number up to which all changes that were not lost outlive the process.
  public var lastWritten: Int64 { state.withLock { $0.written } }

  /// Takes the next change and answers its number.
  public func append(_ change: Change) -> Int64 { state.withLock { $0.append(change) } }

  /// Whether the last change could not be written.
  public var isRefusing: Bool { refuses.load(ordering: .relaxed) }

  /// Calls back when the change of this number, and so all before it, outlive the process, or with
  /// SQLite's reason.
  public func whenDurable(
    _ number: Int64, _ completion: @escaping @Sendable (ChangeLogError?) -> Void
  ) {
    let (standing, isFirst) = state.withLock { state -> (LogQueue.Standing, Bool) in
      let standing = state.standing(of: number)
      guard case .open = standing else { return (standing, false) }
      state.wait(for: number, completion)
      return (standing, state.beginWriting())
    }
    if case .completed(let failure) = standing { return completion(failure) }
    if isFirst { writer.async { self.writeAll() } }
  }

  /// Calls back when a change can be written again.
  public func whenAccepting(_ completion: @escaping @Sendable (ChangeLogError?) -> Void) {
    let isFirst = state.withLock { state in
      state.waitForProbe(completion)
      return state.beginWriting()
    }
    if isFirst { writer.async { self.writeAll() } }
  }

  /// Waits until the change of this number, and so all before it, outlive the process.
  ///
  /// - Throws: why the changes cannot be written.
  public func waitUntilDurable(_ number: Int64) throws(ChangeLogError) {
    let call = DispatchSemaphore(value: 0)
    let outcome = Mutex<ChangeLogError?>(nil)
    let (standing, isFirst) = state.withLock { state -> (LogQueue.Standing, Bool) in
      let standing = state.standing(of: number)
      guard case .open = standing else { return (standing, false) }
      let isFirst = state.beginWriting()
      if !isFirst {
        state.wait(for: number) { failure in
          outcome.withLock { $0 = failure }
          call.signal()
        }
      }
      return (standing, isFirst)
    }
    switch standing {
    case .completed(nil): return
    case .completed(let failure?): throw failure
    case .open: break
    }
    guard isFirst else {
      call.wait()
      if let failure = outcome.withLock({ $0 }) { throw failure }
      return
    }
    // Nobody writes, and this thread has nothing better to do.
    writePending()
    let goesOn = state.withLock { $0.endWriting() }
    if goesOn { writer.async { self.writeAll() } }
    if case .completed(let failure?) = state.withLock({ $0.standing(of: number) }) { throw failure }
  }

  /// Writes until nobody waits any more.
  private func writeAll() {
    repeat { writePending() } while state.withLock { $0.endWriting() }
  }

  /// Writes what is there; called by one thread at a time.
  private func writePending() {
    let (changes, previous, probes) = state.withLock { state in
      (state.takePending(), state.lastRow, state.takeProbes())
    }
    var rest = changes[...]
    var last = previous
    while let end = rest.prefix(Self.batch).last?.number {
      let batch = rest.prefix(Self.batch)
      do {
        try presence.check()
        try database.inDatabase { try Self.insert(batch, after: last, $0) }
      } catch {
        lose(rest, error)
        break
      }
      // Where it cannot be noted, a later loss may go unnoticed; nothing is lost now.
      try? mark.set(end)
      rest = rest.dropFirst(batch.count)
      last = end
      let waiters = state.withLock { $0.confirm(through: end) }
      refuses.store(false, ordering: .relaxed)
      ringIfDue(end)
      CompletionBatch.run { for completion in waiters { completion(nil) } }
    }
    if !probes.isEmpty { probe(probes) }
  }

  private func lose(_ changes: ArraySlice<NumberedChange>, _ error: any Error) {
    let failure = ChangeLogError(DataFolderError(writing: path, error).description)
    let onLoss = onLoss.withLock { $0 }
    refuses.store(onLoss != nil, ordering: .relaxed)
    let (waiters, lost) = state.withLock { state in
      (state.lose(changes, failure, suspends: onLoss != nil), state.lastLost)
    }
    // Where only waiting for the disk failed, the write-ahead log holds all of the transaction. This
    // process ignores it, but the next one would take it for written.
    try? mark.setRefused(lost)
    // First nobody sees the changes any more, then whoever made them is told.
    onLoss?(failure)
    for completion in waiters { completion(failure) }
  }

  /// Tries whether anything can be written, where the last change could not.
  private func probe(_ completions: [LogQueue.Completion]) {
    var failure: ChangeLogError?
    if isRefusing {
      do {
        try presence.check()
        try database.inDatabase { try Meta.probe($0) }
        state.withLock { $0.accept() }
        refuses.store(false, ordering: .relaxed)
      } catch {
        failure = ChangeLogError(DataFolderError(writing: path, error).description)
      }
    }
    for completion in completions { completion(failure) }
  }

  /// One change is a transaction by itself; many share one.
  private static func insert(
    _ changes: ArraySlice<NumberedChange>, after previous: Int64, _ database: Database
  ) throws {
    var insertion = try ChangeInsertion(database)
    var previous = previous
    func insertAll() throws {
      for change in changes {
        try insertion.insert(change, after: previous)
        previous = change.number
      }
    }
    guard changes.count > 1 else { return try insertAll() }
    try database.inTransaction { try insertAll() }
  }
}

extension DurableLog {
  /// Calls `alarm` once, off this thread or on it, as soon as the change `number` is written.
  func ring(at number: Int64, _ alarm: @escaping @Sendable () -> Void) {
    self.alarm.withLock { $0 = alarm }
    due.store(number, ordering: .releasing)
  }

  private func ringIfDue(_ written: Int64) {
    guard due.load(ordering: .relaxed) <= written else { return }
    guard due.exchange(.max, ordering: .acquiringAndReleasing) != .max else { return }
    let alarm = alarm.withLock { $0 }
    alarm?()
  }

  /// Calls `handler` whenever changes are lost, before anybody is told: it keeps their namespaces,
  /// which are ``suspended`` then, from being used, and reads them back.
  func whenLost(_ handler: @escaping @Sendable (ChangeLogError) -> Void) {
    onLoss.withLock { $0 = handler }
  }

  /// The namespaces whose changes were lost and that are not read back yet.
  var suspended: Set<String> { state.withLock { $0.suspended } }

  /// How often changes were lost.
  var losses: Int { state.withLock { $0.losses } }

  /// Takes changes of namespaces again.
  func resume(_ names: Set<String>) { state.withLock { $0.resume(names) } }

  /// Goes back to a number before anything is appended.
  func rewind(to number: Int64) throws {
    try mark.set(number)
    state.withLock { $0.rewind(to: number) }
  }
}

extension LogQueue {
  /// Takes the part of the writer.
  ///
  /// - Returns: Whether it was free.
  fileprivate mutating func beginWriting() -> Bool {
    guard !isWriting else { return false }
    isWriting = true
    return true
  }

  /// Gives the part of the writer up, unless somebody waits.
  ///
  /// - Returns: Whether there is more to write.
  fileprivate mutating func endWriting() -> Bool {
    isWriting = isWanted
    return isWriting
  }
}

/// Adds changes to the table `changes`.
struct ChangeInsertion: ~Copyable {
  private let statement: Statement
  private var row = ChangeColumns()

  init(_ database: Database) throws {
    statement = try database.cachedStatement(sql: ChangeRow.insertion)
  }

  /// Adds the row of a change, which comes after the one of the number `previous`.
  mutating func insert(_ change: NumberedChange, after previous: Int64) throws {
    row.set(change, after: previous)
    // SQLite reads the bytes where they are: copying them costs more than all the rest.
    try row.bytes.withUnsafeBytes { try statement.execute(row.columns, in: $0) }
  }
}
