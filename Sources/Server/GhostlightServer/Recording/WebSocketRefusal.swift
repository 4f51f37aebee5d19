public import GhostlightCore
public import GhostlightRecording
import HTTPTypes

/// The rejection of WebSockets by a recorder in front of a URL.
///
/// Recordings store requests and responses, and a WebSocket is neither. A recorder therefore
/// rejects WebSockets, and adds each rejected handshake to the recording with ``reason``.
public enum WebSocketRefusal {
  /// The reason, stored in the recording, why the messages of a WebSocket are missing.
  public static let reason = "a WebSocket cannot be recorded"

  /// Returns whether a request opens a WebSocket.
  static func concerns(_ request: Request) -> Bool {
    request.headers.tokens(of: .upgrade).contains("websocket")
  }
}

extension Responder {
  /// Returns a responder that rejects WebSockets with a 501, and reports each to a recorder.
  public func refusingWebSockets(notedBy recorder: Recorder) -> Responder {
    let name = name
    return unless { request in
      guard WebSocketRefusal.concerns(request) else { return nil }
      recorder.skip(request, because: WebSocketRefusal.reason)
      let reason = "\(WebSocketRefusal.reason): connect to \(name) itself"
      var response = Response.json(.notImplemented, ["error": .string(reason)])
      response.headers[.ghostlightReason] = HeaderText.print(reason)
      return response
    }
  }
}
