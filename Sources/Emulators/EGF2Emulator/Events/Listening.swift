import GhostlightCore

/// One client on the WebSocket (A14): what it subscribed to, and what it is told.
struct Listening: Conversation {
  private let settings: ListenSettings
  private var topics: Set<ExactText> = []

  init(_ settings: ListenSettings) {
    self.settings = settings
  }

  var silenceSeconds: Int? { settings.silenceSeconds }

  /// Subscribes, unsubscribes or answers a ping; anything else means nothing.
  mutating func hear(_ message: ConversationMessage) -> [ConversationStep] {
    switch Self.json(message) {
    case .string(let text):
      guard text.hasPrefix(Self.ping) else { return [] }
      let pong = JSON.string("primus::pong::\(text.dropFirst(Self.ping.count))")
      return [.say(pong.text())]
    case .object(let request):
      for topic in Self.topics(request["subscribe"]) {
        topics.insert(ExactText(topic))
        // Whoever asks for more than there may be, is told so by the end.
        guard topics.count <= settings.subscriptions else { return [.end(code: 1008)] }
      }
      for topic in Self.topics(request["unsubscribe"]) { topics.remove(ExactText(topic)) }
      return []
    default:
      return []
    }
  }

  /// Tells what was subscribed to.
  mutating func learn(_ news: News) -> [ConversationStep] {
    topics.contains(ExactText(news.topic)) ? [.say(news.text)] : []
  }

  private static let ping = "primus::ping::"

  private static func json(_ message: ConversationMessage) -> JSON? {
    do throws(JSONError) {
      switch message {
      case .text(let text): return try JSON.parse(text)
      case .bytes(let bytes): return try JSON.parse(bytes)
      }
    } catch {
      return .none
    }
  }

  /// The topics that a list names; elements of another form name none.
  private static func topics(_ list: JSON?) -> [String] {
    var topics: [String] = []
    for element in list?.array ?? [] {
      if let id = element["object_id"]?.string { topics.append(GraphEvent.topic(object: id)) }
      if let edge = element["edge"], let source = edge["source"]?.string,
        let name = edge["name"]?.string
      {
        topics.append(GraphEvent.topic(source: source, edge: name))
      }
    }
    return topics
  }
}
