/// Deleting a document.
///
/// - Source: the guide, "Deleting a document".
extension MSData {
  /// Deletes a document.
  ///
  /// Offline it is deleted on the device.
  public static func delete(
    withDocumentId documentID: String?, partition: String,
    writeOptions: MSWriteOptions? = nil, completionHandler: @escaping (MSDocumentWrapper) -> Void
  ) {
    ModelCall.delete(documentID, partition, writeOptions).run(completionHandler)
  }

  /// The same, with options that are a number of seconds on the device.
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

  /// The same, with options that are a number of seconds on the device.
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
  /// - Throws: ``MSDataError``, which the handler would find in the wrapper.
  nonisolated(nonsending) public static func delete(
    withDocumentId documentID: String?, partition: String,
    writeOptions: MSWriteOptions? = nil
  ) async throws -> MSDocumentWrapper {
    try await ModelCall.delete(documentID, partition, writeOptions).value()
  }
}
