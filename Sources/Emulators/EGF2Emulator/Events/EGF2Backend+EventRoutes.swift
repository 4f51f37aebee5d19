import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// The handler of `listen`, with which clients get notifications from the pusher service (A14).
extension EGF2Backend {
  static let eventRoutes: [Route<EGF2State>] = [
    .get("v1/listen", "Listen", listen)
  ]

  /// Opens a WebSocket for a client with a valid token.
  ///
  /// A refusal has a different form than those of other routes.
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

/// One client's session on the WebSocket, with the topics to which the client has subscribed (A14).
struct Listening: MessageSession {
  private let settings: ListenSettings
  private var topics: Set<BytewiseString> = []

  init(_ settings: ListenSettings) {
    self.settings = settings
  }

  var silenceSeconds: Int? { settings.silenceSeconds }

  /// Processes a message with subscriptions, or a ping; other messages are ignored.
  mutating func receive(_ message: InboundMessage) -> [SessionAction] {
    switch Self.json(message) {
    case .string(let text):
      guard text.hasPrefix(Self.ping) else { return [] }
      let pong = JSON.string("primus::pong::\(text.dropFirst(Self.ping.count))")
      return [.send(pong.text())]
    case .object(let request):
      for topic in Self.topics(request["subscribe"]) {
        topics.insert(BytewiseString(topic))
        // A client that exceeds the limit is not told the reason: its connection is closed.
        guard topics.count <= settings.subscriptions else { return [.end(code: 1008)] }
      }
      for topic in Self.topics(request["unsubscribe"]) { topics.remove(BytewiseString(topic)) }
      return []
    default:
      return []
    }
  }

  /// Returns the action that sends an event to the client, if the client has subscribed to its
  /// topic.
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

  /// Returns the topics in a list, ignoring elements of other forms.
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

/// The limits for clients of the WebSocket, which are the member `listen` of the configuration.
///
/// The limits are part of ``EGF2Configuration`` and have the service's values by default. Change
/// them to test how an app reacts when it is disconnected, because it was silent for too long or
/// had too many subscriptions. They apply to each connection separately.
public struct ListenSettings: Sendable, Hashable {
  /// The number of seconds after which a silent client is disconnected.
  ///
  /// Clients ping every 20 seconds.
  ///
  /// - Source: protocol reference A14.
  public var silenceSeconds = 35
  /// The maximum number of subscriptions of a connection.
  ///
  /// A connection with more subscriptions is closed with code 1008.
  ///
  /// - Source: assumption: the service had no limit of its own.
  public var subscriptions = 10_000

  /// Creates settings with the service's values.
  public init() {}

  /// Creates the settings from an object with the optional members `silence_seconds` and
  /// `subscriptions`.
  init(_ reader: ConfigurationReader) throws(ConfigurationError) {
    try reader.allowOnly("silence_seconds", "subscriptions")
    if let seconds = reader["silence_seconds"] {
      silenceSeconds = Int(try seconds.integer(1...86_400, of: "seconds"))
    }
    if let number = reader["subscriptions"] {
      subscriptions = Int(try number.integer(1...10_000_000))
    }
  }
}
