import GRDB

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
