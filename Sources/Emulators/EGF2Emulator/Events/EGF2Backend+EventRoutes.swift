import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// The notifications of the pusher (A14).
extension EGF2Backend {
  static let eventRoutes: [Route<EGF2State>] = [
    .get("v1/listen", "Listen", listen)
  ]

  /// Becomes a WebSocket, for whoever has a valid token; the refusal has a form of its own.
  private static func listen(
    _ call: Call, _ state: EGF2State, _ moment: Moment
  ) throws(Fault) -> Response {
    do throws(Fault) {
      _ = try Requester(call.request, state, moment).user()
    } catch {
      let body = JSON.object(["error": .string(error.message)])
      return .json(.unauthorized, body, headers: [.contentType: "application/json"])
    }
    var response = Response(.switchingProtocols)
    response.sessionUpgrade = SessionUpgrade(Listening(state.configuration.listen))
    return response
  }
}

/// One client on the WebSocket (A14): what it subscribed to, and what it is told.
struct Listening: MessageSession {
  private let settings: ListenSettings
  private var topics: Set<BytewiseString> = []

  init(_ settings: ListenSettings) {
    self.settings = settings
  }

  var silenceSeconds: Int? { settings.silenceSeconds }

  /// Subscribes, unsubscribes or answers a ping; anything else means nothing.
  mutating func receive(_ message: InboundMessage) -> [SessionAction] {
    switch Self.json(message) {
    case .string(let text):
      guard text.hasPrefix(Self.ping) else { return [] }
      let pong = JSON.string("primus::pong::\(text.dropFirst(Self.ping.count))")
      return [.send(pong.text())]
    case .object(let request):
      for topic in Self.topics(request["subscribe"]) {
        topics.insert(BytewiseString(topic))
        // Whoever asks for more than there may be, is told so by the end.
        guard topics.count <= settings.subscriptions else { return [.end(code: 1008)] }
      }
      for topic in Self.topics(request["unsubscribe"]) { topics.remove(BytewiseString(topic)) }
      return []
    default:
      return []
    }
  }

  /// Tells what was subscribed to.
  mutating func notify(_ events: BackendEvent) -> [SessionAction] {
    topics.contains(BytewiseString(events.topic)) ? [.send(events.text)] : []
  }

  private static let ping = "primus::ping::"

  private static func json(_ message: InboundMessage) -> JSON? {
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

/// What listening clients may do: the member `listen` of the configuration.
public struct ListenSettings: Sendable, Hashable {
  /// Seconds that a client may be silent; the clients' own pings come every 20.
  ///
  /// - Source: protocol reference A14.
  public var silenceSeconds = 35
  /// The subscriptions of one connection; more end it with 1008.
  ///
  /// - Source: assumption: the service had no limit of its own.
  public var subscriptions = 10_000

  /// The settings of the service.
  public init() {}

  /// Reads `{"silence_seconds": n, "subscriptions": n}`, both optional.
  init(_ reader: ConfigurationReader) throws(ConfigurationError) {
    try reader.allowOnly("silence_seconds", "subscriptions")
    if let seconds = reader["silence_seconds"] {
      silenceSeconds = Int(try seconds.integer(1...86_400))
    }
    if let number = reader["subscriptions"] {
      subscriptions = Int(try number.integer(1...10_000_000))
    }
  }
}
