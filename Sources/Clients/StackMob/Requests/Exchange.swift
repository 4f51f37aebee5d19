import Foundation
import GhostlightCore
import HTTPTypes

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A request as it was sent, and its response.
struct Exchange: Sendable {
  var request: Request
  var response: Response

  /// The response's value; `null` where its body is no JSON.
  var json: JSON { response.json ?? .null }

  /// The response for a block.
  var httpResponse: HTTPURLResponse? {
    guard let url = request.urlRequest?.url else { return nil }
    var fields: [String: String] = [:]
    for field in response.headers { fields[field.name.rawName] = field.value }
    return HTTPURLResponse(
      url: url, statusCode: response.status.code, httpVersion: "HTTP/1.1", headerFields: fields)
  }
}
