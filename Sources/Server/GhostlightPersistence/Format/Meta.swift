import GRDB

/// What the database says about itself.
enum Meta {
  /// The format of the tables.
  static let format = "format"
  /// The seed that the changes were made with.
  static let seed = "seed"

  /// A value, or `nil` where there is none of that key.
  static func get(_ database: Database, _ key: String) throws -> String? {
    try String.fetchOne(database, sql: "SELECT value FROM meta WHERE key = ?", arguments: [key])
  }

  /// Puts a value in the place of what it was.
  static func set(_ database: Database, _ key: String, _ value: String) throws {
    try database.execute(
      sql: "INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", arguments: [key, value])
  }
}
