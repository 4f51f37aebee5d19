import AppCenterData
import Foundation

/// What a handler saw of a document.
struct Seen: Sendable, Equatable {
  var json: String?
  var partition: String?
  var id: String?
  var eTag: String?
  var updated: Double?
  var code: Int?
  var message: String?
  var status: Int?
  var isFromDevice = false
}

extension Seen {
  init(_ wrapper: MSDocumentWrapper) {
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

  /// A failure as the handler of a call sees it.
  static func failed(
    _ code: MSDataErrorCode, _ message: String, status: Int? = nil, partition: String?, id: String?
  ) -> Seen {
    Seen(partition: partition, id: id, code: code.rawValue, message: message, status: status)
  }
}
