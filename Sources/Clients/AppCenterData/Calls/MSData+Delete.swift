/// Deletion of documents.
///
/// - Source: the guide, "Deleting a document".
extension MSData {
  /// Deletes a document.
  ///
  /// Offline, it is deleted on the device.
  public static func delete(
    withDocumentId documentID: String?, partition: String,
    writeOptions: MSWriteOptions? = nil, completionHandler: @escaping (MSDocumentWrapper) -> Void
  ) {
    ModelCall.delete(documentID, partition, writeOptions).run(completionHandler)
  }

  /// Deletes a document, with its time to live on the device in seconds.
  public static func delete(
    withDocumentId documentID: String?, partition: String,
    writeOptions deviceTimeToLive: Int, completionHandler: @escaping (MSDocumentWrapper) -> Void
  ) {
    delete(
      withDocumentId: documentID, partition: partition,
      writeOptions: MSWriteOptions(deviceTimeToLive: deviceTimeToLive),
      completionHandler: completionHandler)
  }

  /// Deletes a document, in the spelling of the SDK's headers.
  public static func delete(
    withDocumentID documentID: String?, partition: String,
    writeOptions: MSWriteOptions? = nil, completionHandler: @escaping (MSDocumentWrapper) -> Void
  ) {
    ModelCall.delete(documentID, partition, writeOptions).run(completionHandler)
  }

  /// Deletes a document, with its time to live on the device in seconds.
  public static func delete(
    withDocumentID documentID: String?, partition: String,
    writeOptions deviceTimeToLive: Int, completionHandler: @escaping (MSDocumentWrapper) -> Void
  ) {
    delete(
      withDocumentID: documentID, partition: partition,
      writeOptions: MSWriteOptions(deviceTimeToLive: deviceTimeToLive),
      completionHandler: completionHandler)
  }

  /// Deletes a document, and waits for the result.
  ///
  /// - Throws: The ``MSDataError`` that the handler would find in the wrapper.
  nonisolated(nonsending) public static func delete(
    withDocumentId documentID: String?, partition: String,
    writeOptions: MSWriteOptions? = nil
  ) async throws -> MSDocumentWrapper {
    try await ModelCall.delete(documentID, partition, writeOptions).value()
  }
}
