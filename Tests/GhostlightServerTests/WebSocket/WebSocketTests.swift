import GhostlightCore
import TestSupport
import Testing

@testable import GhostlightServer

@Suite(.limitedConcurrency) struct `WebSocket frames and timeouts` {
  private func opened(
    _ responder: Responder = .parrots, limits: ServerLimits = .standard
  ) throws -> Wire {
    let wire = try Wire(responder, limits: limits)
    try wire.open()
    try #require(try wire.received() == Handshake.answer)
    return wire
  }

  @Test func `messages, fragments and pings get their replies`() throws {
    let wire = try opened()
    try wire.send(.text("one"), .text("tw", isLast: false), .ping("p"), .more("o", isLast: true))
    try wire.send(.bytes([1, 2, 3]))
    #expect(
      try wire.frames() == [
        ClientFrame.text("one").fromServer, ClientFrame.pong("p").fromServer,
        ClientFrame.text("two").fromServer, ClientFrame.text("3 bytes").fromServer,
      ])
  }

  @Test func `frames may arrive in pieces`() throws {
    let wire = try opened()
    for byte in ClientFrame.text("slow").wire + ClientFrame.text("ly").wire {
      try wire.send([byte])
    }
    #expect(
      try wire.frames() == [
        ClientFrame.text("slow").fromServer, ClientFrame.text("ly").fromServer,
      ])
  }

  @Test func `a close frame gets one with the same code`() throws {
    let wire = try opened()
    try wire.send(.close(4321, "done"), .text("too late"))
    #expect(try wire.frames() == [ClientFrame.close(4321).fromServer])
    #expect(!wire.isOpen)
  }

  @Test func `the server's close frame waits for the client's`() throws {
    let wire = try opened()
    try wire.send(.text("bye"), .text("unheard"))
    #expect(
      try wire.frames() == [
        ClientFrame.text("so soon?").fromServer, ClientFrame.close(4000).fromServer,
      ])
    #expect(wire.isOpen)
    try wire.send(.close(4000))
    #expect(try wire.frames().isEmpty)
    #expect(!wire.isOpen)
  }

  @Test func `the server waits two seconds for the client's close frame`() throws {
    let wire = try opened()
    try wire.send(.text("bye"))
    wire.pass(milliseconds: 1_999)
    #expect(wire.isOpen)
    wire.pass(milliseconds: 1)
    #expect(!wire.isOpen)
  }

  private static let violations: [(ClientFrame, UInt16)] = [
    (ClientFrame(opcode: 1, mask: nil), 1002),
    (ClientFrame(opcode: 1, reserved: 4), 1002),
    (ClientFrame(opcode: 9, isLast: false), 1002),
    (ClientFrame(opcode: 9, payload: Array(repeating: 0, count: 126)), 1002),
    (ClientFrame(opcode: 1, payload: [0xFF]), 1007),
    (ClientFrame(opcode: 1, payload: Array(repeating: 65, count: 201)), 1009),
  ]

  @Test(arguments: violations)
  func `a violation gets a close frame with its code`(_ frame: ClientFrame, _ code: UInt16) throws {
    var limits = ServerLimits()
    limits.messageBytes = 200
    let wire = try opened(limits: limits)
    try wire.send(frame)
    #expect(try wire.frames() == [ClientFrame.close(code).fromServer])
    wire.pass(milliseconds: 2_000)
    #expect(!wire.isOpen)
  }

  @Test func `a message of the maximum size is accepted`() throws {
    var limits = ServerLimits()
    limits.messageBytes = 200
    let wire = try opened(limits: limits)
    let text = String(repeating: "A", count: 200)
    try wire.send(.text(text))
    #expect(try wire.frames() == [ClientFrame.text(text).fromServer])
  }

  @Test func `a WebSocket ends after a silence, which a pong does not interrupt`() throws {
    let wire = try opened(
      Responder(
        name: "impatient",
        immediate: { _ in .parrot(SessionUpgrade(Parrot(silenceSeconds: 35))) }))
    wire.pass(milliseconds: 34_999)
    try wire.send(.ping(""))
    wire.pass(milliseconds: 34_999)
    try wire.send(.text("x"))
    wire.pass(milliseconds: 34_999)
    _ = try wire.received()
    #expect(wire.isOpen)
    try wire.send(.pong(""))
    wire.pass(milliseconds: 1)
    #expect(try wire.frames() == [ClientFrame.close().fromServer])
    wire.pass(milliseconds: 2_000)
    #expect(!wire.isOpen)
  }

  @Test func `a WebSocket outlives the idle time of requests`() throws {
    let wire = try opened()
    wire.pass(milliseconds: 86_400_000)
    #expect(wire.isOpen)
    try wire.send(.text("still here"))
    #expect(try wire.frames() == [ClientFrame.text("still here").fromServer])
  }

  @Test func `events are sent until the subscription ends`() throws {
    let stand = EventStub()
    let wire = try opened(stand.responder)
    #expect(stand.count == 1)
    stand.send("one", "two")
    wire.run()
    #expect(
      try wire.frames() == [ClientFrame.text("one").fromServer, ClientFrame.text("two").fromServer])
    stand.close()
    wire.run()
    stand.send("three")
    wire.run()
    #expect(try wire.frames() == [ClientFrame.close(1001).fromServer])
    try wire.send(.close(1001))
    #expect(!wire.isOpen)
    #expect(stand.count == 0)
  }

  @Test func `a WebSocket reads nothing while its client receives nothing`() throws {
    let wire = try opened()
    wire.setWritable(false)
    try wire.send(.text("a"))
    wire.setWritable(true)
    #expect(try wire.frames() == [ClientFrame.text("a").fromServer])
  }
}
