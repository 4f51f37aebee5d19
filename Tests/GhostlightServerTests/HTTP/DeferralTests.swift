import GhostlightCore
import Synchronization
import TestSupport
import Testing

@testable import GhostlightServer

@Suite(.limitedConcurrency) struct `Deferred responses` {
  private let backend = DeferringBackend()
  private let executor = ManualExecutor()

  private func wire(_ limits: ServerLimits = .standard) throws -> Wire {
    try Wire(backend.responder, limits: limits, executor: executor)
  }

  private func request(_ method: String, _ target: String) -> String {
    "\(method) \(target) HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n\r\n"
  }

  @Test func `a response that is ready is sent at once`() throws {
    let wire = try wire()
    try wire.send(request("POST", "/now") + request("GET", "/now"))
    #expect(try wire.received() == Response.wire("/now") + Response.wire("/now"))
    #expect(executor.count == 0)
  }

  @Test func `a deferred response is sent after its work has run`() throws {
    let wire = try wire()
    try wire.send(request("POST", "/a"))
    #expect(try wire.received() == "")
    executor.runNext()
    wire.run()
    #expect(try wire.received() == Response.wire("/a done"))
    try wire.send(request("POST", "/now"))
    #expect(try wire.received() == Response.wire("/now"))
  }

  @Test(arguments: [
    (["GET /a", "GET /b", "HEAD /c"], 3), (["GET /a", "POST /b", "GET /c"], 1),
    (["POST /a", "GET /b"], 1), (["POST /a", "POST /now"], 1), (["GET /a", "POST /now"], 1),
  ])
  func `only requests that read are worked on at the same time`(
    _ requests: [String], _ begun: Int
  ) throws {
    let wire = try wire()
    let pairs = requests.map { $0.split(separator: " ").map(String.init) }
    try wire.send(pairs.map { request($0[0], $0[1]) }.joined())
    #expect(executor.count == begun)
    var text = ""
    for _ in requests {
      executor.runNext()
      wire.run()
      text += try wire.received()
    }
    let expected = pairs.map { pair in
      let body = pair[1] == "/now" ? "/now" : "\(pair[1]) done"
      guard pair[0] == "HEAD" else { return Response.wire(body) }
      return "HTTP/1.1 200 OK\r\nDate: then\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
    }
    #expect(text == expected.joined())
  }

  @Test func `deferred responses keep the order of their requests`() throws {
    let wire = try wire()
    try wire.send(request("GET", "/a") + request("GET", "/now"))
    #expect(try wire.received() == "")
    executor.runNext()
    wire.run()
    #expect(try wire.received() == Response.wire("/a done") + Response.wire("/now"))
  }

  @Test func `a client that closes its input cancels deferred and waiting requests`() throws {
    let wire = try wire()
    try wire.send(request("POST", "/a") + request("POST", "/b"))
    wire.closeInput()
    #expect(backend.cancelledTargets == ["/a"])
    executor.runNext()
    wire.run()
    let text = try wire.received()
    #expect(text == Response.wire("/a cancelled", extra: "Connection: close\r\n"))
    #expect(!wire.isOpen)
    #expect(executor.count == 0)
  }

  @Test(arguments: [true, false])
  func `closed input cancels a computation, but not the wait for another server`(
    _ waits: Bool
  ) throws {
    let cancelled = Mutex(0)
    let responder = Responder(name: "deferring") { _, _ in
      .deferred(
        DeferredResponse(
          waits: waits, begin: { _, _ in }, cancel: { cancelled.withLock { $0 += 1 } }))
    }
    let wire = try Wire(responder)
    try wire.send(request("GET", "/a"))
    wire.closeInput()
    wire.run()
    #expect(cancelled.withLock { $0 } == (waits ? 0 : 1))
    try wire.close()
    #expect(cancelled.withLock { $0 } > 0)
  }

  @Test func `a connection that closes cancels deferred requests`() throws {
    let wire = try wire()
    try wire.send(request("GET", "/a") + request("GET", "/b") + request("POST", "/c"))
    try wire.close()
    #expect(backend.cancelledTargets == ["/a", "/b"])
    executor.runNext()
    executor.runNext()
    wire.run()
    #expect(executor.count == 0)
  }

  @Test func `a full executor is reported in the response`() throws {
    let wire = try Wire(backend.responder, executor: ManualExecutor(limit: 0))
    try wire.send(request("GET", "/a"))
    wire.run()
    #expect(try wire.received() == Response.wire("/a busy"))
  }

  @Test func `a large body is written as fast as the client receives it`() throws {
    let body = String(repeating: "0123456789abcdef", count: 50_000)
    let wire = try Wire(.always(.text(body)))
    wire.stopTakingAfterNextWrite()
    try wire.send(request("GET", "/a") + request("GET", "/b"))
    let head = "HTTP/1.1 200 OK\r\nDate: then\r\nContent-Length: 800000\r\n\r\n"
    let whole = head + body + head + body
    var text = try wire.received()
    #expect(text.utf8.count < 300_000)
    var rounds = 1
    while text.utf8.count < whole.utf8.count, rounds < 20 {
      wire.stopTakingAfterNextWrite()
      wire.setWritable(true)
      wire.run()
      let piece = try wire.received()
      #expect(piece.utf8.count < 600_000)
      text += piece
      rounds += 1
    }
    #expect(text == whole)
    #expect(rounds >= 6)
  }
}
