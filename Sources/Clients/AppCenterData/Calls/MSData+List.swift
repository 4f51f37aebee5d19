import AppCenter
import GhostlightClient

/// Listing documents page by page.
///
/// - Source: the guide, "Fetching a list of Documents" and "Pagination".
extension MSData {
  /// Lists the documents of a partition, page by page.
  ///
  /// While the device is offline, or has operations that were not sent yet, the call lists the
  /// documents that are stored on the device.
  public static func listDocuments(
    withType documentType: Any.Type, partition: String, readOptions: MSReadOptions? = nil,
    completionHandler: @escaping (MSPaginatedDocuments) -> Void
  ) {
    let service = DataService.current
    let type = documentType as? any MSSerializableDocument.Type
    let call = ListCall(
      partition: partition, timeToLive: MSBaseOptions.timeToLive(readOptions))
    let handler = CompletionHandler<ListOutcome> {
      completionHandler(MSPaginatedDocuments($0, of: call, as: type, by: service))
    }
    service.list(call, isConforming: type != nil) { handler($0) }
  }

  /// Lists documents; `readOptions` is the number of seconds that they stay on the device.
  public static func listDocuments(
    withType documentType: Any.Type, partition: String, readOptions deviceTimeToLive: Int,
    completionHandler: @escaping (MSPaginatedDocuments) -> Void
  ) {
    listDocuments(
      withType: documentType, partition: partition,
      readOptions: MSReadOptions(deviceTimeToLive: deviceTimeToLive),
      completionHandler: completionHandler)
  }

  /// Lists the documents of a partition, and returns the list with its first page.
  ///
  /// - Throws: The ``MSDataError`` that a completion handler would get as the page's error.
  nonisolated(nonsending) public static func listDocuments(
    withType documentType: Any.Type, partition: String, readOptions: MSReadOptions? = nil
  ) async throws -> MSPaginatedDocuments {
    let service = DataService.current
    let type = documentType as? any MSSerializableDocument.Type
    let call = ListCall(
      partition: partition, timeToLive: MSBaseOptions.timeToLive(readOptions))
    let outcome = await service.outcome(of: call, isConforming: type != nil)
    let documents = MSPaginatedDocuments(outcome, of: call, as: type, by: service)
    if let error = documents.currentPage().error { throw error }
    return documents
  }
}
