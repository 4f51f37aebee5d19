import GhostlightCore
import NIOCore
import NIOWebSocket
import TestSupport
import Testing

@testable import GhostlightServer

@Suite(.limitedConcurrency) struct `Message assembler` {
  private static func frame(
    _ opcode: WebSocketOpcode, _ bytes: [UInt8] = [], isLast: Bool = true, isMasked: Bool = true,
    isReserved: Bool = false
  ) -> WebSocketFrame {
    WebSocketFrame(
      fin: isLast, rsv2: isReserved, opcode: opcode, maskKey: isMasked ? [0, 0, 0, 0] : nil,
      data: ByteBuffer(bytes: bytes))
  }

  private static func text(_ text: String, isLast: Bool = true) -> WebSocketFrame {
    frame(.text, Array(text.utf8), isLast: isLast)
  }

  private static func more(_ text: String, isLast: Bool = true) -> WebSocketFrame {
    frame(.continuation, Array(text.utf8), isLast: isLast)
  }

  private static let table: [([WebSocketFrame], [MessageStep])] = [
    ([text("hé")], [.message(.text("hé"))]),
    ([text("")], [.message(.text(""))]),
    ([frame(.binary, [0xFF])], [.message(.bytes([0xFF]))]),
    (
      [
        text("a", isLast: false), frame(.ping, [7]), more("b", isLast: false), more("c"), text("d"),
      ],
      [.more, .ping(ByteBuffer(bytes: [7])), .more, .message(.text("abc")), .message(.text("d"))]
    ),
    // A UTF-8 character may be split between two frames.
    (
      [frame(.text, [0xC3], isLast: false), frame(.continuation, [0xA9])],
      [.more, .message(.text("é"))]
    ),
    ([frame(.pong)], [.pong]),
    ([frame(.text, [0xFF])], [.violation(.dataInconsistentWithMessage)]),
    ([text("x", isLast: false), text("y")], [.more, .violation(.protocolError)]),
    ([more("x")], [.violation(.protocolError)]),
    ([frame(.text, isMasked: false)], [.violation(.protocolError)]),
    ([frame(.text, isReserved: true)], [.violation(.protocolError)]),
    ([text("123456789")], [.violation(.messageTooLarge)]),
    ([text("12345", isLast: false), more("6789")], [.more, .violation(.messageTooLarge)]),
    ([text("12345", isLast: false), more("678")], [.more, .message(.text("12345678"))]),
    ([frame(.connectionClose)], [.close(nil)]),
    ([frame(.connectionClose, [3, 232])], [.close(.normalClosure)]),
    ([frame(.connectionClose, [3, 232, 0x6F, 0x6B])], [.close(.normalClosure)]),
    ([frame(.connectionClose, [3])], [.violation(.protocolError)]),
    ([frame(.connectionClose, [3, 237])], [.violation(.protocolError)]),
    ([frame(.connectionClose, [3, 232, 0xFF])], [.violation(.dataInconsistentWithMessage)]),
  ]

  @Test(arguments: table)
  func `frames become messages or violations`(_ frames: [WebSocketFrame], _ steps: [MessageStep]) {
    var assembler = MessageAssembler(limit: 8)
    #expect(frames.map { assembler.take($0) } == steps)
  }

  @Test(arguments: [WebSocketOpcode(encodedWebSocketOpcode: 3), .init(encodedWebSocketOpcode: 11)])
  func `unknown kinds of frames are refused`(_ opcode: WebSocketOpcode?) throws {
    var assembler = MessageAssembler(limit: 8)
    let frame = Self.frame(try #require(opcode))
    #expect(assembler.take(frame) == .violation(.protocolError))
  }
}
