import GRDB
import GRDBSQLite
import Ghostlight

/// Adds changes to the table `changes`.
///
/// It binds through SQLite's own C functions: GRDB copies every value twice, which costs more than
/// all the rest of a change.
struct ChangeInsertion: ~Copyable {
  private let database: Database
  private let statement: Statement
  private var row = ChangeColumns()

  init(_ database: Database) throws {
    self.database = database
    statement = try database.cachedStatement(sql: ChangeRow.insertion)
  }

  /// Adds the row of a change, which comes after the one of the number `previous`.
  mutating func insert(_ change: NumberedChange, after previous: Int64) throws {
    row.set(change, after: previous)
    let handle = statement.sqliteStatement
    // Nothing is copied, so nothing may stay bound.
    defer {
      sqlite3_reset(handle)
      sqlite3_clear_bindings(handle)
    }
    let result = row.bytes.withUnsafeBytes { bytes in
      for (index, column) in zip(Int32(1)..., row.columns) {
        let result = Self.bind(column, at: index, in: bytes, to: handle)
        guard result == SQLITE_OK else { return result }
      }
      return sqlite3_step(handle)
    }
    guard result == SQLITE_DONE else {
      throw DatabaseError(
        resultCode: ResultCode(rawValue: result), message: database.lastErrorMessage,
        sql: ChangeRow.insertion)
    }
  }

  private static func bind(
    _ column: ChangeColumns.Column, at index: Int32, in bytes: UnsafeRawBufferPointer,
    to handle: OpaquePointer
  ) -> Int32 {
    switch column {
    case .null: return sqlite3_bind_null(handle, index)
    case .integer(let number): return sqlite3_bind_int64(handle, index, number)
    case .text(let range):
      let text = UnsafeRawBufferPointer(rebasing: bytes[range])
      return sqlite3_bind_text64(
        handle, index, text.assumingMemoryBound(to: CChar.self).baseAddress,
        UInt64(range.count), nil, UInt8(SQLITE_UTF8))
    case .blob(let range):
      let blob = UnsafeRawBufferPointer(rebasing: bytes[range])
      return sqlite3_bind_blob64(handle, index, blob.baseAddress, UInt64(range.count), nil)
    }
  }
}
