import GhostlightCore

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
