public import GhostlightCore

/// Decides whether a request matches a recorded one: if none of its parts finds a difference.
///
/// A ``Replayer`` uses a matcher to find the exchange to replay, ``Drift`` to pair the exchanges of
/// two recordings. Start from ``standard`` and add parts, or list all parts. A matcher is a value
/// and may be used by several threads at once.
///
/// ```swift
/// import GhostlightRecording
///
/// func replayer(_ recording: Recording) -> Replayer {
///   Replayer(recording, matcher: .standard.adding(.host))
/// }
/// ```
public struct Matcher: Sendable {
  /// The parts in which the requests must agree.
  public let parts: [MatchPart]

  /// The parts that can only compare two requests, because they have no key.
  private let openParts: [MatchPart]

  /// Creates a matcher; without parts, all requests match.
  public init(_ parts: [MatchPart]) {
    self.parts = parts
    openParts = parts.filter { $0.key == nil }
  }

  /// A matcher for method, path, query and body, without the parameters that signing adds.
  ///
  /// Scheme, host and port are ignored, so that a recording from one port replays on another.
  /// Header fields are ignored too: `Authorization`, nonces and timestamps differ each time.
  public static let standard = Matcher([
    .method, .path, .query(ignoring: signatureParameters), .body(ignoring: signatureParameters),
  ])

  /// The parameters that OAuth 1.0 adds to a query or a form, different for each request.
  ///
  /// - Source: RFC 5849, section 3.1.
  public static let signatureParameters: Set<String> = [
    "oauth_nonce", "oauth_timestamp", "oauth_signature",
  ]

  /// Returns this matcher with more parts.
  public func adding(_ more: MatchPart...) -> Matcher { Matcher(parts + more) }

  /// Returns the differences of a request from a recorded one; an empty array if they match.
  public func differences(of request: Request, from recorded: Request) -> [MatchDifference] {
    parts.flatMap { $0.differences(of: request, from: recorded) }
  }

  /// Returns whether the request matches the recorded one.
  public func matches(_ request: Request, _ recorded: Request) -> Bool {
    parts.allSatisfy { $0.differences(of: request, from: recorded).isEmpty }
  }

  /// Whether two requests match if and only if their keys are equal.
  var isKeyed: Bool { openParts.isEmpty }

  /// Returns a key that is equal for all matching requests; if ``isKeyed``, it differs for all
  /// others.
  func key(of request: Request) -> MatchKey {
    var key = MatchKey()
    for part in parts { part.key?(request, &key) }
    return key
  }

  /// Returns whether the parts without a key find no difference.
  func openPartsMatch(_ request: Request, _ recorded: Request) -> Bool {
    openParts.allSatisfy { $0.differences(of: request, from: recorded).isEmpty }
  }
}

/// The bytes that stand for a request in a lookup: requests that match have equal keys.
struct MatchKey: Sendable {
  private(set) var bytes: [UInt8] = []

  init() { bytes.reserveCapacity(128) }

  init(_ text: String) { append(text) }

  /// Appends a text with its length, so that it cannot be confused with its neighbours.
  mutating func append(_ text: String) {
    append(text.utf8.count)
    bytes.append(contentsOf: text.utf8)
  }

  /// Appends bytes with their number, so that they cannot be confused with their neighbours.
  mutating func append(_ other: [UInt8]) {
    append(other.count)
    bytes.append(contentsOf: other)
  }

  /// Appends a text or a mark for its absence, which differs from an empty text.
  mutating func append(_ text: String?) {
    guard let text else {
      append(-1)
      return
    }
    append(text)
  }

  /// Appends a number as eight bytes.
  mutating func append(_ number: Int) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// Appends keys in sorted order, for parts whose order does not matter.
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
