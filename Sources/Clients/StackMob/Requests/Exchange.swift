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

  /// The response's JSON; `null` if the body is not valid JSON.
  var json: JSON { response.json ?? .null }

  /// The response as the app's blocks get it; `nil` if the request does not have a valid URL.
  var httpResponse: HTTPURLResponse? {
    guard let url = request.urlRequest?.url else { return nil }
    var fields: [String: String] = [:]
    for field in response.headers { fields[field.name.rawName] = field.value }
    return HTTPURLResponse(
      url: url, statusCode: response.status.code, httpVersion: "HTTP/1.1", headerFields: fields)
  }
}

extension Exchange {
  /// The number of seconds to wait, from the header field `Retry-After`; `nil` if that is missing
  /// or not a number.
  ///
  /// It is limited to 0 through one day.
  var retryAfterSeconds: Int64? {
    guard let text = response.headers[.retryAfter], let seconds = Int64(text) else { return nil }
    return min(max(0, seconds), 86_400)
  }
}

extension Exchange {
  /// The number of objects that a count query found; `nil` if the response does not contain it.
  ///
  /// With the header field `Content-Range`, it is the number after the `/`. Without
  /// `Content-Range`, the response contains all results, so it is their number.
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
  /// The request as the app's blocks get it; `nil` if it does not have a valid URL.
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
