import TestSupport
import Testing

@testable import GhostlightServer

@Suite(.limitedConcurrency) struct `CONNECT requests` {
  private func read(_ text: String) throws(ProxyRefusal) -> ProxyHead {
    try ProxyHead(Array(text.utf8))
  }

  @Test(arguments: [
    "CONNECT api.stackmob.com:443 HTTP/1.1\r\nHost: api.stackmob.com:443\r\n\r\n",
    "CONNECT api.stackmob.com:443 HTTP/1.1\r\nhost: API.stackmob.com\r\nUser-Agent: a\r\n\r\n",
    "CONNECT api.stackmob.com:443 HTTP/1.0\r\n\r\n",
    "CONNECT api.stackmob.com:443 HTTP/1.1\r\nContent-Length: 0\r\nProxy-Connection: keep-alive\r\n\r\n",
  ])
  func `a CONNECT request names its destination`(_ text: String) throws {
    let head = try read(text)
    #expect(head.destination == ProxyDestination("api.stackmob.com:443"))
    #expect(!head.isLoop)
  }

  @Test(
    arguments: [
      ("CONNECT api.stackmob.com HTTP/1.1\r\n\r\n", .malformedDestination),
      ("CONNECT http://api.stackmob.com:443 HTTP/1.1\r\n\r\n", .malformedDestination),
      ("CONNECT  api.stackmob.com:443 HTTP/1.1\r\n\r\n", .malformed),
      ("CONNECT api.stackmob.com:443 HTTP/2\r\n\r\n", .malformed),
      ("CONNECT api.stackmob.com:443\r\n\r\n", .malformed),
      ("CONNECT api.stackmob.com:443 HTTP/1.1 x\r\n\r\n", .malformed),
      ("CONNECT api.stackmob.com:443 HTTP/1.1\nHost: a\n\n", .malformed),
      ("CONNECT api.stackmob.com:443 HTTP/1.1\r\nA: b\rC: d\r\n\r\n", .malformed),
      ("CONNECT api.stackmob.com:443 HTTP/1.1\r\nA : b\r\n\r\n", .malformed),
      ("CONNECT api.stackmob.com:443 HTTP/1.1\r\n folded\r\n\r\n", .malformed),
      ("CONNECT api.stackmob.com:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n", .hostMismatch),
      (
        "CONNECT api.stackmob.com:443 HTTP/1.1\r\nHost: api.stackmob.com\r\nHost: b.example\r\n\r\n",
        .hostMismatch
      ),
      ("CONNECT api.stackmob.com:443 HTTP/1.1\r\nContent-Length: 5\r\n\r\n", .body),
      ("CONNECT api.stackmob.com:443 HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", .body),
    ] as [(String, ProxyRefusal)])
  func `a CONNECT request that is invalid or ambiguous is refused`(
    _ text: String, _ refusal: ProxyRefusal
  ) {
    #expect(throws: refusal) { try read(text) }
  }

  @Test func `a CONNECT request through the same proxy is recognized by Via`() throws {
    let text = "CONNECT a.example:443 HTTP/1.1\r\nVia: 1.1 other, 1.1 ghostlight\r\n\r\n"
    #expect(try read(text).isLoop)
  }

  @Test(
    arguments: [
      ("", nil), ("CONNECT a:1 HTTP/1.1\r\n", nil), ("A\r\n\r\n", 5), ("A\r\n\r\nrest", 5),
      ("A\n\nrest", 3), ("A\r\nB\r\n\r\n", 8),
    ] as [(String, Int?)])
  func `the head of a CONNECT request ends with an empty line`(_ text: String, _ length: Int?) {
    #expect(ProxyHead.length(of: Array(text.utf8)) == length)
  }
}
