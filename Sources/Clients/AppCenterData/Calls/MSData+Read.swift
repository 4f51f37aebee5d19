/// Reading single documents.
///
/// - Source: the guide, "Reading a Document".
extension MSData {
  /// Reads a document.
  ///
  /// While the device is offline, or has an operation on this document that was not sent yet, the
  /// document is read from the device.
  public static func read(
    withDocumentId documentID: String?, documentType: Any.Type, partition: String,
    readOptions: MSReadOptions? = nil, completionHandler: @escaping (MSDocumentWrapper) -> Void
  ) {
    ModelCall.read(documentID, documentType, partition, readOptions).run(completionHandler)
  }

  /// Reads a document; `readOptions` is the number of seconds that it stays on the device.
  public static func read(
    withDocumentId documentID: String?, documentType: Any.Type, partition: String,
    readOptions deviceTimeToLive: Int, completionHandler: @escaping (MSDocumentWrapper) -> Void
  ) {
    read(
      withDocumentId: documentID, documentType: documentType, partition: partition,
      readOptions: MSReadOptions(deviceTimeToLive: deviceTimeToLive),
      completionHandler: completionHandler)
  }

  /// Reads a document; the spelling of the vendor's Objective-C headers.
  public static func read(
    withDocumentID documentID: String?, documentType: Any.Type, partition: String,
    readOptions: MSReadOptions? = nil, completionHandler: @escaping (MSDocumentWrapper) -> Void
  ) {
    ModelCall.read(documentID, documentType, partition, readOptions).run(completionHandler)
  }

  /// Reads a document; `readOptions` is the number of seconds that it stays on the device.
  public static func read(
    withDocumentID documentID: String?, documentType: Any.Type, partition: String,
    readOptions deviceTimeToLive: Int, completionHandler: @escaping (MSDocumentWrapper) -> Void
  ) {
    read(
      withDocumentID: documentID, documentType: documentType, partition: partition,
      readOptions: MSReadOptions(deviceTimeToLive: deviceTimeToLive),
      completionHandler: completionHandler)
  }

  /// Reads and returns a document.
  ///
  /// - Throws: The ``MSDataError`` that a completion handler would get as the wrapper's error.
  nonisolated(nonsending) public static func read(
    withDocumentId documentID: String?, documentType: Any.Type, partition: String,
    readOptions: MSReadOptions? = nil
  ) async throws -> MSDocumentWrapper {
    try await ModelCall.read(documentID, documentType, partition, readOptions).value()
  }
}

extension MSData {
  /// Reads a document as an instance of the class of `document`; one sample of the guide uses this
  /// form.
  @available(*, deprecated, message: "Name the class: documentType: User.self")
  public static func read(
    withDocumentId documentID: String?, document: Any, partition: String,
    readOptions: MSReadOptions? = nil, completionHandler: @escaping (MSDocumentWrapper) -> Void
  ) {
    read(
      withDocumentId: documentID, documentType: type(of: document), partition: partition,
      readOptions: readOptions, completionHandler: completionHandler)
  }

  /// Reads a document; `readOptions` is the number of seconds that it stays on the device.
  @available(*, deprecated, message: "Name the class: documentType: User.self")
  public static func read(
    withDocumentId documentID: String?, document: Any, partition: String,
    readOptions deviceTimeToLive: Int, completionHandler: @escaping (MSDocumentWrapper) -> Void
  ) {
    read(
      withDocumentId: documentID, documentType: type(of: document), partition: partition,
      readOptions: MSReadOptions(deviceTimeToLive: deviceTimeToLive),
      completionHandler: completionHandler)
  }
}
