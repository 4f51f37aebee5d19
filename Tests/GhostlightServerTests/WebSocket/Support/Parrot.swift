import GhostlightCore
import HTTPTypes

/// A message session that repeats all messages and events.
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

  /// An upgrade to a parrot.
  static let opening = SessionUpgrade(Parrot())
}

extension Responder {
  /// A responder that opens a parrot at once.
  static let parrots = Responder(name: "parrots", immediate: { _ in .parrot() })

  /// A responder that opens a parrot from a task.
  static let slowParrots = Responder(name: "parrots") { _ in .parrot() }
}

extension Response {
  static func parrot(_ opening: SessionUpgrade = Parrot.opening) -> Response {
    var response = Response(.switchingProtocols, headers: [.date: "then"])
    response.sessionUpgrade = opening
    return response
  }
}
