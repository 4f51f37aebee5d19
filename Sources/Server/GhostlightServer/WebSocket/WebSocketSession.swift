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
  private var conversation: any Conversation
  private var assembler: MessageAssembler

  /// Begins a conversation.
  init(_ conversation: any Conversation, limits: ServerLimits) {
    self.conversation = conversation
    assembler = MessageAssembler(limit: limits.messageBytes)
  }

  /// Seconds that the client may be silent; `nil` for any time.
  var silenceSeconds: Int? { conversation.silenceSeconds }

  /// Takes a frame of the client.
  mutating func take(_ frame: WebSocketFrame) -> [Action] {
    guard phase != .over else { return [] }
    let step = assembler.take(frame)
    if case .close(let code) = step { return didHearGoodbye(code) }
    guard phase == .open else { return [] }
    switch step {
    case .message(let message): return follow(conversation.hear(message))
    case .ping(let bytes): return [.send(.pong, bytes)]
    case .violation(let code): return refuse(code)
    case .more, .pong, .close: return []
    }
  }

  /// Takes what happened in the backend.
  mutating func learn(_ news: [News]) -> [Action] {
    var actions: [Action] = []
    for item in news where phase == .open { actions += follow(conversation.learn(item)) }
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

  private mutating func follow(_ steps: [ConversationStep]) -> [Action] {
    var actions: [Action] = []
    for step in steps where phase == .open {
      switch step {
      case .say(let text): actions.append(.send(.text, ByteBuffer(string: text)))
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
