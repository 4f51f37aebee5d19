import Ghostlight
import GhostlightCore
import GhostlightSQLite

/// Reads snapshots from the database.
enum SnapshotStore {
  /// The greatest number that any change had, 0 for none.
  static func lastNumber(_ database: Database) throws -> Int64 {
    try Int64.fetchOne(
      database,
      sql: """
        SELECT max(coalesce((SELECT max(number) FROM changes), 0),
          coalesce((SELECT max(number) FROM cuts), 0))
        """) ?? 0
  }

  /// The number of the last row of the log, or, where all are in snapshots, of the oldest of these.
  ///
  /// It is less than ``lastNumber(_:)`` where the last changes before a snapshot were lost.
  static func lastRow(_ database: Database) throws -> Int64 {
    try Int64.fetchOne(
      database,
      sql: """
        SELECT coalesce((SELECT max(number) FROM changes), (SELECT min(number) FROM cuts), 0)
        """) ?? 0
  }

  /// The number of the newest complete snapshot, 0 for none.
  static func newestNumber(_ database: Database) throws -> Int64 {
    try Int64.fetchOne(database, sql: "SELECT max(number) FROM cuts") ?? 0
  }

  /// The bytes of the newest complete snapshot, 0 where there is none.
  static func newestSize(_ database: Database) throws -> Int {
    try Int.fetchOne(
      database,
      sql: """
        SELECT coalesce(sum(length(state)), 0) FROM snapshots
        WHERE cut = (SELECT max(number) FROM cuts)
        """) ?? 0
  }

  /// The newest complete snapshot that can be read, or `nil` where there is none at all; of all
  /// namespaces, or of some.
  ///
  /// - Throws: What is wrong with the newest, where no older one can be read either.
  static func newest(
    _ database: Database, for stage: Stage, path: String, of names: Set<String>? = nil
  ) throws -> StoredSnapshot? {
    let snapshots = try Row.fetchAll(
      database, sql: "SELECT number, namespaces FROM cuts ORDER BY number DESC"
    ) { (number: $0.value(0), namespaces: $0.value(1)) }
    var first: (any Error)?
    for snapshot in snapshots {
      do {
        return try read(snapshot.number, snapshot.namespaces, database, stage, path, names)
      } catch {
        first = first ?? error
      }
    }
    if let first { throw first }
    return nil
  }

  private static func read(
    _ number: DatabaseValue, _ namespaces: DatabaseValue, _ database: Database, _ stage: Stage,
    _ path: String, _ names: Set<String>?
  ) throws -> StoredSnapshot {
    guard case .int64(let number) = number, case .int64(let namespaces) = namespaces else {
      throw DataFolderError.damaged(path: path, reason: "a snapshot has no number")
    }
    let wanted = names.map { "AND \(Self.isAmong($0.count))" } ?? ""
    let arguments = StatementArguments([number]) + StatementArguments(Array(names ?? []))
    let sizes = try sizes(wanted, arguments, database)
    let parts = try Row.fetchCursor(
      database,
      sql: """
        SELECT namespace, last_change, state FROM snapshots
        WHERE cut = ? \(wanted) ORDER BY namespace, part
        """, arguments: arguments)
    let damaged = DataFolderError.damaged(
      path: path, reason: "a part of snapshot \(number) is missing")
    var entries: [StageSnapshot.Entry] = []
    var open: StateText?
    while let row = try parts.next() {
      guard let name = SQLBytes.text(row.value(0)), case .int64(let lastChange) = row.value(1)
      else { throw damaged }
      if let complete = open, !complete.namespace.isExactly(name) {
        entries.append(try complete.entry(for: stage, path))
        open = nil
      }
      if open == nil { open = StateText(namespace: name, lastChange, size: sizes[name] ?? 0) }
      guard open?.append(row, column: 2) == true else { throw damaged }
    }
    if let open { entries.append(try open.entry(for: stage, path)) }
    guard names != nil || entries.count == Int(namespaces) else {
      throw DataFolderError.damaged(path: path, reason: "snapshot \(number) is not complete")
    }
    return StoredSnapshot(number: number, snapshot: StageSnapshot(entries: entries))
  }

  /// How many bytes the states of a snapshot have, by namespace.
  private static func sizes(
    _ wanted: String, _ arguments: StatementArguments, _ database: Database
  ) throws -> [String: Int] {
    let sizes = try Row.fetchAll(
      database,
      sql: """
        SELECT namespace, sum(length(state)) FROM snapshots
        WHERE cut = ? \(wanted) GROUP BY namespace
        """, arguments: arguments
    ) { (SQLBytes.text($0.value(0)) ?? "", Int($0.value(1)) ?? 0) }
    return Dictionary(sizes) { $1 }
  }

