import GRDB

extension DataFolderProblem {
  /// What went wrong with the database at `path` while it was opened or read.
  init(reading path: String, _ error: any Error) {
    if let known = error as? DataFolderProblem {
      self = known
      return
    }
    let reason = Self.reason(error)
    guard let error = error as? DatabaseError else {
      self = .cannotOpen(path: path, reason: reason)
      return
    }
    switch error.resultCode {
    case .SQLITE_NOTADB, .SQLITE_CORRUPT, .SQLITE_ERROR, .SQLITE_MISMATCH:
      self = .damaged(path: path, reason: reason)
    case .SQLITE_FULL, .SQLITE_READONLY, .SQLITE_IOERR:
      self = .cannotWrite(path: path, reason: reason)
    default: self = .cannotOpen(path: path, reason: reason)
    }
  }

  /// What went wrong with the database at `path` while it was written.
  init(writing path: String, _ error: any Error) {
    if let known = error as? DataFolderProblem {
      self = known
    } else if let code = (error as? DatabaseError)?.resultCode,
      code == .SQLITE_NOTADB || code == .SQLITE_CORRUPT
    {
      self = .damaged(path: path, reason: Self.reason(error))
    } else {
      self = .cannotWrite(path: path, reason: Self.reason(error))
    }
  }

  /// SQLite's own words, without the statement.
  static func reason(_ error: any Error) -> String {
    guard let error = error as? DatabaseError else { return "\(error)" }
    let text = error.message ?? error.resultCode.description
    return text.replacing("\n", with: " ")
  }
}
