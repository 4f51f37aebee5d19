/// Which document a call was about.
public final class MSDocumentMetadata: Sendable {
  /// The partition, `user-` and the account's id.
  public let partition: String?
  /// The document's id.
  public let documentId: String?
  /// The entity tag of the stored version.
  public let eTag: String?

  init(partition: String?, documentId: String?, eTag: String?) {
    self.partition = partition
    self.documentId = documentId
    self.eTag = eTag
  }
}
