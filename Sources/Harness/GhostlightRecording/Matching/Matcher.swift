public import GhostlightCore

/// Decides whether a request matches a recorded one: all of its parts must agree.
///
/// A ``Replayer`` uses a matcher to find the exchange to replay, and ``Drift`` to pair the
/// exchanges of two recordings. Start from ``standard`` and add parts, or list all parts. A matcher
/// is a value and may be used by several threads at once.
///
/// ```swift
/// import GhostlightRecording
///
/// func replayer(_ recording: Recording) -> Replayer {
///   Replayer(recording, matcher: .standard.adding(.host))
/// }
/// ```
public struct Matcher: Sendable {
  /// The parts in which two requests must agree.
  public let parts: [MatchPart]

  /// The parts without a key, which must compare two requests with each other.
  private let openParts: [MatchPart]

  /// Creates a matcher from its parts; without parts, all requests match.
  public init(_ parts: [MatchPart]) {
    self.parts = parts
    openParts = parts.filter { $0.key == nil }
  }

  /// A matcher for method, path, query and body, ignoring the parameters that signing adds.
  ///
  /// Scheme, host and port are ignored, so that a recording from one port can be replayed on
  /// another. Header fields are ignored, too: `Authorization`, nonces and timestamps differ each
  /// time.
  public static let standard = Matcher([
    .method, .path, .query(ignoring: signatureParameters), .body(ignoring: signatureParameters),
  ])

  /// The parameters that OAuth 1.0 adds to a query or form, with different values for each request.
  ///
  /// - Source: RFC 5849, section 3.1.
  public static let signatureParameters: Set<String> = [
    "oauth_nonce", "oauth_timestamp", "oauth_signature",
  ]

  /// Returns a matcher with the parts of this matcher and some more.
  public func adding(_ more: MatchPart...) -> Matcher { Matcher(parts + more) }

  /// Returns the differences between a request and a recorded one; empty if they match.
  public func differences(of request: Request, from recorded: Request) -> [MatchDifference] {
    parts.flatMap { $0.differences(of: request, from: recorded) }
  }

  /// Returns whether a request matches a recorded one: no part finds a difference.
  public func matches(_ request: Request, _ recorded: Request) -> Bool {
    parts.allSatisfy { $0.differences(of: request, from: recorded).isEmpty }
  }

  /// Whether all parts have keys, so that requests match exactly if their keys are equal.
  var isKeyed: Bool { openParts.isEmpty }

  /// Returns a key that is equal for all matching requests; if ``isKeyed``, keys of requests that
  /// do not match differ.
  func key(of request: Request) -> MatchKey {
    var key = MatchKey()
    for part in parts { part.key?(request, &key) }
    return key
  }

  /// Returns whether all parts without a key match.
  func openPartsMatch(_ request: Request, _ recorded: Request) -> Bool {
    openParts.allSatisfy { $0.differences(of: request, from: recorded).isEmpty }
  }
}

/// The bytes that represent a request in a lookup; requests that match have equal keys.
struct MatchKey: Sendable {
  private(set) var bytes: [UInt8] = []

  init() { bytes.reserveCapacity(128) }

  init(_ text: String) { append(text) }

  /// Appends a string after its length, so that adjacent values cannot be confused.
  mutating func append(_ text: String) {
    append(text.utf8.count)
    bytes.append(contentsOf: text.utf8)
  }

  /// Appends bytes after their count, so that adjacent values cannot be confused.
  mutating func append(_ other: [UInt8]) {
    append(other.count)
    bytes.append(contentsOf: other)
  }

  /// Appends a string, or a marker for `nil` that differs from an empty string.
  mutating func append(_ text: String?) {
    guard let text else {
      append(-1)
      return
    }
    append(text)
  }

  /// Appends an integer as eight little-endian bytes.
  mutating func append(_ number: Int) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// Appends keys in sorted order, for lists whose order does not matter.
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
