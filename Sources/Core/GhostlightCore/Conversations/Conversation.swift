/// Our side of a connection that stays open after its request, such as a WebSocket: a value.
///
/// It knows neither sockets nor frames. Whoever holds the connection hands it what the client says
/// and what happened in the backend, and does what it answers.
public protocol Conversation: Sendable {
  /// Seconds that the client may be silent before it is taken for gone; `nil` for any time.
  var silenceSeconds: Int? { get }

  /// Takes what the client says.
  mutating func hear(_ message: ConversationMessage) -> [ConversationStep]

  /// Takes what happened in the backend.
  mutating func learn(_ news: News) -> [ConversationStep]
}

extension Conversation {
  /// Any time.
  public var silenceSeconds: Int? { nil }

  /// Nothing that happens matters.
  public mutating func learn(_ news: News) -> [ConversationStep] { [] }
}
