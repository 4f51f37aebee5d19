import GhostlightCore

/// What a call found out about a document, before it meets the app's class.
struct DocumentRecord: Sendable {
  var partition: String?
  var id: String?
  /// The inner document, an object.
  var document: JSON?
  var eTag: String?
  /// Seconds since 1970.
  var updated: Int64?
  var error: MSDataError?
  var isFromDevice = false

  /// A failure; what is given is as the caller passed it, unless said otherwise.
  static func failed(
    _ error: MSDataError, partition: String?, id: String?
  ) -> DocumentRecord {
    DocumentRecord(partition: partition, id: id, error: error)
  }
}
