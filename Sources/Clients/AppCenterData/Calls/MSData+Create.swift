/// Creating a document.
///
/// - Source: the guide, "Creating a Document".
extension MSData {
  /// Creates a document, which must not exist.
  ///
  /// Fails with 300, whose `MSHttpCodeKey` is 409, where it does; offline it is created on the device.
  public static func create(
    withDocumentId documentID: String?, document: Any, partition: String,
    writeOptions: MSWriteOptions? = nil, completionHandler: @escaping (MSDocumentWrapper) -> Void
  ) {
    ModelCall.create(documentID, document, partition, writeOptions).run(completionHandler)
  }

  /// The same, with options that are a number of seconds on the device.
  public static func create(
    withDocumentId documentID: String?, document: Any, partition: String,
    writeOptions deviceTimeToLive: Int, completionHandler: @escaping (MSDocumentWrapper) -> Void
  ) {
    create(
      withDocumentId: documentID, document: document, partition: partition,
      writeOptions: MSWriteOptions(deviceTimeToLive: deviceTimeToLive),
      completionHandler: completionHandler)
  }

  /// Creates a document, which must not exist, in the spelling of the SDK's headers.
  public static func create(
    withDocumentID documentID: String?, document: Any, partition: String,
    writeOptions: MSWriteOptions? = nil, completionHandler: @escaping (MSDocumentWrapper) -> Void
  ) {
    ModelCall.create(documentID, document, partition, writeOptions).run(completionHandler)
  }

  /// The same, with options that are a number of seconds on the device.
  public static func create(
    withDocumentID documentID: String?, document: Any, partition: String,
    writeOptions deviceTimeToLive: Int, completionHandler: @escaping (MSDocumentWrapper) -> Void
  ) {
    create(
      withDocumentID: documentID, document: document, partition: partition,
      writeOptions: MSWriteOptions(deviceTimeToLive: deviceTimeToLive),
      completionHandler: completionHandler)
  }

  /// Creates a document, which must not exist, and waits for the result.
  ///
  /// - Throws: ``MSDataError``, which the handler would find in the wrapper.
  nonisolated(nonsending) public static func create(
    withDocumentId documentID: String?, document: Any, partition: String,
    writeOptions: MSWriteOptions? = nil
  ) async throws -> MSDocumentWrapper {
    try await ModelCall.create(documentID, document, partition, writeOptions).value()
  }
}
