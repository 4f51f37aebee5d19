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

extension Exchange {
  /// How long the service asks to wait; `nil` where it does not say so in seconds.
  ///
  /// Never below 0, never over a day.
  var retryAfterSeconds: Int64? {
    guard let text = response.headers[.retryAfter], let seconds = Int64(text) else { return nil }
    return min(max(0, seconds), 86_400)
  }
}

extension Exchange {
  /// How many objects a count query found; `nil` where the answer does not tell.
  ///
  /// Without `Content-Range` the answer is the whole result. Else the total stands after the only
  /// `/`.
  ///
  /// - Source: protocol reference B6.
  var count: Int? {
    guard let range = response.headers[.contentRange] else { return json.array?.count }
    let parts = range.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let total = Int(parts[1]), total >= 0 else { return nil }
    return total
  }
}

extension Request {
  /// The request for a block; `nil` where its host makes no URL.
  var urlRequest: URLRequest? {
    let text = "\(scheme)://\(authority)\(WireText.withoutBrackets(target.raw))"
    guard let url = URL(string: text) else { return nil }
    var request = URLRequest(url: url)
    request.httpMethod = method.rawValue
    for field in headers { request.setValue(field.value, forHTTPHeaderField: field.name.rawName) }
    if !body.isEmpty { request.httpBody = Data(body) }
    return request
  }
}
