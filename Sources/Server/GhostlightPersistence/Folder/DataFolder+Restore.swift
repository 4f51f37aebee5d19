import Dispatch
public import Ghostlight
import GhostlightCore
import GhostlightSQLite
import Synchronization

extension DataFolder {
  /// Brings a new stage to where the last one stopped: the newest snapshot, and the changes since.
  ///
  /// From then on, where changes of the stage are lost, their namespaces are read back.
  ///
  /// - Parameters:
  ///   - stage: A stage with the configuration that the folder was made with, not yet used.
  ///   - progress: Called now and then with the number of changes replayed and of all.
  /// - Throws: ``DataFolderError`` with the number of a change that cannot be replayed.
  public func restore(
    into stage: Stage, progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) throws(DataFolderError) {
    do {
      let written = try database.inDatabase { database in
        try keepConfiguration(stage.configuration.origin, database)
        try keepSeed(String(stage.configuration.seed), database)
        return try Meta.get(database, Meta.version)
      }
      let fresh = stage.snapshotAll()
      do {
        try bring(stage, from: fresh, written ?? "that wrote it", mayBeOlder: false, progress)
      } catch DataFolderError.answeredDifferently {
        try bring(stage, from: fresh, written ?? "that wrote it", mayBeOlder: true, progress)
      }
      if written != version {
        try database.inDatabase { try Meta.set($0, Meta.version, version) }
      }
    } catch {
      throw DataFolderError(reading: databasePath, error)
    }
    readBackLosses(of: stage)
  }

  /// Brings a stage, which is as `fresh`, to where the last one stopped.
  private func bring(
    _ stage: Stage, from fresh: StageSnapshot, _ written: String, mayBeOlder: Bool,
    _ progress: (Int, Int) -> Void
  ) throws {
    let snapshot = try database.inDatabase { database in
      try SnapshotStore.newest(database, for: stage, path: databasePath)
    }
    if let damage = snapshot?.damage, !mayBeOlder {
      note("\(damage.fact): the snapshot before it is used, with all changes since")
    }
    if let snapshot { stage.load(snapshot.snapshot) } else if mayBeOlder { stage.load(fresh) }
    try replay(into: stage, since: snapshot, written, mayBeOlder: mayBeOlder, progress)
  }

  /// Identifiers are derived from the seed: with another one, a replay would not give the same.
  private func keepSeed(_ given: String, _ database: Database) throws {
    guard let stored = try Meta.get(database, Meta.seed) else {
      try Meta.set(database, Meta.seed, given)
      return
    }
    guard stored == given else {
      throw DataFolderError.otherSeed(path: path, stored: stored, given: given)
    }
  }

