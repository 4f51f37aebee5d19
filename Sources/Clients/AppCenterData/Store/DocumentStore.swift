import Foundation
import GhostlightCore
import GhostlightSQLite

/// The documents on the device, in a SQLite database.
///
/// If the database cannot be opened, every method throws SQLite's error.
///
/// - Source: protocol reference C8.
final class DocumentStore: Sendable {
  private let database: Result<DatabaseQueue, any Error>

  /// Opens `Documents.sqlite` in a folder, or a database in memory if the folder is `nil`.
  init(in folder: URL?) {
    database = Result { try Self.open(folder) }
  }

  private static func open(_ folder: URL?) throws -> DatabaseQueue {
    let queue: DatabaseQueue
    if let folder {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      // Another process of the app, such as an extension, may be writing for some milliseconds, so
      // the queue waits.
      queue = try DatabaseQueue(
        path: folder.appendingPathComponent("Documents.sqlite").path, busyMilliseconds: 5000)
    } else {
      queue = try DatabaseQueue()
    }
    try queue.write { database in
      let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
      // The tables are only a cache, so tables with a different version of the schema are dropped.
      if version != 1 { try DocumentTable.reset(database) }
      try database.execute(sql: "PRAGMA user_version = 1")
      try DocumentTable.app.create(database)
    }
    return queue
  }

  /// Runs a closure on the database in one transaction.
  func write<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try database.get().write(body)
  }

  /// Runs a closure in a transaction with a partition's table, which is created if it does not
  /// exist.
  ///
  /// Returns `nil` if documents of the partition are not stored on the device.
  func write<Value>(
    _ partition: String, _ body: (Database, DocumentTable) throws -> Value
  ) throws -> Value? {
    guard let table = DocumentTable(partition: partition) else { return nil }
    return try write { database in
      try table.create(database)
      return try body(database, table)
    }
  }

  /// Creates a partition's table if it does not exist.
  func prepare(partition: String) throws {
    _ = try write(partition) { _, _ in }
  }

  /// Removes all documents from the device.
  func reset() throws {
    try write { try DocumentTable.reset($0) }
  }
}

/// Operations on one document.
extension DocumentStore {
  /// Returns the stored state of a document, and removes the document if it has expired.
  func read(_ partition: String, _ id: String, at seconds: Int64) -> CachedDocument {
    do {
      let row = try write(partition) { database, table -> DocumentRow? in
        let row = try table.row(database, partition, id)
        if let row, row.isExpired(at: seconds) { try table.delete(database, partition, id) }
        return row
      }
      guard let row = row ?? nil else {
        return CachedDocument(
          record: .failed(.notFound(partition, id), partition: partition, id: id))
      }
      guard !row.isExpired(at: seconds) else {
        let error = MSDataError.expired(partition, id, at: row.expiration)
        return CachedDocument(record: .failed(error, partition: partition, id: id))
      }
      let record = row.record
      return CachedDocument(record: record, pending: record.error == nil ? row.pending : nil)
    } catch {
      return CachedDocument(record: .failed(.store(error), partition: partition, id: id))
    }
  }

  /// Stores a document with its time to live.
  ///
  /// If a deletion is pending for a document that the service never had, the document is removed.
  func save(
    _ record: DocumentRecord, _ pending: PendingOperation?, timeToLive: Int, at seconds: Int64
  ) throws {
    let row = DocumentRow(
      record, pending, until: DocumentRow.expiration(timeToLive, at: seconds), at: seconds)
    _ = try write(row.partition) { database, table in
      let known = try table.row(database, row.partition, row.id)
      let wasNeverSent =
        pending == .delete && known?.eTag == nil
        && (known?.pending == .create || known?.pending == .replace)
      if timeToLive == kMSDataTimeToLiveNoCache || wasNeverSent {
        try table.delete(database, row.partition, row.id)
      } else {
        try table.replace(database, row)
      }
    }
  }

  func delete(_ partition: String, _ id: String) throws {
    _ = try write(partition) { database, table in
      try table.delete(database, partition, id)
    }
  }
}

/// Operations on all documents of a partition.
extension DocumentStore {
  /// Returns whether the partition has pending operations.
  func hasPending(_ partition: String) throws -> Bool {
    try write(partition) { database, table in
      try table.rows(database, partition).contains { $0.pending != nil }
    } ?? false
  }

  /// Returns the partition's documents in the order of their rows, and renews their time to live.
  ///
  /// Expired and deleted documents are left out.
  func list(_ partition: String, timeToLive: Int, at seconds: Int64) throws -> [DocumentRecord] {
    try write(partition) { database, table in
      var records: [DocumentRecord] = []
      for var row in try table.rows(database, partition) {
        if row.isExpired(at: seconds) {
          try table.delete(database, partition, row.id)
        } else if row.pending != .delete {
          records.append(row.record)
          if timeToLive == kMSDataTimeToLiveNoCache {
            try table.delete(database, partition, row.id)
          } else {
            row.expiration = DocumentRow.expiration(timeToLive, at: seconds)
            row.downloaded = seconds
            try table.renew(database, row)
          }
        }
      }
      return records
    } ?? []
  }

