import GhostlightCore
import TestSupport
import Testing

@testable import GhostlightServer

/// - Source: RFC 9110, section 5.5: spaces and tabs around a value are not part of the value.
@Suite(.limitedConcurrency) struct `Whitespace around header values` {
  @Test(arguments: [
    "Content-Length: 12 ", "content-LENGTH:12   ", "Content-Length:\t12", "Content-Length: \t12",
    "Content-Length:12", "X: a\tb\t\r\nContent-Length: 12",
    "Expect:  100-continue \t\r\nContent-Length: 12",
  ])
  func `whitespace around values is ignored, in one read or byte by byte`(_ fields: String) throws {
    let text = "POST /a HTTP/1.1\r\nHost: h \t\r\n\(fields)\r\n\r\n"
    let answer = Response.wire("POST /a h a\tb\r\n\t\r\nefgh")
    let goesOn = "HTTP/1.1 100 Continue\r\n\r\n"
    let expected = fields.hasPrefix("Expect") ? goesOn + answer : answer
    let wire = try Wire(.echo)
    try wire.send(text + "a\tb\r\n\t\r\nefgh")
    #expect(try wire.received() == expected)
    for byte in (text + "a\tb\r\n\t\r\nefgh").utf8 {
      try wire.send(String(UnicodeScalar(byte)))
    }
    #expect(try wire.received() == expected)
  }

  @Test(arguments: ["1\t2", "1 2", "\t", "+1\t", "1,\t1"])
  func `whitespace does not make an invalid length valid`(_ value: String) throws {
    let wire = try Wire(.echo)
    try wire.send("POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: \(value)\r\n\r\na")
    #expect(try wire.received().hasPrefix("HTTP/1.1 400 "))
    #expect(!wire.isOpen)
  }

  /// HTTP allows tabs there, but no known client sends them, and the parser rejects them.
  @Test(arguments: ["1\t", "1 \t \t"])
  func `tabs after a length are refused`(_ value: String) throws {
    let wire = try Wire(.echo)
    try wire.send("POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: \(value)\r\n\r\na")
    #expect(try wire.received().hasPrefix("HTTP/1.1 400 "))
    #expect(!wire.isOpen)
  }
}
