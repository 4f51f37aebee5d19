import Dispatch
public import Ghostlight
import GhostlightCore
import GhostlightSQLite
import Synchronization

/// A log that writes changes to the database of a data folder before clients get their responses.
///
/// Get it from ``DataFolder/log``, and pass it to a `Stage`. Its methods may be called from any
/// thread.
///
/// Only one thread writes at a time: the log's own queue, or a caller that waits for its change
/// while no other thread writes. It writes the pending changes of all callers in one transaction.
/// If the transaction fails, these changes and all later ones are dropped, and their callers get the
/// error. The log writes nothing more, until the folder is opened again.
public final class DurableLog: ChangeLog {
  private let database: DatabaseQueue
  private let path: String
  private let mark: FolderMark
  private let presence: FolderPresence
  private let state: Mutex<LogQueue>
  private let hasFailed = Atomic(false)
  private let writer = DispatchQueue(label: "ghostlight.log", qos: .userInitiated)
  private let alarm = Mutex<(@Sendable () -> Void)?>(nil)
  private let due = Atomic<Int64>(.max)

  /// The maximum number of changes in a transaction, which limits the effect of a failure.
  static let batch = 1000

  /// Creates a log that continues after change number `last`; `row` is the number of the last row.
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

  /// The number of the last appended change; 0 if there is none.
  public var last: Int64 { state.withLock { $0.last } }

  /// The number up to which all changes are on disk.
  public var lastWritten: Int64 { state.withLock { $0.written } }

  /// Appends a change and returns its number.
  ///
  /// The change is not on disk yet: wait with ``waitUntilDurable(_:)``.
  public func append(_ change: Change) -> Int64 { state.withLock { $0.append(change) } }

  /// The reason why a write failed, after which the log stores no more changes; otherwise `nil`.
  public var failure: ChangeLogError? {
    hasFailed.load(ordering: .acquiring) ? state.withLock { $0.failure } : nil
  }

  /// Calls the completion when the change with this number and all changes before it are on disk.
  ///
  /// If the change could not be written, the completion receives an error with SQLite's reason.
  public func whenDurable(
    _ number: Int64, _ completion: @escaping @Sendable (ChangeLogError?) -> Void
  ) {
    let (status, isFirst) = state.withLock { state -> (LogQueue.Status, Bool) in
      let status = state.status(of: number)
      guard case .open = status else { return (status, false) }
      state.wait(for: number, completion)
      return (status, state.beginWriting())
    }
    if case .completed(let failure) = status { return completion(failure) }
    if isFirst { writer.async { self.writeAll() } }
  }

  /// Waits until the change with this number and all changes before it are on disk.
  ///
  /// - Throws: `ChangeLogError` with the reason if the change could not be written.
  public func waitUntilDurable(_ number: Int64) throws(ChangeLogError) {
    let call = DispatchSemaphore(value: 0)
    let outcome = Mutex<ChangeLogError?>(nil)
    let (status, isFirst) = state.withLock { state -> (LogQueue.Status, Bool) in
      let status = state.status(of: number)
      guard case .open = status else { return (status, false) }
      let isFirst = state.beginWriting()
      if !isFirst {
        state.wait(for: number) { failure in
          outcome.withLock { $0 = failure }
          call.signal()
        }
      }
      return (status, isFirst)
    }
    switch status {
    case .completed(nil): return
    case .completed(let failure?): throw failure
    case .open: break
    }
    guard isFirst else {
      call.wait()
      if let failure = outcome.withLock({ $0 }) { throw failure }
      return
    }
    // No other thread is writing, so this thread writes, because it has to wait anyway.
    writePending()
    let goesOn = state.withLock { $0.endWriting() }
    if goesOn { writer.async { self.writeAll() } }
    if case .completed(let failure?) = state.withLock({ $0.status(of: number) }) { throw failure }
  }

  /// Writes pending changes until no caller waits.
  private func writeAll() {
    repeat { writePending() } while state.withLock { $0.endWriting() }
  }

  /// Writes the pending changes; must be called by only one thread at a time.
  private func writePending() {
    let (changes, previous) = state.withLock { ($0.drainPending(), $0.lastRow) }
    var rest = changes[...]
    var last = previous
    while let end = rest.prefix(Self.batch).last?.number {
      let batch = rest.prefix(Self.batch)
      do {
        try presence.check()
        try database.inDatabase { try Self.insert(batch, after: last, $0) }
      } catch {
        return fail(batch, error)
      }
      // An error is ignored, because the changes are stored; only a later loss may not be detected.
      try? mark.set(end)
      rest = rest.dropFirst(batch.count)
      last = end
      let waiters = state.withLock { $0.confirm(through: end) }
      ringIfDue(end)
      CompletionBatch.run { for completion in waiters { completion(nil) } }
    }
  }

  /// Drops a batch, which could not be written, and all later changes.
  private func fail(_ batch: ArraySlice<NumberedChange>, _ error: any Error) {
    let reason = DataFolderError(writing: path, error).description
    let failure = ChangeLogError("\(reason); every request gets 503 until the server is restarted")
    // If only the wait for the disk failed, the write-ahead log contains the complete transaction.
    // This process ignores the transaction, but the next process would read it as written.
    if let first = batch.first?.number, let last = batch.last?.number {
      try? mark.setRefused(first...last)
    }
    let waiters = state.withLock { state in
      hasFailed.store(true, ordering: .releasing)
      return state.fail(failure)
    }
    for completion in waiters { completion(failure) }
  }

  /// Inserts changes in one transaction; a single change needs no explicit transaction.
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
  /// Sets the closure to call once, on any thread, when the change `number` is written.
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

  /// Continues the numbering after an earlier number; must be called before the first change.
  func rewind(to number: Int64) throws {
    try mark.set(number)
    state.withLock { $0.rewind(to: number) }
  }
}

extension LogQueue {
  /// Marks this thread as the writer, unless another thread is writing.
  ///
  /// - Returns: Whether this thread is now the writer.
  fileprivate mutating func beginWriting() -> Bool {
    guard !isWriting else { return false }
    isWriting = true
    return true
  }

  /// Ends this thread's turn as the writer, unless callers still wait.
  ///
  /// - Returns: Whether this thread must continue writing.
  fileprivate mutating func endWriting() -> Bool {
    isWriting = isWanted
    return isWriting
  }
}

/// A prepared SQL statement that inserts changes into the table `changes`.
struct ChangeInsertion: ~Copyable {
  private let statement: Statement
  private var row = ChangeColumns()

  init(_ database: Database) throws {
    statement = try database.cachedStatement(sql: ChangeRow.insertion)
  }

  /// Inserts a change; `previous` is the number of the row before it.
  mutating func insert(_ change: NumberedChange, after previous: Int64) throws {
    row.set(change, after: previous)
    // SQLite reads the bytes in place, because copying them would take more time than all other
    // work.
    try row.bytes.withUnsafeBytes { try statement.execute(row.columns, in: $0) }
  }
}
