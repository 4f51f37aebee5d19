import Foundation
import GRDB

/// The documents on the device, in SQLite.
///
/// A file that cannot be opened makes every call throw what SQLite said.
///
/// - Source: protocol reference C8.
final class DocumentStore: Sendable {
  private let database: Result<DatabaseQueue, any Error>

  /// Opens `Documents.sqlite` in a folder, or a database in memory.
  init(in folder: URL?) {
    database = Result { try Self.open(folder) }
  }

  private static func open(_ folder: URL?) throws -> DatabaseQueue {
    let queue: DatabaseQueue
    var configuration = Configuration()
    // Another process of the app's, an extension say, may be writing; that takes milliseconds.
    configuration.busyMode = .timeout(5)
    if let folder {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      queue = try DatabaseQueue(
        path: folder.appendingPathComponent("Documents.sqlite").path, configuration: configuration)
    } else {
      queue = try DatabaseQueue()
    }
    try queue.write { database in
      let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
      // Another version's tables are caches of another form.
      if version != 1 { try DocumentTable.reset(database) }
      try database.execute(sql: "PRAGMA user_version = 1")
      try DocumentTable.app.create(database)
    }
    return queue
  }

  /// Lets a closure work on the database, in one transaction.
  func write<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try database.get().write(body)
  }

  /// The same on a partition's table, which is made where it is missing; `nil` without one.
  func write<Value>(
    _ partition: String, _ body: (Database, DocumentTable) throws -> Value
  ) throws -> Value? {
    guard let table = DocumentTable(partition: partition) else { return nil }
    return try write { database in
      try table.create(database)
      return try body(database, table)
    }
  }

  /// Makes a partition's table.
  func prepare(partition: String) throws {
    _ = try write(partition) { _, _ in }
  }

  /// Forgets all documents.
  func reset() throws {
    try write { try DocumentTable.reset($0) }
  }
}
