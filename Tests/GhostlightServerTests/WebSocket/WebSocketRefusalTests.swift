import GhostlightCore
import HTTPTypes
import TestSupport
import Testing

@testable import GhostlightServer

@Suite(.limitedConcurrency) struct `WebSocket refusals and delays` {
  private let get = "GET /listen HTTP/1.1\r\nHost: h\r\n\r\n"

  @Test func `a plain request to a WebSocket gets 426 and keeps the connection`() throws {
    let wire = try Wire(.parrots)
    try wire.send(get)
    let answer = try wire.received()
    #expect(answer.hasPrefix("HTTP/1.1 426 Upgrade Required\r\nUpgrade: websocket\r\n"))
    #expect(!answer.contains("Connection: close"))
    // The connection can still be used for HTTP.
    try wire.send(get)
    #expect(try wire.received() == answer)
  }

  @Test func `a wrong WebSocket version gets 426 with the right one`() throws {
    let wire = try Wire(.parrots)
    try wire.send(Handshake.request.replacing("Version: 13", with: "Version: 12"))
    let answer = try wire.received()
    #expect(answer.hasPrefix("HTTP/1.1 426 Upgrade Required\r\n"))
    #expect(answer.contains("Sec-WebSocket-Version: 13\r\n"))
    #expect(answer.contains("Connection: close\r\n"))
  }

  @Test func `a responder without WebSockets answers a handshake normally`() throws {
    let wire = try Wire(.echo)
    try wire.open()
    #expect(
      try wire.received() == Response.wire("GET /listen h ", extra: "Connection: close\r\n"))
  }

  @Test func `a handshake waits for the responses before it`() throws {
    let wire = try Wire(.parrots)
    try wire.send(get + Handshake.request)
    wire.run()
    let answer = try wire.received()
    #expect(answer.hasPrefix("HTTP/1.1 426 "))
    #expect(answer.hasSuffix(Handshake.answer))
    try wire.send(.text("here"))
    #expect(try wire.frames() == [ClientFrame.text("here").fromServer])
  }

  @Test(arguments: [Delivery.reset, .empty])
  func `a broken delivery replaces the handshake`(_ delivery: Delivery) throws {
    var response = Response.parrot()
    response.delivery = delivery
    let wire = try Wire(.always(response))
    try wire.open()
    #expect(try wire.received() == "")
  }

  @Test func `a delayed handshake gets its response after the delay`() throws {
    var response = Response.parrot()
    response.delayMilliseconds = 5_000
    let wire = try Wire(.always(response))
    try wire.open()
    wire.pass(milliseconds: 4_999)
    #expect(try wire.received() == "")
    wire.pass(milliseconds: 1)
    #expect(try wire.received() == Handshake.answer)
    try wire.send(.text("here"))
    #expect(try wire.frames() == [ClientFrame.text("here").fromServer])
  }
}
