import GRDB
public import Ghostlight
import GhostlightCore

extension DataFolder {
  /// Brings a new stage to where the last one stopped: the newest cut, and the changes since.
  ///
  /// - Parameters:
  ///   - stage: A stage with the configuration that the folder was made with, not yet used.
  ///   - progress: Called now and then with the number of changes replayed and of all.
  /// - Throws: ``DataFolderProblem`` with the number of a change that cannot be replayed.
  public func restore(
    into stage: Stage, progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) throws(DataFolderProblem) {
    do {
      try database.inDatabase { database in
        try keepSeed(String(stage.configuration.seed), database)
        let cut = try CutStore.newest(database, for: stage, path: databasePath)
        if let cut { stage.load(cut.cut) }
        try replay(into: stage, since: cut, database, progress)
      }
    } catch {
      throw DataFolderProblem(reading: databasePath, error)
    }
  }

  /// Identifiers are derived from the seed: with another one, a replay would not give the same.
  private func keepSeed(_ given: String, _ database: Database) throws {
    guard let stored = try Meta.get(database, Meta.seed) else {
      try Meta.set(database, Meta.seed, given)
      return
    }
    guard stored == given else {
      throw DataFolderProblem.otherSeed(path: path, stored: stored, given: given)
    }
  }

  private func replay(
    into stage: Stage, since cut: StoredCut?, _ database: Database, _ progress: (Int, Int) -> Void
  ) throws {
    let start = cut?.number ?? 0
    let total =
      try Int.fetchOne(
        database, sql: "SELECT count(*) FROM changes WHERE number > ?", arguments: [start]) ?? 0
    guard total > 0 else { return }
    let last = cut?.lastChanges ?? [:]
    let rows = try Row.fetchCursor(
      database,
      sql: "SELECT \(ChangeRow.columns) FROM changes WHERE number > ? ORDER BY number",
      arguments: [start])
    var done = 0
    while let row = try rows.next() {
      try replay(row, into: stage, last)
      done += 1
      if done % 1000 == 0 || done == total { progress(done, total) }
    }
  }

  private func replay(_ row: Row, into stage: Stage, _ last: [String: Int64]) throws {
    var number: Int64 = 0
    do {
      number = try ChangeRow.number(row)
      let change = try ChangeRow.change(row)
      guard number > last[change.namespace] ?? 0 else { return }
      try stage.replay(change, number: number)
    } catch {
      throw DataFolderProblem.cannotReplay(
        path: databasePath, number: number, reason: "\(error)")
    }
  }
}
