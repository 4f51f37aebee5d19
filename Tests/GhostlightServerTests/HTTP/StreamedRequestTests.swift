import GhostlightCore
import HTTPTypes
import Synchronization
import TestSupport
import Testing

@testable import GhostlightServer

/// A responder that stores streamed requests until the test responds to them.
private final class Receiver: Sendable {
  struct Taken {
    var request: Request
    var body: BodyStream?
    var completion: DeferredResponse.Completion
  }

  private let state = Mutex<(taken: [Taken], pieces: [String], cancelled: Int)>(([], [], 0))

  var requests: [Request] { state.withLock { $0.taken.map(\.request) } }

  /// The pulled pieces: their text, `end` after the last one, or `broken: ` with the reason.
  var pieces: [String] { state.withLock { $0.pieces } }

  /// The number of requests that were cancelled.
  var cancelled: Int { state.withLock { $0.cancelled } }

  var hasStream: Bool { state.withLock { $0.taken.last?.body != nil } }

  var responder: Responder {
    Responder(name: "receiver", streamsBodies: true) { [self] request, body in
      .deferred(
        DeferredResponse(
          waits: true,
          begin: { _, completion in
            self.state.withLock {
              $0.taken.append(Taken(request: request, body: body, completion: completion))
            }
          }, cancel: { self.state.withLock { $0.cancelled += 1 } }))
    }
  }

  /// Pulls the next piece of the last request's body.
  func pull() {
    let body = state.withLock { $0.taken.last?.body }
    body?.pull(by: ManualExecutor()) { [self] piece in
      let text =
        switch piece {
        case .success(let bytes?): String(decoding: bytes, as: UTF8.self)
        case .success(nil): "end"
        case .failure(let interruption): "broken: \(interruption.reason)"
        }
      state.withLock { $0.pieces.append(text) }
    }
  }

  /// Completes the last request with a response, and removes the request.
  func answer(_ response: Response) {
    let taken = state.withLock { $0.taken.removeLast() }
    taken.completion(response)
  }
}

@Suite(.limitedConcurrency) struct `Requests with streamed bodies` {
  private static let head = "POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 6\r\n\r\n"

  @Test func `a streamed request begins before its body is complete`() throws {
    let receiver = Receiver()
    let wire = try Wire(receiver.responder)
    try wire.send(Self.head + "ab")
    #expect(receiver.requests.map(\.body) == [Array("ab".utf8)])
    receiver.pull()
    #expect(receiver.pieces == [])
    try wire.send("cd")
    #expect(receiver.pieces == ["cd"])
    try wire.send("ef")
    receiver.pull()
    receiver.pull()
    #expect(receiver.pieces == ["cd", "ef", "end"])
    receiver.answer(.text("done"))
    wire.run()
    #expect(try wire.received() == Response.wire("done"))
    #expect(wire.isOpen)
  }

  @Test(arguments: [
    ("GET /a HTTP/1.1\r\nHost: h\r\n\r\n", ""), (head + "abcdef", "abcdef"),
    (
      "POST /a HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n\r\n", "ab"
    ),
  ])
  func `a request in one read has its whole body`(_ text: String, _ body: String) throws {
    let receiver = Receiver()
    try Wire(receiver.responder).send(text)
    #expect(receiver.requests.map(\.body) == [Array(body.utf8)])
    #expect(!receiver.hasStream)
  }

  @Test func `a streamed body may exceed the limits and be chunked`() throws {
    let receiver = Receiver()
    var limits = ServerLimits.standard
    limits.bodyBytes = 3
    limits.allBodiesBytes = 3
    let wire = try Wire(receiver.responder, limits: limits)
    try wire.send("POST /a HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n")
    try wire.send("3\r\nfgh\r\n0\r\n\r\n")
    receiver.pull()
    receiver.pull()
    #expect(receiver.requests.map(\.body) == [Array("abcde".utf8)])
    #expect(receiver.pieces == ["fgh", "end"])
  }

