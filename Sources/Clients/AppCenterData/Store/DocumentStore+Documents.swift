import GRDB

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
