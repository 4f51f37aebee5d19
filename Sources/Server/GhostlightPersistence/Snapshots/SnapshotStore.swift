import Ghostlight
import GhostlightCore
import GhostlightSQLite

/// Reads snapshots from the database.
enum SnapshotStore {
  /// Returns the highest number of any change so far; 0 if there is none.
  static func lastNumber(_ database: Database) throws -> Int64 {
    try Int64.fetchOne(
      database,
      sql: """
        SELECT max(coalesce((SELECT max(number) FROM changes), 0),
          coalesce((SELECT max(number) FROM cuts), 0))
        """) ?? 0
  }

  /// Returns the number of the log's last row, or of the oldest snapshot if the log is empty.
  ///
  /// The result is less than ``lastNumber(_:)`` if an older version dropped the last changes before a
  /// snapshot, which it could not write.
  static func lastRow(_ database: Database) throws -> Int64 {
    try Int64.fetchOne(
      database,
      sql: """
        SELECT coalesce((SELECT max(number) FROM changes), (SELECT min(number) FROM cuts), 0)
        """) ?? 0
  }

  /// Returns the number of the newest complete snapshot; 0 if there is none.
  static func newestNumber(_ database: Database) throws -> Int64 {
    try Int64.fetchOne(database, sql: "SELECT max(number) FROM cuts") ?? 0
  }

  /// Returns the size of the newest complete snapshot in bytes; 0 if there is none.
  static func newestSize(_ database: Database) throws -> Int {
    try Int.fetchOne(
      database,
      sql: """
        SELECT coalesce(sum(length(state)), 0) FROM snapshots
        WHERE cut = (SELECT max(number) FROM cuts)
        """) ?? 0
  }

  /// Returns the newest readable snapshot; `nil` if there is none.
  ///
  /// `progress` is called after each part, with the number of bytes that were read and of all.
  ///
  /// - Throws: The error of the newest snapshot, if no older one can be read either.
  static func newest(
    _ database: Database, for stage: Stage, path: String,
    progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) throws -> StoredSnapshot? {
    let cuts = try Row.fetchAll(
      database, sql: "SELECT number, namespaces FROM cuts ORDER BY number DESC"
    ) { (number: $0.value(0), namespaces: $0.value(1)) }
    var first: (any Error)?
    for cut in cuts {
      do {
        var snapshot = try read(cut.number, cut.namespaces, database, stage, path, progress)
        snapshot.damage = first.map { DataFolderError(reading: path, $0) }
        return snapshot
      } catch {
        first = first ?? error
      }
    }
    if let first { throw first }
    return nil
  }

  private static func read(
    _ number: DatabaseValue, _ namespaces: DatabaseValue, _ database: Database, _ stage: Stage,
    _ path: String, _ progress: (Int, Int) -> Void
  ) throws -> StoredSnapshot {
    guard case .int64(let number) = number, case .int64(let namespaces) = namespaces else {
      throw DataFolderError.damaged(path: path, reason: "a snapshot has no number")
    }
    let sizes = try sizes(of: number, database)
    let total = sizes.values.reduce(0, +)
    var done = 0
    let parts = try Row.fetchCursor(
      database,
      sql: """
        SELECT namespace, last_change, part, state, checksum FROM snapshots
        WHERE cut = ? ORDER BY namespace, part
        """, arguments: [number])
    var entries: [StageSnapshot.Entry] = []
    var open: StateText?
    while let row = try parts.next() {
      guard let part = SnapshotPart(row, of: number) else {
        throw DataFolderError.damaged(
          path: path, reason: "a part of snapshot \(number) has a wrong checksum")
      }
      if let complete = open, !complete.namespace.isExactly(part.namespace) {
        entries.append(try complete.entry(for: stage, path))
        open = nil
      }
      if open == nil {
        let name = part.namespace
        open = StateText(namespace: name, part.lastChange, size: sizes[name] ?? 0)
      }
      guard open?.append(part, row) == true else {
        throw DataFolderError.damaged(
          path: path, reason: "a part of snapshot \(number) is missing")
      }
      done += row.withBytes(SnapshotPart.state) { $0.count } ?? 0
      progress(done, total)
    }
    if let open { entries.append(try open.entry(for: stage, path)) }
    guard entries.count == Int(namespaces) else {
      throw DataFolderError.damaged(path: path, reason: "snapshot \(number) is not complete")
    }
    return StoredSnapshot(number: number, snapshot: StageSnapshot(entries: entries))
  }

