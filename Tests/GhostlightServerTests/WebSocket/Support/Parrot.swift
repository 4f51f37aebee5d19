import GhostlightCore
import HTTPTypes

/// A WebSocket session that sends all messages and events back to the client.
struct Parrot: MessageSession {
  var silenceSeconds: Int?

  func receive(_ message: InboundMessage) -> [SessionAction] {
    switch message {
    case .text("bye"): [.send("so soon?"), .end(code: 4000), .send("too late")]
    case .text(let text): [.send(text)]
    case .bytes(let bytes): [.send("\(bytes.count) bytes")]
    }
  }

  func notify(_ events: BackendEvent) -> [SessionAction] { [.send(events.text)] }

  /// An upgrade to a WebSocket with a parrot session.
  static let opening = SessionUpgrade(Parrot())
}

extension Responder {
  /// A responder that opens a parrot session directly.
  static let parrots = Responder(name: "parrots", immediate: { _ in .parrot() })

  /// A responder that opens a parrot session from a task.
  static let slowParrots = Responder(name: "parrots") { _ in .parrot() }
}

extension Response {
  static func parrot(_ opening: SessionUpgrade = Parrot.opening) -> Response {
    var response = Response(.switchingProtocols, headers: [.date: "then"])
    response.sessionUpgrade = opening
    return response
  }
}
