import AppCenterData
import TestSupport

/// A delegate that records the operations it is notified of.
final class Listener: MSRemoteOperationDelegate {
  struct RemoteOperation: Sendable, Hashable {
    var operation: String
    var partition: String?
    var id: String?
    var eTag: String?
    var code: Int?
    var status: Int?
  }

  let operations = Mailbox(of: RemoteOperation.self)

  func data(
    _ data: MSData, didCompleteRemoteOperation operation: String,
    forDocumentMetadata documentMetadata: MSDocumentMetadata?, withError error: MSDataError?
  ) {
    operations.put(
      RemoteOperation(
        operation: operation, partition: documentMetadata?.partition,
        id: documentMetadata?.documentId, eTag: documentMetadata?.eTag, code: error?.code,
        status: error?.userInfo[MSHttpCodeKey] as? Int))
  }
}
