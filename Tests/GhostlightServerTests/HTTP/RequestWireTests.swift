import GhostlightCore
import TestSupport
import Testing

@testable import GhostlightServer

@Suite(.limitedConcurrency) struct `Requests over HTTP` {
  struct Row: Sendable, CustomTestStringConvertible {
    var what: String
    var bytes: String
    var body: String
    var testDescription: String { what }
  }

  private static func post(_ fields: String, _ body: String) -> String {
    "POST /a HTTP/1.1\r\nHost: h\r\n\(fields)\r\n\r\n\(body)"
  }

  @Test(arguments: [
    Row(what: "a body", bytes: post("Content-Length: 2", "ab"), body: "POST /a h ab"),
    Row(
      what: "chunks", bytes: post("Transfer-Encoding: chunked", "1\r\na\r\n1\r\nb\r\n0\r\n\r\n"),
      body: "POST /a h ab"),
    Row(
      what: "raw brackets", bytes: "GET /a[0]?b[c]={d}|^`\\\" HTTP/1.1\r\nHost: h\r\n\r\n",
      body: "GET /a[0]?b[c]={d}|^`\\\" h "),
    Row(
      what: "escapes", bytes: "GET /%5B%5b%zz HTTP/1.1\r\nHost: h\r\n\r\n",
      body: "GET /%5B%5b%zz h "),
    Row(
      what: "an absolute target", bytes: "GET http://x:1/a?b HTTP/1.1\r\nHost: h\r\n\r\n",
      body: "GET /a?b x:1 "),
    Row(what: "a star", bytes: "OPTIONS * HTTP/1.1\r\nHost: h\r\n\r\n", body: "OPTIONS * h "),
    Row(
      what: "empty lines before", bytes: "\r\n\r\nGET /a HTTP/1.1\r\nHost: h\r\n\r\n",
      body: "GET /a h "),
    Row(what: "PATCH", bytes: "PATCH /a HTTP/1.1\r\nHost: h\r\n\r\n", body: "PATCH /a h "),
  ])
  func `each valid request reaches the responder unchanged`(_ row: Row) async throws {
    let wire = try Wire(.echo)
    for _ in 0..<2 {
      try wire.send(row.bytes)
      #expect(try wire.received() == Response.wire(row.body))
    }
    #expect(wire.isOpen)
  }

  @Test(arguments: [
    Row(
      what: "Connection: close",
      bytes: "GET /a HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\nGET /b HTTP/1.1\r\n",
      body: "GET /a h "),
    Row(what: "HTTP/1.0", bytes: "GET /a HTTP/1.0\r\nHost: h\r\n\r\n", body: "GET /a h "),
    Row(what: "HTTP/1.0 without a host", bytes: "GET /a HTTP/1.0\r\n\r\n", body: "GET /a here:1 "),
    Row(
      what: "an upgrade that is not made",
      bytes: "GET /a HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n",
      body: "GET /a h "),
    Row(
      what: "an upgrade with a body",
      bytes: "POST /a HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n"
        + "Content-Length: 2\r\n\r\nab", body: "POST /a h ab"),
  ])
  func `the last request of a connection gets its response first`(_ row: Row) async throws {
    let wire = try Wire(.echo)
    try wire.send(row.bytes)
    #expect(try wire.received() == Response.wire(row.body, extra: "Connection: close\r\n"))
    #expect(!wire.isOpen)
  }

  @Test func `an HTTP 1.0 request may keep the connection open`() throws {
    let wire = try Wire(.echo)
    let get = "GET /a HTTP/1.0\r\nHost: h\r\nConnection: keep-alive\r\n\r\n"
    try wire.send(get + get)
    let answer = Response.wire("GET /a h ", extra: "Connection: keep-alive\r\n")
    #expect(try wire.received() == answer + answer)
    #expect(wire.isOpen)
  }

  @Test func `HEAD gets the same head as GET`() throws {
    let wire = try Wire(.always(.text("abc")))
    try wire.send("HEAD /a HTTP/1.1\r\nHost: h\r\n\r\nGET /a HTTP/1.1\r\nHost: h\r\n\r\n")
    let head = "HTTP/1.1 200 OK\r\nDate: then\r\nContent-Length: 3\r\n\r\n"
    #expect(try wire.received() == head + head + "abc")
  }

  @Test(arguments: [
    "Accept: a\u{1}b", "X-Latin: caf\u{e9}", "X-Long: " + String(repeating: "x", count: 9000),
    "X-Empty:", "X-Tab: \ta\t",
  ])
  func `unusual header values are accepted or refused, never fatal`(_ field: String) throws {
    let wire = try Wire(.echo)
    try wire.send("GET /a HTTP/1.1\r\nHost: h\r\n\(field)\r\n\r\n")
    let text = try wire.received()
    #expect(text == Response.wire("GET /a h ") || text.hasPrefix("HTTP/1.1 400 "))
  }
}
