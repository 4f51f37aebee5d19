/// Replacing documents.
///
/// - Source: the guide, "Replacing (Upsert) a Document".
extension MSData {
  /// Replaces a document, or creates it if it does not exist.
  ///
  /// If several devices replace a document, the last replacement wins. While the device is offline,
  /// the document is replaced on the device and sent later.
  public static func replace(
    withDocumentId documentID: String?, document: Any, partition: String,
    writeOptions: MSWriteOptions? = nil, completionHandler: @escaping (MSDocumentWrapper) -> Void
  ) {
    ModelCall.replace(documentID, document, partition, writeOptions).run(completionHandler)
  }

  /// Replaces a document; `writeOptions` is the number of seconds that it stays on the device.
  public static func replace(
    withDocumentId documentID: String?, document: Any, partition: String,
    writeOptions deviceTimeToLive: Int, completionHandler: @escaping (MSDocumentWrapper) -> Void
  ) {
    replace(
      withDocumentId: documentID, document: document, partition: partition,
      writeOptions: MSWriteOptions(deviceTimeToLive: deviceTimeToLive),
      completionHandler: completionHandler)
  }

  /// Replaces a document, or creates it if it does not exist; the spelling of the vendor's
  /// Objective-C headers.
  public static func replace(
    withDocumentID documentID: String?, document: Any, partition: String,
    writeOptions: MSWriteOptions? = nil, completionHandler: @escaping (MSDocumentWrapper) -> Void
  ) {
    ModelCall.replace(documentID, document, partition, writeOptions).run(completionHandler)
  }

  /// Replaces a document; `writeOptions` is the number of seconds that it stays on the device.
  public static func replace(
    withDocumentID documentID: String?, document: Any, partition: String,
    writeOptions deviceTimeToLive: Int, completionHandler: @escaping (MSDocumentWrapper) -> Void
  ) {
    replace(
      withDocumentID: documentID, document: document, partition: partition,
      writeOptions: MSWriteOptions(deviceTimeToLive: deviceTimeToLive),
      completionHandler: completionHandler)
  }

  /// Replaces a document, or creates it if it does not exist, and returns the stored document.
  ///
  /// - Throws: The ``MSDataError`` that a completion handler would get as the wrapper's error.
  nonisolated(nonsending) public static func replace(
    withDocumentId documentID: String?, document: Any, partition: String,
    writeOptions: MSWriteOptions? = nil
  ) async throws -> MSDocumentWrapper {
    try await ModelCall.replace(documentID, document, partition, writeOptions).value()
  }
}
