import Dispatch

/// A database that one thread at a time uses, in the order of the calls.
///
/// Call `write` to change the database in a transaction: `queue.write { try $0.execute(sql: …) }`.
/// A closure must not call its own queue: it would wait for itself, so it traps instead. Do not use
/// statements and rows outside their closure.
package final class DatabaseQueue: @unchecked Sendable {
  // Used only by closures on the serial queue.
  private let database: Database
  private let queue: DispatchQueue

  /// Opens a file, and creates it if it is missing and not read-only.
  ///
  /// - Parameters:
  ///   - path: The path of the file; by default the database is in memory.
  ///   - isReadOnly: Whether the database must not be changed.
  ///   - busyMilliseconds: The time to wait for a lock of another connection.
  ///   - label: The name of the queue in debuggers.
  ///   - prepare: Configures the connection before the file is read.
  /// - Throws: ``DatabaseError``, also if the file is not a database; or the error of `prepare`.
  package init(
    path: String = ":memory:", isReadOnly: Bool = false, busyMilliseconds: Int32 = 0,
    label: String = "ghostlight.database", prepare: (Database) throws -> Void = { _ in }
  ) throws {
    database = try Database(path, isReadOnly: isReadOnly, milliseconds: busyMilliseconds)
    queue = DispatchQueue(label: label)
    try prepare(database)
    // SQLite opens a file on its first read.
    try database.execute(sql: "SELECT * FROM sqlite_master LIMIT 1")
  }

  /// Runs a closure with exclusive use of the connection.
  ///
  /// Each statement is its own transaction.
  package func inDatabase<Value>(_ body: (Database) throws -> Value) rethrows -> Value {
    dispatchPrecondition(condition: .notOnQueue(queue))
    return try queue.sync { try body(database) }
  }

  /// Runs a closure in one transaction; if it throws, nothing is changed.
  ///
  /// - Throws: The error of the closure, or ``DatabaseError``.
  package func write<Value>(_ updates: (Database) throws -> Value) throws -> Value {
    try inDatabase { database in try database.inTransaction { try updates(database) } }
  }

  /// Closes the file; every later use throws an error.
  ///
  /// - Throws: ``DatabaseError`` if a statement still exists.
  package func close() throws { try inDatabase { try $0.close() } }
}
