import GhostlightCore
import HTTPTypes
import TestSupport
import Testing

@testable import GhostlightServer

@Suite(.limitedConcurrency) struct `Responses with awaited bodies` {
  /// Opens a connection whose response has `fields` and streams its body from a pipe.
  private static func wire(_ pipe: BodyPipe, _ fields: HTTPFields = [:]) throws -> Wire {
    try Wire(
      Responder(
        name: "awaiting",
        immediate: { _ in
          var response = Response(.ok, headers: [.date: "then"])
          for field in fields { response.headers.append(field) }
          response.stream = BodyStream(awaiting: pipe)
          return response
        }))
  }

  private static func head(_ framing: String) -> String {
    "HTTP/1.1 200 OK\r\nDate: then\r\n\(framing)\r\n\r\n"
  }

  private static let get = "GET /a HTTP/1.1\r\nHost: h\r\n\r\n"

  @Test func `pieces of an awaited body are sent as they arrive, after the head`() throws {
    let pipe = BodyPipe()
    let wire = try Self.wire(pipe)
    try wire.send(Self.get)
    #expect(try wire.received() == Self.head("Transfer-Encoding: chunked"))
    for text in ["one", "two"] {
      pipe.append(Array(text.utf8))
      wire.run()
      #expect(try wire.received() == "3\r\n\(text)\r\n")
    }
    pipe.finish()
    wire.run()
    #expect(try wire.received() == "0\r\n\r\n")
    #expect(wire.isOpen)
  }

  @Test func `a known length of an awaited body is kept, for HEAD too`() throws {
    let pipe = BodyPipe()
    let wire = try Self.wire(pipe, [.contentLength: "5"])
    try wire.send("HEAD /a HTTP/1.1\r\nHost: h\r\n\r\n")
    #expect(try wire.received() == Self.head("Content-Length: 5"))
    #expect(pipe.isCancelled)
    let other = BodyPipe()
    let second = try Self.wire(other, [.contentLength: "5"])
    try second.send(Self.get)
    other.append(Array("abcde".utf8))
    other.finish()
    second.run()
    #expect(try second.received() == Self.head("Content-Length: 5") + "abcde")
    #expect(second.isOpen)
  }

  @Test(arguments: [("abc", "abc"), ("abcdefg", "abcde")])
  func `an awaited body of wrong length ends the connection`(_ text: String, _ sent: String) throws
  {
    let pipe = BodyPipe()
    let wire = try Self.wire(pipe, [.contentLength: "5"])
    try wire.send(Self.get)
    pipe.append(Array(text.utf8))
    pipe.finish()
    wire.run()
    #expect(try wire.received() == Self.head("Content-Length: 5") + sent)
    #expect(!wire.isOpen)
  }

  @Test func `an awaited body is cancelled when its client leaves`() throws {
    let pipe = BodyPipe()
    let wire = try Self.wire(pipe)
    try wire.send(Self.get)
    #expect(!pipe.isCancelled)
    try wire.close()
    #expect(pipe.isCancelled)
  }

  @Test func `an awaited body that breaks off ends the connection`() throws {
    let pipe = BodyPipe()
    let wire = try Self.wire(pipe)
    try wire.send(Self.get)
    pipe.abort("gone")
    wire.run()
    #expect(!wire.isOpen)
  }

  @Test func `an awaited body cannot be read synchronously`() {
    let stream = BodyStream(awaiting: BodyPipe())
    #expect(throws: BodyInterruption("the body has to be waited for")) { try stream.next() }
  }
}
