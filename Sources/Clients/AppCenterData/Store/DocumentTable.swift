import GhostlightCore
import GhostlightSQLite

/// The SQLite table with the documents of a partition.
///
/// - Source: protocol reference C8.
struct DocumentTable: Sendable, Hashable {
  /// The table's name, quoted for SQL.
  let name: String

  /// The table with the public documents.
  static let app = DocumentTable(plain: "appDocuments")

  /// Creates the table for a partition's full name, or `nil` for a partition that is not stored.
  ///
  /// Only users' partitions and the partition of public documents have tables.
  init?(partition: String) {
    if partition == kMSDataAppDocumentsPartition {
      self = .app
    } else if partition.hasPrefix("user-") {
      self.init(plain: "user_\(partition.dropFirst(5))_documents")
    } else {
      return nil
    }
  }

  private init(plain: String) { name = "\"" + plain.replacing("\"", with: "\"\"") + "\"" }

  func create(_ database: Database) throws {
    try database.execute(
      sql: """
        CREATE TABLE IF NOT EXISTS \(name) ("id" INTEGER PRIMARY KEY AUTOINCREMENT, \
        "partition" TEXT NOT NULL, "document_id" TEXT NOT NULL, "document" TEXT, "etag" TEXT, \
        "expiration_time" INTEGER, "download_time" INTEGER, "operation_time" INTEGER, \
        "pending_operation" TEXT, UNIQUE("partition", "document_id"))
        """)
  }

  /// Returns the tables of all users that have signed in on this device.
  static func users(_ database: Database) throws -> [DocumentTable] {
    try String.fetchAll(
      database,
      sql: """
        SELECT name FROM sqlite_master
          WHERE type = 'table' AND name LIKE 'user!_%!_documents' ESCAPE '!'
        """
    ).map { DocumentTable(plain: $0) }
  }

  /// Drops all tables, and creates the table of the public documents again.
  static func reset(_ database: Database) throws {
    for table in try users(database) + [app] {
      try database.execute(sql: "DROP TABLE IF EXISTS \(table.name)")
    }
    try app.create(database)
  }
}

extension DocumentTable {
  func row(_ database: Database, _ partition: String, _ id: String) throws -> DocumentRow? {
    try Row.fetchOne(
      database,
      sql: "SELECT * FROM \(name) WHERE \"partition\" = ? AND \"document_id\" = ?",
      arguments: [partition, id]
    ) { DocumentRow($0) }
  }

  /// Returns all rows of a partition in the order in which they were inserted.
  func rows(_ database: Database, _ partition: String) throws -> [DocumentRow] {
    try Row.fetchAll(
      database, sql: "SELECT * FROM \(name) WHERE \"partition\" = ? ORDER BY \"id\"",
      arguments: [partition]
    ) { DocumentRow($0) }
  }

  func replace(_ database: Database, _ row: DocumentRow) throws {
    try database.execute(
      sql: """
        REPLACE INTO \(name) ("partition", "document_id", "document", "etag", "expiration_time",
          "download_time", "operation_time", "pending_operation") VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        row.partition, row.id, row.document, row.eTag, row.expiration, row.downloaded,
        row.updated, row.pending?.rawValue,
      ])
  }

  func delete(_ database: Database, _ partition: String, _ id: String) throws {
    try database.execute(
      sql: "DELETE FROM \(name) WHERE \"partition\" = ? AND \"document_id\" = ?",
      arguments: [partition, id])
  }
}

struct DocumentRow: Sendable {
  var partition: String
  var id: String
  /// The document as a JSON string; `nil` if it was deleted.
  var document: String?
  var eTag: String?
  /// The time when the row expires, in seconds since 1970, or -1 for never.
  var expiration: Int64
  /// The time when the row was stored, in seconds since 1970.
  var downloaded: Int64
  /// The time when the service last changed the document, in seconds since 1970; 0 if it is
  /// unknown.
  var updated: Int64
  var pending: PendingOperation?

  static let never: Int64 = -1

  /// Returns the time when a document that is stored now will expire, in seconds since 1970; -1 for
  /// never.
  static func expiration(_ timeToLive: Int, at seconds: Int64) -> Int64 {
    guard timeToLive != kMSDataTimeToLiveInfinite else { return never }
    let (sum, overflows) = seconds.addingReportingOverflow(Int64(timeToLive))
    return overflows ? .max : sum
  }

  func isExpired(at seconds: Int64) -> Bool { expiration != Self.never && expiration <= seconds }

  /// Creates the row that stores a record.
  init(
    _ record: DocumentRecord, _ pending: PendingOperation?, until expiration: Int64, at now: Int64
  ) {
    partition = record.partition ?? ""
    id = record.id ?? ""
    document = record.document?.text()
    eTag = record.eTag
    self.expiration = expiration
    downloaded = now
    updated = record.updated ?? 0
    self.pending = pending
  }

  init(_ row: Row) {
    partition = row["partition"] ?? ""
    id = row["document_id"] ?? ""
    document = row["document"]
    eTag = row["etag"]
    expiration = row["expiration_time"] ?? Self.never
    downloaded = row["download_time"] ?? 0
    updated = row["operation_time"] ?? 0
    pending = (row["pending_operation"] as String?).flatMap(PendingOperation.init)
  }

  /// The row as a record.
  ///
  /// If the document is not a valid JSON object, the record contains an error and the entity tag.
  var record: DocumentRecord {
    var record = DocumentRecord(
      partition: partition, id: id, eTag: eTag, updated: updated == 0 ? nil : updated,
      isFromDevice: true)
    guard let document else { return record }
    do throws(JSONError) {
      let json = try JSON.parse(document)
      record.document = json.object == nil ? nil : json
      if json.object == nil { record.error = .payloadNoObject }
    } catch {
      record.error = .payload(error)
    }
    return record
  }
}
