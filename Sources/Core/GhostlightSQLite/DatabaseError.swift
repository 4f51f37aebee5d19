#if canImport(SQLite3)
  import SQLite3
#else
  import CSQLite
#endif

/// An error that SQLite reports, or an invalid use of this module.
package struct DatabaseError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The primary result code, which is the general kind of error.
  package let resultCode: ResultCode
  /// The extended result code, such as the kind of constraint that was violated.
  package let extendedResultCode: ResultCode
  /// SQLite's error message, or the general description of the code.
  package let message: String
  /// The statement that failed, without its bound values, which may be secret.
  ///
  /// It is `nil` if no statement was involved.
  package let sql: String?

  /// Creates an error with a message from SQLite or from this module.
  package init(_ code: ResultCode, _ message: String? = nil, sql: String? = nil) {
    extendedResultCode = code
    resultCode = code.primary
    self.message = message ?? code.description
    self.sql = sql
  }

  /// Creates an error from the last error message of a connection, after a function returned
  /// `code`.
  init(_ code: Int32, of connection: OpaquePointer?, sql: String? = nil) {
    let message = connection.flatMap { sqlite3_errmsg($0) }.map { String(cString: $0) }
    self.init(ResultCode(rawValue: code), message, sql: sql)
  }

  /// A message such as: SQLite error 19: UNIQUE constraint failed: a.b - while executing `INSERT
  /// …`.
  package var description: String {
    "SQLite error \(resultCode.rawValue): \(message)"
      + (sql.map { " - while executing `\(Self.trimmed($0))`" } ?? "")
  }

  private static func trimmed(_ sql: String) -> Substring {
    func isDispensable(_ character: Character) -> Bool {
      character.isWhitespace || character == ";"
    }
    let start = sql.drop(while: isDispensable)
    guard let end = start.lastIndex(where: { !isDispensable($0) }) else { return start }
    return start[...end]
  }
}

/// A primary or extended result code of SQLite.
///
/// - Source: SQLite, "Result and Error Codes".
package struct ResultCode: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
  package let rawValue: Int32

  package init(rawValue: Int32) { self.rawValue = rawValue }

  package static let error = ResultCode(rawValue: SQLITE_ERROR)
  package static let busy = ResultCode(rawValue: SQLITE_BUSY)
  package static let readOnly = ResultCode(rawValue: SQLITE_READONLY)
  package static let inputOutput = ResultCode(rawValue: SQLITE_IOERR)
  package static let corrupt = ResultCode(rawValue: SQLITE_CORRUPT)
  package static let full = ResultCode(rawValue: SQLITE_FULL)
  package static let cannotOpen = ResultCode(rawValue: SQLITE_CANTOPEN)
  package static let constraint = ResultCode(rawValue: SQLITE_CONSTRAINT)
  package static let mismatch = ResultCode(rawValue: SQLITE_MISMATCH)
  package static let misuse = ResultCode(rawValue: SQLITE_MISUSE)
  package static let notADatabase = ResultCode(rawValue: SQLITE_NOTADB)

  /// The primary code, which is the low byte.
  package var primary: ResultCode { ResultCode(rawValue: rawValue & 0xFF) }

  /// SQLite's description of the code.
  package var description: String {
    sqlite3_errstr(rawValue).map { String(cString: $0) } ?? "\(rawValue)"
  }
}
