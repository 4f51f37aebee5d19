import Foundation
import GhostlightCore
import GhostlightSQLite

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
    if let folder {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      // Another process of the app's, an extension say, may be writing; that takes milliseconds.
      queue = try DatabaseQueue(
        path: folder.appendingPathComponent("Documents.sqlite").path, busyMilliseconds: 5000)
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

/// One document at a time.
extension DocumentStore {
  /// What is known of a document; an expired one is forgotten.
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

  /// Keeps a document for a time; a deleted one that the service never had is forgotten.
  func keep(
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

/// All documents of a partition.
extension DocumentStore {
  /// Whether anything was done offline.
  func hasPending(_ partition: String) throws -> Bool {
    try write(partition) { database, table in
      try table.rows(database, partition).contains { $0.pending != nil }
    } ?? false
  }

  /// The documents in the order of their rows, kept anew; expired and deleted ones are left out.
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

  /// Keeps documents that the service listed, but those that were changed offline.
  ///
  /// With a time to live of 0 they are over at once.
  func keepListed(_ records: [DocumentRecord], timeToLive: Int, at seconds: Int64) throws {
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
  /// Writes a row's new end in place, so that the order stays.
  fileprivate func renew(_ database: Database, _ row: DocumentRow) throws {
    try database.execute(
      sql: """
        UPDATE \(name) SET "expiration_time" = ?, "download_time" = ?
          WHERE "partition" = ? AND "document_id" = ?
        """, arguments: [row.expiration, row.downloaded, row.partition, row.id])
  }
}

/// What was done offline.
extension DocumentStore {
  /// Whether any user did anything offline.
  func hasPending() throws -> Bool {
    try write { database in
      try DocumentTable.users(database).contains { table in
        try Int.fetchOne(
          database, sql: "SELECT 1 FROM \(table.name) WHERE \"pending_operation\" IS NOT NULL")
          != nil
      }
    }
  }

  /// What has to be made up for, in the order of the rows; what is over is forgotten.
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

  /// Takes over what became of an operation: the service's document until its old end, or nothing.
  ///
  /// A document that was changed again meanwhile only learns its entity tag; then the answer is
  /// true, and there is more to make up for.
  func resolve(
    _ document: PendingDocument, with record: DocumentRecord?, at seconds: Int64
  ) throws -> Bool {
    let sent = document.row
    return try write(sent.partition) { database, table in
      guard let now = try table.row(database, sent.partition, sent.id) else { return false }
      guard now.pending == sent.pending, now.document == sent.document else {
        if let record { try table.noteVersion(database, now, eTag: record.eTag) }
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
  /// Notes that the service has a version of a document; creating it would be refused from now on.
  fileprivate func noteVersion(_ database: Database, _ row: DocumentRow, eTag: String?) throws {
    var row = row
    row.eTag = eTag
    if row.pending == .create { row.pending = .replace }
    try replace(database, row)
  }
}

/// What the device has of a document: perhaps nothing, and why.
struct CachedDocument: Sendable {
  var record: DocumentRecord
  var pending: PendingOperation?
}

/// A document with what was done to it offline.
struct PendingDocument: Sendable {
  let row: DocumentRow
  let operation: PendingOperation
  let request: CosmosCall

  var partition: String { row.partition }
  var id: String { row.id }

  /// What tells documents under way apart.
  var key: String { "\(row.partition)_\(row.id)" }

  /// The document of a row, or `nil` where nothing is pending.
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
