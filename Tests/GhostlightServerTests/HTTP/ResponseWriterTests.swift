import GhostlightCore
import HTTPTypes
import NIOCore
import TestSupport
import Testing

@testable import GhostlightServer

@Suite(.limitedConcurrency) struct `Response writer` {
  private func print(_ response: Response, _ options: ReplyOptions = ReplyOptions()) -> String {
    var writer = ResponseWriter(date: DateField(now: { 1_371_039_600 }))
    var buffer = ByteBuffer()
    writer.append(response, options, to: &buffer)
    return String(buffer: buffer)
  }

  @Test func `a response has its length and a date`() {
    let response = Response(.created, headers: [.contentType: "text/plain"], body: [0x61, 0x62])
    #expect(
      print(response) == "HTTP/1.1 201 Created\r\nContent-Type: text/plain\r\n"
        + "Date: Wed, 12 Jun 2013 12:20:00 GMT\r\nContent-Length: 2\r\n\r\nab")
  }

  @Test func `a responder's own date is kept`() {
    #expect(print(.text("ab")) == Response.wire("ab"))
  }

  @Test func `a response to HEAD has the length of the GET response`() {
    let expected = "HTTP/1.1 200 OK\r\nDate: then\r\nContent-Length: 2\r\n\r\n"
    #expect(print(.text("ab"), ReplyOptions(isHead: true)) == expected)
    var recorded = Response(.ok, headers: [.date: "then", .contentLength: "2"])
    #expect(print(recorded, ReplyOptions(isHead: true)) == expected)
    recorded.headers[.contentLength] = "two"
    #expect(print(recorded, ReplyOptions(isHead: true)).contains("Content-Length: 0\r\n"))
  }

  @Test(arguments: [100, 101, 204, 304])
  func `a status without a body has no Content-Length`(_ code: Int) {
    var response = Response.text("ab")
    response.status = HTTPResponse.Status(code: code, reasonPhrase: "X")
    #expect(print(response) == "HTTP/1.1 \(code) X\r\nDate: then\r\n\r\n")
  }

  @Test func `the Connection field is written when the connection closes or is old`() {
    let last = "HTTP/1.1 200 OK\r\nDate: then\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    #expect(print(.text(""), .last) == last)
    #expect(
      print(.text(""), ReplyOptions(isOld: true))
        == "HTTP/1.1 200 OK\r\nDate: then\r\nContent-Length: 0\r\nConnection: keep-alive\r\n\r\n")
  }

  @Test func `fields that frame the message are set by the server alone`() {
    var response = Response.text("ab")
    response.headers[.contentLength] = "7"
    response.headers[.connection] = "upgrade"
    response.headers[.transferEncoding] = "chunked"
    #expect(print(response) == Response.wire("ab"))
  }

  @Test(arguments: ["a\r\nSet-Cookie: b", "a\nb", "a\rb", "a\u{0}b", "a\u{7F}"])
  func `control characters in a value cannot split a response`(_ value: String) {
    var response = Response.text("ab")
    response.headers[.server] = value
    response.status = HTTPResponse.Status(code: 200, reasonPhrase: value)
    let lines = print(response).components(separatedBy: "\r\n")
    #expect(lines.count == 6)
    #expect(!lines.joined().utf8.contains { $0 < 0x20 || $0 == 0x7F })
  }

  @Test func `bytes of a value that are not UTF-8 are kept`() {
    var writer = ResponseWriter(date: DateField(now: { 0 }))
    var buffer = ByteBuffer()
    let response = Response(
      .ok, headers: HTTPFields([HTTPField(name: .server, value: [0x61, 0xE9])]))
    writer.append(response, ReplyOptions(), to: &buffer)
    #expect(buffer.readableBytesView.contains(0xE9))
  }
}

extension String {
  func components(separatedBy separator: String) -> [String] {
    split(separator: separator, omittingEmptySubsequences: false).map(String.init)
  }
}
