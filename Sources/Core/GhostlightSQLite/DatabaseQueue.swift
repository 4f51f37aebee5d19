import Dispatch

/// A database that is used by one thread at a time, in the order in which they came.
///
/// ```swift
/// let queue = try DatabaseQueue(path: "notes.sqlite", busyMilliseconds: 5000)
/// try queue.write { database in
///   try database.execute(sql: "INSERT INTO note (text) VALUES (?)", arguments: ["milk"])
/// }
/// ```
///
/// A closure must not come back to its own queue: it would wait for itself, and traps instead.
/// Statements and rows stay within the closure.
package final class DatabaseQueue: @unchecked Sendable {
  // Only the closures that the serial queue runs touch it.
  private let database: Database
  private let queue: DispatchQueue

  /// Opens a file, which is made where it is missing unless it is only to be read.
  ///
  /// - Parameters:
  ///   - path: The file; without one it is a database in memory.
  ///   - isReadOnly: Whether nothing may be written.
  ///   - busyMilliseconds: How long to wait while another connection has what is needed.
  ///   - label: The queue's name for debuggers.
  ///   - prepare: Sets up the connection before anything is read of the file.
  /// - Throws: ``DatabaseError``, also where the file is no database; or what `prepare` throws.
  package init(
    path: String = ":memory:", isReadOnly: Bool = false, busyMilliseconds: Int32 = 0,
    label: String = "ghostlight.database", prepare: (Database) throws -> Void = { _ in }
  ) throws {
    database = try Database(path, isReadOnly: isReadOnly, milliseconds: busyMilliseconds)
    queue = DispatchQueue(label: label)
    try prepare(database)
    // SQLite opens a file when it first reads it.
    try database.execute(sql: "SELECT * FROM sqlite_master LIMIT 1")
  }

  /// Runs a closure that has the connection to itself.
  ///
  /// Every statement of it is a transaction by itself.
  package func inDatabase<Value>(_ body: (Database) throws -> Value) rethrows -> Value {
    dispatchPrecondition(condition: .notOnQueue(queue))
    return try queue.sync { try body(database) }
  }

  /// Runs a closure in one transaction; where it throws, nothing has changed.
  ///
  /// - Throws: What the closure throws, or ``DatabaseError``.
  package func write<Value>(_ updates: (Database) throws -> Value) throws -> Value {
    try inDatabase { database in try database.inTransaction { try updates(database) } }
  }

  /// Closes the file; every later use throws.
  ///
  /// - Throws: ``DatabaseError`` where a statement is still kept by somebody.
  package func close() throws { try inDatabase { try $0.close() } }
}
