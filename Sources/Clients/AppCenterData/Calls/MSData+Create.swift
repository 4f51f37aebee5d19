/// Creating documents.
///
/// - Source: the guide, "Creating a Document".
extension MSData {
  /// Creates a document that must not exist yet.
  ///
  /// If the document exists, the call fails with code 300, and the error's `MSHttpCodeKey` is 409.
  /// While the device is offline, the document is created on the device and sent later.
  public static func create(
    withDocumentId documentID: String?, document: Any, partition: String,
    writeOptions: MSWriteOptions? = nil, completionHandler: @escaping (MSDocumentWrapper) -> Void
  ) {
    ModelCall.create(documentID, document, partition, writeOptions).run(completionHandler)
  }

  /// Creates a document; `writeOptions` is the number of seconds that it stays on the device.
  public static func create(
    withDocumentId documentID: String?, document: Any, partition: String,
    writeOptions deviceTimeToLive: Int, completionHandler: @escaping (MSDocumentWrapper) -> Void
  ) {
    create(
      withDocumentId: documentID, document: document, partition: partition,
      writeOptions: MSWriteOptions(deviceTimeToLive: deviceTimeToLive),
      completionHandler: completionHandler)
  }

  /// Creates a document that must not exist yet; the spelling of the vendor's Objective-C headers.
  public static func create(
    withDocumentID documentID: String?, document: Any, partition: String,
    writeOptions: MSWriteOptions? = nil, completionHandler: @escaping (MSDocumentWrapper) -> Void
  ) {
    ModelCall.create(documentID, document, partition, writeOptions).run(completionHandler)
  }

  /// Creates a document; `writeOptions` is the number of seconds that it stays on the device.
  public static func create(
    withDocumentID documentID: String?, document: Any, partition: String,
    writeOptions deviceTimeToLive: Int, completionHandler: @escaping (MSDocumentWrapper) -> Void
  ) {
    create(
      withDocumentID: documentID, document: document, partition: partition,
      writeOptions: MSWriteOptions(deviceTimeToLive: deviceTimeToLive),
      completionHandler: completionHandler)
  }

  /// Creates a document that must not exist yet, and returns the stored document.
  ///
  /// - Throws: The ``MSDataError`` that a completion handler would get as the wrapper's error.
  nonisolated(nonsending) public static func create(
    withDocumentId documentID: String?, document: Any, partition: String,
    writeOptions: MSWriteOptions? = nil
  ) async throws -> MSDocumentWrapper {
    try await ModelCall.create(documentID, document, partition, writeOptions).value()
  }
}
