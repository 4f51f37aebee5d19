#if canImport(SQLite3)
  import SQLite3
#else
  import CSQLite
#endif

/// A connection, within its queue.
package final class Database {
  private var connection: OpaquePointer?
  private var statements: [String: Statement] = [:]

  /// So many statements are kept; where texts vary without end, all are dropped now and then.
  static let keptStatements = 256

  /// Opens a file, which is made where it is missing unless it is only to be read.
  init(_ path: String, isReadOnly: Bool, milliseconds: Int32) throws(DatabaseError) {
    let access = isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    // The queue takes care that one thread at a time is here.
    let code = sqlite3_open_v2(path, &connection, access | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK else {
      let error = DatabaseError(code, of: connection)
      // SQLite gives a connection even where it cannot open it.
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

  /// Closes the file; every later use throws.
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

  /// How many rows the last statement changed, added or deleted.
  package var changesCount: Int { connection.map { Int(sqlite3_changes($0)) } ?? 0 }

  // MARK: Statements

  /// Compiles the one statement of a text.
  ///
  /// - Throws: ``DatabaseError`` where it is none, or more than one.
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

  /// The compiled statement of a text, which is kept for the next time.
  ///
  /// While its rows are read, others get one of their own.
  ///
  /// - Throws: ``DatabaseError``.
  package func cachedStatement(sql: String) throws(DatabaseError) -> Statement {
    if let known = statements[sql] {
      return known.isReading ? try makeStatement(sql: sql) : known
    }
    let statement = try makeStatement(sql: sql)
    if statements.count >= Self.keptStatements { statements.removeAll(keepingCapacity: true) }
    statements[sql] = statement
    return statement
  }

  /// Runs the statements of a text, one after another; with arguments it is one.
  ///
  /// - Throws: ``DatabaseError`` of the first that fails; those before it are done.
  package func execute(
    sql: String, arguments: StatementArguments = []
  ) throws(DatabaseError) {
    try compile(sql) { statement, _ throws(DatabaseError) in
      try statement.execute(arguments: arguments)
      return true
    }
  }

  /// Compiles the statements of a text until there is no more or `use` has enough; it learns where
  /// in the text each ends.
  private func compile(
    _ sql: String, _ use: (Statement, _ end: Int) throws(DatabaseError) -> Bool
  ) throws(DatabaseError) {
    let connection = try opened()
    // Zero at its end, as C has it.
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
      // Only blanks and comments were left.
      guard let handle else { return }
      guard try use(Statement(handle), start) else { return }
    }
  }

  // MARK: Transactions

  /// Runs `updates` in a transaction, which takes the right to write at once.
  ///
  /// - Throws: What `updates` throws, or ``DatabaseError``; nothing has changed then.
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

  /// Where the disk is full, SQLite may have rolled back by itself.
  private func rollBack() {
    guard let connection, sqlite3_get_autocommit(connection) == 0 else { return }
    try? cachedStatement(sql: "ROLLBACK TRANSACTION").execute()
  }

  /// Whether the file has a table of a name.
  ///
  /// - Throws: ``DatabaseError``.
  package func tableExists(_ name: String) throws(DatabaseError) -> Bool {
    let sql = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ? COLLATE NOCASE"
    return try Int.fetchOne(self, sql: sql, arguments: [name]) != nil
  }

  /// How far a checkpoint goes.
  package enum Checkpoint: Sendable {
    /// As far as it goes without waiting for anybody.
    case passive
    /// To the end, and the write-ahead log is empty then.
    case truncate
  }

  /// Brings what the write-ahead log has to its place.
  ///
  /// - Throws: ``DatabaseError``.
  package func checkpoint(_ kind: Checkpoint) throws(DatabaseError) {
    let mode = kind == .passive ? SQLITE_CHECKPOINT_PASSIVE : SQLITE_CHECKPOINT_TRUNCATE
    let connection = try opened()
    let code = sqlite3_wal_checkpoint_v2(connection, nil, mode, nil, nil)
    guard code == SQLITE_OK else { throw DatabaseError(code, of: connection) }
  }
}
