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
  private let messageLimit: Int

  init(_ session: any MessageSession, limits: ServerLimits) {
    self.session = session
    messageLimit = limits.messageBytes
  }

  /// The number of seconds for which a client may be silent; `nil` for no limit.
  var silenceSeconds: Int? { session.silenceSeconds }

  /// Processes a whole message or a control frame from the client, and returns the resulting
  /// actions.
  mutating func handle(_ frame: WebSocketFrame) -> [Action] {
    guard phase != .over else { return [] }
    let bytes = frame.unmaskedData
    if frame.opcode == .connectionClose { return didHearGoodbye(bytes) }
    guard phase == .open else { return [] }
    guard bytes.readableBytes <= messageLimit || frame.opcode.isControlOpcode else {
      return refuse(.messageTooLarge)
    }
    switch frame.opcode {
    case .binary: return follow(session.receive(.bytes(Array(bytes.readableBytesView))))
    case .text:
      guard let text = String(validating: bytes.readableBytesView, as: UTF8.self) else {
        return refuse(.dataInconsistentWithMessage)
      }
      return follow(session.receive(.text(text)))
    case .ping: return [.send(.pong, bytes)]
    case .pong: return []
    default: return refuse(.protocolError)
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

  /// Processes the payload of a close frame: nothing, or an allowed code and a UTF-8 reason.
  private mutating func didHearGoodbye(_ payload: ByteBuffer) -> [Action] {
    var reason = payload
    var code: WebSocketErrorCode?
    if payload.readableBytes > 0 {
      guard let number = reason.readInteger(as: UInt16.self), Self.isSayable(number) else {
        return refuse(.protocolError)
      }
      guard String(validating: reason.readableBytesView, as: UTF8.self) != nil else {
        return refuse(.dataInconsistentWithMessage)
      }
      code = WebSocketErrorCode(codeNumber: Int(number))
    }
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
