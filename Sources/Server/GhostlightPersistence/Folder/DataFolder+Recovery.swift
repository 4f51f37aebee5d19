import Dispatch
import GRDB
import Ghostlight
import Synchronization

/// Namespaces whose changes were lost are read back as a start would read them, while all others go
/// on.
extension DataFolder {
  func readBackLosses(of stage: Stage) {
    log.whenLost { [weak self, weak stage] problem in
      guard let self, let stage else { return }
      stage.suspend(because: problem) { self.log.suspended }
      self.recovery.async { [weak self, weak stage] in
        guard let self, let stage else { return }
        readBack(stage, problem)
      }
    }
  }

  /// Waits until what was lost by now is read back.
  func finishReadingBack() { recovery.sync {} }

  private func readBack(_ stage: Stage, _ problem: ChangeLogProblem) {
    maintenance.withLock { _ in
      // What is built on a loss, such as a copy, is suspended meanwhile.
      while case let names = log.suspended, !names.isEmpty {
        // Another loss may have added to the names, and its namespaces not be out of service yet:
        // what such a one took after the log takes its changes again would be overwritten here.
        stage.suspend(because: problem) { names }
        do {
          let restored = Stage(stage.configuration)
          try readBack(names, into: restored)
          log.resume(names)
          stage.resume(names, from: restored)
        } catch {
          let reason = DataFolderProblem(reading: databasePath, error).description
          stage.suspend(because: ChangeLogProblem("the state cannot be read back: \(reason)")) {
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
    let cut = try database.inDatabase { database in
      try CutStore.newest(database, for: stage, path: databasePath, of: all)
    }
    if let cut { stage.load(cut.cut) }
    let last = cut?.lastChanges ?? [:]
    var reader = ChangeReader(database, after: cut?.number ?? 0, through: end, of: all)
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
      ).map { try ChangeRow.change($0) }
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
