import GhostlightCore
import TestSupport
import Testing

@testable import GhostlightServer

@Suite(.limitedConcurrency) struct `WebSocket messages` {
  private func opened(messageBytes: Int) throws -> Wire {
    var limits = ServerLimits()
    limits.messageBytes = messageBytes
    let wire = try Wire(.parrots, limits: limits)
    try wire.open()
    try #require(try wire.received() == Handshake.answer)
    return wire
  }

  /// Frames of a client, and the server's replies: parrots' messages, pongs, or a close frame with
  /// the code of a violation.
  private static let table: [([ClientFrame], [ClientFrame])] = [
    ([.text("hé")], [.text("hé")]),
    ([.text("")], [.text("")]),
    ([.bytes([0xFF])], [.text("1 bytes")]),
    (
      [
        .text("a", isLast: false), .ping("7"), .more("b", isLast: false), .more("c", isLast: true),
        .text("d"),
      ],
      [.pong("7"), .text("abc"), .text("d")]
    ),
    // A UTF-8 character may be split between two frames.
    (
      [
        ClientFrame(opcode: 1, payload: [0xC3], isLast: false),
        ClientFrame(opcode: 0, payload: [0xA9]),
      ],
      [.text("é")]
    ),
    ([.pong("")], []),
    ([ClientFrame(opcode: 1, payload: [0xFF])], [.close(1007)]),
    ([.text("x", isLast: false), .text("y")], [.close(1002)]),
    ([.text("x", isLast: false), .text("y", isLast: false)], [.close(1002)]),
    ([.more("x", isLast: true)], [.close(1002)]),
    ([ClientFrame(opcode: 1, mask: nil)], [.close(1002)]),
    ([ClientFrame(opcode: 1, reserved: 2)], [.close(1002)]),
    ([.text("x", isLast: false), ClientFrame(opcode: 0, mask: nil)], [.close(1002)]),
    ([.text("x", isLast: false), ClientFrame(opcode: 0, reserved: 2)], [.close(1002)]),
    ([ClientFrame(opcode: 3)], [.close(1002)]),
    ([ClientFrame(opcode: 11)], [.close(1002)]),
    ([.text("123456789")], [.close(1009)]),
    ([.text("12345", isLast: false), .more("6789", isLast: true)], [.close(1009)]),
    ([.text("12345", isLast: false), .more("678", isLast: true)], [.text("12345678")]),
    ([.text("x", isLast: false), .close(1000)], [.close(1000)]),
    ([.close()], [.close()]),
    ([.close(1000)], [.close(1000)]),
    ([.close(1000, "ok")], [.close(1000)]),
    ([ClientFrame(opcode: 8, payload: [3])], [.close(1002)]),
    ([.close(1005)], [.close(1002)]),
    ([ClientFrame(opcode: 8, payload: [3, 232, 0xFF])], [.close(1007)]),
  ]

  @Test(arguments: table)
  func `frames become messages or violations`(
    _ frames: [ClientFrame], _ replies: [ClientFrame]
  ) throws {
    let wire = try opened(messageBytes: 8)
    try wire.send(frames.flatMap(\.wire))
    #expect(try wire.frames() == replies.map(\.fromServer))
  }

  @Test(arguments: [(1024, ClientFrame.text("x")), (1025, .close(1009))])
  func `a message has at most 1024 frames`(_ count: Int, _ reply: ClientFrame) throws {
    let wire = try opened(messageBytes: 8)
    var frames = [ClientFrame.text("x", isLast: false)]
    for index in 2...count { frames.append(.more("", isLast: index == count)) }
    try wire.send(frames.flatMap(\.wire))
    #expect(try wire.frames() == [reply.fromServer])
  }

  @Test func `fragments are a sign of life`() throws {
    let wire = try Wire(
      Responder(
        name: "impatient",
        immediate: { _ in .parrot(SessionUpgrade(Parrot(silenceSeconds: 35))) }))
    try wire.open()
    _ = try wire.received()
    try wire.send(ClientFrame.text("x", isLast: false))
    wire.pass(milliseconds: 34_999)
    try wire.send(ClientFrame.more("y", isLast: false))
    wire.pass(milliseconds: 34_999)
    try wire.send(ClientFrame.more("z", isLast: true))
    #expect(try wire.frames() == [ClientFrame.text("xyz").fromServer])
  }
}
