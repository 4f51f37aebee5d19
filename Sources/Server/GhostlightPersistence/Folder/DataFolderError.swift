import GhostlightSQLite

/// The reason why a data folder cannot be used.
///
/// The methods of ``DataFolder`` and ``SnapshotWriter`` throw this error. The ``description`` is
/// one line with the path, the problem and the remedy.
public enum DataFolderError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Another process, or another `DataFolder` in this process, has the folder open.
  case inUse(path: String, holder: String)
  /// The folder or one of its files cannot be opened or created.
  case cannotOpen(path: String, reason: String)
  /// A newer version of Ghostlight wrote the folder.
  case newerFormat(path: String, format: Int, known: Int)
  /// The format of the folder is too old to be converted.
  case unknownFormat(path: String, format: Int)
  /// The database was not written by Ghostlight, or its bytes are damaged.
  case damaged(path: String, reason: String)
  /// The stage's seed differs from the seed with which the folder's changes were made.
  case otherSeed(path: String, stored: String, given: String)
  /// The stage's configuration differs from the folder's; `place` is the first difference.
  case otherConfiguration(path: String, place: String)
  /// The changes `first` to `last` are missing; `behind` is the number of valid changes after them.
  case lost(path: String, first: Int64, last: Int64, behind: Int)
  /// The change `number` is damaged; `behind` is the number of changes after it.
  case damagedChange(path: String, number: Int64, reason: String, behind: Int)
  /// A replayed change got a different response from the one that was logged.
  case answeredDifferently(
    path: String, number: Int64, reason: String, version: String, written: String)
  /// The change `number` cannot be replayed, for the given reason.
  case cannotReplay(path: String, number: Int64, reason: String)
  /// The folder or one of its files cannot be written.
  case cannotWrite(path: String, reason: String)
  /// A file of the folder was deleted or replaced while it was in use.
  case gone(path: String)

  /// One line with the path, the problem and the remedy.
  public var description: String {
    switch self {
    case .inUse(let path, let holder):
      "\(path) is in use by \(holder): stop it, or choose another data folder"
    case .cannotOpen(let path, let reason):
      "\(path) cannot be opened (\(reason)): check that it is a folder that you may write to"
    case .newerFormat(let path, let format, let known):
      "\(path) has format \(format), and this version reads up to \(known): "
        + "update Ghostlight, or choose another data folder"
    case .unknownFormat(let path, let format):
      "\(path) has format \(format), which cannot be converted any more: "
        + "open it with an older Ghostlight first, or choose another data folder"
    case .damaged:
      "\(fact): replace it by a copy, or move it away to start again"
    case .otherSeed(let path, let stored, let given):
      "\(path) was made with the seed \(stored), not \(given): "
        + "start with that seed, or choose another data folder"
    case .otherConfiguration(let path, let place):
      "\(path) was made with another configuration (\(place) differs): start with the configuration that it "
        + "was made with, or choose another data folder"
    case .lost, .damagedChange:
      "\(fact): replace the folder by a copy, or start with --accept-loss in the state "
        + "before that"
    case .answeredDifferently(let path, let number, let reason, let version, let written):
      "change \(number) in \(path) gets a different response from this version, \(version) (\(reason)): "
        + "open the folder with version \(written), or move it away to start again"
    case .cannotReplay(let path, let number, let reason):
      "change \(number) in \(path) cannot be replayed (\(reason)): start with the emulators "
        + "and the configuration that it was made with, or move the folder away to start again"
    case .gone(let path):
      "\(path) was deleted or replaced while it was in use: put the folder back, or restart "
        + "with another one"
    case .cannotWrite(let path, let reason):
      "\(path) cannot be written (\(reason)): check the disk's free space and the permissions"
    }
  }

  /// The problem, without the remedy.
  var fact: String {
    switch self {
    case .lost(let path, let first, let last, let behind):
      "\(path) no longer has \(Self.range(first, last))" + Self.whole(behind)
    case .damagedChange(let path, let number, let reason, let behind):
      "change \(number) in \(path) is damaged (\(reason))" + Self.whole(behind)
    case .damaged(let path, let reason): "\(path) is damaged (\(reason))"
    default: description
    }
  }

  private static func range(_ first: Int64, _ last: Int64) -> String {
    first == last ? "change \(first)" : "the changes \(first) to \(last)"
  }

  private static func whole(_ count: Int) -> String {
    switch count {
    case 0: ""
    case 1: ", with one later change"
    default: ", with \(count) later changes"
    }
  }
}

extension DataFolderError {
  /// Creates the error for a failure to open or read the database at `path`.
  init(reading path: String, _ error: any Error) {
    if let known = error as? DataFolderError {
      self = known
      return
    }
    let reason = Self.reason(error)
    guard let error = error as? DatabaseError else {
      self = .cannotOpen(path: path, reason: reason)
      return
    }
    switch error.resultCode {
    case .notADatabase, .corrupt, .error, .mismatch:
      self = .damaged(path: path, reason: reason)
    case .full, .readOnly, .inputOutput:
      self = .cannotWrite(path: path, reason: reason)
    default: self = .cannotOpen(path: path, reason: reason)
    }
  }

  /// Creates the error for a failure to write to the database at `path`.
  init(writing path: String, _ error: any Error) {
    if let known = error as? DataFolderError {
      self = known
    } else if let code = (error as? DatabaseError)?.resultCode,
      code == .notADatabase || code == .corrupt
    {
      self = .damaged(path: path, reason: Self.reason(error))
    } else {
      self = .cannotWrite(path: path, reason: Self.reason(error))
    }
  }

  /// Returns SQLite's message without the SQL statement.
  private static func reason(_ error: any Error) -> String {
    guard let error = error as? DatabaseError else { return "\(error)" }
    return error.message.split(separator: "\n", omittingEmptySubsequences: false)
      .joined(separator: " ")
  }
}
