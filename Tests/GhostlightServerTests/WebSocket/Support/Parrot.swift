import GhostlightCore
import HTTPTypes

/// A conversation that says what it hears, and all news.
struct Parrot: Conversation {
  var silenceSeconds: Int?

  func hear(_ message: ConversationMessage) -> [ConversationStep] {
    switch message {
    case .text("bye"): [.say("so soon?"), .end(code: 4000), .say("too late")]
    case .text(let text): [.say(text)]
    case .bytes(let bytes): [.say("\(bytes.count) bytes")]
    }
  }

  func learn(_ news: News) -> [ConversationStep] { [.say(news.text)] }

  /// What becomes a parrot, whatever is asked.
  static let opening = ConversationOpening(Parrot())
}

extension Responder {
  /// Becomes a parrot at once.
  static let parrots = Responder(name: "parrots", immediate: { _ in .parrot() })

  /// Becomes a parrot from a task.
  static let slowParrots = Responder(name: "parrots") { _ in .parrot() }
}

extension Response {
  static func parrot(_ opening: ConversationOpening = Parrot.opening) -> Response {
    var response = Response(.switchingProtocols, headers: [.date: "then"])
    response.conversation = opening
    return response
  }
}
