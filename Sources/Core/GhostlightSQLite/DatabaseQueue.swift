import Dispatch

/// A database connection that runs closures one at a time, in the order of the calls.
///
/// Call `write` to change the database in a transaction: `queue.write { try $0.execute(sql: …) }`.
/// A closure must not call its own queue; instead of a deadlock, the program traps. Do not use
/// statements and rows outside their closure.
package final class DatabaseQueue: @unchecked Sendable {
  // Used only by closures on the serial queue.
  private let database: Database
  private let queue: DispatchQueue

  /// Opens a database file; creates it if it is missing, unless `isReadOnly` is `true`.
  ///
  /// - Parameters:
  ///   - path: The path of the file; by default the database is in memory.
  ///   - isReadOnly: Whether the database must not be changed.
  ///   - busyMilliseconds: The maximum time to wait for a lock that another connection holds.
  ///   - label: The name of the queue in debuggers.
  ///   - prepare: Configures the connection before the file is read.
  /// - Throws: ``DatabaseError`` if the file cannot be opened or is not a database; or the error
  ///   that `prepare` throws.
  package init(
    path: String = ":memory:", isReadOnly: Bool = false, busyMilliseconds: Int32 = 0,
    label: String = "ghostlight.database", prepare: (Database) throws -> Void = { _ in }
  ) throws {
    database = try Database(path, isReadOnly: isReadOnly, milliseconds: busyMilliseconds)
    queue = DispatchQueue(label: label)
    try prepare(database)
    // The query makes SQLite open the file, which it does not do before the first read.
    try database.execute(sql: "SELECT * FROM sqlite_master LIMIT 1")
  }

  /// Runs a closure with exclusive use of the connection and waits for it.
  ///
  /// Each statement is a separate transaction.
  package func inDatabase<Value>(_ body: (Database) throws -> Value) rethrows -> Value {
    dispatchPrecondition(condition: .notOnQueue(queue))
    return try queue.sync { try body(database) }
  }

  /// Runs a closure in one transaction; if the closure throws, the database is unchanged.
  ///
  /// - Throws: The error of the closure, or ``DatabaseError`` if the transaction fails.
  package func write<Value>(_ updates: (Database) throws -> Value) throws -> Value {
    try inDatabase { database in try database.inTransaction { try updates(database) } }
  }

  /// Closes the database; any later call throws an error.
  ///
  /// - Throws: ``DatabaseError`` if a ``Statement`` of the database still exists.
  package func close() throws { try inDatabase { try $0.close() } }
}
