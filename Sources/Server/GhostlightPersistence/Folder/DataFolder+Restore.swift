import Dispatch
public import Ghostlight
import GhostlightCore
import GhostlightSQLite
import Synchronization

extension DataFolder {
  /// A step of a restoration, whose progress is reported.
  public enum RestoreStep: Sendable, Hashable {
    /// Reads the newest snapshot; the progress counts bytes.
    case snapshot
    /// Replays the changes after the snapshot; the progress counts changes.
    case changes
  }

  typealias Progress = (_ step: RestoreStep, _ done: Int, _ total: Int) -> Void

  /// Restores the last state into a new stage, from the newest snapshot and the changes after it.
  ///
  /// - Parameters:
  ///   - stage: A new stage with the configuration that the folder was created with.
  ///   - progress: Called from time to time with the current step, the number of its parts that
  ///     are done, and their total number.
  /// - Throws: ``DataFolderError`` if the folder cannot be read, or with the number of a change
  ///   that cannot be replayed.
  public func restore(
    into stage: Stage,
    progress: (_ step: RestoreStep, _ done: Int, _ total: Int) -> Void = { _, _, _ in }
  ) throws(DataFolderError) {
    do {
      let written = try database.inDatabase { database in
        try checkOrStoreConfiguration(stage.configuration.origin, database)
        try checkOrStoreSeed(String(stage.configuration.seed), database)
        return try Meta.get(database, Meta.version)
      }
      let fresh = stage.snapshotAll()
      do {
        try restoreState(
          of: stage, from: fresh, written ?? "that wrote it", mayBeOlder: false, progress)
      } catch DataFolderError.answeredDifferently {
        try restoreState(
          of: stage, from: fresh, written ?? "that wrote it", mayBeOlder: true, progress)
      }
      if written != version {
        try database.inDatabase { try Meta.set($0, Meta.version, version) }
      }
    } catch {
      throw DataFolderError(reading: databasePath, error)
    }
  }

  /// Restores the last state into a stage; `fresh` is the stage's current state.
  private func restoreState(
    of stage: Stage, from fresh: StageSnapshot, _ written: String, mayBeOlder: Bool,
    _ progress: Progress
  ) throws {
    let snapshot = try database.inDatabase { database in
      try SnapshotStore.newest(database, for: stage, path: databasePath) { done, total in
        progress(.snapshot, done, total)
      }
    }
    if let damage = snapshot?.damage, !mayBeOlder {
      addRemark("\(damage.fact): the snapshot before it is used, with all changes since")
    }
    if let snapshot { stage.load(snapshot.snapshot) } else if mayBeOlder { stage.load(fresh) }
    try replay(into: stage, since: snapshot, written, mayBeOlder: mayBeOlder, progress)
  }

  /// Checks that the stage's seed is the stored one, and stores the seed of a new folder.
  ///
  /// Identifiers are derived from the seed, so a replay with a different seed would differ.
  private func checkOrStoreSeed(_ given: String, _ database: Database) throws {
    guard let stored = try Meta.get(database, Meta.seed) else {
      try Meta.set(database, Meta.seed, given)
      return
    }
    guard stored == given else {
      throw DataFolderError.otherSeed(path: path, stored: stored, given: given)
    }
  }

  /// Checks that the stage's configuration is the stored one, and stores that of a new folder.
  ///
  /// Namespaces start from the configuration, so a replay with a different one would differ.
  private func checkOrStoreConfiguration(_ given: JSONObject, _ database: Database) throws {
    let given = JSON.object(given)
    guard let text = try Meta.get(database, Meta.configuration) else {
      if try Meta.get(database, Meta.seed) != nil {
        addRemark(
          "\(path) does not name the configuration that it was made with: this one is used")
      }
      try Meta.set(database, Meta.configuration, given.text())
      return
    }
    let stored = try JSON.parse(Array(text.utf8), limits: SQLBytes.limits)
    guard let place = stored.firstDifference(from: given) else { return }
    throw DataFolderError.otherConfiguration(path: path, place: place)
  }

