/// How a response reaches the client; anything but ``whole`` is deliberate trouble.
///
/// A server acts it out on the connection, an in-process transport as the error that a client
/// would see.
public enum Delivery: Sendable, Hashable {
  /// Head and body in one piece.
  case whole
  /// The connection is reset before any byte of the response.
  case reset
  /// The connection is closed properly before any byte of the response.
  case empty
  /// Head with the full `Content-Length`, then only so many bytes of the body, then the end.
  case truncated(bytes: Int)
  /// A chunked response whose second chunk has no valid size.
  case malformedChunk
  /// The body in pieces of some bytes with a pause between them.
  case dribble(bytes: Int, pauseMilliseconds: Int)
}

extension Response {
  /// Why a body that is to be truncated reaches the client whole; `nil` where it does not.
  package func reasonNotToTruncate(isHead: Bool) -> String? {
    guard case .truncated(let bytes) = delivery else { return nil }
    let count = isHead ? 0 : body.count
    guard max(0, bytes) >= count else { return nil }
    return "nothing was truncated: the body ends after \(count) bytes, before \(bytes)"
  }
}
