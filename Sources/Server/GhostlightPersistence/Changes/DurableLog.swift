import Dispatch
public import Ghostlight
import GRDB
import Synchronization

/// Writes changes into a data folder's database before they are acknowledged.
///
/// Whoever first waits for a change writes all that are queued, in one transaction; the others wait
/// for it and mostly find theirs written. A change that cannot be written stays queued, and the
/// next who waits tries again.
public final class DurableLog: ChangeLog {
  private let database: DatabaseQueue
  private let path: String
  private let pending: Mutex<PendingChanges>
  private let turn = Mutex(WritersTurn())
  /// Touched only by the thread whose turn it is.
  private let backlog = Mutex(WriterBacklog())
  private let written: Atomic<Int64>
  private let alarm = Mutex<(@Sendable () -> Void)?>(nil)
  private let due = Atomic<Int64>(.max)

  /// So many changes at most share a transaction, so that a failing one costs little.
  static let batch = 1000

  init(_ database: DatabaseQueue, at path: String, after last: Int64) {
    self.database = database
    self.path = path
    pending = Mutex(PendingChanges(last: last))
    written = Atomic(last)
  }

  /// The number of the last change that was appended, 0 for none.
  public var last: Int64 { pending.withLock { $0.last } }

  /// The number up to which all changes outlive the process.
  public var lastWritten: Int64 { written.load(ordering: .acquiring) }

  /// Takes the next change and answers its number.
  public func append(_ change: Change) -> Int64 { pending.withLock { $0.append(change) } }

  /// Waits until the change of this number, and so all before it, outlive the process.
  ///
  /// - Throws: ``ChangeLogProblem`` with SQLite's reason; the change stays queued.
  public func settle(_ number: Int64) throws(ChangeLogProblem) {
    do throws(DataFolderProblem) {
      try write(through: number)
    } catch {
      throw ChangeLogProblem(error.description)
    }
  }

  /// Waits until the change of this number, and so all before it, are in the database.
  func write(through number: Int64) throws(DataFolderProblem) {
    guard lastWritten < number else { return }
    switch turn.withLock({ $0.take(number, written: lastWritten) }) {
    case .written: return
    case .first: break
    case .waiting(let call):
      call.wait()
      guard lastWritten < number else { return }
    }
    defer { passTurn() }
    while lastWritten < number {
      guard try writeBatch() else { return }
    }
    // Writing for those who came meanwhile costs less than waking one of them to do it; where it
    // fails, they find out for themselves.
    _ = try? writeBatch()
  }

  private func passTurn() {
    let calls = turn.withLock { $0.pass(written: lastWritten) }
    for call in calls { call.signal() }
    ringIfDue()
  }

  /// Calls `alarm` once, off this thread or on it, as soon as the change `number` is written.
  func ring(at number: Int64, _ alarm: @escaping @Sendable () -> Void) {
    self.alarm.withLock { $0 = alarm }
    due.store(number, ordering: .releasing)
  }

  private func ringIfDue() {
    guard due.load(ordering: .relaxed) <= written.load(ordering: .relaxed) else { return }
    guard due.exchange(.max, ordering: .acquiringAndReleasing) != .max else { return }
    let alarm = alarm.withLock { $0 }
    alarm?()
  }

  /// Writes the next of what is queued.
  ///
  /// - Returns: Whether there was anything to do.
  private func writeBatch() throws(DataFolderProblem) -> Bool {
    try backlog.withLock { (backlog) throws(DataFolderProblem) -> Bool in
      if backlog.isEmpty { backlog.fill(pending.withLock { $0.take() }) }
      let batch = backlog.next(Self.batch)
      guard let last = batch.last else { return false }
      do {
        try database.inDatabase { try Self.insert(batch, $0) }
      } catch {
        throw DataFolderProblem(writing: path, error)
      }
      backlog.drop(batch.count)
      written.store(last.number, ordering: .releasing)
      return true
    }
  }

  /// One change is a transaction by itself; many share one.
  private static func insert(
    _ changes: ArraySlice<NumberedChange>, _ database: Database
  ) throws {
    let statement = try database.cachedStatement(sql: ChangeRow.insertion)
    guard changes.count > 1 else {
      for change in changes { try insert(change, statement) }
      return
    }
    try database.inTransaction(.immediate) {
      for change in changes { try insert(change, statement) }
      return .commit
    }
  }

  private static func insert(_ change: NumberedChange, _ statement: Statement) throws {
    try statement.execute(
      arguments: StatementArguments(ChangeRow.values(change.number, change.change)))
  }
}
