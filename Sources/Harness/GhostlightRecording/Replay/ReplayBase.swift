import GhostlightCore

/// The start of the recorded server's paths, which clients of a replay leave out.
///
/// A recording through an upstream server at `https://example.com/v1` has paths such as `/v1/todo`,
/// while its clients requested `/todo`. Pass a base to a ``Replayer``, which then adds the base to
/// each incoming request.
public struct ReplayBase: Sendable, Hashable {
  /// The start of the recorded paths, without a trailing slash; empty for a URL without a path.
  let path: String
  private let scheme: String?
  private let authority: String?

  /// Parses a path such as `/v1`, or a URL such as `https://example.com/v1`.
  ///
  /// A URL also selects the recorded server. The result is `nil` if the string is neither.
  public init?(_ text: String) {
    var rest = text[...]
    var address: (scheme: String, authority: String)?
    if let mark = text.firstRange(of: "://") {
      let scheme = text[..<mark.lowerBound].lowercased()
      let authority = text[mark.upperBound...].prefix { $0 != "/" }
      guard scheme == "http" || scheme == "https", !authority.isEmpty else { return nil }
      address = (scheme, String(authority))
      rest = text[authority.endIndex...]
    }
    while rest.last == "/" { rest.removeLast() }
    guard address != nil || rest.first == "/", !text.contains(where: { "?# ".contains($0) }) else {
      return nil
    }
    path = String(rest)
    scheme = address?.scheme
    authority = address?.authority
  }

  /// Returns the request with the base added to its path, and with the base's server if it has one.
  func applied(to request: Request) -> Request {
    var request = request
    request.scheme = scheme ?? request.scheme
    request.authority = authority ?? request.authority
    if !path.isEmpty, request.target.raw.utf8.first == UInt8(ascii: "/") {
      request.target = RequestTarget(path + request.target.raw)
    }
    return request
  }
}
