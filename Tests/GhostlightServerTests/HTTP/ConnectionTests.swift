import GhostlightCore
import TestSupport
import Testing

@testable import GhostlightServer

@Suite(.limitedConcurrency) struct `Connection timeouts and pacing` {
  private let get = "GET /a HTTP/1.1\r\nHost: h\r\n\r\n"
  private let answer = Response.wire("GET /a h ")

  @Test func `pipelined requests get their responses in one write`() throws {
    let wire = try Wire(.echo)
    try wire.send(String(repeating: get, count: 100))
    #expect(try wire.received() == String(repeating: answer, count: 100))
    try wire.send(String(repeating: get, count: 100))
    #expect(try wire.writes() == 1)
  }

  @Test func `an idle connection is closed without a response`() throws {
    let wire = try Wire(.echo)
    try wire.send(get)
    #expect(try wire.received() == answer)
    wire.pass(milliseconds: 74_000)
    #expect(wire.isOpen)
    try wire.send(get)
    #expect(try wire.received() == answer)
    wire.pass(milliseconds: 74_000)
    #expect(wire.isOpen)
    wire.pass(milliseconds: 1_000)
    #expect(!wire.isOpen)
    #expect(try wire.received() == "")
  }

  @Test func `a head that arrives too slowly gets 408`() throws {
    let wire = try Wire(.echo)
    try wire.send(get)
    #expect(try wire.received() == answer)
    try wire.send("GET /a HT")
    for letter in ["T", "P", "/"] {
      wire.pass(milliseconds: 4_000)
      try wire.send(letter)
    }
    #expect(try wire.received() == "")
    wire.pass(milliseconds: 3_000)
    #expect(try wire.received().hasPrefix("HTTP/1.1 408 Request Timeout\r\n"))
    #expect(!wire.isOpen)
  }

  @Test func `a body that stops gets 408`() throws {
    let wire = try Wire(.echo)
    try wire.send("POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\nab")
    wire.pass(milliseconds: 74_000)
    #expect(wire.isOpen)
    wire.pass(milliseconds: 2_000)
    #expect(try wire.received().hasPrefix("HTTP/1.1 408 Request Timeout\r\n"))
  }

  @Test func `a delayed response holds back the responses after it`() throws {
    let wire = try Wire(
      Responder(name: "delays") { request in Response.text(request.target.raw) }
        .delaying("/slow", 100_000))
    try wire.send("GET /slow HTTP/1.1\r\nHost: h\r\n\r\n" + get)
    #expect(try wire.received() == "")
    wire.pass(milliseconds: 99_999)
    #expect(try wire.received() == "")
    #expect(wire.isOpen)
    wire.pass(milliseconds: 1)
    #expect(try wire.received() == Response.wire("/slow") + Response.wire("/a"))
    wire.pass(milliseconds: 74_000)
    #expect(wire.isOpen)
  }

  @Test func `a dribbled body is sent in pieces with pauses`() throws {
    var response = Response.text("abcde")
    response.delivery = .dribble(bytes: 2, pauseMilliseconds: 50)
    let wire = try Wire(.always(response))
    try wire.send(get + get)
    let head = "HTTP/1.1 200 OK\r\nDate: then\r\nContent-Length: 5\r\n\r\n"
    #expect(try wire.received() == head + "ab")
    wire.pass(milliseconds: 49)
    #expect(try wire.received() == "")
    wire.pass(milliseconds: 1)
    #expect(try wire.received() == "cd")
    wire.pass(milliseconds: 50)
    #expect(try wire.received() == "e" + head + "ab")
    wire.pass(milliseconds: 100)
    #expect(try wire.received() == "cde")
    #expect(wire.isOpen)
  }

  @Test(arguments: [(Int.min, Int.min), (0, 0), (Int.max, Int.max), (-1, 5)])
  func `a dribble accepts any numbers`(_ bytes: Int, _ pause: Int) throws {
    var response = Response.text("ab")
    response.delivery = .dribble(bytes: bytes, pauseMilliseconds: pause)
    response.delayMilliseconds = pause
    let wire = try Wire(.always(response))
    try wire.send(get)
    wire.pass(milliseconds: 2 * 86_400_000)
    #expect(try wire.received() == Response.wire("ab"))
  }

  @Test func `a request can arrive byte by byte`() throws {
    let wire = try Wire(.echo)
    let request =
      "POST /a?b[c]=d HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"
      + "2;x=y\r\nab\r\n3\r\ncde\r\n0\r\nX-Trailer: z\r\n\r\n"
    for _ in 0..<2 {
      for letter in request.utf8 { try wire.send(String(UnicodeScalar(letter))) }
      #expect(try wire.received() == Response.wire("POST /a?b[c]=d h abcde"))
    }
  }

  @Test func `no responder is called while the client receives nothing`() throws {
    let wire = try Wire(.echo)
    wire.setWritable(false)
    let bad = "GET /a HTTP/1.1\r\n\r\n"
    try wire.send(get + get + bad)
    #expect(try wire.received() == "")
    wire.setWritable(true)
    #expect(try wire.received().hasPrefix(answer + answer + "HTTP/1.1 400 "))
    #expect(!wire.isOpen)
  }

  @Test func `100 Continue is sent in the order of requests`() throws {
    let wire = try Wire(.echo)
    let post = "POST /a HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n"
    try wire.send(get + post)
    #expect(try wire.received() == answer + "HTTP/1.1 100 Continue\r\n\r\n")
    try wire.send("ab")
    #expect(try wire.received() == Response.wire("POST /a h ab"))
  }
}

extension Responder {
  /// Returns a responder that delays its responses to requests for `path`.
  fileprivate func delaying(_ path: String, _ milliseconds: Int) -> Responder {
    after { response, request in
      var response = response
      if request.target.raw == path { response.delayMilliseconds = milliseconds }
      return response
    }
  }
}
