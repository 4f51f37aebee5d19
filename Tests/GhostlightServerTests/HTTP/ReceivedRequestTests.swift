import GhostlightCore
import HTTPTypes
import NIOCore
import NIOHTTP1
import TestSupport
import Testing

@testable import GhostlightServer

@Suite(.limitedConcurrency) struct `Received requests` {
  private func machine(bodyBytes: Int = 10) -> ConnectionStateMachine {
    var limits = ServerLimits()
    limits.bodyBytes = bodyBytes
    return ConnectionStateMachine(scheme: "https", authority: "here:1", limits: limits)
  }

  private func head(
    _ method: HTTPMethod = .GET, _ uri: String = "/a", version: HTTPVersion = .http1_1,
    _ fields: [(String, String)] = [("Host", "h")]
  ) -> HTTPServerRequestPart {
    .head(HTTPRequestHead(version: version, method: method, uri: uri, headers: .init(fields)))
  }

  private func body(_ text: String) -> HTTPServerRequestPart { .body(ByteBuffer(string: text)) }

  @Test func `a request is assembled from its parts`() {
    var machine = machine()
    let fields = [("Host", "h:2"), ("X-A", "1"), ("Content-Length", "4")]
    #expect(machine.action(after: head(.POST, "/a?b[c]", fields)) == nil)
    #expect(machine.action(after: body("ab")) == nil)
    #expect(machine.action(after: body("cd")) == nil)
    let request = Request(
      .post, "/a?b[c]", scheme: "https", authority: "h:2",
      headers: [.init("X-A") ?? .accept: "1", .contentLength: "4"], body: Array("abcd".utf8))
    let complete = AssembledRequest(request: request, options: ReplyOptions())
    #expect(machine.action(after: .end(nil)) == .ask(complete, number: 0))
  }

  @Test func `each request starts with empty state`() {
    var machine = machine()
    _ = machine.handle(head(.POST, "/a", [("Host", "h"), ("Content-Length", "2")]))
    _ = machine.handle(body("ab"))
    _ = machine.action(after: .end(nil))
    _ = machine.handle(head())
    let request = Request(.get, "/a", scheme: "https", authority: "h")
    let complete = AssembledRequest(request: request, options: ReplyOptions())
    #expect(machine.action(after: .end(nil)) == .ask(complete, number: 1))
  }

  @Test func `parts after the last request of a connection are ignored`() {
    var machine = machine()
    _ = machine.handle(head(.HEAD, "/a", [("Host", "h"), ("Connection", "close")]))
    let request = Request(
      .head, "/a", scheme: "https", authority: "h", headers: [.connection: "close"])
    let options = ReplyOptions(isHead: true, keepsAlive: false)
    #expect(
      machine.action(after: .end(nil))
        == .ask(AssembledRequest(request: request, options: options), number: 0))
    #expect(!machine.takesInput)
    #expect(machine.action(after: head()) == nil)
    machine.refuse(.malformed)
    #expect(machine.next() == nil)
  }

  @Test func `HTTP 1.0 requests need no host and close the connection`() {
    var machine = machine()
    _ = machine.handle(head(.GET, "/a", version: .http1_0, []))
    let request = Request(.get, "/a", scheme: "https", authority: "here:1")
    let options = ReplyOptions(keepsAlive: false, isOld: true)
    #expect(
      machine.action(after: .end(nil))
        == .ask(AssembledRequest(request: request, options: options), number: 0))
  }

  @Test func `bodies of unannounced length are counted`() {
    var machine = machine()
    _ = machine.handle(head(.POST, "/a", [("Host", "h"), ("Transfer-Encoding", "chunked")]))
    #expect(machine.action(after: body("0123456789")) == nil)
    #expect(machine.action(after: body("x")) == .refused(.bodyTooLarge))
    #expect(!machine.takesInput)
  }

  struct Row: Sendable {
    var fields: [(String, String)]
    var version = HTTPVersion.http1_1
    var action: ConnectionAction?
  }

  @Test(arguments: [
    Row(fields: [], action: .refused(.hostMissing)),
    Row(fields: [("Host", "h"), ("host", "h")], action: .refused(.hostRepeated)),
    Row(fields: [("Host", "h"), ("Content-Length", "11")], action: .refused(.bodyTooLarge)),
    Row(
      fields: [("Host", "h"), ("Content-Length", "99999999999999999999")],
      action: .refused(.bodyTooLarge)),
    Row(
      fields: [("Host", "h"), ("Content-Length", "1"), ("Content-Length", "1")],
      action: .refused(.lengthAndCoding)),
    Row(
      fields: [("Host", "h"), ("Content-Length", "1"), ("Transfer-Encoding", "chunked")],
      action: .refused(.lengthAndCoding)),
    Row(
      fields: [("Transfer-Encoding", "chunked")], version: .http1_0,
      action: .refused(.lengthAndCoding)),
    Row(
      fields: [("Host", "h"), ("Transfer-Encoding", "gzip, chunked")],
      action: .refused(.codingUnknown)),
    Row(fields: [("Host", "h"), ("X Y", "1")], action: .refused(.malformed)),
    Row(
      fields: [("Host", "h"), ("Expect", "100-Continue"), ("Content-Length", "1")],
      action: .writeContinue),
    Row(fields: [("Host", "h"), ("Expect", "100-continue")], action: nil),
    Row(
      fields: [("Expect", "100-continue"), ("Content-Length", "1")], version: .http1_0, action: nil),
    Row(fields: [("Host", "h"), ("Expect", "200-ok")], action: .refused(.expectationUnknown)),
    Row(
      fields: [("Host", "h"), ("Expect", "100-continue"), ("Content-Length", "11")],
      action: .refused(.bodyTooLarge)),
  ])
  func `the decision is made at the head`(_ row: Row) {
    var machine = machine()
    #expect(
      machine.action(after: head(.POST, "/a", version: row.version, row.fields)) == row.action)
  }
}

extension ConnectionStateMachine {
  /// Sends a part of a request to the state machine, and returns the first resulting action.
  fileprivate mutating func action(after part: HTTPServerRequestPart) -> ConnectionAction? {
    _ = handle(part)
    return next()
  }
}

extension ConnectionAction {
  fileprivate static func refused(_ refusal: Refusal) -> ConnectionAction {
    .write(refusal.response, .last)
  }
}
