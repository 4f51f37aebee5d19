import GhostlightRecording
import GhostlightSQLite

/// The current format of the database, and the conversions from older formats.
struct Format: Sendable {
  /// The number of the format that this version writes.
  let current: Int
  /// The conversions, each from one format to the next.
  let steps: [FormatStep]

  /// The formats that this version can write and convert.
  ///
  /// In format 1, a row has only the change. Format 2 adds the number of the previous row, a digest
  /// of the response, and a checksum to each change. Format 3 adds a checksum to each part of a
  /// snapshot.
  static let standard = Format(
    current: 3,
    steps: [
      FormatStep(format: 1) { database in
        for column in ["previous", "answer", "checksum"] {
          try database.execute(sql: "ALTER TABLE changes ADD COLUMN \(column) INTEGER")
        }
      },
      FormatStep(format: 2) { database in
        try database.execute(sql: "ALTER TABLE snapshots ADD COLUMN checksum INTEGER")
      },
    ])

  /// Converts the database to the current format, or creates the tables of a new database.
  ///
  /// Before a conversion, the database is copied to `PATH.backup-vN`.
  func prepare(_ queue: DatabaseQueue, at path: String, waitsForDisk: Bool) throws {
    guard let found = try queue.inDatabase({ try Self.read($0, path) }) else {
      try queue.inDatabase { database in
        // A new database contains nothing that could be lost, so its creation need not be synced.
        if !waitsForDisk { try database.execute(sql: "PRAGMA synchronous = OFF") }
        try database.inTransaction {
          try database.execute(sql: Tables.creation)
          try Meta.set(database, Meta.format, String(current))
        }
      }
      return
    }
    guard found != current else { return }
    guard found < current else {
      throw DataFolderError.newerFormat(path: path, format: found, known: current)
    }
    let way = steps.filter { $0.format >= found }.sorted { $0.format < $1.format }
    guard way.map(\.format) == Array(found..<current) else {
      throw DataFolderError.unknownFormat(path: path, format: found)
    }
    try queue.inDatabase { database in
      try Self.backUp(database, to: "\(path).backup-v\(found)")
      try database.inTransaction {
        for step in way { try step.convert(database) }
        try Meta.set(database, Meta.format, String(current))
      }
    }
  }

  /// Returns the format of the database; `nil` if the database is empty.
  private static func read(_ database: Database, _ path: String) throws -> Int? {
    guard try database.tableExists("meta") else {
      let tables = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") ?? 0
      guard tables == 0 else {
        throw DataFolderError.damaged(path: path, reason: "it is not a Ghostlight database")
      }
      return nil
    }
    guard let format = try Meta.get(database, Meta.format).flatMap({ Int($0) }) else {
      throw DataFolderError.damaged(path: path, reason: "it does not say its format")
    }
    return format
  }

  /// Copies the database to `path`; the copy appears only when it is complete.
  static func backUp(_ database: Database, to path: String) throws {
    let copy: NewFile
    do throws(SystemError) {
      copy = try NewFile(path)
    } catch {
      throw DataFolderError.cannotWrite(path: path, reason: error.description)
    }
    try database.execute(sql: "VACUUM INTO ?", arguments: [copy.temporaryPath])
    do throws(SystemError) {
      try copy.finish(replacing: true)
    } catch {
      throw DataFolderError.cannotWrite(path: path, reason: error.description)
    }
  }
}

/// A conversion of a database from one format to the next.
struct FormatStep: Sendable {
  /// The number of the format that the step converts from.
  let format: Int
  /// Converts the database; the caller runs it in a transaction.
  let convert: @Sendable (Database) throws -> Void
}

/// The SQL statements for the tables of the current format.
enum Tables {
  /// The SQL statements that create all tables.
  ///
  /// The states in a snapshot are stored in parts of limited size. The snapshot's row in `cuts` is
  /// written last, and marks the snapshot as complete.
  static let creation = """
    CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE changes (
      number INTEGER PRIMARY KEY, namespace TEXT NOT NULL, moment INTEGER NOT NULL,
      milliseconds INTEGER NOT NULL, kind TEXT NOT NULL, emulator TEXT, method TEXT,
      scheme TEXT, authority TEXT, target TEXT, headers TEXT, body BLOB, detail TEXT,
      previous INTEGER, answer INTEGER, checksum INTEGER);
    CREATE TABLE cuts (
      number INTEGER PRIMARY KEY, namespaces INTEGER NOT NULL,
      taken TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP);
    CREATE TABLE snapshots (
      cut INTEGER NOT NULL, namespace TEXT NOT NULL, part INTEGER NOT NULL,
      last_change INTEGER NOT NULL, state BLOB NOT NULL, checksum INTEGER,
      PRIMARY KEY (cut, namespace, part));
    """
}

/// The keys of the table `meta`, which describes the database.
enum Meta {
  /// The key for the format number of the tables.
  static let format = "format"
  /// The key for the seed with which the changes were made.
  static let seed = "seed"
  /// The key for the configuration with which the changes were made, as JSON.
  static let configuration = "configuration"
  /// The key for the time when the folder was created, in milliseconds since 1970.
  static let origin = "origin"
  /// The key for the version of Ghostlight that last opened the folder and could read all of it.
  static let version = "version"

  /// Returns the value stored for a key; `nil` if there is none.
  static func get(_ database: Database, _ key: String) throws -> String? {
    try String.fetchOne(database, sql: "SELECT value FROM meta WHERE key = ?", arguments: [key])
  }

  /// Stores the value for a key, replacing any previous value.
  static func set(_ database: Database, _ key: String, _ value: String) throws {
    try database.execute(
      sql: "INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", arguments: [key, value])
  }
}
