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

/// What a matcher sees of a request, as bytes: requests that match have equal keys.
struct MatchKey: Sendable {
  private(set) var bytes: [UInt8] = []

  init() { bytes.reserveCapacity(128) }

  /// The key of one text.
  init(_ text: String) { append(text) }

  /// Adds a text; what stands beside it cannot be taken for a part of it.
  mutating func append(_ text: String) {
    append(text.utf8.count)
    bytes.append(contentsOf: text.utf8)
  }

  /// Adds bytes; what stands beside them cannot be taken for a part of them.
  mutating func append(_ other: [UInt8]) {
    append(other.count)
    bytes.append(contentsOf: other)
  }

  /// Adds a text or its absence, which is not the empty text.
  mutating func append(_ text: String?) {
    guard let text else {
      append(-1)
      return
    }
    append(text)
  }

  /// Adds a number in eight bytes.
  mutating func append(_ number: Int) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// Adds what differs in order only, sorted.
  mutating func append(anyOrder keys: [MatchKey]) {
    append(keys.count)
    for key in keys.sorted(by: { $0.bytes.lexicographicallyPrecedes($1.bytes) }) {
      append(key.bytes)
    }
  }
}

extension MatchKey: Hashable {
  static func == (left: MatchKey, right: MatchKey) -> Bool { left.bytes == right.bytes }

  func hash(into hasher: inout Hasher) {
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
  }
}
