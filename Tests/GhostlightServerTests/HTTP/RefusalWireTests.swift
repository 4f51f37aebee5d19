import GhostlightCore
import NIOCore
import HTTPTypes
import TestSupport
import Testing

@testable import GhostlightServer

@Suite(.limitedConcurrency) struct `Refused requests` {
  struct Row: Sendable, CustomTestStringConvertible {
    var status: Int
    var bytes: String
    var testDescription: String {
      "\(status) to " + bytes.prefix(90).replacing("\r\n", with: "⏎")
    }
  }

  private static func get(_ fields: String) -> Row {
    Row(status: 400, bytes: "GET /a HTTP/1.1\r\n\(fields)\r\n\r\n")
  }

  private static func post(_ status: Int, _ fields: String, _ body: String = "") -> Row {
    Row(status: status, bytes: "POST /a HTTP/1.1\r\nHost: h\r\n\(fields)\r\n\r\n\(body)")
  }

  private static let malformed: [Row] = [
    Row(status: 400, bytes: "hello\r\n\r\n"),
    Row(status: 400, bytes: "GET\r\n\r\n"),
    Row(status: 400, bytes: "GET /a b HTTP/1.1\r\nHost: h\r\n\r\n"),
    Row(status: 400, bytes: "GET /a HTTX/1.1\r\nHost: h\r\n\r\n"),
    Row(status: 400, bytes: "get /a HTTP/1.1\r\nHost: h\r\n\r\n"),
    Row(status: 400, bytes: "GET a HTTP/1.1\r\nHost: h\r\n\r\n"),
    Row(status: 400, bytes: "GET ftp://h/a HTTP/1.1\r\nHost: h\r\n\r\n"),
    Row(status: 400, bytes: "GET /é HTTP/1.1\r\nHost: h\r\n\r\n"),
    Row(status: 400, bytes: "\u{16}GET /a HTTP/1.1\r\nHost: h\r\n\r\n"),
    Row(status: 501, bytes: "CONNECT h:443 HTTP/1.1\r\nHost: h:443\r\n\r\n"),
    Row(status: 505, bytes: "GET /a HTTP/3.0\r\nHost: h\r\n\r\n"),
    get("Accept: b"), get("Host: h\r\nHost: h"), get("Host: h\r\nHost: i"),
    get("Host: h/i"), get("Host: h\r\nX Y: z"), get("Host: h\r\nX : z"), get("Host: h\r\n: z"),
    get("Host: h\r\nX"), get("Host: h\r\n X: folded"), get("Host: h\r\nX: a\u{0}b"),
    get("Host: h\r\nX: a\rb"),
  ]

  private static let smuggling: [Row] = [
    post(400, "Content-Length: 1\r\nTransfer-Encoding: chunked", "1\r\na\r\n0\r\n\r\n"),
    post(400, "Transfer-Encoding: chunked\r\nContent-Length: 1", "1\r\na\r\n0\r\n\r\n"),
    post(400, "Content-Length: 1\r\nContent-Length: 2", "ab"),
    post(400, "Content-Length: 1, 1", "a"),
    post(400, "Content-Length: +1", "a"),
    post(400, "Content-Length: -1", "a"),
    post(400, "Content-Length: 0x1", "a"),
    post(400, "Content-Length: 1 1", "a"),
    post(400, "Content-Length:", "a"),
    post(400, "Content-Length : 1", "a"),
    post(400, "Transfer-Encoding : chunked", "0\r\n\r\n"),
    post(400, "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", "0\r\n\r\n"),
    post(501, "Transfer-Encoding: gzip", "a"),
    post(501, "Transfer-Encoding: gzip, chunked", "0\r\n\r\n"),
    post(400, "Transfer-Encoding: chunked, gzip", "0\r\n\r\n"),
    post(501, "Transfer-Encoding: xchunked", "0\r\n\r\n"),
    post(501, "Transfer-Encoding: \"chunked\"", "0\r\n\r\n"),
    post(400, "Transfer-Encoding: chunked", "x\r\na\r\n0\r\n\r\n"),
    post(400, "Transfer-Encoding: chunked", "-1\r\na\r\n0\r\n\r\n"),
    post(400, "Transfer-Encoding: chunked", "1\r\nab\r\n0\r\n\r\n"),
    post(400, "Transfer-Encoding: chunked", "1 \r\na\r\n0\r\n\r\n"),
    post(400, "Transfer-Encoding: chunked", "1\na\n0\n\n"),
    post(400, "Transfer-Encoding: chunked", "ffffffffffffffffff\r\na"),
    post(413, "Transfer-Encoding: chunked", "9\r\nabcdefghi\r\n0\r\n\r\n"),
    post(413, "Content-Length: 9"),
    post(413, "Content-Length: 9\r\nExpect: 100-continue"),
    post(417, "Content-Length: 1\r\nExpect: something"),
  ]