  private func replay(
    into stage: Stage, since snapshot: StoredSnapshot?, _ written: String, mayBeOlder: Bool,
    _ progress: Progress
  ) throws {
    let last = snapshot?.lastChanges ?? [:]
    var reader = ChangeReader(database, after: snapshot?.number ?? 0)
    defer { reader.finish() }
    let total = try reader.count()
    var sequence = ChangeSequence(after: snapshot?.number ?? 0, path: databasePath)
    var done = 0
    do {
      while case let entries = try reader.next(), !entries.isEmpty {
        for entry in entries {
          let change = try sequence.consume(entry, remaining: total - done)
          if entry.number > last[change.namespace] ?? 0 {
            try replay(change, entry.number, into: stage, written, mayBeOlder)
          }
          done += 1
          if done % 1000 == 0 || done == total { progress(.changes, done, total) }
        }
      }
    } catch let failure as DataFolderError where failure.isLoss && acceptsLoss {
      try discardChanges(after: sequence.last, failure)
    }
  }

  private func replay(
    _ change: Change, _ number: Int64, into stage: Stage, _ written: String, _ mayBeOlder: Bool
  ) throws(DataFolderError) {
    do throws(ChangeLogError) {
      try stage.replay(change, number: number, mayBeOlder: mayBeOlder)
    } catch {
      guard !error.isDifferentAnswer else {
        throw .answeredDifferently(
          path: databasePath, number: number, reason: "\(error)", version: version,
          written: written)
      }
      throw .cannotReplay(path: databasePath, number: number, reason: "\(error)")
    }
  }

  /// Discards everything after the change `last`, because the next change is missing or damaged.
  private func discardChanges(after last: Int64, _ failure: DataFolderError) throws {
    try database.inDatabase { database in
      try Format.backUp(database, to: "\(databasePath).backup-loss-\(last + 1)")
      try database.inTransaction {
        try database.execute(sql: "DELETE FROM changes WHERE number > ?", arguments: [last])
        try database.execute(sql: "DELETE FROM cuts WHERE number > ?", arguments: [last])
      }
    }
    try log.rewind(to: last)
    addRemark("\(failure.fact): the server starts with the earlier state")
  }
}

/// Checks that the rows of the log follow each other without a gap.
private struct ChangeSequence {
  /// The number of the last valid row.
  private(set) var last: Int64
  private var isFirst = true
  private let path: String

  init(after last: Int64, path: String) { (self.last, self.path) = (last, path) }

  /// Returns the change in the next row.
  ///
  /// The first row may follow any change that the snapshot of this replay contains.
  mutating func consume(
    _ entry: ChangeReader.Entry, remaining: Int
  ) throws(DataFolderError) -> Change {
    let change: Change
    switch entry.change {
    case .success(let readable): change = readable
    case .failure(let failure):
      throw .damagedChange(
        path: path, number: entry.number, reason: failure.description, behind: remaining - 1)
    }
    guard isFirst ? entry.previous <= last : entry.previous == last else {
      throw .lost(path: path, first: last + 1, last: entry.previous, behind: remaining)
    }
    (last, isFirst) = (entry.number, false)
    return change
  }
}

extension DataFolderError {
  /// Whether this error means that changes are missing or damaged.
  fileprivate var isLoss: Bool {
    switch self {
    case .lost, .damagedChange: true
    default: false
    }
  }
}

