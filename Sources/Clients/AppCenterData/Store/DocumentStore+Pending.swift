import GRDB

/// What was done offline.
extension DocumentStore {
  /// Whether any user did anything offline.
  func hasPending() throws -> Bool {
    try write { database in
      try DocumentTable.users(database).contains { table in
        try Row.fetchOne(
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
  func settle(
    _ document: PendingDocument, with record: DocumentRecord?, at seconds: Int64
  ) throws -> Bool {
    let sent = document.row
    return try write(sent.partition) { database, table in
      guard let now = try table.row(database, sent.partition, sent.id) else { return false }
      guard now.pending == sent.pending, now.document == sent.document else {
        if let record { try table.learn(database, now, eTag: record.eTag) }
        return now.pending != nil
      }
      guard let record, !now.isExpired(at: seconds) else {
        try table.delete(database, sent.partition, sent.id)
        return false
      }
      var settled = DocumentRow(record, nil, until: now.expiration, at: seconds)
      settled.partition = sent.partition
      settled.id = sent.id
      try table.replace(database, settled)
      return false
    } ?? false
  }
}

extension DocumentTable {
  /// Notes that the service has a version of a document; creating it would be refused from now on.
  fileprivate func learn(_ database: Database, _ row: DocumentRow, eTag: String?) throws {
    var row = row
    row.eTag = eTag
    if row.pending == .create { row.pending = .replace }
    try replace(database, row)
  }
}
