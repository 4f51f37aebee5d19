import Ghostlight
import GhostlightCore
import GhostlightSQLite

/// Writes snapshots, and deletes snapshots and changes that are no longer needed.
extension SnapshotStore {
  /// The maximum number of bytes in a part of a state, so that no transaction blocks others for
  /// long.
  static let partSize = 1 << 20
  /// The maximum number of changes to delete in one transaction.
  static let deletions: Int64 = 2000
  /// The number of snapshots to keep: the newest, and an older one in case the newest is damaged.
  static let kept = 2

  /// Writes a snapshot; readers ignore it until it is complete.
  ///
  /// - Returns: The snapshot's size in bytes.
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
        let sum = bytes.withUnsafeBytes {
          SnapshotPart.sum(number, entry.namespace, Int64(part), entry.lastChange, $0)
        }
        try queue.inDatabase { database in
          try database.cachedStatement(
            sql: """
              INSERT INTO snapshots (cut, namespace, part, last_change, state, checksum)
              VALUES (?, ?, ?, ?, ?, ?)
              """
          ).execute(arguments: [number, entry.namespace, part, entry.lastChange, bytes, sum])
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

  /// Deletes old snapshots, and the changes that all remaining snapshots contain.
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

  /// Deletes states that belong to no complete snapshot.
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
