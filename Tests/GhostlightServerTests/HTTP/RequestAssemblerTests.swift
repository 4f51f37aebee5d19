import GhostlightCore
import HTTPTypes
import NIOCore
import NIOHTTP1
import TestSupport
import Testing

@testable import GhostlightServer

@Suite(.limitedConcurrency) struct `Request assembler` {
  private func assembler(bodyBytes: Int = 10) -> RequestAssembler {
    var limits = ServerLimits()
    limits.bodyBytes = bodyBytes
    return RequestAssembler(scheme: "https", authority: "here:1", limits: limits)
  }

  private func head(
    _ method: HTTPMethod = .GET, _ uri: String = "/a", version: HTTPVersion = .http1_1,
    _ fields: [(String, String)] = [("Host", "h")]
  ) -> HTTPServerRequestPart {
    .head(HTTPRequestHead(version: version, method: method, uri: uri, headers: .init(fields)))
  }

  private func body(_ text: String) -> HTTPServerRequestPart { .body(ByteBuffer(string: text)) }

  @Test func `a request is assembled from its parts`() {
    var assembler = assembler()
    let fields = [("Host", "h:2"), ("X-A", "1"), ("Content-Length", "4")]
    #expect(assembler.take(head(.POST, "/a?b[c]", fields)) == .more)
    #expect(assembler.isAmidRequest)
    #expect(assembler.take(body("ab")) == .more)
    #expect(assembler.take(body("cd")) == .more)
    let request = Request(
      .post, "/a?b[c]", scheme: "https", authority: "h:2",
      headers: [.init("X-A") ?? .accept: "1", .contentLength: "4"], body: Array("abcd".utf8))
    let complete = AssembledRequest(request: request, options: ReplyOptions())
    #expect(assembler.take(.end(nil)) == .complete(complete))
    #expect(!assembler.isAmidRequest)
  }

  @Test func `each request starts with empty state`() {
    var assembler = assembler()
    _ = assembler.take(head(.POST, "/a", [("Host", "h"), ("Content-Length", "2")]))
    _ = assembler.take(body("ab"))
    _ = assembler.take(.end(nil))
    _ = assembler.take(head())
    let request = Request(.get, "/a", scheme: "https", authority: "h")
    let complete = AssembledRequest(request: request, options: ReplyOptions())
    #expect(assembler.take(.end(nil)) == .complete(complete))
  }

  @Test func `parts after the last request of a connection are ignored`() {
    var assembler = assembler()
    _ = assembler.take(head(.HEAD, "/a", [("Host", "h"), ("Connection", "close")]))
    let request = Request(
      .head, "/a", scheme: "https", authority: "h", headers: [.connection: "close"])
    let options = ReplyOptions(isHead: true, keepsAlive: false)
    #expect(
      assembler.take(.end(nil)) == .complete(AssembledRequest(request: request, options: options)))
    #expect(assembler.isOver)
    #expect(assembler.take(head()) == .more)
    #expect(assembler.refuse(.malformed) == .more)
  }

  @Test func `HTTP 1.0 requests need no host and close the connection`() {
    var assembler = assembler()
    _ = assembler.take(head(.GET, "/a", version: .http1_0, []))
    let request = Request(.get, "/a", scheme: "https", authority: "here:1")
    let options = ReplyOptions(keepsAlive: false, isOld: true)
    #expect(
      assembler.take(.end(nil)) == .complete(AssembledRequest(request: request, options: options)))
  }

  @Test func `bodies of unannounced length are counted`() {
    var assembler = assembler()
    _ = assembler.take(head(.POST, "/a", [("Host", "h"), ("Transfer-Encoding", "chunked")]))
    #expect(assembler.take(body("0123456789")) == .more)
    #expect(assembler.take(body("x")) == .refused(.bodyTooLarge, isHead: false))
    #expect(assembler.isOver)
  }

  struct Row: Sendable {
    var fields: [(String, String)]
    var version = HTTPVersion.http1_1
    var step: AssemblyStep
  }

  @Test(arguments: [
    Row(fields: [], step: .refused(.hostMissing, isHead: false)),
    Row(fields: [("Host", "h"), ("host", "h")], step: .refused(.hostRepeated, isHead: false)),
    Row(
      fields: [("Host", "h"), ("Content-Length", "11")],
      step: .refused(.bodyTooLarge, isHead: false)),
    Row(
      fields: [("Host", "h"), ("Content-Length", "99999999999999999999")],
      step: .refused(.bodyTooLarge, isHead: false)),
    Row(
      fields: [("Host", "h"), ("Content-Length", "1"), ("Content-Length", "1")],
      step: .refused(.lengthAndCoding, isHead: false)),
    Row(
      fields: [("Host", "h"), ("Content-Length", "1"), ("Transfer-Encoding", "chunked")],
      step: .refused(.lengthAndCoding, isHead: false)),
    Row(
      fields: [("Transfer-Encoding", "chunked")], version: .http1_0,
      step: .refused(.lengthAndCoding, isHead: false)),
    Row(
      fields: [("Host", "h"), ("Transfer-Encoding", "gzip, chunked")],
      step: .refused(.codingUnknown, isHead: false)),
    Row(fields: [("Host", "h"), ("X Y", "1")], step: .refused(.malformed, isHead: false)),
    Row(
      fields: [("Host", "h"), ("Expect", "100-Continue"), ("Content-Length", "1")],
      step: .continueWanted),
    Row(fields: [("Host", "h"), ("Expect", "100-continue")], step: .more),
    Row(
      fields: [("Expect", "100-continue"), ("Content-Length", "1")], version: .http1_0,
      step: .more),
    Row(
      fields: [("Host", "h"), ("Expect", "200-ok")],
      step: .refused(.expectationUnknown, isHead: false)),
    Row(
      fields: [("Host", "h"), ("Expect", "100-continue"), ("Content-Length", "11")],
      step: .refused(.bodyTooLarge, isHead: false)),
  ])
  func `the decision is made at the head`(_ row: Row) {
    var assembler = assembler()
    #expect(assembler.take(head(.POST, "/a", version: row.version, row.fields)) == row.step)
  }
}
