/// One complete message of a client.
public enum ConversationMessage: Sendable, Hashable {
  /// A text.
  case text(String)
  /// Bytes that the client does not call a text.
  case bytes([UInt8])
}