  private static func long(_ count: Int) -> String { String(repeating: "x", count: count) }

  private static let tooLong: [Row] = [
    Row(status: 414, bytes: "GET /\(long(101)) HTTP/1.1\r\nHost: h\r\n\r\n"),
    Row(status: 414, bytes: "GET /\(long(5000))"),
    Row(status: 431, bytes: "GET /a HTTP/1.1\r\nHost: h\r\nX: \(long(900))\r\n\r\n"),
    Row(status: 431, bytes: "GET /a HTTP/1.1\r\nHost: h\r\nX: \(long(5000))"),
    Row(
      status: 431, bytes: "GET /a HTTP/1.1\r\nHost: h\r\nX:" + String(repeating: " ", count: 5000)),
    Row(
      status: 431,
      bytes: "GET /a HTTP/1.1\r\nHost: h\r\n" + String(repeating: "a:b\r\n", count: 20) + "\r\n"),
    post(
      431, "Transfer-Encoding: chunked", "1\r\na\r\n0\r\n" + String(repeating: "a:b\r\n", count: 20)
    ),
  ]

  private var limits: ServerLimits {
    var limits = ServerLimits()
    limits.bodyBytes = 8
    limits.headBytes = 800
    limits.targetBytes = 100
    limits.headFields = 16
    return limits
  }

  @Test(arguments: malformed + smuggling + tooLong)
  func `a refused request gets one plain response and then the end`(_ row: Row) throws {
    let wire = try Wire(.echo, limits: limits)
    let good = "GET /good HTTP/1.1\r\nHost: h\r\n\r\n"
    try wire.send(good)
    try wire.send(row.bytes)
    expectRefusal(row, try wire.received(), after: Response.wire("GET /good h "))
    try wire.send(good)
    #expect(try wire.received() == "")
    #expect(!wire.isOpen)
  }

  @Test(arguments: malformed + smuggling + tooLong)
  func `a refused request gets the same byte by byte and after another request`(_ row: Row) throws {
    let slow = try Wire(.echo, limits: limits)
    for byte in row.bytes.utf8 { try slow.send(String(UnicodeScalar(byte))) }
    expectRefusal(row, try slow.received(), after: "")
    let behind = try Wire(.echo, limits: limits)
    try behind.send("GET /good HTTP/1.1\r\nHost: h\r\n\r\n" + row.bytes)
    let text = try behind.received()
    #expect(text.hasPrefix(Response.wire("GET /good h ")))
    #expect(text.components(separatedBy: "\r\nContent-Length: ").count <= 3)
  }

  @Test(arguments: [
    "Content-Length: 9\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n9\r\nabcdefghi\r\n0\r\n\r\n",
  ])
  func `a body that is too large gets the listener's own response`(_ rest: String) throws {
    var resources = ServerResources(executor: ManualExecutor(), limits: limits)
    resources.bodyTooLarge = Response(.contentTooLarge, body: Array("own".utf8))
    let wire = try Wire(.echo, limits: limits, sharing: resources)
    try wire.send("POST /a HTTP/1.1\r\nHost: h\r\n" + rest)
    let text = try wire.received()
    #expect(text.hasPrefix("HTTP/1.1 413 "))
    #expect(text.hasSuffix("\r\nConnection: close\r\n\r\nown"))
    try wire.send("GET /a\r\n\r\n")
    #expect(try wire.received() == "")
  }

  private func expectRefusal(_ row: Row, _ text: String, after first: String) {
    #expect(text.hasPrefix(first + "HTTP/1.1 \(row.status) "), "\(text.dropFirst(first.count))")
    #expect(text.hasSuffix("\n"))
    #expect(text.contains("\r\nConnection: close\r\n\r\n"))
    #expect(text.components(separatedBy: "\r\nContent-Length: ").count == (first.isEmpty ? 2 : 3))
  }
}
