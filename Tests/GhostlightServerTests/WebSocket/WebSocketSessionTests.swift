import GhostlightCore
import NIOCore
import NIOWebSocket
import Testing

@testable import GhostlightServer

@Suite struct `Sessions of a WebSocket` {
  /// A session that ends after the texts `end` and `code`, and sends other texts twice.
  private struct Twice: MessageSession {
    let silenceSeconds: Int? = 9

    mutating func receive(_ message: InboundMessage) -> [SessionAction] {
      switch message {
      case .text("end"): [.send("bye"), .end(code: nil), .send("late")]
      case .text("code"): [.end(code: 4001), .send("late")]
      case .text(let text): [.send(text), .send(text)]
      case .bytes(let bytes): [.send("\(bytes.count) bytes")]
      }
    }

    mutating func notify(_ event: BackendEvent) -> [SessionAction] {
      event.topic == "end" ? [.end(code: 1001)] : [.send(event.topic + event.text)]
    }
  }

  private static func session(messageBytes: Int = 8) -> WebSocketSession {
    var limits = ServerLimits()
    limits.messageBytes = messageBytes
    return WebSocketSession(Twice(), limits: limits)
  }

  private static func frame(_ opcode: WebSocketOpcode, _ bytes: [UInt8] = []) -> WebSocketFrame {
    WebSocketFrame(fin: true, opcode: opcode, data: ByteBuffer(bytes: bytes))
  }

  private static func text(_ text: String) -> WebSocketFrame { frame(.text, Array(text.utf8)) }

  private static func goodbye(_ code: UInt16?) -> WebSocketSession.Action {
    .send(
      .connectionClose,
      ByteBuffer(bytes: code.map { [UInt8($0 >> 8), UInt8($0 & 0xFF)] } ?? []))
  }

  private static func sent(_ text: String) -> WebSocketSession.Action {
    .send(.text, ByteBuffer(string: text))
  }

  @Test(
    arguments: [
      (999, false), (1000, true), (1001, true), (1003, true), (1004, false), (1006, false),
      (1007, true), (1014, true), (1015, false), (2999, false), (3000, true), (4999, true),
      (5000, false), (0, false), (65_535, false),
    ] as [(UInt16, Bool)])
  func `a close frame gets its own code back if a client may send it`(
    _ code: UInt16, _ isSayable: Bool
  ) {
    var session = Self.session()
    let frame = Self.frame(.connectionClose, [UInt8(code >> 8), UInt8(code & 0xFF)])
    #expect(
      session.handle(frame)
        == (isSayable
          ? [Self.goodbye(code), .close] : [Self.goodbye(1002), .hangUp]))
    #expect(session.phase == .over)
    #expect(session.handle(frame) == [])
  }

  @Test(arguments: [(7, true), (8, true), (9, false)])
  func `a message may have the bytes of the limit`(_ count: Int, _ fits: Bool) {
    for opcode in [WebSocketOpcode.text, .binary] {
      var session = Self.session()
      let actions = session.handle(Self.frame(opcode, Array(repeating: 0x61, count: count)))
      let text = String(repeating: "a", count: count)
      let replies =
        opcode == .text ? [Self.sent(text), Self.sent(text)] : [Self.sent("\(count) bytes")]
      #expect(actions == (fits ? replies : [Self.goodbye(1009), .hangUp]))
    }
    var session = Self.session()
    let ping = Self.frame(.ping, Array(repeating: 1, count: count))
    #expect(session.handle(ping) == [.send(.pong, ping.data)])
    #expect(session.handle(Self.frame(.pong, [1])) == [])
    #expect(session.phase == .open)
  }

  @Test func `after an end of its own a session sends nothing, and waits for the client`() {
    var session = Self.session()
    #expect(session.handle(Self.text("end")) == [Self.sent("bye"), Self.goodbye(nil)])
    #expect(session.phase == .leaving)
    #expect(session.handle(Self.text("more")) == [])
    #expect(session.notify([BackendEvent(topic: "a", text: "b")]) == [])
    #expect(session.leave(.goingAway) == [])
    #expect(session.handle(Self.frame(.connectionClose)) == [.close])
    #expect(session.phase == .over)
    #expect(session.refuse(.protocolError) == [])
    var other = Self.session()
    #expect(other.handle(Self.text("code")) == [Self.goodbye(4001)])
    #expect(other.refuse(.protocolError) == [.hangUp])
    #expect(other.phase == .over)
  }

  @Test func `events are sent in order until one of them ends the session`() {
    var session = Self.session()
    let events = ["a", "b", "end", "c"].map { BackendEvent(topic: $0, text: "1") }
    #expect(
      session.notify(events) == [Self.sent("a1"), Self.sent("b1"), Self.goodbye(1001)])
    #expect(session.silenceSeconds == 9)
  }

  @Test func `a frame that is not a message ends the session with its code`() {
    let rows: [(WebSocketFrame, UInt16)] = [
      (Self.frame(.text, [0xFF]), 1007), (Self.frame(.connectionClose, [3]), 1002),
      (Self.frame(.connectionClose, [3, 232, 0xFF]), 1007), (Self.frame(.continuation), 1002),
    ]
    for (frame, code) in rows {
      var session = Self.session()
      #expect(session.handle(frame) == [Self.goodbye(code), .hangUp])
      #expect(session.phase == .over)
    }
    var session = Self.session()
    #expect(session.leave(nil) == [Self.goodbye(nil)])
    #expect(session.handle(Self.frame(.connectionClose, [3, 232])) == [.close])
  }
}
