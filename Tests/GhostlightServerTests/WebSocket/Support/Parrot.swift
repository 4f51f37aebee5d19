import GhostlightCore
import HTTPTypes

/// A message session that says what it hears, and all events.
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

  /// What becomes a parrot, whatever is asked.
  static let opening = SessionUpgrade(Parrot())
}

extension Responder {
  /// Becomes a parrot at once.
  static let parrots = Responder(name: "parrots", immediate: { _ in .parrot() })

  /// Becomes a parrot from a task.
  static let slowParrots = Responder(name: "parrots") { _ in .parrot() }
}

extension Response {
  static func parrot(_ opening: SessionUpgrade = Parrot.opening) -> Response {
    var response = Response(.switchingProtocols, headers: [.date: "then"])
    response.sessionUpgrade = opening
    return response
  }
}
