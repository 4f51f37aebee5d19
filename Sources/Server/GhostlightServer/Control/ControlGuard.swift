import Ghostlight
import GhostlightCore
import HTTPTypes

/// Decides which requests may call the control API.
///
/// Without a token only this machine can reach the listener. The guard then rejects requests from
/// web pages: a page cannot send a request without its `Origin`, and `Host` reveals DNS rebinding.
/// With a token, `Host` proves nothing: each request must present the token, or the cookie that the
/// console received in exchange for it.
struct ControlGuard: Sendable {
  private let token: ControlToken?
  private let isConsoleReadOnly: Bool
  /// The value of the console's cookie.
  ///
  /// It differs from the token, because a browser sends a cookie to all ports of its host.
  private let session = ControlToken.random()

  /// Creates a guard; calls need no token if `token` is `nil`.
  init(_ token: ControlToken?, isConsoleReadOnly: Bool) {
    self.token = token
    self.isConsoleReadOnly = isConsoleReadOnly
  }

  var needsToken: Bool { token != nil }

  /// Checks that a call is admitted, or throws the reason.
  ///
  /// A read-only console may still sign in. Browsers send `Origin` with all requests other than
  /// `GET` and `HEAD`.
  ///
  /// - Throws: ``Fault/controlUnauthorized`` without the right token; ``Fault/controlForbidden``
  ///   for a call from another website's page; ``Fault/controlReadOnly`` if a page would change
  ///   something although the console is read-only.
  func admit(_ request: Request, isSignIn: Bool) throws(Fault) {
    if let token { try authenticate(request, token) } else { try admitLocal(request) }
    guard isConsoleReadOnly, !isSignIn, request.headers[.origin] != nil, !Self.isSafe(request)
    else { return }
    throw .controlReadOnly
  }

  /// Checks that a request for a resource without private data is admitted, or throws the reason.
  func admitOpen(_ request: Request) throws(Fault) {
    if token == nil { try admitLocal(request) }
  }

  /// Returns the `Set-Cookie` field for the console; `nil` if calls need no token.
  func cookie(for request: Request) -> String? {
    token == nil ? nil : ControlCookie.field(session, for: request)
  }

  private func authenticate(_ request: Request, _ token: ControlToken) throws(Fault) {
    let presented = request.headers[values: .authorization]
    guard presented.isEmpty else {
      guard presented.count == 1, let text = Self.bearer(presented[0]), token.matches(text)
      else { throw .controlUnauthorized.filled(["what": "this is not the server's control token"]) }
      return
    }
    guard ControlCookie.values(of: request).contains(where: session.matches) else {
      throw .controlUnauthorized.filled(["what": "this call needs the server's control token"])
    }
    // A browser sends the cookie even with requests from pages on other ports of this host, so the
    // origin is checked too.
    let origin = request.headers[.origin]
    guard Self.isOwn(origin, of: request) || origin == nil && Self.isSafe(request) else {
      throw .controlForeignPage.filled(["what": origin.map { "Origin \($0)" } ?? "no Origin"])
    }
  }

  private func admitLocal(_ request: Request) throws(Fault) {
    guard Self.isLoopback(request.host) else {
      throw .controlForbidden.filled(["what": "Host \(request.authority) is not loopback"])
    }
    guard let origin = request.headers[.origin] else { return }
    guard Self.isOwn(origin, of: request) else {
      throw .controlForbidden.filled(["what": "Origin \(origin) is foreign"])
    }
  }

  private static func isOwn(_ origin: String?, of request: Request) -> Bool {
    origin == "\(request.scheme)://\(request.authority)"
  }

  private static func isSafe(_ request: Request) -> Bool {
    [.get, .head].contains(request.method)
  }

  /// Returns the token of a `Bearer` authorization field; the scheme's name is case-insensitive.
  ///
  /// - Source: RFC 9110, section 11.1; RFC 6750, section 2.1.
  private static func bearer(_ field: String) -> String? {
    let scheme = "bearer "
    guard field.prefix(scheme.count).lowercased() == scheme else { return nil }
    return field.dropFirst(scheme.count).trimmed
  }

  /// Returns whether a host is `localhost`, a name below it, or a loopback address.
  static func isLoopback(_ host: String) -> Bool {
    let host = host.lowercased()
    if host.contains("%") { return false }
    if host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }
}

/// `POST session`: sets the console's cookie for a client that has presented the token.
extension ControlAPI {
  static func signIn(
    _ call: Call, _ context: ControlContext, _ moment: Moment
  ) throws(Fault) -> Response {
    var response = Response.json(.ok, ["status": "ok"])
    response.headers[.setCookie] = context.access.cookie(for: call.request)
    return response
  }
}
