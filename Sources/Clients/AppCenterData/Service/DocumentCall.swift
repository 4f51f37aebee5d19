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
    case .create(.unfit), .replace(.unfit): nil
    }
  }
}
