import GhostlightClient
package import GhostlightCore
package import HTTPTypes

/// A request without URL, secret and session, which are added when the request is sent.
package struct RequestDraft: Sendable {
  var method: HTTPRequest.Method
  /// The percent-encoded path, which begins with a slash.
  var path: String
  /// The percent-encoded query, without its `?`.
  var query: String?
  var contentType: String?
  var body: [UInt8] = []

  package init(_ method: HTTPRequest.Method, _ segments: String..., isFolder: Bool = false) {
    self.method = method
    path = "/" + segments.map(PercentEncoding.encode).joined(separator: "/")
    if isFolder { path += "/" }
  }

  /// Creates a draft from a path that the app wrote, and percent-encodes its segments.
  init(_ method: HTTPRequest.Method, relativePath: String) {
    self.method = method
    let segments = relativePath.split(separator: "/", omittingEmptySubsequences: false)
    path = "/" + segments.map { PercentEncoding.encode(String($0)) }.joined(separator: "/")
    while path.hasPrefix("//") { path.removeFirst() }
  }

  /// Returns a copy with `object` as its query string, or an unchanged copy if `object` is empty.
  package func asking(_ object: JSONObject) -> RequestDraft {
    guard !object.isEmpty else { return self }
    var draft = self
    draft.query = PercentEncoding.encode(JSON.object(object).description)
    return draft
  }

  /// Returns a copy with a JSON body.
  package func sending(_ body: JSON) -> RequestDraft { sending(body.bytes, as: "application/json") }

  func sending(_ body: [UInt8], as contentType: String) -> RequestDraft {
    var draft = self
    draft.body = body
    draft.contentType = contentType
    return draft
  }

  /// Whether the path is about user accounts.
  ///
  /// For such a path, a 401 does not start a new login.
  var isAboutUsers: Bool { path == "/users" || path.hasPrefix("/users/") }

  /// Creates the complete request for a base URL, with header fields for the secret and the
  /// session.
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
