/// Who is told when something done offline was made up for.
///
/// Both functions are called; each does nothing unless it is written.
///
/// - Source: protocol reference C3 and C13.
public protocol MSRemoteOperationDelegate: AnyObject {
  /// An operation, `CREATE`, `REPLACE` or `DELETE`, was sent.
  ///
  /// The metadata are there where a document was stored, the error where the service refused.
  func data(
    _ data: MSData, didCompleteRemoteOperation operation: String,
    forDocumentMetadata documentMetadata: MSDocumentMetadata?, withError error: MSDataError?)

  /// The same, in the words of the guide's later revision.
  func data(
    data: MSData, operation: String, documentMetadata: MSDocumentMetadata?, error: MSDataError?)
}

extension MSRemoteOperationDelegate {
  /// Does nothing.
  public func data(
    _ data: MSData, didCompleteRemoteOperation operation: String,
    forDocumentMetadata documentMetadata: MSDocumentMetadata?, withError error: MSDataError?
  ) {}

  /// Does nothing.
  public func data(
    data: MSData, operation: String, documentMetadata: MSDocumentMetadata?, error: MSDataError?
  ) {}
}
