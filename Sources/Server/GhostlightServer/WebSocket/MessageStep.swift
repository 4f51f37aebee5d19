import GhostlightCore
import NIOCore
import NIOWebSocket

/// What a frame leads to.
enum MessageStep: Equatable {
  /// Nothing yet.
  case more
  /// A message is complete.
  case message(ConversationMessage)
  /// The client wants to hear these bytes back.
  case ping(ByteBuffer)
  /// The client answers a ping.
  case pong
  /// The client says goodbye.
  case close(WebSocketErrorCode?)
  /// The client breaks the rules.
  case violation(WebSocketErrorCode)
}
