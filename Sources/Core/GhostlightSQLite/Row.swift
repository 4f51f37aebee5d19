#if canImport(SQLite3)
  import SQLite3
#else
  import CSQLite
#endif

/// A row that a statement stands at; it is another one as soon as the cursor has moved on.
package struct Row {
  private let cursor: RowCursor

  fileprivate init(_ cursor: RowCursor) { self.cursor = cursor }

  private var handle: OpaquePointer { cursor.statement.handle }

  /// How many columns there are.
  package var count: Int { Int(sqlite3_column_count(handle)) }

  /// The names of the columns, in order.
  package var names: [String] {
    (0..<Int32(count)).map { column in
      sqlite3_column_name(handle, column).map { String(cString: $0) } ?? ""
    }
  }

  /// Whether a column is NULL, or none of the row.
  package func hasNull(atIndex index: Int) -> Bool {
    sqlite3_column_type(handle, Int32(index)) == SQLITE_NULL
  }

  /// A column's value as SQLite has it; NULL where the row has no such column.
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

  /// The bytes of a text or a blob, of which SQLite must have been asked for the pointer before.
  private func size(_ column: Int32) -> Int { Int(sqlite3_column_bytes(handle, column)) }

  /// Lends a column's text or blob as SQLite has it, without copying it; `nil` for all else.
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

  /// How many bytes a column's text or blob has, without copying it; 0 for all else.
  package func size(_ index: Int) -> Int {
    switch sqlite3_column_type(handle, Int32(index)) {
    case SQLITE_TEXT, SQLITE_BLOB: size(Int32(index))
    default: 0
    }
  }

  /// A column's value, which must be there and of the type.
  package subscript<Value: DatabaseValueConvertible>(index: Int) -> Value {
    guard let value = Value(value(index)) else {
      preconditionFailure(
        "column \(index) of `\(cursor.statement.sql)` is \(value(index)), no \(Value.self)")
    }
    return value
  }

  /// A column's value, `nil` for NULL; else it must be of the type.
  package subscript<Value: DatabaseValueConvertible>(index: Int) -> Value? {
    hasNull(atIndex: index) ? nil : self[index] as Value
  }

  /// The value of a column by its name; `nil` for NULL, and where the row has no such column.
  package subscript<Value: DatabaseValueConvertible>(name: String) -> Value? {
    names.firstIndex(of: name).flatMap { self[$0] as Value? }
  }
}

/// Reads the rows of a statement one by one.
package final class RowCursor {
  fileprivate let statement: Statement
  private var isAtEnd = false

  init(_ statement: Statement, _ arguments: StatementArguments) throws(DatabaseError) {
    self.statement = statement
    try statement.bind(arguments)
    statement.isReading = true
  }

  /// Goes on to the next row, `nil` after the last.
  ///
  /// - Throws: ``DatabaseError``; there are no more rows then.
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
  /// The rows of a statement of one's own, one by one.
  package static func fetchCursor(
    _ database: Database, sql: String, arguments: StatementArguments = []
  ) throws(DatabaseError) -> RowCursor {
    try RowCursor(database.makeStatement(sql: sql), arguments)
  }

  /// The rows of a statement that may be kept, one by one.
  package static func fetchCursor(
    _ statement: Statement, arguments: StatementArguments = []
  ) throws(DatabaseError) -> RowCursor {
    try RowCursor(statement, arguments)
  }

  /// What `read` makes of each row.
  package static func fetchAll<Value>(
    _ database: Database, sql: String, arguments: StatementArguments = [],
    _ read: (Row) throws -> Value
  ) throws -> [Value] {
    let rows = try fetchCursor(database, sql: sql, arguments: arguments)
    var values: [Value] = []
    while let row = try rows.next() { values.append(try read(row)) }
    return values
  }

  /// What `read` makes of the first row, `nil` where there is none.
  package static func fetchOne<Value>(
    _ database: Database, sql: String, arguments: StatementArguments = [],
    _ read: (Row) throws -> Value
  ) throws -> Value? {
    try fetchCursor(database, sql: sql, arguments: arguments).next().map(read)
  }
}

extension DatabaseValueConvertible {
  /// The first column of the first row; `nil` for NULL and where there is no row.
  package static func fetchOne(
    _ database: Database, sql: String, arguments: StatementArguments = []
  ) throws(DatabaseError) -> Self? {
    try fetchOne(database.makeStatement(sql: sql), arguments: arguments)
  }

  /// The same by a statement that may be kept.
  package static func fetchOne(
    _ statement: Statement, arguments: StatementArguments = []
  ) throws(DatabaseError) -> Self? {
    guard let row = try RowCursor(statement, arguments).next(), !row.hasNull(atIndex: 0) else {
      return nil
    }
    return try first(row, statement)
  }

  /// The first column of every row.
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
