#if canImport(SQLite3)
  import SQLite3
#else
  import CSQLite
#endif

/// A connection to an SQLite database, for use only in closures of its ``DatabaseQueue``.
package final class Database {
  private var connection: OpaquePointer?
  private var statements: [String: Statement] = [:]

  /// The maximum number of cached statements; when it is exceeded, the cache is emptied.
  static let keptStatements = 256

  /// Opens a database file; creates it if it is missing, unless `isReadOnly` is `true`.
  ///
  /// `milliseconds` is the maximum time to wait for a lock that another connection holds.
  init(_ path: String, isReadOnly: Bool, milliseconds: Int32) throws(DatabaseError) {
    let access = isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    // The queue ensures that only one thread at a time uses the connection.
    let code = sqlite3_open_v2(path, &connection, access | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK else {
      let error = DatabaseError(code, of: connection)
      // SQLite creates a connection even if it cannot open the file, so it must be closed.
      sqlite3_close_v2(connection)
      connection = nil
      throw error
    }
    sqlite3_busy_timeout(connection, milliseconds)
    sqlite3_extended_result_codes(connection, 1)
    #if !canImport(SQLite3)
      ghostlight_refuse_quoted_texts(connection)
    #endif
  }

  deinit {
    statements.removeAll()
    sqlite3_close_v2(connection)
  }

  /// Closes the database; any later call throws an error.
  func close() throws(DatabaseError) {
    guard let open = connection else { return }
    statements.removeAll()
    let code = sqlite3_close(open)
    guard code == SQLITE_OK else { throw DatabaseError(code, of: open) }
    connection = nil
  }

  private func opened() throws(DatabaseError) -> OpaquePointer {
    guard let connection else { throw DatabaseError(.misuse, "Connection is closed") }
    return connection
  }

  /// The number of rows that the last statement inserted, updated or deleted.
  package var changesCount: Int { connection.map { Int(sqlite3_changes($0)) } ?? 0 }

  // MARK: Statements

  /// Compiles SQL that consists of one statement.
  ///
  /// - Throws: ``DatabaseError`` if the SQL is invalid or does not consist of exactly one
  ///   statement.
  package func makeStatement(sql: String) throws(DatabaseError) -> Statement {
    var statement: Statement?
    var rest: String.UTF8View.SubSequence = sql.utf8[...]
    try compile(sql) { next, end in
      if statement == nil { (statement, rest) = (next, sql.utf8.dropFirst(end)) }
      return false
    }
    guard let statement else { throw DatabaseError(.misuse, "there is no statement", sql: sql) }
    let blank = Set(" \t\r\n;".utf8)
    guard rest.allSatisfy(blank.contains) else {
      throw DatabaseError(.misuse, "there are several statements", sql: sql)
    }
    return statement
  }

  /// Returns the cached statement for an SQL string; compiles and caches it if it is new.
  ///
  /// If rows of the cached statement are being read, a new statement is returned.
  ///
  /// - Throws: ``DatabaseError`` if the SQL is invalid or does not consist of exactly one
  ///   statement.
  package func cachedStatement(sql: String) throws(DatabaseError) -> Statement {
    if let known = statements[sql] {
      return known.isReading ? try makeStatement(sql: sql) : known
    }
    let statement = try makeStatement(sql: sql)
    if statements.count >= Self.keptStatements { statements.removeAll(keepingCapacity: true) }
    statements[sql] = statement
    return statement
  }

  /// Runs all statements of an SQL string in order; with arguments, there must be only one
  /// statement.
  ///
  /// - Throws: ``DatabaseError`` of the first statement that fails; earlier statements are not
  ///   undone.
  package func execute(
    sql: String, arguments: StatementArguments = []
  ) throws(DatabaseError) {
    try compile(sql) { statement, _ throws(DatabaseError) in
      try statement.execute(arguments: arguments)
      return true
    }
  }

  /// Compiles the statements of an SQL string one by one, until the end or until `use` returns
  /// `false`.
  ///
  /// `use` receives each statement and the position of its end in the string, in bytes.
  private func compile(
    _ sql: String, _ use: (Statement, _ end: Int) throws(DatabaseError) -> Bool
  ) throws(DatabaseError) {
    let connection = try opened()
    // The C string ends with a zero byte, which is not part of the SQL.
    let text = Array(sql.utf8CString)
    var start = 0
    while start < text.count - 1 {
      var handle: OpaquePointer?
      var length = 0
      let code = text.withUnsafeBufferPointer { text in
        guard let base = text.baseAddress.map({ $0 + start }) else { return SQLITE_MISUSE }
        var end: UnsafePointer<CChar>?
        let code = sqlite3_prepare_v2(connection, base, -1, &handle, &end)
        length = end.map { $0 - base } ?? 0
        return code
      }
      guard code == SQLITE_OK else { throw DatabaseError(code, of: connection, sql: sql) }
      start += length
      // SQLite returns no statement if only white space and comments are left.
      guard let handle else { return }
      guard try use(Statement(handle), start) else { return }
    }
  }

  // MARK: Transactions

  /// Runs `updates` in a transaction, which locks the database for writing from the start.
  ///
  /// - Throws: The error of `updates`, or ``DatabaseError`` if SQLite fails. In both cases the
  ///   transaction is rolled back.
  package func inTransaction<Value>(_ updates: () throws -> Value) throws -> Value {
    try cachedStatement(sql: "BEGIN IMMEDIATE TRANSACTION").execute()
    do {
      let value = try updates()
      try cachedStatement(sql: "COMMIT TRANSACTION").execute()
      return value
    } catch {
      rollBack()
      throw error
    }
  }

  /// Rolls back the transaction, unless SQLite has already done so, for example on a full disk.
  private func rollBack() {
    guard let connection, sqlite3_get_autocommit(connection) == 0 else { return }
    try? cachedStatement(sql: "ROLLBACK TRANSACTION").execute()
  }

  /// Returns whether the database has a table with this name, ignoring case.
  ///
  /// - Throws: ``DatabaseError`` if the database cannot be read.
  package func tableExists(_ name: String) throws(DatabaseError) -> Bool {
    let sql = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ? COLLATE NOCASE"
    return try Int.fetchOne(self, sql: sql, arguments: [name]) != nil
  }

  /// The amount of work that a checkpoint does.
  package enum Checkpoint: Sendable {
    /// Copies as many pages as possible without waiting for other connections.
    case passive
    /// Copies all pages and empties the write-ahead log.
    case truncate
  }

  /// Copies the contents of the write-ahead log into the database file.
  ///
  /// - Throws: ``DatabaseError`` if SQLite reports an error, such as a lock of another connection.
  package func checkpoint(_ kind: Checkpoint) throws(DatabaseError) {
    let mode = kind == .passive ? SQLITE_CHECKPOINT_PASSIVE : SQLITE_CHECKPOINT_TRUNCATE
    let connection = try opened()
    let code = sqlite3_wal_checkpoint_v2(connection, nil, mode, nil, nil)
    guard code == SQLITE_OK else { throw DatabaseError(code, of: connection) }
  }
}
