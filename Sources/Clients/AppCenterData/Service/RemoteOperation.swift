/// What the delegate is told about an operation that was made up for.
struct RemoteOperation: Sendable {
  var operation: PendingOperation
  var metadata: MSDocumentMetadata?
  var error: MSDataError?
}
