import GhostlightClient
import GhostlightCore
import HTTPTypes

/// A request before the server's address and the token are known.
struct CallDraft: Sendable {
  var method: HTTPRequest.Method
  /// The path below the base address, encoded.
  var path: String
  /// Names and values of the query in order.
  var query: [FormField] = []
  var body: JSON?

  init(_ method: HTTPRequest.Method, _ segments: String...) {
    self.method = method
    path = segments.map(PercentEncoding.encode).joined(separator: "/")
  }

  /// The same with one more query parameter.
  func asking(_ name: String, _ value: String) -> CallDraft {
    var draft = self
    draft.query.append(FormField(name, value))
    return draft
  }

  /// The same with a body.
  func sending(_ body: JSONObject) -> CallDraft {
    var draft = self
    draft.body = .object(body)
    return draft
  }

  /// The request below a base address.
  func request(at base: WebAddress, authorization: String?) -> Request {
    var address = base
    address.target += path
    if !query.isEmpty { address.target += "?" + PercentEncoding.query(query) }
    var request = address.request(method, body: body?.bytes ?? [])
    request.headers[.contentType] = "application/json"
    request.headers[.authorization] = authorization
    return request
  }
}