  /// Returns the size of each namespace's state in bytes, keyed by namespace name.
  private static func sizes(of number: Int64, _ database: Database) throws -> [String: Int] {
    let sizes = try Row.fetchAll(
      database,
      sql: """
        SELECT namespace, sum(length(state)) FROM snapshots
        WHERE cut = ? GROUP BY namespace
        """, arguments: [number]
    ) { (SQLBytes.text($0.value(0)) ?? "", Int($0.value(1)) ?? 0) }
    return Dictionary(sizes) { $1 }
  }
}

/// A row of the table `snapshots`, whose checksum detects damage.
struct SnapshotPart {
  let namespace: String
  let lastChange: Int64
  /// The position of the part in the namespace's state, from 0.
  let number: Int64

  /// The position of the column with the part's bytes.
  static let state = 3

  /// Creates a part from a row of a snapshot; rows of older versions have no checksum.
  ///
  /// Returns `nil` if the row is damaged.
  init?(_ row: Row, of cut: Int64) {
    guard let namespace = SQLBytes.text(row.value(0)), case .int64(let lastChange) = row.value(1),
      case .int64(let number) = row.value(2)
    else { return nil }
    (self.namespace, self.lastChange, self.number) = (namespace, lastChange, number)
    guard !row.hasNull(atIndex: 4) else { return }
    let sum = row.withBytes(Self.state) { Self.sum(cut, namespace, number, lastChange, $0) }
    guard case .int64(sum) = row.value(4) else { return nil }
  }

  /// Returns the checksum of a row's other columns.
  static func sum(
    _ cut: Int64, _ namespace: String, _ number: Int64, _ lastChange: Int64,
    _ state: UnsafeRawBufferPointer
  ) -> Int64 {
    var digest = Digest64()
    digest.add(UInt64(bitPattern: cut))
    digest.add(Array(namespace.utf8))
    digest.add(UInt64(bitPattern: number))
    digest.add(UInt64(bitPattern: lastChange))
    digest.add(state)
    return Int64(bitPattern: digest.value)
  }
}

/// A namespace's state as JSON text, while its parts are being collected.
private struct StateText {
  let namespace: String
  private let lastChange: Int64
  private var json: [UInt8] = []
  private var parts: Int64 = 0

  /// Creates an empty text, and reserves memory for `size` bytes.
  ///
  /// The reserved memory is limited, because a damaged row may claim any size.
  init(namespace: String, _ lastChange: Int64, size: Int) {
    self.namespace = namespace
    self.lastChange = lastChange
    json.reserveCapacity(min(max(0, size), 256 << 20))
  }

  /// Appends the next part of the state.
  ///
  /// - Returns: Whether the part has the expected number, and contains bytes.
  mutating func append(_ part: SnapshotPart, _ row: Row) -> Bool {
    guard part.number == parts else { return false }
    parts += 1
    return row.withBytes(SnapshotPart.state) { json += $0 } != nil
  }

  /// Returns the namespace's state, after all parts were appended.
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

/// A complete snapshot in the database.
struct StoredSnapshot: Sendable {
  /// The number of the last change up to which the snapshot contains all changes of all namespaces.
  let number: Int64
  let snapshot: StageSnapshot
  /// The error of the newest snapshot if that is damaged and this is an older one; otherwise `nil`.
  var damage: DataFolderError?

  /// The number of the last change in each namespace's state, keyed by namespace name.
  var lastChanges: [String: Int64] {
    var last: [String: Int64] = [:]
    for entry in snapshot.entries { last[entry.namespace] = entry.lastChange }
    return last
  }
}
