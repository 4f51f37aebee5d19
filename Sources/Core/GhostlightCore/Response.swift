public import HTTPTypes

/// A complete response.
public struct Response: Sendable, Hashable {
  /// Status code and reason phrase.
  public var status: HTTPResponse.Status
  /// The header fields; `Content-Length` and `Connection` are the server's business.
  public var headers: HTTPFields
  /// The body, without transfer coding; to `HEAD` what `GET` would get, left out in transport.
  public var body: [UInt8]
  /// How it reaches the client.
  public var delivery: Delivery = .whole
  /// Milliseconds that the client really waits before the first byte.
  public var delayMilliseconds: Int = 0
  /// What the connection becomes after this response; `nil` where it goes on with requests.
  ///
  /// A server says so with its own head, and only to a client that asked for a WebSocket.
  public var sessionUpgrade: SessionUpgrade?

  /// Makes a response; without a body or fields unless given.
  public init(_ status: HTTPResponse.Status, headers: HTTPFields = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

extension Response {
  /// Makes a response with a compact JSON body.
  public static func json(
    _ status: HTTPResponse.Status, _ body: JSON, headers: HTTPFields = jsonFields
  ) -> Response {
    Response(status, headers: headers, body: body.bytes)
  }

  /// `Content-Type: application/json; charset=utf-8`, made once.
  public static let jsonFields: HTTPFields = [.contentType: "application/json; charset=utf-8"]

  /// The body as JSON, or `nil` where it is none.
  public var json: JSON? {
    do throws(JSONError) { return try JSON.parse(body) } catch { return nil }
  }

  /// The body as text, with U+FFFD for bytes that are no UTF-8.
  public var text: String { String(decoding: body, as: UTF8.self) }
}

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
