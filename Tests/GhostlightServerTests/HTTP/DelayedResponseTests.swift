import GhostlightCore
import HTTPTypes
import TestSupport
import Testing

@testable import GhostlightServer

@Suite(.limitedConcurrency) struct `Delayed responses` {
  private static let get = "GET /a HTTP/1.1\r\nHost: h\r\n\r\n"
  private static let hour: Int64 = 3_600_000

  /// Returns a responder whose responses have a body of `bytes` bytes, and an hour of delay.
  private static func late(_ bytes: Int = 1) -> Responder {
    var response = Response.text(String(repeating: "x", count: bytes))
    response.delayMilliseconds = Int(hour)
    return .always(response)
  }

  @Test func `a delayed response does not delay those of other connections`() throws {
    let resources = ServerResources(executor: ManualExecutor(), limits: .standard)
    let slow = try Wire(Self.late(), sharing: resources)
    let other = try Wire(.echo, sharing: resources)
    try slow.send(Self.get)
    try other.send(Self.get)
    #expect(try slow.received() == "")
    #expect(try other.received() == Response.wire("GET /a h "))
    slow.pass(milliseconds: Self.hour)
    #expect(try slow.received() == Response.wire("x"))
  }

  @Test func `a delay ends when the client closes its side`() throws {
    let wire = try Wire(Self.late())
    try wire.send(Self.get + Self.get)
    #expect(try wire.received() == "")
    wire.closeInput()
    #expect(
      try wire.received()
        == Response.wire("x") + Response.wire("x", extra: "Connection: close\r\n"))
    wire.run()
    #expect(!wire.isOpen)
  }

  @Test func `a delay ends when the server stops`() throws {
    let wire = try Wire(Self.late())
    try wire.send(Self.get)
    wire.drain()
    #expect(try wire.received() == Response.wire("x", extra: "Connection: close\r\n"))
  }

  /// Each response counts as 1024 bytes more than its body.
  @Test func `beyond the limit of bytes, responses are sent at once with the reason`() throws {
    var limits = ServerLimits.standard
    limits.delayedBytes = 3000
    let resources = ServerResources(executor: ManualExecutor(), limits: limits)
    let first = try Wire(Self.late(476), limits: limits, sharing: resources)
    let second = try Wire(Self.late(476), limits: limits, sharing: resources)
    let third = try Wire(Self.late(), limits: limits, sharing: resources)
    try first.send(Self.get)
    try second.send(Self.get)
    try third.send(Self.get)
    #expect(try [first.received(), second.received()] == ["", ""])
    let reason = "X-Ghostlight-Latency: 0ms; 3000 bytes of responses are delayed\r\n"
    let atOnce = Response.wire("x").replacing("then\r\n", with: "then\r\n" + reason)
    #expect(try third.received() == atOnce)
    // A client that leaves makes room again, before its delay would have ended.
    try first.close()
    try third.send(Self.get)
    #expect(try third.received() == "")
    third.pass(milliseconds: Self.hour)
    #expect(try third.received() == Response.wire("x"))
  }

  @Test(arguments: [100, 101, 102, 103, 199])
  func `an interim status as the final one becomes an error, because the client would wait`(
    _ code: Int
  ) throws {
    let wire = try Wire(.always(Response(HTTPResponse.Status(code: code))))
    try wire.send(Self.get + Self.get)
    let text = try wire.received()
    let reason = "the responder returned the status \(code), after which no response follows"
    let head =
      "HTTP/1.1 502 Bad Gateway\r\nContent-Type: text/plain; charset=utf-8\r\n"
      + "X-Ghostlight-Reason: \(reason)\r\nDate: Thu, 01 Jan 1970 00:00:00 GMT\r\n"
      + "Content-Length: \(reason.utf8.count)\r\n\r\n"
    #expect(text == head + reason + head + reason)
  }
}