  /// Namespaces start from the configuration: with another one, a replay would not give the same.
  private func keepConfiguration(_ given: JSONObject, _ database: Database) throws {
    let given = JSON.object(given)
    guard let text = try Meta.get(database, Meta.configuration) else {
      if try Meta.get(database, Meta.seed) != nil {
        note("\(path) did not say which configuration it was made with: it is taken to be this one")
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
    _ progress: (Int, Int) -> Void
  ) throws {
    let last = snapshot?.lastChanges ?? [:]
    var reader = ChangeReader(database, after: snapshot?.number ?? 0, through: .max)
    defer { reader.finish() }
    let total = try reader.count()
    var sequence = ChangeSequence(after: snapshot?.number ?? 0, path: databasePath)
    var done = 0
    do {
      while case let entries = try reader.next(), !entries.isEmpty {
        for entry in entries {
          let change = try sequence.take(entry, remaining: total - done)
          if entry.number > last[change.namespace] ?? 0 {
            try replay(change, entry.number, into: stage, written, mayBeOlder)
          }
          done += 1
          if done % 1000 == 0 || done == total { progress(done, total) }
        }
      }
    } catch let failure as DataFolderError where failure.isLoss && acceptsLoss {
      try giveUp(after: sequence.last, failure)
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

  /// Goes back to the state after a change, since the next one is missing or damaged.
  private func giveUp(after last: Int64, _ failure: DataFolderError) throws {
    try database.inDatabase { database in
      try Format.backUp(database, to: "\(databasePath).backup-loss-\(last + 1)")
      try database.inTransaction {
        try database.execute(sql: "DELETE FROM changes WHERE number > ?", arguments: [last])
        try database.execute(sql: "DELETE FROM cuts WHERE number > ?", arguments: [last])
      }
    }
    try log.rewind(to: last)
    note("\(failure.fact): the state is the one before that")
  }
}

/// Watches that the rows of the log follow each other without a gap.
private struct ChangeSequence {
  /// The number of the last row that was there as it should be.
  private(set) var last: Int64
  private var isFirst = true
  private let path: String

  init(after last: Int64, path: String) { (self.last, self.path) = (last, path) }

  /// The change of the next row.
  ///
  /// What is written before the first is in the snapshot that the replay starts from.
  mutating func take(
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
  /// Whether a part of the changes is there no more.
  fileprivate var isLoss: Bool {
    switch self {
    case .lost, .damagedChange: true
    default: false
    }
  }
}

extension JSON {
  /// The place of the first value that differs in another one, such as `$.stackmob.schemas[0]`;
  /// the order of members does not count.
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

/// Namespaces whose changes were lost are read back as a start would read them, while all others go
/// on.
extension DataFolder {
  func readBackLosses(of stage: Stage) {
    log.whenLost { [weak self, weak stage] failure in
      guard let self, let stage else { return }
      stage.suspend(reason: failure) { self.log.suspended }
      self.recovery.async { [weak self, weak stage] in
        guard let self, let stage else { return }
        readBack(stage, failure)
      }
    }
  }

  /// Waits until what was lost by now is read back.
  func finishReadingBack() { recovery.sync {} }

  private func readBack(_ stage: Stage, _ failure: ChangeLogError) {
    maintenance.withLock { _ in
      // What is built on a loss, such as a copy, is suspended meanwhile.
      while case let names = log.suspended, !names.isEmpty {
        // Another loss may have added to the names, and its namespaces not be out of service yet:
        // what such a one took after the log takes its changes again would be overwritten here.
        stage.suspend(reason: failure) { names }
        do {
          let restored = Stage(stage.configuration)
          try readBack(names, into: restored)
          log.resume(names)
          stage.resume(names, from: restored)
        } catch {
          let reason = DataFolderError(reading: databasePath, error).description
          stage.suspend(reason: ChangeLogError("the state cannot be read back: \(reason)")) {
            names
          }
          return
        }
      }
    }
  }

  /// Brings namespaces, and those that they are copies of, to where the log has them.
  private func readBack(_ names: Set<String>, into stage: Stage) throws {
    let end = log.lastWritten
    let all = try sources(of: names, through: end)
    let snapshot = try database.inDatabase { database in
      try SnapshotStore.newest(database, for: stage, path: databasePath, of: all)
    }
    if let snapshot { stage.load(snapshot.snapshot) }
    let last = snapshot?.lastChanges ?? [:]
    var reader = ChangeReader(database, after: snapshot?.number ?? 0, through: end, of: all)
    defer { reader.finish() }
    while case let entries = try reader.next(), !entries.isEmpty {
      for entry in entries {
        let change = try entry.change.get()
        guard entry.number > last[change.namespace] ?? 0 else { continue }
        try stage.replay(change, number: entry.number)
      }
    }
  }

  /// Namespaces with all of which one of them may be a copy.
  private func sources(of names: Set<String>, through end: Int64) throws -> Set<String> {
    let forks = try database.inDatabase { database in
      try Row.fetchAll(
        database,
        sql: "SELECT \(ChangeRow.columns) FROM changes WHERE kind = ? AND number <= ?",
        arguments: [ChangeKind.fork.rawValue, end]
      ) { try ChangeRow.change($0) }
    }
    var all: Set<String> = []
    var found = names
    while all != found {
      all = found
      for change in forks where all.contains(change.namespace) {
        if case .fork(let source) = change.operation { found.insert(source) }
      }
    }
    return all
  }
}

/// Reads changes from the database piece by piece, so that nobody is kept from it for long; the next
/// piece on a thread of its own, while the last one is worked on.
struct ChangeReader {
  /// A row, read or not.
  struct Entry: Sendable {
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
  /// What follows what was read last.
  private var ahead: PieceAhead?

  /// A reader of the changes after one number and up to another, of all namespaces or of some.
  init(
    _ database: DatabaseQueue, after start: Int64, through end: Int64, of names: Set<String>? = nil
  ) {
    (self.database, self.start, self.end, self.names) = (database, start, end, names)
  }

  private var condition: String {
    "number > ? AND number <= ?" + (names.map { " AND \(SnapshotStore.isAmong($0.count))" } ?? "")
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
    let entries = try ahead?.wait() ?? read()
    ahead = nil
    if let last = entries.last {
      start = last.number
      ahead = PieceAhead { [self] in try read() }
    }
    return entries
  }

  /// Waits until nothing is read any more.
  mutating func finish() {
    ahead?.finish()
    ahead = nil
  }

  private func read() throws -> [Entry] {
    let (condition, arguments) = (condition, arguments)
    return try database.inDatabase { database in
      let cursor = try Row.fetchCursor(
        database,
        sql: """
          SELECT \(ChangeRow.columns) FROM changes
          WHERE \(condition) ORDER BY number LIMIT \(Self.rows)
          """, arguments: arguments)
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

/// A piece of changes that is read on a thread of its own.
private final class PieceAhead: Sendable {
  private static let queue = DispatchQueue(label: "ghostlight.changes", qos: .userInitiated)

  private let entries = Mutex<Result<[ChangeReader.Entry], any Error>>(.success([]))
  private let isRead = DispatchGroup()

  init(_ read: @escaping @Sendable () throws -> [ChangeReader.Entry]) {
    Self.queue.async(group: isRead) { [self] in
      let piece = Result { try read() }
      entries.withLock { $0 = piece }
    }
  }

  /// The piece, once it is read.
  func wait() throws -> [ChangeReader.Entry] {
    finish()
    return try entries.withLock { $0 }.get()
  }

  /// Waits until the piece is read, or cannot be.
  func finish() { isRead.wait() }
}