extension JSON {
  /// Returns the path of the first value that differs from `other`, such as
  /// `$.stackmob.schemas[0]`.
  ///
  /// The order of object members is ignored.
  fileprivate func firstDifference(from other: JSON, at place: String = "$") -> String? {
    switch (self, other) {
    case (.object(let left), .object(let right)):
      for key in left.keys {
        guard let one = left[key], let two = right[key] else { return "\(place).\(key)" }
        if let found = one.firstDifference(from: two, at: "\(place).\(key)") { return found }
      }
      return right.keys.first { left[$0] == nil }.map { "\(place).\($0)" }
    case (.array(let left), .array(let right)):
      for (position, (one, two)) in zip(left, right).enumerated() {
        if let found = one.firstDifference(from: two, at: "\(place)[\(position)]") { return found }
      }
      return left.count == right.count ? nil : "\(place)[\(min(left.count, right.count))]"
    default: return text() == other.text() ? nil : place
    }
  }
}

/// Reads changes from the database in pieces, so that it does not block other uses for long.
///
/// The next piece is read on another thread while the caller processes the current one.
struct ChangeReader {
  /// A row of the log; its change may be unreadable.
  struct Entry: Sendable {
    let number: Int64
    /// The number of the row that came before this one when it was written.
    let previous: Int64
    let change: Result<Change, UnreadableChange>
  }

  /// The maximum number of rows in a piece, and the number of bytes after which a piece ends.
  private static let (rows, bytes) = (200, 4 << 20)

  private let database: DatabaseQueue
  private var start: Int64
  /// The next piece, which is being read; `nil` if reading has not started.
  private var ahead: PrefetchedChunk?

  /// Creates a reader of the changes with numbers greater than `start`.
  init(_ database: DatabaseQueue, after start: Int64) {
    (self.database, self.start) = (database, start)
  }

  /// Returns the number of remaining changes.
  func count() throws -> Int {
    try database.inDatabase { database in
      try Int.fetchOne(
        database, sql: "SELECT count(*) FROM changes WHERE number > ?", arguments: [start]) ?? 0
    }
  }

  /// Returns the next piece of changes in order; an empty array at the end.
  mutating func next() throws -> [Entry] {
    let entries = try ahead?.wait() ?? read()
    ahead = nil
    if let last = entries.last {
      start = last.number
      ahead = PrefetchedChunk { [self] in try read() }
    }
    return entries
  }

  /// Waits until no piece is being read in the background.
  mutating func finish() {
    ahead?.finish()
    ahead = nil
  }

  private func read() throws -> [Entry] {
    try database.inDatabase { database in
      let cursor = try Row.fetchCursor(
        database,
        sql: """
          SELECT \(ChangeRow.columns) FROM changes
          WHERE number > ? ORDER BY number LIMIT \(Self.rows)
          """, arguments: [start])
      var entries: [Entry] = []
      var size = 0
      var fields = FieldsOfRow()
      while size < Self.bytes, let row = try cursor.next() {
        size += ChangeRow.size(row)
        entries.append(try Self.entry(row, &fields))
      }
      return entries
    }
  }

  private static func entry(_ row: Row, _ fields: inout FieldsOfRow) throws -> Entry {
    let number = try ChangeRow.number(row)
    do throws(UnreadableChange) {
      return Entry(
        number: number, previous: try ChangeRow.previous(row),
        change: .success(try ChangeRow.change(row, &fields)))
    } catch {
      return Entry(number: number, previous: number - 1, change: .failure(error))
    }
  }
}

/// A piece of changes that is read on another thread.
private final class PrefetchedChunk: Sendable {
  private static let queue = DispatchQueue(label: "ghostlight.changes", qos: .userInitiated)

  private let entries = Mutex<Result<[ChangeReader.Entry], any Error>>(.success([]))
  private let isRead = DispatchGroup()

  init(_ read: @escaping @Sendable () throws -> [ChangeReader.Entry]) {
    Self.queue.async(group: isRead) { [self] in
      let piece = Result { try read() }
      entries.withLock { $0 = piece }
    }
  }

  /// Waits until the piece was read, and returns it.
  func wait() throws -> [ChangeReader.Entry] {
    finish()
    return try entries.withLock { $0 }.get()
  }

  /// Waits until reading the piece has succeeded or failed.
  func finish() { isRead.wait() }
}
