import GhostlightClient
package import GhostlightCore
package import HTTPTypes

/// A request before address, secret and session are known.
package struct RequestDraft: Sendable {
  var method: HTTPRequest.Method
  /// The path, encoded, from its slash on.
  var path: String
  /// The query, encoded, without its `?`.
  var query: String?
  var contentType: String?
  var body: [UInt8] = []

  package init(_ method: HTTPRequest.Method, _ segments: String..., isFolder: Bool = false) {
    self.method = method
    path = "/" + segments.map(PercentEncoding.encode).joined(separator: "/")
    if isFolder { path += "/" }
  }

  /// A path as an app writes it, with slashes between its segments.
  init(_ method: HTTPRequest.Method, relativePath: String) {
    self.method = method
    let segments = relativePath.split(separator: "/", omittingEmptySubsequences: false)
    path = "/" + segments.map { PercentEncoding.encode(String($0)) }.joined(separator: "/")
    while path.hasPrefix("//") { path.removeFirst() }
  }

  /// The same with a query that is one JSON object; none where it is empty.
  package func asking(_ object: JSONObject) -> RequestDraft {
    guard !object.isEmpty else { return self }
    var draft = self
    draft.query = PercentEncoding.encode(JSON.object(object).description)
    return draft
  }

  /// The same with a JSON body.
  package func sending(_ body: JSON) -> RequestDraft { sending(body.bytes, as: "application/json") }

  /// The same with a body.
  func sending(_ body: [UInt8], as contentType: String) -> RequestDraft {
    var draft = self
    draft.body = body
    draft.contentType = contentType
    return draft
  }

  /// Whether it is about accounts, where a 401 is the answer and no reason to log in again.
  var isAboutUsers: Bool { path == "/users" || path.hasPrefix("/users/") }

  /// The request at an address, with the header fields that go with it.
  func request(at address: Endpoint, secret: String?, sessionID: String?) -> Request {
    let query = query.map { "?" + $0 } ?? ""
    var request = Request(
      method, RequestTarget(address.target + path + query), scheme: address.scheme,
      authority: address.authority, body: body)
    if let secret { request.headers[.secret] = secret }
    if let sessionID {
      request.headers[.sid] = sessionID
      request.headers[.cookie] = "sid=\(sessionID)"
    }
    if let contentType { request.headers[.contentType] = contentType }
    return request
  }
}
