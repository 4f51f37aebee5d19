#if canImport(SQLite3)
  import SQLite3
#else
  import CSQLite
#endif

/// A compiled SQL statement, for use only on the queue of its connection.
///
/// A statement that still exists when the database is closed keeps the file open.
package final class Statement {
  let handle: OpaquePointer
  /// Whether rows of the statement are being read.
  var isReading = false

  init(_ handle: OpaquePointer) { self.handle = handle }

  deinit { sqlite3_finalize(handle) }

  /// The SQL from which the statement was compiled.
  package var sql: String { sqlite3_sql(handle).map { String(cString: $0) } ?? "" }

  /// Runs the statement to its end; rows that it returns are skipped.
  ///
  /// - Throws: ``DatabaseError`` if SQLite fails or the number of arguments is wrong.
  package func execute(arguments: StatementArguments = []) throws(DatabaseError) {
    try bind(arguments)
    defer { reset() }
    while try step() {}
  }

  /// Runs the statement to its end with values that SQLite reads directly from a buffer.
  ///
  /// The bytes are not copied. For rows with large bodies, copying would take more time than the
  /// rest of the statement.
  ///
  /// - Throws: ``DatabaseError`` if SQLite fails.
  package func execute(
    _ values: [BorrowedValue], in bytes: UnsafeRawBufferPointer
  ) throws(DatabaseError) {
    // The bound bytes belong to the caller, so the bindings must be cleared before this method
    // returns.
    defer {
      reset()
      sqlite3_clear_bindings(handle)
    }
    for (index, value) in zip(Int32(1)..., values) {
      let code: Int32 =
        switch value {
        case .null: sqlite3_bind_null(handle, index)
        case .integer(let number): sqlite3_bind_int64(handle, index, number)
        case .text(let range):
          sqlite3_bind_text64(
            handle, index,
            UnsafeRawBufferPointer(rebasing: bytes[range]).assumingMemoryBound(to: CChar.self)
              .baseAddress, UInt64(range.count), nil, UInt8(SQLITE_UTF8))
        case .blob(let range):
          sqlite3_bind_blob64(
            handle, index, UnsafeRawBufferPointer(rebasing: bytes[range]).baseAddress,
            UInt64(range.count), nil)
        }
      guard code == SQLITE_OK else { throw failure(code) }
    }
    while try step() {}
  }

  /// Binds values to the parameters; throws if their number is wrong.
  func bind(_ arguments: StatementArguments) throws(DatabaseError) {
    guard Int(sqlite3_bind_parameter_count(handle)) == arguments.values.count else {
      throw DatabaseError(
        .misuse, "wrong number of statement arguments: \(arguments.values.count)", sql: sql)
    }
    for (index, value) in zip(Int32(1)..., arguments.values) {
      let code =
        switch value {
        case .null: sqlite3_bind_null(handle, index)
        case .int64(let number): sqlite3_bind_int64(handle, index, number)
        case .double(let number): sqlite3_bind_double(handle, index, number)
        case .string(var text): text.withUTF8 { bind(text: $0, at: index) }
        case .blob(let bytes): bytes.withUnsafeBytes { bind(blob: $0, at: index) }
        }
      guard code == SQLITE_OK else { throw failure(code) }
    }
  }

  private func bind(text: UnsafeBufferPointer<UInt8>, at index: Int32) -> Int32 {
    guard let copy = Self.copy(UnsafeRawBufferPointer(text)) else { return SQLITE_NOMEM }
    return sqlite3_bind_text64(
      handle, index, copy.assumingMemoryBound(to: CChar.self), UInt64(text.count), sqlite3_free,
      UInt8(SQLITE_UTF8))
  }

  private func bind(blob: UnsafeRawBufferPointer, at index: Int32) -> Int32 {
    guard !blob.isEmpty else { return sqlite3_bind_zeroblob(handle, index, 0) }
    guard let copy = Self.copy(blob) else { return SQLITE_NOMEM }
    return sqlite3_bind_blob64(handle, index, copy, UInt64(blob.count), sqlite3_free)
  }

  /// Returns a copy in memory that SQLite frees when another value is bound.
  private static func copy(_ bytes: UnsafeRawBufferPointer) -> UnsafeMutableRawPointer? {
    guard let copy = sqlite3_malloc64(UInt64(max(bytes.count, 1))) else { return nil }
    if let start = bytes.baseAddress { copy.copyMemory(from: start, byteCount: bytes.count) }
    return copy
  }

  /// Advances to the next row.
  ///
  /// - Returns: `false` after the last row.
  func step() throws(DatabaseError) -> Bool {
    let code = sqlite3_step(handle)
    switch code {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw failure(code)
    }
  }

  /// Resets the statement, which releases its locks, so that it can run again.
  func reset() { sqlite3_reset(handle) }

  private func failure(_ code: Int32) -> DatabaseError {
    DatabaseError(code, of: sqlite3_db_handle(handle), sql: sql)
  }
}

/// A value to bind: NULL, a number, or the range of a text's or blob's bytes in a buffer.
package enum BorrowedValue {
  case null
  case integer(Int64)
  case text(Range<Int>)
  case blob(Range<Int>)
}
