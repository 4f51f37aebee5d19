/// One call about one document, checked and ready to go.
struct DocumentCall: Sendable {
  /// What is to be done.
  enum Action: Sendable {
    case read
    case create(SerializedDocument)
    case replace(SerializedDocument)
    case delete
  }

  var action: Action
  var id: String
  /// The partition's short name.
  var partition: String
  /// Seconds; 0 and -1 as in ``MSBaseOptions``.
  var timeToLive: Int
}

extension DocumentCall {
  /// What the device has to remember where the call cannot be made now.
  var pending: PendingOperation? {
    switch action {
    case .read: nil
    case .create: .create
    case .replace: .replace
    case .delete: .delete
    }
  }

  /// The request; `nil` where the document cannot be printed.
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

/// One call for a page of a list.
struct ListCall: Sendable {
  /// The partition's short name.
  var partition: String
  /// Seconds; 0 and -1 as in ``MSBaseOptions``.
  var timeToLive: Int
  /// Where the page begins; `nil` for the first one.
  var continuation: String?
}

/// What was done to a document while the device was offline.
enum PendingOperation: String, Sendable, Hashable {
  case create = "CREATE"
  case replace = "REPLACE"
  case delete = "DELETE"
}

/// What the delegate is told about an operation that was made up for.
struct RemoteOperation: Sendable {
  var operation: PendingOperation
  var metadata: MSDocumentMetadata?
  var error: MSDataError?
}
