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

  /// The JSON of the response; `null` if its body is not valid JSON.
  var json: JSON { response.json ?? .null }

  /// The response as blocks get it.
  var httpResponse: HTTPURLResponse? {
    guard let url = request.urlRequest?.url else { return nil }
    var fields: [String: String] = [:]
    for field in response.headers { fields[field.name.rawName] = field.value }
    return HTTPURLResponse(
      url: url, statusCode: response.status.code, httpVersion: "HTTP/1.1", headerFields: fields)
  }
}

extension Exchange {
  /// The time that the service asks the client to wait, in seconds; `nil` if it is missing or not
  /// in seconds.
  ///
  /// It is at least 0 and at most one day.
  var retryAfterSeconds: Int64? {
    guard let text = response.headers[.retryAfter], let seconds = Int64(text) else { return nil }
    return min(max(0, seconds), 86_400)
  }
}

extension Exchange {
  /// The number of objects that a count query found; `nil` if the response does not contain it.
  ///
  /// Without `Content-Range`, the response is the whole result. Otherwise the total is the part
  /// after the only `/`.
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
  /// The request as blocks get it; `nil` if it does not have a valid URL.
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
