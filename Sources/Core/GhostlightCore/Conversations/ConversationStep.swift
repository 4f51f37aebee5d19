/// What a conversation does next.
public enum ConversationStep: Sendable, Hashable {
  /// Says a text.
  case say(String)
  /// Says goodbye, with a status code where there is a reason.
  ///
  /// - Source: RFC 6455, section 7.4.
  case end(code: UInt16?)
}
