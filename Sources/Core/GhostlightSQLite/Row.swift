#if canImport(SQLite3)
  import SQLite3
#else
  import CSQLite
#endif

/// The current row of a cursor; it is valid only until the cursor advances.
package struct Row {
  private let cursor: RowCursor

  fileprivate init(_ cursor: RowCursor) { self.cursor = cursor }

  private var handle: OpaquePointer { cursor.statement.handle }

  /// The number of columns in the row.
  package var count: Int { Int(sqlite3_column_count(handle)) }

  /// The names of the columns, in order.
  package var names: [String] {
    (0..<Int32(count)).map { column in
      sqlite3_column_name(handle, column).map { String(cString: $0) } ?? ""
    }
  }

  /// Returns whether a column is NULL or does not exist.
  package func hasNull(atIndex index: Int) -> Bool {
    sqlite3_column_type(handle, Int32(index)) == SQLITE_NULL
  }

  /// Returns the value of a column, or NULL if the column does not exist.
  package func value(_ index: Int) -> DatabaseValue {
    let column = Int32(index)
    switch sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: return .int64(sqlite3_column_int64(handle, column))
    case SQLITE_FLOAT: return .double(sqlite3_column_double(handle, column))
    case SQLITE_TEXT:
      let text = sqlite3_column_text(handle, column)
      return .string(
        String(decoding: UnsafeBufferPointer(start: text, count: size(column)), as: UTF8.self))
    case SQLITE_BLOB:
      let bytes = sqlite3_column_blob(handle, column)
      return .blob(Array(UnsafeRawBufferPointer(start: bytes, count: size(column))))
    default: return .null
    }
  }

  /// Returns the size of a text or blob value in bytes; call it only after reading the value's
  /// pointer.
  private func size(_ column: Int32) -> Int { Int(sqlite3_column_bytes(handle, column)) }

  /// Calls `body` with SQLite's own bytes of a text or blob value, which are not copied.
  ///
  /// Returns `nil` for other values.
  package func withBytes<Result>(
    _ index: Int, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result? {
    let column = Int32(index)
    let start: UnsafeRawPointer?
    switch sqlite3_column_type(handle, column) {
    case SQLITE_TEXT: start = UnsafeRawPointer(sqlite3_column_text(handle, column))
    case SQLITE_BLOB: start = sqlite3_column_blob(handle, column)
    default: return nil
    }
    return body(UnsafeRawBufferPointer(start: start, count: size(column)))
  }

  /// Returns the size of a text or blob value in bytes, or 0 for other values.
  package func size(_ index: Int) -> Int {
    switch sqlite3_column_type(handle, Int32(index)) {
    case SQLITE_TEXT, SQLITE_BLOB: size(Int32(index))
    default: 0
    }
  }

  /// The value of a column; traps if the column does not exist or its value has the wrong type.
  package subscript<Value: DatabaseValueConvertible>(index: Int) -> Value {
    guard let value = Value(value(index)) else {
      preconditionFailure(
        "column \(index) of `\(cursor.statement.sql)` is \(value(index)), no \(Value.self)")
    }
    return value
  }

  /// The value of a column, or `nil` for NULL; traps if another value has the wrong type.
  package subscript<Value: DatabaseValueConvertible>(index: Int) -> Value? {
    hasNull(atIndex: index) ? nil : self[index] as Value
  }

  /// The value of the column with this name; `nil` if it is NULL or the column does not exist.
  package subscript<Value: DatabaseValueConvertible>(name: String) -> Value? {
    names.firstIndex(of: name).flatMap { self[$0] as Value? }
  }
}

/// A cursor over the rows of a statement.
package final class RowCursor {
  fileprivate let statement: Statement
  private var isAtEnd = false

  init(_ statement: Statement, _ arguments: StatementArguments) throws(DatabaseError) {
    self.statement = statement
    try statement.bind(arguments)
    statement.isReading = true
  }

  /// Advances to the next row, or returns `nil` after the last row.
  ///
  /// - Throws: ``DatabaseError`` if SQLite fails; the cursor then has no more rows.
  package func next() throws(DatabaseError) -> Row? {
    guard !isAtEnd else { return nil }
    do throws(DatabaseError) {
      if try statement.step() { return Row(self) }
    } catch {
      end()
      throw error
    }
    end()
    return nil
  }

  private func end() {
    guard !isAtEnd else { return }
    isAtEnd = true
    statement.isReading = false
    statement.reset()
  }

  deinit { end() }
}

extension Row {
  /// Compiles an SQL query and returns a cursor over its rows.
  package static func fetchCursor(
    _ database: Database, sql: String, arguments: StatementArguments = []
  ) throws(DatabaseError) -> RowCursor {
    try RowCursor(database.makeStatement(sql: sql), arguments)
  }

  /// Returns a cursor over the rows of a statement, which may be a cached one.
  package static func fetchCursor(
    _ statement: Statement, arguments: StatementArguments = []
  ) throws(DatabaseError) -> RowCursor {
    try RowCursor(statement, arguments)
  }

  /// Returns an array with the result of `read` for each row.
  package static func fetchAll<Value>(
    _ database: Database, sql: String, arguments: StatementArguments = [],
    _ read: (Row) throws -> Value
  ) throws -> [Value] {
    let rows = try fetchCursor(database, sql: sql, arguments: arguments)
    var values: [Value] = []
    while let row = try rows.next() { values.append(try read(row)) }
    return values
  }

  /// Returns the result of `read` for the first row, or `nil` if the query finds no rows.
  package static func fetchOne<Value>(
    _ database: Database, sql: String, arguments: StatementArguments = [],
    _ read: (Row) throws -> Value
  ) throws -> Value? {
    try fetchCursor(database, sql: sql, arguments: arguments).next().map(read)
  }
}

extension DatabaseValueConvertible {
  /// Returns the first column of the first row; `nil` if it is NULL or the query finds no rows.
  package static func fetchOne(
    _ database: Database, sql: String, arguments: StatementArguments = []
  ) throws(DatabaseError) -> Self? {
    try fetchOne(database.makeStatement(sql: sql), arguments: arguments)
  }

  /// Returns the first column of the statement's first row; `nil` if it is NULL or there are no
  /// rows.
  package static func fetchOne(
    _ statement: Statement, arguments: StatementArguments = []
  ) throws(DatabaseError) -> Self? {
    guard let row = try RowCursor(statement, arguments).next(), !row.hasNull(atIndex: 0) else {
      return nil
    }
    return try first(row, statement)
  }

  /// Returns the first column of each row.
  package static func fetchAll(
    _ database: Database, sql: String, arguments: StatementArguments = []
  ) throws(DatabaseError) -> [Self] {
    let statement = try database.makeStatement(sql: sql)
    let rows = try RowCursor(statement, arguments)
    var values: [Self] = []
    while let row = try rows.next() { values.append(try first(row, statement)) }
    return values
  }

  private static func first(_ row: Row, _ statement: Statement) throws(DatabaseError) -> Self {
    guard let value = Self(row.value(0)) else {
      throw DatabaseError(
        .mismatch, "\(row.value(0)) instead of a value of type \(Self.self)", sql: statement.sql)
    }
    return value
  }
}
