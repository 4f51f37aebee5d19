package import AppCenterData
import Foundation

/// The properties of a document that the SDK passed to a completion handler.
package struct Seen: Sendable, Equatable {
  package var json: String?
  package var partition: String?
  package var id: String?
  package var eTag: String?
  package var updated: Double?
  package var code: Int?
  package var message: String?
  package var status: Int?
  package var isFromDevice: Bool

  package init(
    json: String? = nil, partition: String? = nil, id: String? = nil, eTag: String? = nil,
    updated: Double? = nil, code: Int? = nil, message: String? = nil, status: Int? = nil,
    isFromDevice: Bool = false
  ) {
    (self.json, self.partition, self.id, self.eTag) = (json, partition, id, eTag)
    (self.updated, self.code, self.message, self.status) = (updated, code, message, status)
    self.isFromDevice = isFromDevice
  }
}

extension Seen {
  package init(_ wrapper: MSDocumentWrapper) {
    self.init()
    json = wrapper.jsonValue
    partition = wrapper.partition
    id = wrapper.documentId
    eTag = wrapper.eTag
    updated = wrapper.lastUpdatedDate?.timeIntervalSince1970
    isFromDevice = wrapper.fromDeviceCache
    code = wrapper.error?.code
    message = wrapper.error?.localizedDescription
    status = wrapper.error?.userInfo[MSHttpCodeKey] as? Int
  }

  /// Returns a failed document, as a completion handler receives it.
  package static func failed(
    _ code: MSDataErrorCode, _ message: String, status: Int? = nil, partition: String?, id: String?
  ) -> Seen {
    Seen(partition: partition, id: id, code: code.rawValue, message: message, status: status)
  }
}
