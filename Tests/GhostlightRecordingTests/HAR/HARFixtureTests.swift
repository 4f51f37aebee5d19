import GhostlightCore
import GhostlightRecording
import HTTPTypes
import Testing

@Suite struct `HAR files of other tools` {
  private let key = "X-StackMob-API-Key: 3f2b8c1e-5d47-4a90-b6e1-0c9d7f5a2e13"

  @Test(arguments: HARFixture.allCases)
  func `a file is printed with all of its members in order`(_ fixture: HARFixture) throws {
    let document = try fixture.document()
    let bytes = try fixture.bytes()
    let original: JSON
    do throws(JSONError) {
      original = try JSON.parse(bytes)
    } catch {
      // This fixture contains lone surrogates, which the JSON parser rejects; a later test covers
      // them.
      #expect(fixture == .mitmdump && error.reason == .loneSurrogate)
      return
    }
    #expect(document.bytes == Array((original.text(pretty: true) + "\n").utf8))
    #expect(try HARDocument(reading: document.bytes, named: document.name) == document)
  }

  @Test(arguments: HARFixture.allCases)
  func `a rewritten file gives the same recording`(_ fixture: HARFixture) throws {
    let recording = try Recording(try fixture.document())
    let written = HARDocument(recording).bytes
    #expect(try Recording(HARDocument(reading: written, named: "again.har")) == recording)
  }

  @Test func `a mitmdump file is in the order of sending, without failed connections`() throws {
    let document = try HARFixture.mitmdump.document()
    let recording = try Recording(document)
    #expect(
      recording.exchanges.map { "\($0.request.method) \($0.request.target) \($0.response.status)" }
        == [
          "POST /user 201 Created", "POST /user/accessToken 200 OK", "POST /note 201 Created",
          "GET /note?title=Gr%C3%BC%C3%9Fe%20%F0%9F%91%8B&x%5Bne%5D=a+b 400 Bad Request",
          "GET /note?note_id[in]=n1,n2 200 OK", "PUT /note/n1 200 OK", "HEAD /note/n1 200 OK",
          "POST /note 400 Bad Request", "POST /note 400 Bad Request", "POST /note 201 Created",
          "DELETE /note/n1 200 OK", "GET /note/n1 404 Not Found",
        ])
    #expect(
      document.warnings.map(\.description) == [
        "entry 13: GET http://127.0.0.1:4701/broken: left out, "
          + "because it failed: server closed connection"
      ])
  }

  @Test func `a mitmdump file has complete exchanges`() throws {
    let exchanges = try Recording(try HARFixture.mitmdump.document()).exchanges
    let created = exchanges[2]
    let body = #"{"title":"Grüße 👋","note_id":"n1"}"#
    #expect(
      created
        == RecordedExchange(
          Request(
            .post, "/note", authority: "127.0.0.1:4701",
            headers: HTTPFields(
              lines: "User-Agent: traffic", "Accept: */*", key,
              "Content-Type: application/json", "Content-Length: 39"), body: Array(body.utf8)),
          Response(
            .created,
            headers: HTTPFields(
              lines: "Content-Type: application/json; charset=utf-8",
              "Date: Sat, 21 Nov 2026 07:29:53 GMT", "X-StackMob-Time-MS: 1795246193887"),
            body: Array(
              (#"{"note_id":"n1","title":"Grüße 👋","#
                + #""createddate":1795246193887,"lastmoddate":1795246193887}"#).utf8)),
          startedMilliseconds: 1_795_246_193_885, durationMilliseconds: created.durationMilliseconds
        ))
    #expect((0..<1000).contains(created.durationMilliseconds))
    #expect(created.durationMilliseconds != created.durationMilliseconds.rounded())
    #expect(exchanges[11].request.headers.lines.suffix(2) == ["X-Twice: 1", "x-twice: 2"])
    #expect(exchanges[6].response.headers[.contentLength] == "84")
  }

  @Test func `a mitmdump file has bytes as ISO 8859-1 and as halves of surrogate pairs`()
    throws
  {
    let exchanges = try Recording(try HARFixture.mitmdump.document()).exchanges
    #expect(exchanges[7].request.body == [0xFF, 0xFE, 0, 0x80] + Array(#"{"a":"ü"}"#.utf8))
    #expect(
      exchanges[8].request.body == Array(#"{"title":""#.utf8) + [0xFF] + Array(#""}"#.utf8))
  }

  @Test func `a chunked request of a mitmdump file has a note of its framing`() throws {
    let exchange = try Recording(try HARFixture.mitmdump.document()).exchanges[9]
    #expect(exchange.request.text == #"{"title":"chunked"}"#)
    #expect(exchange.request.headers[.transferEncoding] == nil)
    #expect(
      exchange.notes == [
        "_dropped": ["request": [["name": "Transfer-Encoding", "value": "chunked"]]]
      ])
  }

  @Test func `a Chromium file warns of the bodies that it does not have`() throws {
    let document = try HARFixture.chromium.document()
    let exchanges = try Recording(document).exchanges
    #expect(
      exchanges.map { "\($0.request.method) \($0.request.target) \($0.response.status.code)" }
        == [
          "GET / 200", "POST /user 201", "POST /user/accessToken 200", "POST /note 201",
          "GET /note?title=Gr%C3%BC%C3%9Fe%20%F0%9F%91%8B&x[ne]=a+b 400", "PUT /note/n2 200",
          "POST /note 400", "POST /note 400", "DELETE /note/n2 200",
        ])
    #expect(
      document.warnings.map(\.description) == [
        "entry 7: POST http://127.0.0.1:4701/note: "
          + "the 6 bytes of its request body were not saved, so the replay accepts any body",
        "entry 8: POST http://127.0.0.1:4701/note: "
          + "the 281 bytes of its request body were not saved, so the replay accepts any body",
        "entry 10: GET http://127.0.0.1:4701/broken: left out, "
          + "because it failed: net::ERR_CONNECTION_RESET",
      ])
    #expect(exchanges[3].request.text == #"{"title":"Grüße 👋","note_id":"n2"}"#)
    #expect(exchanges[3].request.authority == "127.0.0.1:4701")
    #expect(exchanges[3].notes["_resourceType"] == "fetch")
    #expect(
      exchanges[3].response
        == Response(
          .created,
          headers: HTTPFields(
            lines: "Access-Control-Allow-Origin: http://127.0.0.1:4701",
            "Access-Control-Expose-Headers: Content-Range, Retry-After, X-StackMob-Time-MS",
            "Content-Type: application/json; charset=utf-8",
            "Date: Sat, 21 Nov 2026 07:43:09 GMT", "Vary: Origin",
            "X-StackMob-Time-MS: 1795246989041"),
          body: Array(
            (#"{"note_id":"n2","title":"Grüße 👋","#
              + #""createddate":1795246989041,"lastmoddate":1795246989041}"#).utf8)))
    #expect(
      exchanges[6].notes["_dropped"]
        == ["request": [["name": "Content-Length", "value": "6"]]])
  }
}

extension Request {
  /// The body as a string.
  fileprivate var text: String { String(decoding: body, as: UTF8.self) }
}
