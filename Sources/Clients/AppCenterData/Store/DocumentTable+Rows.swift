import GRDB

/// The rows of a table.
extension DocumentTable {
  func row(_ database: Database, _ partition: String, _ id: String) throws -> DocumentRow? {
    try Row.fetchOne(
      database,
      sql: "SELECT * FROM \(name) WHERE \"partition\" = ? AND \"document_id\" = ?",
      arguments: [partition, id]
    ).map { DocumentRow($0) }
  }

  /// All rows of a partition, in their order.
  func rows(_ database: Database, _ partition: String) throws -> [DocumentRow] {
    try Row.fetchAll(
      database, sql: "SELECT * FROM \(name) WHERE \"partition\" = ? ORDER BY \"id\"",
      arguments: [partition]
    ).map { DocumentRow($0) }
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
