#if canImport(SQLite3)
  import SQLite3
#else
  import CSQLite
#endif

/// What SQLite refused, in its own words.
package struct DatabaseError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of error, without SQLite's details.
  package let resultCode: ResultCode
  /// The code with details, such as which kind of constraint does not hold.
  package let extendedResultCode: ResultCode
  /// SQLite's message, else what its code means.
  package let message: String
  /// The statement that failed, if one did; without the values bound to it, which may be secret.
  package let sql: String?

  /// An error with a message of SQLite's or of ours.
  package init(_ code: ResultCode, _ message: String? = nil, sql: String? = nil) {
    extendedResultCode = code
    resultCode = code.primary
    self.message = message ?? code.description
    self.sql = sql
  }

  /// The last error of a connection, which answered `code`.
  init(_ code: Int32, of connection: OpaquePointer?, sql: String? = nil) {
    let message = connection.flatMap { sqlite3_errmsg($0) }.map { String(cString: $0) }
    self.init(ResultCode(rawValue: code), message, sql: sql)
  }

  /// Such as: SQLite error 19: UNIQUE constraint failed: a.b - while executing `INSERT …`.
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

/// A result code of SQLite, with or without details.
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

  /// The code without details: its low byte.
  package var primary: ResultCode { ResultCode(rawValue: rawValue & 0xFF) }

  /// What SQLite says that the code means.
  package var description: String {
    sqlite3_errstr(rawValue).map { String(cString: $0) } ?? "\(rawValue)"
  }
}
