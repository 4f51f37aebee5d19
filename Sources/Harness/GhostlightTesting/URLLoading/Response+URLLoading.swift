import Foundation
import GhostlightCore
import HTTPTypes

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension Response {
  /// Status and fields as a URL session knows them.
  func head(for url: URL) -> HTTPURLResponse? {
    var fields: [String: String] = [:]
    for field in headers {
      let name = field.name.rawName
      fields[name] = fields[name].map { "\($0), \(field.value)" } ?? field.value
    }
    if headers[.contentLength] == nil { fields["Content-Length"] = String(body.count) }
    return HTTPURLResponse(
      url: url, statusCode: status.code, httpVersion: "HTTP/1.1", headerFields: fields)
  }

  /// As much of the body as reaches the client.
  var received: [UInt8] {
    guard case .truncated(let bytes) = delivery else { return body }
    return Array(body.prefix(max(0, bytes)))
  }
}

extension Delivery {
  /// What a client sees in place of a response.
  var errorBeforeHead: URLError.Code? {
    switch self {
    case .reset: .networkConnectionLost
    case .empty: .zeroByteResource
    case .malformedChunk: .cannotParseResponse
    case .whole, .truncated, .dribble: nil
    }
  }

  /// What a client sees behind a body that ended early.
  var errorAfterBody: URLError.Code? {
    if case .truncated = self { .networkConnectionLost } else { nil }
  }
}
