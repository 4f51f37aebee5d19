public import GhostlightCore
public import GhostlightRecording
import HTTPTypes

/// What a recorder in front of a URL does with a client that wants a WebSocket.
public enum WebSocketRefusal {
  /// Why such an exchange is not in a recording.
  public static let reason = "a WebSocket cannot be recorded"

  /// Whether a request wants one.
  static func concerns(_ request: Request) -> Bool {
    request.headers.tokens(of: .upgrade).contains("websocket")
  }
}

extension Responder {
  /// Answers as before, but 501 to those who want a WebSocket, which a recorder notes.
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
