/// Replacement of documents.
///
/// - Source: the guide, "Replacing (Upsert) a Document".
extension MSData {
  /// Replaces a document, or creates it if it does not exist.
  ///
  /// The last of several replacements wins. Offline, the document is replaced on the device.
  public static func replace(
    withDocumentId documentID: String?, document: Any, partition: String,
    writeOptions: MSWriteOptions? = nil, completionHandler: @escaping (MSDocumentWrapper) -> Void
  ) {
    ModelCall.replace(documentID, document, partition, writeOptions).run(completionHandler)
  }

  /// Replaces a document, with its time to live on the device in seconds.
  public static func replace(
    withDocumentId documentID: String?, document: Any, partition: String,
    writeOptions deviceTimeToLive: Int, completionHandler: @escaping (MSDocumentWrapper) -> Void
  ) {
    replace(
      withDocumentId: documentID, document: document, partition: partition,
      writeOptions: MSWriteOptions(deviceTimeToLive: deviceTimeToLive),
      completionHandler: completionHandler)
  }

  /// Replaces a document, or creates it if it does not exist, in the spelling of the SDK's headers.
  public static func replace(
    withDocumentID documentID: String?, document: Any, partition: String,
    writeOptions: MSWriteOptions? = nil, completionHandler: @escaping (MSDocumentWrapper) -> Void
  ) {
    ModelCall.replace(documentID, document, partition, writeOptions).run(completionHandler)
  }

  /// Replaces a document, with its time to live on the device in seconds.
  public static func replace(
    withDocumentID documentID: String?, document: Any, partition: String,
    writeOptions deviceTimeToLive: Int, completionHandler: @escaping (MSDocumentWrapper) -> Void
  ) {
    replace(
      withDocumentID: documentID, document: document, partition: partition,
      writeOptions: MSWriteOptions(deviceTimeToLive: deviceTimeToLive),
      completionHandler: completionHandler)
  }

  /// Replaces a document, or creates it if it does not exist, and waits for the result.
  ///
  /// - Throws: The ``MSDataError`` that the handler would find in the wrapper.
  nonisolated(nonsending) public static func replace(
    withDocumentId documentID: String?, document: Any, partition: String,
    writeOptions: MSWriteOptions? = nil
  ) async throws -> MSDocumentWrapper {
    try await ModelCall.replace(documentID, document, partition, writeOptions).value()
  }
}