  @Test func `a body is not read further until its reader asks for more`() throws {
    let receiver = Receiver()
    let wire = try Wire(receiver.responder)
    try wire.send("POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 1000000\r\n\r\n")
    #expect(wire.wantsMore())
    try wire.send([UInt8](repeating: 120, count: BodyPipe.capacity))
    #expect(!wire.wantsMore())
    receiver.pull()
    wire.run()
    #expect(wire.wantsMore())
    #expect(receiver.pieces.map(\.utf8.count) == [BodyPipe.capacity])
  }

  @Test func `a streamed request gets 100 Continue`() throws {
    let receiver = Receiver()
    let wire = try Wire(receiver.responder)
    try wire.send(
      "POST /a HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
    #expect(try wire.received() == "HTTP/1.1 100 Continue\r\n\r\n")
    #expect(receiver.hasStream)
  }

  @Test func `a body that its client breaks off is reported and ends the connection`() throws {
    let receiver = Receiver()
    let wire = try Wire(receiver.responder)
    try wire.send("POST /a HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n")
    receiver.pull()
    try wire.send("no size\r\n")
    #expect(receiver.pieces == ["broken: the client broke off"])
    receiver.answer(.text("so?"))
    wire.run()
    #expect(try wire.received() == Response.wire("so?", extra: "Connection: close\r\n"))
  }

  @Test func `a body that arrives too slowly is reported`() throws {
    let receiver = Receiver()
    let wire = try Wire(receiver.responder)
    try wire.send(Self.head + "ab")
    receiver.pull()
    wire.pass(milliseconds: Int64(ServerLimits.standard.idleSeconds) * 1000 + 1)
    #expect(receiver.pieces == ["broken: the client sends too slowly"])
  }

  @Test func `a slow streamed request continues while bytes arrive`() throws {
    let receiver = Receiver()
    let wire = try Wire(receiver.responder)
    try wire.send("POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 1000\r\n\r\n")
    for _ in 0..<20 {
      wire.pass(milliseconds: 70_000)
      try wire.send("x")
    }
    receiver.pull()
    #expect(receiver.pieces == [String(repeating: "x", count: 20)])
    #expect(wire.isOpen)
  }

  @Test func `a streamed request reserves space only for bytes not yet received`() throws {
    let receiver = Receiver()
    let resources = ServerResources(executor: ManualExecutor(), limits: .standard)
    let all = resources.bodies.freeBytes
    let wire = try Wire(receiver.responder, sharing: resources)
    try wire.send("POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 1000000\r\n\r\n")
    #expect(resources.bodies.freeBytes == all)
    try wire.send([UInt8](repeating: 120, count: 20_000))
    #expect(resources.bodies.freeBytes == all - 2 * BodyPipe.capacity)
    receiver.pull()
    receiver.pull()
    try wire.send("x")
    #expect(receiver.pieces.map(\.utf8.count) == [20_000, 1])
    #expect(resources.bodies.freeBytes == all)
  }

  @Test func `an early response to a streamed request ends the connection`() throws {
    let receiver = Receiver()
    let wire = try Wire(receiver.responder)
    try wire.send(Self.head + "ab")
    receiver.answer(Response(.contentTooLarge, headers: [.date: "then"]))
    wire.run()
    #expect(
      try wire.received() == """
        HTTP/1.1 413 Content Too Large\r\nDate: then\r\nContent-Length: 0\r\n\
        Connection: close\r\n\r\n
        """)
  }

  @Test func `a request is cancelled with its connection, but not by closed input`() throws {
    let receiver = Receiver()
    let wire = try Wire(receiver.responder)
    try wire.send("GET /a HTTP/1.1\r\nHost: h\r\n\r\n")
    wire.closeInput()
    wire.run()
    #expect(receiver.cancelled == 0)
    try wire.close()
    #expect(receiver.cancelled == 1)
  }
}
