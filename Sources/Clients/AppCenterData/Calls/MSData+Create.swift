/// Creation of documents.
///
/// - Source: the guide, "Creating a Document".
extension MSData {
  /// Creates a document that must not exist yet.
  ///
  /// If it exists, the call fails with 300, whose `MSHttpCodeKey` is 409. Offline, the document is
  /// created on the device.
  public static func create(
    withDocumentId documentID: String?, document: Any, partition: String,
    writeOptions: MSWriteOptions? = nil, completionHandler: @escaping (MSDocumentWrapper) -> Void
  ) {
    ModelCall.create(documentID, document, partition, writeOptions).run(completionHandler)
  }

  /// Creates a document, with its time to live on the device in seconds.
  public static func create(
    withDocumentId documentID: String?, document: Any, partition: String,
    writeOptions deviceTimeToLive: Int, completionHandler: @escaping (MSDocumentWrapper) -> Void
  ) {
    create(
      withDocumentId: documentID, document: document, partition: partition,
      writeOptions: MSWriteOptions(deviceTimeToLive: deviceTimeToLive),
      completionHandler: completionHandler)
  }

  /// Creates a document that must not exist yet, in the spelling of the SDK's headers.
  public static func create(
    withDocumentID documentID: String?, document: Any, partition: String,
    writeOptions: MSWriteOptions? = nil, completionHandler: @escaping (MSDocumentWrapper) -> Void
  ) {
    ModelCall.create(documentID, document, partition, writeOptions).run(completionHandler)
  }

  /// Creates a document, with its time to live on the device in seconds.
  public static func create(
    withDocumentID documentID: String?, document: Any, partition: String,
    writeOptions deviceTimeToLive: Int, completionHandler: @escaping (MSDocumentWrapper) -> Void
  ) {
    create(
      withDocumentID: documentID, document: document, partition: partition,
      writeOptions: MSWriteOptions(deviceTimeToLive: deviceTimeToLive),
      completionHandler: completionHandler)
  }

  /// Creates a document that must not exist yet, and waits for the result.
  ///
  /// - Throws: The ``MSDataError`` that the handler would find in the wrapper.
  nonisolated(nonsending) public static func create(
    withDocumentId documentID: String?, document: Any, partition: String,
    writeOptions: MSWriteOptions? = nil
  ) async throws -> MSDocumentWrapper {
    try await ModelCall.create(documentID, document, partition, writeOptions).value()
  }
}
