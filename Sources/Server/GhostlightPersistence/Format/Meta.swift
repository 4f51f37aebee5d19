import GRDB

/// What the database says about itself.
enum Meta {
  /// The format of the tables.
  static let format = "format"
  /// The seed that the changes were made with.
  static let seed = "seed"
  /// The configuration that the changes were made with, as JSON.
  static let configuration = "configuration"
  /// The time at which the folder was made, in milliseconds since 1970.
  static let origin = "origin"
  /// The version that last opened the folder and understood all of it.
  static let version = "version"
  private static let trial = "trial"

  /// A value, or `nil` where there is none of that key.
  static func get(_ database: Database, _ key: String) throws -> String? {
    try String.fetchOne(database, sql: "SELECT value FROM meta WHERE key = ?", arguments: [key])
  }

  /// Puts a value in the place of what it was.
  static func set(_ database: Database, _ key: String, _ value: String) throws {
    try database.execute(
      sql: "INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", arguments: [key, value])
  }

  /// Writes a few pages and takes them back, to see whether that can be done.
  static func probe(_ database: Database) throws {
    try database.inTransaction(.immediate) {
      try set(database, trial, String(repeating: "-", count: 16_384))
      return .commit
    }
    try database.execute(sql: "DELETE FROM meta WHERE key = ?", arguments: [trial])
  }
}
