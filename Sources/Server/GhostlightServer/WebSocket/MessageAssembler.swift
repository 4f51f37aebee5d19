import GhostlightCore
import NIOCore
import NIOWebSocket

/// Puts a client's messages together from its frames, and refuses what RFC 6455 forbids.
struct MessageAssembler {
  private var parts: ByteBuffer?
  private var isText = false
  private let limit: Int

  /// Takes messages of up to `limit` bytes.
  init(limit: Int) {
    self.limit = limit
  }

  /// Takes the next frame.
  mutating func take(_ frame: WebSocketFrame) -> MessageStep {
    // Nobody has agreed on an extension, so the reserved bits mean nothing.
    guard frame.maskKey != nil, !(frame.rsv1 || frame.rsv2 || frame.rsv3) else {
      return .violation(.protocolError)
    }
    let bytes = frame.unmaskedData
    switch frame.opcode {
    case .text where parts == nil, .binary where parts == nil:
      isText = frame.opcode == .text
      return append(bytes, isLast: frame.fin)
    case .continuation where parts != nil:
      return append(bytes, isLast: frame.fin)
    case .ping: return .ping(bytes)
    case .pong: return .pong
    case .connectionClose: return Self.close(bytes)
    default: return .violation(.protocolError)
    }
  }

  private mutating func append(_ bytes: ByteBuffer, isLast: Bool) -> MessageStep {
    var bytes = bytes
    guard (parts?.readableBytes ?? 0) + bytes.readableBytes <= limit else {
      return .violation(.messageTooLarge)
    }
    if parts == nil { parts = bytes } else { parts?.writeBuffer(&bytes) }
    guard isLast, let whole = parts else { return .more }
    parts = nil
    guard isText else { return .message(.bytes(Array(whole.readableBytesView))) }
    guard let text = String(validating: whole.readableBytesView, as: UTF8.self) else {
      return .violation(.dataInconsistentWithMessage)
    }
    return .message(.text(text))
  }

  /// Reads a goodbye: nothing, or a code that may be said and a text.
  private static func close(_ bytes: ByteBuffer) -> MessageStep {
    var bytes = bytes
    guard bytes.readableBytes > 0 else { return .close(nil) }
    guard let code = bytes.readInteger(as: UInt16.self), isSayable(code) else {
      return .violation(.protocolError)
    }
    guard String(validating: bytes.readableBytesView, as: UTF8.self) != nil else {
      return .violation(.dataInconsistentWithMessage)
    }
    return .close(WebSocketErrorCode(codeNumber: Int(code)))
  }

  /// Whether a code may come over the wire.
  ///
  /// - Source: RFC 6455, section 7.4.
  private static func isSayable(_ code: UInt16) -> Bool {
    switch code {
    case 1000...1003, 1007...1014, 3000...4999: true
    default: false
    }
  }
}
