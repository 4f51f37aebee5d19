import GhostlightClient
package import GhostlightCore
package import HTTPTypes

/// A request without address, secret and session, which are added when it is sent.
package struct RequestDraft: Sendable {
  var method: HTTPRequest.Method
  /// The percent-encoded path, with its first slash.
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

  /// Creates a draft from an app's own path, whose segments are separated by slashes.
  init(_ method: HTTPRequest.Method, relativePath: String) {
    self.method = method
    let segments = relativePath.split(separator: "/", omittingEmptySubsequences: false)
    path = "/" + segments.map { PercentEncoding.encode(String($0)) }.joined(separator: "/")
    while path.hasPrefix("//") { path.removeFirst() }
  }

  /// Returns the draft with a JSON object as its whole query, or without a query if the object is
  /// empty.
  package func asking(_ object: JSONObject) -> RequestDraft {
    guard !object.isEmpty else { return self }
    var draft = self
    draft.query = PercentEncoding.encode(JSON.object(object).description)
    return draft
  }

  /// Returns the draft with a JSON body.
  package func sending(_ body: JSON) -> RequestDraft { sending(body.bytes, as: "application/json") }

  /// Returns the draft with a body.
  func sending(_ body: [UInt8], as contentType: String) -> RequestDraft {
    var draft = self
    draft.body = body
    draft.contentType = contentType
    return draft
  }

  /// Whether the path is about accounts.
  ///
  /// A 401 is then the final response and does not start a new login.
  var isAboutUsers: Bool { path == "/users" || path.hasPrefix("/users/") }

  /// Creates the request at an address, with the header fields for secret and session.
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
