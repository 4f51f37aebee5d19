/// What the device has of a document: perhaps nothing, and why.
struct CachedDocument: Sendable {
  var record: DocumentRecord
  var pending: PendingOperation?
}
