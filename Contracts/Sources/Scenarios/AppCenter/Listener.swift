package import AppCenterData
package import TestSupport

/// A delegate that records the operations it is notified of.
package final class Listener: MSRemoteOperationDelegate {
  package struct RemoteOperation: Sendable, Hashable {
    package var operation: String
    package var partition: String?
    package var id: String?
    package var eTag: String?
    package var code: Int?
    package var status: Int?

    package init(
      operation: String, partition: String? = nil, id: String? = nil, eTag: String? = nil,
      code: Int? = nil, status: Int? = nil
    ) {
      (self.operation, self.partition, self.id) = (operation, partition, id)
      (self.eTag, self.code, self.status) = (eTag, code, status)
    }
  }

  package let operations = Mailbox(of: RemoteOperation.self)

  package init() {}

  package func data(
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