  /// The condition that a row belongs to one of so many namespaces.
  static func isAmong(_ count: Int) -> String {
    "namespace IN (\(Array(repeating: "?", count: count).joined(separator: ", ")))"
  }
}

/// A namespace's state as JSON, or the beginning of it.
private struct StateText {
  let namespace: String
  private let lastChange: Int64
  private var json: [UInt8] = []

  /// Makes an empty one, with memory for its size; what a damaged row claims has an end.
  init(namespace: String, _ lastChange: Int64, size: Int) {
    self.namespace = namespace
    self.lastChange = lastChange
    json.reserveCapacity(min(max(0, size), 256 << 20))
  }

  /// Adds the next part; not where a column holds neither text nor bytes.
  mutating func append(_ row: Row, column: Int) -> Bool {
    row.withBytes(column) { json += $0 } != nil
  }

  /// The state, now that all parts are there.
  func entry(for stage: Stage, _ path: String) throws -> StageSnapshot.Entry {
    do {
      let json = try JSON.parse(json, limits: SQLBytes.limits)
      return StageSnapshot.Entry(
        namespace: namespace, snapshot: try stage.snapshot(from: json), lastChange: lastChange)
    } catch {
      throw DataFolderError.damaged(
        path: path, reason: "the state of the namespace \"\(namespace)\": \(error)")
    }
  }
}

extension SnapshotStore {
  /// A state is written in parts of so many bytes, so that no transaction lets others wait long.
  static let partSize = 1 << 20
  /// So many changes are deleted in one transaction.
  static let deletions: Int64 = 2000
  /// So many snapshots stay: one to fall back on.
  static let kept = 2

  /// Writes a snapshot; it counts only when all of it is there.
  ///
  /// - Returns: Its size in bytes.
  static func write(
    _ snapshot: StageSnapshot, number: Int64, into queue: DatabaseQueue
  ) throws -> Int {
    try deleteRemains(queue)
    var size = 0
    for entry in snapshot.entries {
      let state = entry.snapshot.json.bytes
      size += state.count
      for (part, start) in stride(from: 0, to: state.count, by: partSize).enumerated() {
        let bytes = Array(state[start..<min(start + partSize, state.count)])
        try queue.inDatabase { database in
          try database.cachedStatement(
            sql: """
              INSERT INTO snapshots (cut, namespace, part, last_change, state)
              VALUES (?, ?, ?, ?, ?)
              """
          ).execute(arguments: [number, entry.namespace, part, entry.lastChange, bytes])
        }
      }
    }
    try queue.inDatabase { database in
      try database.execute(
        sql: "INSERT INTO cuts (number, namespaces) VALUES (?, ?)",
        arguments: [number, snapshot.entries.count])
    }
    return size
  }

  /// Deletes older snapshots, and the changes that are in all snapshots that stay.
  static func prune(_ queue: DatabaseQueue) throws {
    let numbers = try queue.inDatabase { database in
      try Int64.fetchAll(database, sql: "SELECT number FROM cuts ORDER BY number DESC")
    }
    guard numbers.count >= kept else { return }
    for number in numbers.dropFirst(kept) {
      try queue.inDatabase { database in
        try database.execute(sql: "DELETE FROM cuts WHERE number = ?", arguments: [number])
      }
    }
    try deleteRemains(queue)
    try deleteChanges(through: numbers[kept - 1], queue)
  }

  /// Deletes the states of snapshots that were never completed, or are deleted.
  private static func deleteRemains(_ queue: DatabaseQueue) throws {
    var deleted = 1
    while deleted > 0 {
      deleted = try queue.inDatabase { database in
        try database.execute(
          sql: """
            DELETE FROM snapshots WHERE rowid IN (
              SELECT rowid FROM snapshots WHERE cut NOT IN (SELECT number FROM cuts) LIMIT 16)
            """)
        return database.changesCount
      }
    }
  }

  private static func deleteChanges(through last: Int64, _ queue: DatabaseQueue) throws {
    let first = try queue.inDatabase { database in
      try Int64.fetchOne(database, sql: "SELECT min(number) FROM changes")
    }
    guard var next = first else { return }
    while next <= last {
      let end = min(next + deletions - 1, last)
      try queue.inDatabase { database in
        try database.execute(sql: "DELETE FROM changes WHERE number <= ?", arguments: [end])
      }
      next = end + 1
    }
  }
}

/// A complete snapshot as it stands in the database.
struct StoredSnapshot: Sendable {
  /// The number up to which every change is in it, of whatever namespace.
  let number: Int64
  /// The states.
  let snapshot: StageSnapshot

  /// The last change in each namespace's state, by name.
  var lastChanges: [String: Int64] {
    var last: [String: Int64] = [:]
    for entry in snapshot.entries { last[entry.namespace] = entry.lastChange }
    return last
  }
}
