import Ghostlight
import GhostlightSQLite

@testable import GhostlightPersistence

extension DataFolder {
  /// Returns all changes stored in the database, in order.
  func storedChanges() throws -> [Change] {
    var fields = FieldsOfRow()
    return try storedRows { try ChangeRow.change($0, &fields) }
  }

  /// Returns the numbers of all changes stored in the database, in order.
  func storedNumbers() throws -> [Int64] { try storedRows { try ChangeRow.number($0) } }

  /// Returns the numbers of all complete snapshots in the database, newest first.
  func storedSnapshots() throws -> [Int64] {
    try database.inDatabase {
      try Int64.fetchAll($0, sql: "SELECT number FROM cuts ORDER BY number DESC")
    }
  }

  /// Runs SQL statements on the database.
  func execute(_ sql: String) throws { try database.inDatabase { try $0.execute(sql: sql) } }

  private func storedRows<Value>(_ read: (Row) throws -> Value) throws -> [Value] {
    try database.inDatabase { database in
      try Row.fetchAll(
        database, sql: "SELECT \(ChangeRow.columns) FROM changes ORDER BY number", read)
    }
  }
}
