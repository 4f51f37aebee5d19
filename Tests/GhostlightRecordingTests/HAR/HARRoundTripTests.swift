import GhostlightCore
import GhostlightRecording
import HTTPTypes
import Testing

@Suite struct `Recordings as HAR files` {
  /// Writes a recording as a HAR file, and returns the recording read from that file.
  private func reread(_ recording: Recording) throws -> Recording {
    try Recording(HARDocument(reading: HARDocument(recording).bytes, named: "x.har"))
  }

  @Test(
    arguments: [
      [], [0], [0xFF], Array("Grüße 👋".utf8), [0xEF, 0xBB, 0xBF, 0x7B],
      Array("\r\n\u{2028}\0".utf8),
      [0x1F, 0x8B, 8, 0], Array(0...255), Array("\u{10FF80}".utf8), [0xC3], [0xED, 0xA0, 0x80],
    ] as [[UInt8]])
  func `a HAR file has every byte of a body`(_ body: [UInt8]) throws {
    for type in ["application/json", "text/plain; charset=iso-8859-1", "image/png"] {
      var request = Request(.post, "/a", headers: [.contentType: type], body: body)
      let response = Response(.ok, headers: [.contentType: type], body: body)
      let exchange = RecordedExchange(request, response)
      #expect(try reread(Recording([exchange])) == Recording([exchange]))
      request.headers = [:]
      let bare = RecordedExchange(request, Response(.ok, body: body))
      #expect(try reread(Recording([bare])) == Recording([bare]))
    }
  }

  @Test(arguments: [
    Delivery.whole, .reset, .empty, .malformedChunk, .truncated(bytes: 0), .truncated(bytes: 7),
    .dribble(bytes: 1, pauseMilliseconds: 0), .dribble(bytes: 3, pauseMilliseconds: 20),
  ])
  func `a HAR file has the delivery and times of a response`(_ delivery: Delivery) throws {
    var response = Response(.ok, body: Array("text".utf8))
    response.delivery = delivery
    response.delayMilliseconds = delivery == .whole ? 0 : 250
    let recording = Recording([
      RecordedExchange(
        Request(.get, "/"), response, startedMilliseconds: 5, durationMilliseconds: 0.1 + 0.2)
    ])
    #expect(try reread(recording) == recording)
  }

  @Test(arguments: [
    Request(.get, "*"), Request(.get, ""), Request(.get, "/a#b"), Request(.get, "/a?b?c=%zz&&=#"),
    Request(.get, "http://other/a"), Request(.get, "/", authority: ""), Request(.get, "//x//"),
    Request(.get, "/", authority: "u:p@h"), Request(.get, "/", scheme: "HTTPS"),
    Request(.get, "/", scheme: ""), Request(.get, "/live", scheme: "ws"),
    Request(.get, "/", authority: "[::1]:80"), Request(.connect, "h:443"), Request(.get, "/ü ä"),
    Request(.get, "/", headers: HTTPFields(lines: "Host: other", "Transfer-Encoding: chunked")),
    Request(.get, "/", headers: HTTPFields(lines: "Content-Length: 5", "Proxy-Connection: x")),
  ])
  func `a HAR file has the exact address of a request`(_ request: Request) throws {
    let recording = Recording([RecordedExchange(request, Response(.ok))])
    #expect(try reread(recording) == recording)
  }

  @Test(arguments: [
    Response(0), Response(999), Response(101), Response(.noContent),
    Response(.init(code: 200, reasonPhrase: "Fine")),
    Response(.ok, headers: HTTPFields(lines: "Content-Length: 5", "Connection: close")),
    Response(.ok, headers: HTTPFields(lines: "Content-Encoding: gzip"), body: [0x7B, 0x7D]),
    Response(.ok, headers: HTTPFields(lines: "Transfer-Encoding: chunked")),
    Response(.ok, headers: HTTPFields(lines: "Set-Cookie: a", "X: b", "set-cookie: c")),
  ])
  func `a HAR file has every status and header field`(_ response: Response) throws {
    let recording = Recording(
      [RecordedExchange(Request(.get, "/"), response, notes: ["_resourceType": "websocket"])],
      comment: "x")
    let again = try reread(recording)
    #expect(again == recording)
    #expect(
      again.exchanges.map(\.response.headers.lines)
        == recording.exchanges.map(\.response.headers.lines))
    #expect(again.exchanges[0].response.status.reasonPhrase == response.status.reasonPhrase)
  }

  @Test func `a HAR file has header fields that are not UTF-8`() throws {
    let name = try #require(HTTPField.Name("X-Title"))
    var request = Request(.get, "/")
    request.headers.append(HTTPField(name: name, value: [0x47, 0xFC, 0x80] as [UInt8]))
    request.headers.append(HTTPField(name: name, value: "Grüße"))
    let recording = Recording([RecordedExchange(request, Response(.ok))])
    let again = try reread(recording)
    #expect(again == recording)
    #expect(
      again.exchanges[0].request.headers.first?.withUnsafeBytesOfValue { Array($0) }
        == [0x47, 0xFC, 0x80])
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `random exchanges are equal after writing and reading`(_ seed: UInt64) throws {
    var noise = HARNoise(seed: seed)
    for _ in 0..<50 {
      let recording = Recording(
        (0..<noise.below(6)).map { _ in noise.exchange() },
        comment: noise.below(2) == 0 ? nil : noise.text())
      try #require(try reread(recording) == recording.withDecodedBodies)
    }
  }
}
