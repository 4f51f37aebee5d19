import AppCenterData
import TestSupport

/// A delegate that writes down what it is told.
final class Listener: MSRemoteOperationDelegate {
  struct Told: Sendable, Hashable {
    var operation: String
    var partition: String?
    var id: String?
    var eTag: String?
    var code: Int?
    var status: Int?
  }

  let told = Mailbox(of: Told.self)

  func data(
    _ data: MSData, didCompleteRemoteOperation operation: String,
    forDocumentMetadata documentMetadata: MSDocumentMetadata?, withError error: MSDataError?
  ) {
    told.put(
      Told(
        operation: operation, partition: documentMetadata?.partition,
        id: documentMetadata?.documentId, eTag: documentMetadata?.eTag, code: error?.code,
        status: error?.userInfo[MSHttpCodeKey] as? Int))
  }
}
