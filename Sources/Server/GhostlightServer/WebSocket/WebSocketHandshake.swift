import GhostlightCore
import GhostlightSigning
import HTTPTypes

/// The outcome of checking whether a request is a valid WebSocket handshake.
///
/// - Source: RFC 6455, section 4.2.
enum WebSocketHandshake: Hashable {
  /// The handshake is valid; the associated value is the response's `Sec-WebSocket-Accept`.
  case accepted(String)
  /// The request does not ask for a WebSocket.
  case missing
  /// The client asks for a WebSocket version other than 13.
  case wrongVersion
  /// The key is not 16 bytes in Base64.
  case badKey

  /// Determines whether a request is a handshake, and whether it is valid.
  init(_ request: Request) {
    guard request.method == .get, request.headers.tokens(of: .upgrade).contains("websocket"),
      request.headers.tokens(of: .connection).contains("upgrade")
    else {
      self = .missing
      return
    }
    guard request.headers[.secWebSocketVersion] == "13" else {
      self = .wrongVersion
      return
    }
    guard let key = request.headers[.secWebSocketKey], Base64.decode(key)?.count == 16 else {
      self = .badKey
      return
    }
    self = .accepted(Self.answer(to: key))
  }

  /// The error response to an invalid handshake; `nil` if it is valid.
  var refusal: Response? {
    switch self {
    case .accepted: nil
    case .missing:
      Self.refusal(
        .upgradeRequired, "This is a WebSocket: connect with GET and Upgrade: websocket.",
        [.upgrade: "websocket"])
    case .wrongVersion:
      Self.refusal(
        .upgradeRequired, "The WebSocket version here is 13.",
        [.upgrade: "websocket", .secWebSocketVersion: "13"])
    case .badKey:
      Self.refusal(.badRequest, "Sec-WebSocket-Key must be 16 bytes in base64.", [:])
    }
  }

  /// Returns the `Sec-WebSocket-Accept` value for a client's key.
  private static func answer(to key: String) -> String {
    let proof = "\(key)258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
    return Base64.encode(Digest.sha1(Array(proof.utf8)))
  }

  private static func refusal(
    _ status: HTTPResponse.Status, _ text: String, _ fields: HTTPFields
  ) -> Response {
    var headers = fields
    headers[.contentType] = "text/plain; charset=utf-8"
    return Response(status, headers: headers, body: Array((text + "\n").utf8))
  }
}
