/// Reads of single documents.
///
/// - Source: the guide, "Reading a Document".
extension MSData {
  /// Reads a document.
  ///
  /// Offline, and while an operation of the device on this document has not been sent, it is read
  /// from the device.
  public static func read(
    withDocumentId documentID: String?, documentType: Any.Type, partition: String,
    readOptions: MSReadOptions? = nil, completionHandler: @escaping (MSDocumentWrapper) -> Void
  ) {
    ModelCall.read(documentID, documentType, partition, readOptions).run(completionHandler)
  }

  /// Reads a document, with its time to live on the device in seconds.
  public static func read(
    withDocumentId documentID: String?, documentType: Any.Type, partition: String,
    readOptions deviceTimeToLive: Int, completionHandler: @escaping (MSDocumentWrapper) -> Void
  ) {
    read(
      withDocumentId: documentID, documentType: documentType, partition: partition,
      readOptions: MSReadOptions(deviceTimeToLive: deviceTimeToLive),
      completionHandler: completionHandler)
  }

  /// Reads a document, in the spelling of the SDK's headers.
  public static func read(
    withDocumentID documentID: String?, documentType: Any.Type, partition: String,
    readOptions: MSReadOptions? = nil, completionHandler: @escaping (MSDocumentWrapper) -> Void
  ) {
    ModelCall.read(documentID, documentType, partition, readOptions).run(completionHandler)
  }

  /// Reads a document, with its time to live on the device in seconds.
  public static func read(
    withDocumentID documentID: String?, documentType: Any.Type, partition: String,
    readOptions deviceTimeToLive: Int, completionHandler: @escaping (MSDocumentWrapper) -> Void
  ) {
    read(
      withDocumentID: documentID, documentType: documentType, partition: partition,
      readOptions: MSReadOptions(deviceTimeToLive: deviceTimeToLive),
      completionHandler: completionHandler)
  }

  /// Reads a document, and waits for the result.
  ///
  /// - Throws: The ``MSDataError`` that the handler would find in the wrapper.
  nonisolated(nonsending) public static func read(
    withDocumentId documentID: String?, documentType: Any.Type, partition: String,
    readOptions: MSReadOptions? = nil
  ) async throws -> MSDocumentWrapper {
    try await ModelCall.read(documentID, documentType, partition, readOptions).value()
  }
}

extension MSData {
  /// Reads a document as an instance of another document's class, as one sample of the guide does.
  @available(*, deprecated, message: "Name the class: documentType: User.self")
  public static func read(
    withDocumentId documentID: String?, document: Any, partition: String,
    readOptions: MSReadOptions? = nil, completionHandler: @escaping (MSDocumentWrapper) -> Void
  ) {
    read(
      withDocumentId: documentID, documentType: type(of: document), partition: partition,
      readOptions: readOptions, completionHandler: completionHandler)
  }

  /// Reads a document, with its time to live on the device in seconds.
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
