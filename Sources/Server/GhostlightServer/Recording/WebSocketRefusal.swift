public import GhostlightCore
public import GhostlightRecording
import HTTPTypes

/// The refusal of WebSockets by a recorder in front of a URL.
///
/// Recordings store requests and responses, and a WebSocket is neither. A recorder therefore
/// refuses it, and notes the refusal in the recording with ``reason``.
public enum WebSocketRefusal {
  /// The reason why such an exchange is not in a recording.
  public static let reason = "a WebSocket cannot be recorded"

  /// Returns whether a request asks for a WebSocket.
  static func concerns(_ request: Request) -> Bool {
    request.headers.tokens(of: .upgrade).contains("websocket")
  }
}

extension Responder {
  /// Returns a responder that refuses WebSockets with 501, and notes each refusal in a recorder.
  public func refusingWebSockets(notedBy recorder: Recorder) -> Responder {
    let name = name
    return unless { request in
      guard WebSocketRefusal.concerns(request) else { return nil }
      recorder.leaveOut(request, because: WebSocketRefusal.reason)
      let reason = "\(WebSocketRefusal.reason): connect to \(name) itself"
      var response = Response.json(.notImplemented, ["error": .string(reason)])
      response.headers[.ghostlightReason] = HeaderText.print(reason)
      return response
    }
  }
}
