import GhostlightCore
import NIOCore
import NIOWebSocket

/// A WebSocket's state between two frames: decides, and leaves the doing to ``WebSocketHandler``.
struct WebSocketSession {
  /// How far it is from its end.
  enum Phase {
    /// Messages go both ways.
    case open
    /// We have said goodbye and wait for the client's.
    case leaving
    /// Both have said goodbye, or there is no more to say.
    case over
  }

  /// What is to be done.
  enum Action: Equatable {
    /// Say so.
    case send(WebSocketOpcode, ByteBuffer)
    /// Close the connection once everything is said.
    case close
    /// Say nothing more, once everything is said, and let the client find out.
    case hangUp
  }

  private(set) var phase = Phase.open
  private var session: any MessageSession
  private var assembler: MessageAssembler

  /// Begins a session.
  init(_ session: any MessageSession, limits: ServerLimits) {
    self.session = session
    assembler = MessageAssembler(limit: limits.messageBytes)
  }

  /// Seconds that the client may be silent; `nil` for any time.
  var silenceSeconds: Int? { session.silenceSeconds }

  /// Takes a frame of the client.
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

  /// Takes what happened in the backend.
  mutating func notify(_ events: [BackendEvent]) -> [Action] {
    var actions: [Action] = []
    for item in events where phase == .open { actions += follow(session.notify(item)) }
    return actions
  }

  /// Says goodbye, where that is not done, and waits for the client's.
  mutating func leave(_ code: WebSocketErrorCode?) -> [Action] {
    guard phase == .open else { return [] }
    phase = .leaving
    return [Self.goodbye(code)]
  }

  /// Says why, and goes: what comes after a violation cannot be understood.
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

/// What a frame leads to.
enum MessageStep: Equatable {
  /// Nothing yet.
  case more
  /// A message is complete.
  case message(InboundMessage)
  /// The client wants to hear these bytes back.
  case ping(ByteBuffer)
  /// The client answers a ping.
  case pong
  /// The client says goodbye.
  case close(WebSocketErrorCode?)
  /// The client breaks the rules.
  case violation(WebSocketErrorCode)
}
