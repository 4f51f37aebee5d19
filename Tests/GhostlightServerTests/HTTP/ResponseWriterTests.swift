import GhostlightCore
import HTTPTypes
import NIOCore
import Testing

@testable import GhostlightServer

@Suite struct `Responses on the wire` {
  private func print(_ response: Response, _ options: ReplyOptions = ReplyOptions()) -> String {
    var writer = ResponseWriter(date: DateField(now: { 1_371_039_600 }))
    var buffer = ByteBuffer()
    writer.append(response, options, to: &buffer)
    return String(buffer: buffer)
  }

  @Test func `carry their length and a date`() {
    let response = Response(.created, headers: [.contentType: "text/plain"], body: [0x61, 0x62])
    #expect(
      print(response) == "HTTP/1.1 201 Created\r\nContent-Type: text/plain\r\n"
        + "Date: Wed, 12 Jun 2013 12:20:00 GMT\r\nContent-Length: 2\r\n\r\nab")
  }

  @Test func `keep the responder's own date`() {
    #expect(print(.text("ab")) == Response.wire("ab"))
  }

  @Test func `to HEAD have the length of what GET gets`() {
    let expected = "HTTP/1.1 200 OK\r\nDate: then\r\nContent-Length: 2\r\n\r\n"
    #expect(print(.text("ab"), ReplyOptions(isHead: true)) == expected)
    var recorded = Response(.ok, headers: [.date: "then", .contentLength: "2"])
    #expect(print(recorded, ReplyOptions(isHead: true)) == expected)
    recorded.headers[.contentLength] = "two"
    #expect(print(recorded, ReplyOptions(isHead: true)).contains("Content-Length: 0\r\n"))
  }

  @Test(arguments: [100, 101, 204, 304])
  func `without a body say nothing of one`(_ code: Int) {
    var response = Response.text("ab")
    response.status = HTTPResponse.Status(code: code, reasonPhrase: "X")
    #expect(print(response) == "HTTP/1.1 \(code) X\r\nDate: then\r\n\r\n")
  }

  @Test func `say how the connection goes on`() {
    let last = "HTTP/1.1 200 OK\r\nDate: then\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    #expect(print(.text(""), .last) == last)
    #expect(
      print(.text(""), ReplyOptions(isOld: true))
        == "HTTP/1.1 200 OK\r\nDate: then\r\nContent-Length: 0\r\nConnection: keep-alive\r\n\r\n")
  }

  @Test func `are framed by the server alone`() {
    var response = Response.text("ab")
    response.headers[.contentLength] = "7"
    response.headers[.connection] = "upgrade"
    response.headers[.transferEncoding] = "chunked"
    #expect(print(response) == Response.wire("ab"))
  }

  @Test(arguments: ["a\r\nSet-Cookie: b", "a\nb", "a\rb", "a\u{0}b", "a\u{7F}"])
  func `cannot be split by a value`(_ value: String) {
    var response = Response.text("ab")
    response.headers[.server] = value
    response.status = HTTPResponse.Status(code: 200, reasonPhrase: value)
    let lines = print(response).components(separatedBy: "\r\n")
    #expect(lines.count == 6)
    #expect(!lines.joined().utf8.contains { $0 < 0x20 || $0 == 0x7F })
  }

  @Test func `keep bytes that are no UTF-8 in values`() {
    var writer = ResponseWriter(date: DateField(now: { 0 }))
    var buffer = ByteBuffer()
    let response = Response(
      .ok, headers: HTTPFields([HTTPField(name: .server, value: [0x61, 0xE9])]))
    writer.append(response, ReplyOptions(), to: &buffer)
    #expect(buffer.readableBytesView.contains(0xE9))
  }
}

extension String {
  /// Splits at a separator.
  func components(separatedBy separator: String) -> [String] {
    split(separator: separator, omittingEmptySubsequences: false).map(String.init)
  }
}
