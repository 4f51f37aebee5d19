import GhostlightCore
import NIOCore
import NIOWebSocket

/// The state machine of a WebSocket, which makes all decisions for ``WebSocketHandler``.
struct WebSocketSession {
  /// The phases of closing a WebSocket.
  enum Phase {
    /// Messages are sent in both directions.
    case open
    /// The server has sent its close frame and waits for the client's.
    case leaving
    /// Both sides have sent their close frames, or the server sends nothing more for another
    /// reason.
    case over
  }

  /// An action that the handler must perform.
  enum Action: Equatable {
    /// Send a frame.
    case send(WebSocketOpcode, ByteBuffer)
    /// Close the connection after all frames are sent.
    case close
    /// Close the sending side after all frames are sent, and wait for the client to close its side.
    case hangUp
  }

  private(set) var phase = Phase.open
  private var session: any MessageSession
  private var assembler: MessageAssembler

  init(_ session: any MessageSession, limits: ServerLimits) {
    self.session = session
    assembler = MessageAssembler(limit: limits.messageBytes)
  }

  /// The number of seconds for which a client may be silent; `nil` for no limit.
  var silenceSeconds: Int? { session.silenceSeconds }

  /// Processes a frame from the client, and returns the resulting actions.
  mutating func take(_ frame: WebSocketFrame) -> [Action] {
    guard phase != .over else { return [] }
    let step = assembler.take(frame)
    if case .close(let code) = step { return didHearGoodbye(code) }
    guard phase == .open else { return [] }
    switch step {
    case .message(let message): return follow(session.receive(message))
    case .ping(let bytes): return [.send(.pong, bytes)]
    case .violation(let code): return refuse(code)
    case .more, .pong, .close: return []
    }
  }

  /// Passes backend events to the session, and returns the resulting actions.
  mutating func notify(_ events: [BackendEvent]) -> [Action] {
    var actions: [Action] = []
    for item in events where phase == .open { actions += follow(session.notify(item)) }
    return actions
  }

  /// Returns the action that sends a close frame and waits for the client's, unless one was sent.
  mutating func leave(_ code: WebSocketErrorCode?) -> [Action] {
    guard phase == .open else { return [] }
    phase = .leaving
    return [Self.goodbye(code)]
  }

  /// Sends a close frame and ends, because later frames cannot be interpreted after a violation.
  mutating func refuse(_ code: WebSocketErrorCode) -> [Action] {
    defer { phase = .over }
    switch phase {
    case .open: return [Self.goodbye(code), .hangUp]
    case .leaving: return [.hangUp]
    case .over: return []
    }
  }

  private mutating func didHearGoodbye(_ code: WebSocketErrorCode?) -> [Action] {
    defer { phase = .over }
    return phase == .open ? [Self.goodbye(code), .close] : [.close]
  }

  private mutating func follow(_ steps: [SessionAction]) -> [Action] {
    var actions: [Action] = []
    for step in steps where phase == .open {
      switch step {
      case .send(let text): actions.append(.send(.text, ByteBuffer(string: text)))
      case .end(let code):
        actions += leave(code.map { WebSocketErrorCode(codeNumber: Int($0)) })
      }
    }
    return actions
  }

  private static func goodbye(_ code: WebSocketErrorCode?) -> Action {
    var bytes = ByteBuffer()
    if let code { bytes.write(webSocketErrorCode: code) }
    return .send(.connectionClose, bytes)
  }
}

/// Assembles a client's messages from frames, and rejects frames that RFC 6455 forbids.
struct MessageAssembler {
  private var parts: ByteBuffer?
  private var isText = false
  private let limit: Int

  /// Creates an assembler; a message may have up to `limit` bytes.
  init(limit: Int) {
    self.limit = limit
  }

  /// Processes the next frame from the client.
  mutating func take(_ frame: WebSocketFrame) -> MessageStep {
    // No extension was negotiated, so the reserved bits must not be set.
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

  /// Parses the payload of a close frame: nothing, or an allowed code and a UTF-8 reason.
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

  /// Returns whether a close frame may contain this code.
  ///
  /// - Source: RFC 6455, section 7.4.
  private static func isSayable(_ code: UInt16) -> Bool {
    switch code {
    case 1000...1003, 1007...1014, 3000...4999: true
    default: false
    }
  }
}

/// The result of processing a frame.
enum MessageStep: Equatable {
  /// The message is not complete yet.
  case more
  /// A message is complete.
  case message(InboundMessage)
  /// The client sent a ping, and expects a pong with these bytes.
  case ping(ByteBuffer)
  /// The client sent a pong.
  case pong
  /// The client sent a close frame, optionally with a code.
  case close(WebSocketErrorCode?)
  /// The client violated the protocol; the value is the code for the server's close frame.
  case violation(WebSocketErrorCode)
}
