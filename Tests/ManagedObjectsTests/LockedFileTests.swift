import Dispatch
import Foundation
import GhostlightSQLite
import ManagedObjects
import ManagedObjectsBehaviours
import Synchronization
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `A store whose file another connection reads` {
  private let folder: TemporaryFolder
  private let url: URL

  init() throws {
    folder = try TemporaryFolder()
    url = URL(filePath: folder["store.sqlite"])
    // Opening the store again starts a write-ahead log, for which SQLite has to wait for readers.
    try Self.open(url, ["journal_mode": "DELETE"])
  }

  /// Opens the store in a coordinator, and removes it again.
  private static func open(_ url: URL, _ pragmas: [String: String] = [:]) throws {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Company.model())
    let store = try coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: url,
      options: [NSSQLitePragmasOption: pragmas])
    try coordinator.remove(store)
  }

  @Test func `opens when the reading ends`() throws {
    let reader = try DatabaseQueue(path: url.path)
    let witness = try DatabaseQueue(path: url.path)
    let (url, outcome, group) = (url, Outcome(), DispatchGroup())
    try reader.inDatabase { database in
      try database.execute(sql: "BEGIN")
      _ = try Int.fetchOne(database, sql: "SELECT count(*) FROM metadata")
      group.enter()
      Thread.detachNewThread {
        outcome.set(Result { try Self.open(url) })
        group.leave()
      }
      // SQLite rejects new readers while a writer waits for the existing ones.
      while outcome.value == nil, try Self.isReadable(witness) {}
      try database.execute(sql: "COMMIT")
    }
    group.wait()
    try #require(outcome.value).get()
  }

  private static func isReadable(_ queue: DatabaseQueue) throws -> Bool {
    do {
      _ = try queue.inDatabase { try Int.fetchOne($0, sql: "SELECT count(*) FROM metadata") }
      return true
    } catch let error as DatabaseError where error.resultCode == .busy { return false }
  }

  /// The result of opening the store; `nil` until the store is open or has failed.
  private final class Outcome: Sendable {
    private let result = Mutex<Result<Void, any Error>?>(nil)

    var value: Result<Void, any Error>? { result.withLock { $0 } }

    func set(_ value: Result<Void, any Error>) { result.withLock { $0 = value } }
  }
}
