import GRDB
import Ghostlight
import GhostlightCore

/// Reads cuts from the database.
enum CutStore {
  /// The greatest number that any change had, 0 for none.
  static func lastNumber(_ database: Database) throws -> Int64 {
    try Int64.fetchOne(
      database,
      sql: """
        SELECT max(coalesce((SELECT max(number) FROM changes), 0),
          coalesce((SELECT max(number) FROM cuts), 0))
        """) ?? 0
  }

  /// The number of the last row of the log, or, where all are in cuts, of the oldest of these.
  ///
  /// It is less than ``lastNumber(_:)`` where the last changes before a cut were lost.
  static func lastRow(_ database: Database) throws -> Int64 {
    try Int64.fetchOne(
      database,
      sql: """
        SELECT coalesce((SELECT max(number) FROM changes), (SELECT min(number) FROM cuts), 0)
        """) ?? 0
  }

  /// The number of the newest complete cut, 0 for none.
  static func newestNumber(_ database: Database) throws -> Int64 {
    try Int64.fetchOne(database, sql: "SELECT max(number) FROM cuts") ?? 0
  }

  /// The bytes of the newest complete cut, 0 where there is none.
  static func newestSize(_ database: Database) throws -> Int {
    try Int.fetchOne(
      database,
      sql: """
        SELECT coalesce(sum(length(state)), 0) FROM snapshots
        WHERE cut = (SELECT max(number) FROM cuts)
        """) ?? 0
  }

  /// The newest complete cut that can be read, or `nil` where there is none at all; of all
  /// namespaces, or of some.
  ///
  /// - Throws: What is wrong with the newest, where no older one can be read either.
  static func newest(
    _ database: Database, for stage: Stage, path: String, of names: Set<String>? = nil
  ) throws -> StoredCut? {
    let cuts = try Row.fetchAll(
      database, sql: "SELECT number, namespaces FROM cuts ORDER BY number DESC")
    var first: (any Error)?
    for cut in cuts {
      do {
        return try read(cut, database, stage, path, names)
      } catch {
        first = first ?? error
      }
    }
    if let first { throw first }
    return nil
  }

  private static func read(
    _ row: Row, _ database: Database, _ stage: Stage, _ path: String, _ names: Set<String>?
  ) throws -> StoredCut {
    guard case .int64(let number) = (row[0] as DatabaseValue).storage,
      case .int64(let namespaces) = (row[1] as DatabaseValue).storage
    else { throw DataFolderProblem.damaged(path: path, reason: "a cut has no number") }
    let wanted = names.map { "AND \(Self.isAmong($0.count))" } ?? ""
    let parts = try Row.fetchCursor(
      database,
      sql: """
        SELECT namespace, last_change, state FROM snapshots
        WHERE cut = ? \(wanted) ORDER BY namespace, part
        """, arguments: StatementArguments([number]) + StatementArguments(Array(names ?? [])))
    var entries: [StageCut.Entry] = []
    var open: CutPart?
    while let row = try parts.next() {
      guard let part = CutPart(row) else {
        throw DataFolderProblem.damaged(path: path, reason: "a part of cut \(number) is missing")
      }
      if open?.append(part) == true { continue }
      if let open { entries.append(try open.entry(for: stage, path)) }
      open = part
    }
    if let open { entries.append(try open.entry(for: stage, path)) }
    guard names != nil || entries.count == Int(namespaces) else {
      throw DataFolderProblem.damaged(path: path, reason: "cut \(number) is not complete")
    }
    return StoredCut(number: number, cut: StageCut(entries: entries))
  }

  /// The condition that a row belongs to one of so many namespaces.
  static func isAmong(_ count: Int) -> String {
    "namespace IN (\(Array(repeating: "?", count: count).joined(separator: ", ")))"
  }
}
