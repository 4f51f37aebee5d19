import GRDB

/// The table of a partition.
///
/// - Source: protocol reference C8.
struct DocumentTable: Sendable, Hashable {
  /// Quoted for SQL.
  let name: String

  /// That of the public documents.
  static let app = DocumentTable(plain: "appDocuments")

  /// The table of a partition by its full name; others than users' and the public one have none.
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

  /// The tables of all users that ever were here.
  static func users(_ database: Database) throws -> [DocumentTable] {
    try String.fetchAll(
      database,
      sql: """
        SELECT name FROM sqlite_master
          WHERE type = 'table' AND name LIKE 'user!_%!_documents' ESCAPE '!'
        """
    ).map { DocumentTable(plain: $0) }
  }

  /// Drops the tables of all partitions and makes that of the public documents anew.
  static func reset(_ database: Database) throws {
    for table in try users(database) + [app] {
      try database.execute(sql: "DROP TABLE IF EXISTS \(table.name)")
    }
    try app.create(database)
  }
}
