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

/// One complete message of a client.
public enum ConversationMessage: Sendable, Hashable {
  /// A text.
  case text(String)
  /// Bytes that the client does not call a text.
  case bytes([UInt8])
}

/// What a conversation does next.
public enum ConversationStep: Sendable, Hashable {
  /// Says a text.
  case say(String)
  /// Says goodbye, with a status code where there is a reason.
  ///
  /// - Source: RFC 6455, section 7.4.
  case end(code: UInt16?)
}

/// What a response carries whose request becomes a conversation.
///
/// A backend makes it of a value; the stage adds where news comes from.
public final class ConversationOpening: Sendable {
  /// The conversation as it begins.
  public let conversation: any Conversation
  /// Where what happens in the backend is to be heard; `nil` where nobody tells.
  public let news: NewsFeed?

  /// Makes an opening.
  public init(_ conversation: any Conversation, news: NewsFeed? = nil) {
    self.conversation = conversation
    self.news = news
  }

  /// The same opening with a source of news.
  public func hearing(_ news: NewsFeed) -> ConversationOpening {
    ConversationOpening(conversation, news: news)
  }
}

extension ConversationOpening: Hashable {
  /// Whether both begin a conversation of the same kind; what is said in it is not compared.
  public static func == (one: ConversationOpening, other: ConversationOpening) -> Bool {
    type(of: one.conversation) == type(of: other.conversation)
  }

  /// Hashes the kind.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(type(of: conversation)))
  }
}
