/// A call about one document, with checked arguments.
struct DocumentCall: Sendable {
  enum Action: Sendable {
    case read
    case create(SerializedDocument)
    case replace(SerializedDocument)
    case delete
  }

  var action: Action
  var id: String
  /// The short name of the partition: `user` or `readonly`.
  var partition: String
  /// The time to live in seconds; 0 and -1 have the same meaning as in ``MSBaseOptions``.
  var timeToLive: Int
}

extension DocumentCall {
  /// The operation to store if the request cannot be sent now; `nil` for a read.
  var pending: PendingOperation? {
    switch action {
    case .read: nil
    case .create: .create
    case .replace: .replace
    case .delete: .delete
    }
  }

  /// The request to Cosmos DB; `nil` if the document cannot be written as JSON.
  var request: CosmosCall? {
    switch action {
    case .read: .read(id)
    case .delete: .delete(id)
    case .create(.json(let document)): .write(id, document, isUpsert: false)
    case .replace(.json(let document)): .write(id, document, isUpsert: true)
    case .create(.invalid), .replace(.invalid): nil
    }
  }
}

/// A call that reads one page of a list.
struct ListCall: Sendable {
  /// The short name of the partition: `user` or `readonly`.
  var partition: String
  /// The time to live in seconds; 0 and -1 have the same meaning as in ``MSBaseOptions``.
  var timeToLive: Int
  /// The continuation token of the page; `nil` for the first page.
  var continuation: String?
}

/// A write that was made offline; the raw value is the name that delegates get.
enum PendingOperation: String, Sendable, Hashable {
  case create = "CREATE"
  case replace = "REPLACE"
  case delete = "DELETE"
}

/// The result of sending a pending operation, for the delegate.
struct RemoteOperation: Sendable {
  var operation: PendingOperation
  var metadata: MSDocumentMetadata?
  var error: MSDataError?
}