  /// Stores documents that the service has listed, except those with a pending operation.
  ///
  /// With a time to live of 0, the documents expire immediately.
  func saveListed(_ records: [DocumentRecord], timeToLive: Int, at seconds: Int64) throws {
    guard let partition = records.first?.partition else { return }
    let expiration = DocumentRow.expiration(timeToLive, at: seconds)
    _ = try write(partition) { database, table in
      for record in records where record.partition == partition {
        let row = DocumentRow(record, nil, until: expiration, at: seconds)
        guard try table.row(database, partition, row.id)?.pending == nil else { continue }
        try table.replace(database, row)
      }
    }
  }
}

extension DocumentTable {
  /// Updates a row's expiration without changing the row's position in the table.
  fileprivate func renew(_ database: Database, _ row: DocumentRow) throws {
    try database.execute(
      sql: """
        UPDATE \(name) SET "expiration_time" = ?, "download_time" = ?
          WHERE "partition" = ? AND "document_id" = ?
        """, arguments: [row.expiration, row.downloaded, row.partition, row.id])
  }
}

/// Operations that were made offline and are not sent yet.
extension DocumentStore {
  /// Returns whether any user has pending operations.
  func hasPending() throws -> Bool {
    try write { database in
      try DocumentTable.users(database).contains { table in
        try Int.fetchOne(
          database, sql: "SELECT 1 FROM \(table.name) WHERE \"pending_operation\" IS NOT NULL")
          != nil
      }
    }
  }

  /// Returns the pending operations of a partition in the order of their rows, and removes expired
  /// ones.
  func pending(_ partition: String, at seconds: Int64) throws -> [PendingDocument] {
    try write(partition) { database, table in
      var pending: [PendingDocument] = []
      for row in try table.rows(database, partition) {
        guard let document = PendingDocument(row) else { continue }
        if row.isExpired(at: seconds) {
          try table.delete(database, partition, row.id)
        } else {
          pending.append(document)
        }
      }
      return pending
    } ?? []
  }

  /// Stores the result of a pending operation, and returns whether another operation is pending for
  /// the document.
  ///
  /// The document that the service has sent replaces the row, and expires when the row would have
  /// expired. If the service has sent none, the row is removed.
  ///
  /// If the app changed the document while the operation was being sent, the row keeps the change,
  /// and only its entity tag is updated.
  func resolve(
    _ document: PendingDocument, with record: DocumentRecord?, at seconds: Int64
  ) throws -> Bool {
    let sent = document.row
    return try write(sent.partition) { database, table in
      guard let now = try table.row(database, sent.partition, sent.id) else { return false }
      guard now.pending == sent.pending, now.document == sent.document else {
        if let record { try table.saveVersion(database, now, eTag: record.eTag) }
        return now.pending != nil
      }
      guard let record, !now.isExpired(at: seconds) else {
        try table.delete(database, sent.partition, sent.id)
        return false
      }
      var resolved = DocumentRow(record, nil, until: now.expiration, at: seconds)
      resolved.partition = sent.partition
      resolved.id = sent.id
      try table.replace(database, resolved)
      return false
    } ?? false
  }
}

extension DocumentTable {
  /// Stores the entity tag of the version that the service has.
  ///
  /// The service would reject the creation of an existing document, so a pending creation becomes a
  /// replacement.
  fileprivate func saveVersion(_ database: Database, _ row: DocumentRow, eTag: String?) throws {
    var row = row
    row.eTag = eTag
    if row.pending == .create { row.pending = .replace }
    try replace(database, row)
  }
}

/// The record of a document on the device, which contains an error if the document is not stored.
struct CachedDocument: Sendable {
  var record: DocumentRecord
  var pending: PendingOperation?
}

/// A row and the operation that is pending for it.
struct PendingDocument: Sendable {
  let row: DocumentRow
  let operation: PendingOperation
  let request: CosmosCall

  var partition: String { row.partition }
  var id: String { row.id }

  /// The key that identifies the document in the set of documents that are being sent.
  var key: String { "\(row.partition)_\(row.id)" }

  /// Creates the pending operation of a row, or `nil` if the row has none.
  init?(_ row: DocumentRow) {
    guard let operation = row.pending else { return nil }
    self.row = row
    self.operation = operation
    let document = row.record.document ?? .null
    switch operation {
    case .create: request = .write(row.id, document, isUpsert: false)
    case .replace: request = .write(row.id, document, isUpsert: true)
    case .delete: request = .delete(row.id)
    }
  }
}
