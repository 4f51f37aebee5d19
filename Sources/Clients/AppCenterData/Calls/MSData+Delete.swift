/// Deleting documents.
///
/// - Source: the guide, "Deleting a document".
extension MSData {
  /// Deletes a document.
  ///
  /// While the device is offline, the document is deleted on the device, and in the service later.
  public static func delete(
    withDocumentId documentID: String?, partition: String,
    writeOptions: MSWriteOptions? = nil, completionHandler: @escaping (MSDocumentWrapper) -> Void
  ) {
    ModelCall.delete(documentID, partition, writeOptions).run(completionHandler)
  }

  /// Deletes a document; `writeOptions` is the number of seconds that a pending deletion stays on
  /// the device.
  public static func delete(
    withDocumentId documentID: String?, partition: String,
    writeOptions deviceTimeToLive: Int, completionHandler: @escaping (MSDocumentWrapper) -> Void
  ) {
    delete(
      withDocumentId: documentID, partition: partition,
      writeOptions: MSWriteOptions(deviceTimeToLive: deviceTimeToLive),
      completionHandler: completionHandler)
  }

  /// Deletes a document; the spelling of the vendor's Objective-C headers.
  public static func delete(
    withDocumentID documentID: String?, partition: String,
    writeOptions: MSWriteOptions? = nil, completionHandler: @escaping (MSDocumentWrapper) -> Void
  ) {
    ModelCall.delete(documentID, partition, writeOptions).run(completionHandler)
  }

  /// Deletes a document; `writeOptions` is the number of seconds that a pending deletion stays on
  /// the device.
  public static func delete(
    withDocumentID documentID: String?, partition: String,
    writeOptions deviceTimeToLive: Int, completionHandler: @escaping (MSDocumentWrapper) -> Void
  ) {
    delete(
      withDocumentID: documentID, partition: partition,
      writeOptions: MSWriteOptions(deviceTimeToLive: deviceTimeToLive),
      completionHandler: completionHandler)
  }

  /// Deletes a document, and returns a wrapper without a document.
  ///
  /// - Throws: The ``MSDataError`` that a completion handler would get as the wrapper's error.
  nonisolated(nonsending) public static func delete(
    withDocumentId documentID: String?, partition: String,
    writeOptions: MSWriteOptions? = nil
  ) async throws -> MSDocumentWrapper {
    try await ModelCall.delete(documentID, partition, writeOptions).value()
  }
}
