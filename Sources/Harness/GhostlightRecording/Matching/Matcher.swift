public import GhostlightCore

/// Decides whether a request is a recorded one: it is where no part sees a difference.
public struct Matcher: Sendable {
  /// What the requests must share.
  public let parts: [MatchPart]

  /// The parts that only compare two requests.
  private let openParts: [MatchPart]

  /// Makes a matcher; without any parts, all requests match.
  public init(_ parts: [MatchPart]) {
    self.parts = parts
    openParts = parts.filter { $0.key == nil }
  }

  /// Method, path, query and body, without what signing adds.
  ///
  /// Neither scheme, host and port take part, so that a recording made on one port replays on
  /// another, nor any header field: `Authorization`, nonces and timestamps differ each time.
  public static let standard = Matcher([
    .method, .path, .query(ignoring: signatureParameters), .body(ignoring: signatureParameters),
  ])

  /// What OAuth 1.0 adds to a query or a form, new with each request.
  ///
  /// - Source: RFC 5849, section 3.1.
  public static let signatureParameters: Set<String> = [
    "oauth_nonce", "oauth_timestamp", "oauth_signature",
  ]

  /// The matcher with more parts.
  public func adding(_ more: MatchPart...) -> Matcher { Matcher(parts + more) }

  /// What the request has otherwise than the recorded one; nothing where they match.
  public func differences(of request: Request, from recorded: Request) -> [MatchDifference] {
    parts.flatMap { $0.differences(of: request, from: recorded) }
  }

  /// Whether the request is the recorded one.
  public func matches(_ request: Request, _ recorded: Request) -> Bool {
    parts.allSatisfy { $0.differences(of: request, from: recorded).isEmpty }
  }

  /// Whether equal keys are all there is to matching.
  var isKeyed: Bool { openParts.isEmpty }

  /// Equal for all requests that match, and where ``isKeyed`` for no others.
  func key(of request: Request) -> MatchKey {
    var key = MatchKey()
    for part in parts { part.key?(request, &key) }
    return key
  }

  /// Whether the parts that equal keys do not answer for see no difference either.
  func openPartsMatch(_ request: Request, _ recorded: Request) -> Bool {
    openParts.allSatisfy { $0.differences(of: request, from: recorded).isEmpty }
  }
}
