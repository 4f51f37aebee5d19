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
