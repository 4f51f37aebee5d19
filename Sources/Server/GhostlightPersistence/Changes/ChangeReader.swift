import GRDB
import Ghostlight

/// Reads changes from the database piece by piece, so that nobody is kept from it for long.
struct ChangeReader {
  /// A row, read or not.
  struct Entry {
    let number: Int64
    /// The number of the row before it when it was written.
    let previous: Int64
    let change: Result<Change, UnreadableChange>
  }

  /// So many rows at most are read in one go, and no more after so many bytes of bodies.
  private static let (rows, bytes) = (200, 4 << 20)

  private let database: DatabaseQueue
  private let end: Int64
  private let names: Set<String>?
  private var start: Int64

  /// A reader of the changes after one number and up to another, of all namespaces or of some.
  init(
    _ database: DatabaseQueue, after start: Int64, through end: Int64, of names: Set<String>? = nil
  ) {
    (self.database, self.start, self.end, self.names) = (database, start, end, names)
  }

  private var condition: String {
    "number > ? AND number <= ?" + (names.map { " AND \(CutStore.isAmong($0.count))" } ?? "")
  }

  private var arguments: StatementArguments {
    StatementArguments([start, end]) + StatementArguments(Array(names ?? []))
  }

  /// How many there are from here on.
  func count() throws -> Int {
    try database.inDatabase { database in
      try Int.fetchOne(
        database, sql: "SELECT count(*) FROM changes WHERE \(condition)", arguments: arguments) ?? 0
    }
  }

  /// The next ones in order; none at the end.
  mutating func next() throws -> [Entry] {
    let (condition, arguments) = (condition, arguments)
    let entries = try database.inDatabase { database in
      let cursor = try Row.fetchCursor(
        database,
        sql: """
          SELECT \(ChangeRow.columns) FROM changes
          WHERE \(condition) ORDER BY number LIMIT \(Self.rows)
          """, arguments: arguments)
      var entries: [Entry] = []
      var size = 0
      while size < Self.bytes, let row = try cursor.next() {
        size += ChangeRow.size(row)
        entries.append(try Self.entry(row))
      }
      return entries
    }
    if let last = entries.last { start = last.number }
    return entries
  }

  private static func entry(_ row: Row) throws -> Entry {
    let number = try ChangeRow.number(row)
    do throws(UnreadableChange) {
      return Entry(
        number: number, previous: try ChangeRow.previous(row),
        change: .success(try ChangeRow.change(row)))
    } catch {
      return Entry(number: number, previous: number - 1, change: .failure(error))
    }
  }
}
