import GhostlightCore
import GhostlightRecording
import HTTPTypes
import Testing

@Suite struct `HAR files in other dialects` {
  @Test func `a Firefox file is read without its codings and framing fields`() throws {
    let recording = try Recording(try HARFixture.firefox.document())
    #expect(recording.exchanges.count == 3)
    #expect(
      recording.exchanges[0]
        == RecordedExchange(
          Request(
            .post, "/note?a=b%20c", authority: "localhost:4401",
            headers: HTTPFields(
              lines: "Accept-Encoding: gzip, deflate, br, zstd",
              "Content-Type: application/json"),
            body: Array(#"{"title":"Grüße","n":1.50}"#.utf8)),
          Response(
            .created, headers: [.contentType: "application/json"],
            body: Array(#"{"note_id":"1","title":"Grüße"}"#.utf8)),
          startedMilliseconds: 1_714_557_600_250, durationMilliseconds: 3,
          notes: [
            "_securityState": "insecure",
            "_dropped": [
              "request": [["name": "Content-Length", "value": "27"]],
              "response": [
                ["name": "Content-Encoding", "value": "gzip"],
                ["name": "Transfer-Encoding", "value": "chunked"],
              ],
            ],
          ]))
  }

  @Test func `the address of an HTTP/2 request is read from its pseudo fields`() throws {
    let exchange = try Recording(try HARFixture.firefox.document()).exchanges[1]
    #expect(
      exchange.request
        == Request(
          .get, "/picture.png?", scheme: "https", authority: "example.test:443",
          headers: HTTPFields(lines: "accept: image/avif", "accept: */*")))
    #expect(exchange.response.status == .ok)
    #expect(exchange.response.body == [0x89, 0x50, 0x4E, 0x47])
    #expect(
      exchange.response.headers.lines == [
        "content-type: image/png", "set-cookie: a=1; Path=/", "set-cookie: b=2",
      ])
  }

  @Test func `a Firefox file warns of entries that cannot be replayed`() throws {
    #expect(
      try HARFixture.firefox.document().warnings.map(\.description) == [
        "entry 3: GET http://localhost:4401/big: "
          + "the 2097152 bytes of its response body were not saved, so the replay sends an empty body",
        "entry 4: GET http://localhost:4401/blocked: left out, because it failed",
        "entry 5: GET ws://localhost:4401/live: left out, because its scheme is ws",
      ])
  }

  @Test func `a Charles file is sorted by time, with bodies built from parameters`() throws {
    let recording = try Recording(try HARFixture.charles.document())
    let form = "username=jack+%26+jill&password=secret"
    #expect(
      recording.exchanges.map(\.startedMilliseconds) == [1_371_040_000_123, 1_371_040_001_500])
    #expect(
      recording.exchanges[1]
        == RecordedExchange(
          Request(
            .post, "/user/accessToken", scheme: "https", authority: "api.stackmob.com",
            headers: HTTPFields(
              lines: "Content-Type: application/x-www-form-urlencoded"),
            body: Array(form.utf8)),
          Response(
            .ok, headers: [.contentType: "application/json"], body: Array(#"{"status":"OK"}"#.utf8)),
          startedMilliseconds: 1_371_040_001_500, durationMilliseconds: 41,
          notes: ["_dropped": ["request": [["name": "Content-Length", "value": "36"]]]]))
  }

  @Test func `a compressed body of a Charles file is decoded`() throws {
    let exchange = try Recording(try HARFixture.charles.document()).exchanges[0]
    #expect(
      exchange.request.body
        == Array(
          ("--x y\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nGrüße\r\n"
            + "--x y\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"a.txt\"\r\n"
            + "Content-Type: text/plain\r\n\r\nabc\r\n--x y--\r\n").utf8))
    #expect(exchange.response.headers.lines == ["Content-Type: application/json"])
    #expect(exchange.response.text == "{}")
    let coding: JSON = [["name": "Content-Encoding", "value": "gzip"]]
    #expect(
      exchange.notes == [
        "comment": "still compressed", "_dropped": ["request": coding, "response": coding],
      ])
  }

  @Test(
    arguments: [
      ("gzip", [0x1F, 0x8B, 8], 0, true), ("x-gzip", [0x1F, 0x8B, 8], nil, true),
      ("gzip", [0x1F, 0x8B, 8], 10, false), ("gzip", [0x7B, 0x7D], 0, false),
      ("br", [0x0B, 0x80, 0xFF], 0, true), ("br", [0x7B, 0x7D], 0, false),
      ("zstd", [0x28, 0xB5, 0x2F, 0xFD], 0, true), ("zstd", [0x7B, 0x7D], 0, false),
      ("deflate", [0x78, 0x9C, 0xFF], 0, true), ("deflate", [0x68, 0x43], 0, false),
      ("gzip, br", [0x0B, 0x80, 0xFF], 0, true), ("identity", [0x7B], 0, true),
      ("rot13", [0x7B], 0, false),
    ] as [(String, [UInt8], Int?, Bool)])
  func `a coding field is kept if the body still has the coding and is damaged`(
    _ coding: String, _ body: [UInt8], _ saved: Int?, _ isKept: Bool
  ) throws {
    var content = HARContent(body, type: "application/json")
    content.json["compression"] = saved.map { .integer(Int64($0)) }
    var entry = HAREntry.sample("response", "content", .object(content.json))
    entry.response?.headers = [HARHeader("Content-Encoding", coding)]
    let response = try #require(try Recording(try entry.read()).exchanges.first).response
    #expect(response.body == body)
    #expect(response.headers.lines == (isKept ? ["Content-Encoding: \(coding)"] : []))
  }

  @Test(
    arguments: [
      ("Grüße", nil, 5, [0x47, 0x72, 0xFC, 0xDF, 0x65]),
      ("Grüße", nil, 7, Array("Grüße".utf8)),
      ("Grüße", "text/plain; charset=ISO-8859-1", -1, [0x47, 0x72, 0xFC, 0xDF, 0x65]),
      ("Grüße", "text/plain; charset=utf-8", -1, Array("Grüße".utf8)),
      ("€ ü", "text/plain; charset=iso-8859-1", -1, Array("€ ü".utf8)),
    ] as [(String, String?, Int, [UInt8])])
  func `a text body is decoded to the bytes that fit its noted size`(
    _ text: String, _ type: String?, _ size: Int, _ bytes: [UInt8]
  ) throws {
    let content: JSON = [
      "size": .integer(Int64(size)), "mimeType": .string(type ?? ""), "text": .string(text),
    ]
    let entry = HAREntry.sample("response", "content", content)
    #expect(try Recording(try entry.read()).exchanges.map(\.response.body) == [bytes])
  }

  @Test(
    arguments: [
      ("00ffFE", true, [0x00, 0xFF, 0xFE]), (#"["00ff","","10"]"#, true, [0x00, 0xFF, 0x10]),
      ("00ff", false, nil), (#"["00ff","10"]"#, false, nil), ("0ff", true, nil),
      ("0g", true, nil), ("+1", true, nil), (#"["00",1]"#, true, nil), ("", true, []),
    ] as [(String, Bool, [UInt8]?)])
  func `a binary body may be in hexadecimal`(
    _ text: String, _ isBinary: Bool, _ bytes: [UInt8]?
  ) throws {
    let content: JSON = [
      "mimeType": "image/png", "text": .string(text), "_isBinary": .bool(isBinary),
    ]
    let entry = HAREntry.sample("response", "content", content)
    #expect(
      try Recording(try entry.read()).exchanges.map(\.response.body) == [bytes ?? Array(text.utf8)])
  }

  @Test func `a compressed body may be in pieces in hexadecimal`() throws {
    let digits = (CodedSample.bodies["gzip"] ?? []).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    let pieces: JSON = [
      .string(digits.prefix(7).joined()), .string(digits.dropFirst(7).joined()),
    ]
    let content: JSON = ["mimeType": "text/plain", "text": .string(pieces.text())]
    for (coding, expected) in [("gzip", CodedSample.plain), ("identity", pieces.text())] {
      var entry = HAREntry.sample("response", "content", content)
      entry.response?.headers = [HARHeader("Content-Encoding", coding)]
      #expect(try Recording(try entry.read()).exchanges.map(\.response.text) == [expected])
    }
  }

  @Test(
    arguments: [
      ("application/json", [], "application/json"), ("text/plain; a=b", [], "text/plain; a=b"),
      ("multipart/form-data; boundary=x", [], "multipart/form-data; boundary=x"),
      ("multipart/form-data", [], nil), ("application/octet-stream", [], nil), ("", [], nil),
      ("x-unknown", [], nil), ("text/plain\n", [], nil),
      ("text/plain", [HARHeader("content-type", "text/html")], "text/html"),
    ] as [(String, [HARHeader], String?)])
  func `a saved media type is that of a request without its own`(
    _ saved: String, _ headers: [HARHeader], _ type: String?
  ) throws {
    var entry = HAREntry.sample("request", "postData", ["mimeType": .string(saved), "text": "a"])
    entry.request.headers = headers
    let request = try #require(try Recording(try entry.read()).exchanges.first).request
    #expect(request.headers[.contentType] == type)
    var empty = HAREntry.sample("request", "postData", ["mimeType": .string(saved), "text": ""])
    empty.request.headers = headers
    let other = try #require(try Recording(try empty.read()).exchanges.first).request
    #expect(other.headers[.contentType] == headers.first?.value)
  }

  @Test(arguments: [
    ("2013-06-12T12:26:40Z", 1_371_040_000_000),
    ("2013-06-12T12:26:40.1Z", 1_371_040_000_100),
    ("2013-06-12T12:26:40.123456789012345Z", 1_371_040_000_123),
    ("2013-06-12T12:26:40,999999+00:00", 1_371_040_000_999),
    ("2013-06-12 14:26:40.5+02:00", 1_371_040_000_500),
    ("2013-06-12t07:26:40-0500", 1_371_040_000_000),
    ("2013-06-12T14:26+02", 1_371_039_960_000),
    ("2013-06-12T12:26:40z", 1_371_040_000_000),
    ("2013-06-12T12:26:40", 1_371_040_000_000),
    ("2013-06-12", 1_370_995_200_000),
  ])
  func `a time may have any form of ISO 8601`(_ text: String, _ milliseconds: Int64) throws {
    let entry = HAREntry.sample(nil, "startedDateTime", .string(text))
    #expect(
      try Recording(try entry.read()).exchanges.map(\.startedMilliseconds) == [milliseconds])
  }

  @Test(arguments: [
    ("http://h", "http", "h", "/"), ("http://h?a=b", "http", "h", "/?a=b"),
    ("HTTPS://u:p@h:1/a?b#c", "https", "h:1", "/a?b"),
    ("http://[::1]:2/ü", "http", "[::1]:2", "/ü"),
  ])
  func `an address of an entry is read without changing its bytes`(
    _ url: String, _ scheme: String, _ authority: String, _ target: String
  ) throws {
    let entry = HAREntry.sample("request", "url", .string(url))
    #expect(
      try Recording(try entry.read()).exchanges.map(\.request)
        == [Request(.get, RequestTarget(target), scheme: scheme, authority: authority)])
  }

  @Test(arguments: [
    (HAREntry.sample("request", "method", "CONNECT"), "it opens a tunnel"),
    (HAREntry.sample(nil, "_resourceType", "websocket"), "it is a WebSocket"),
    (HAREntry.sample(nil, "_webSocketMessages", []), "it is a WebSocket"),
    (HAREntry.sample("request", "url", "data:text/plain,x"), "its scheme is data"),
    (HAREntry.sample("request", "url", "chrome-extension://x/y"), "its scheme is chrome-extension"),
    (HAREntry.sample(nil, "response", nil), "it has no response"),
    (HAREntry.sample("response", "status", 101), "it changes the protocol"),
    (HAREntry.sample("response", "status", -1), "it failed: OK"),
    (HAREntry.sample("response", "status", nil), "it failed: OK"),
  ])
  func `an entry without an exchange is omitted`(_ entry: HAREntry, _ reason: String) throws {
    let document = try entry.read()
    #expect(try Recording(document).exchanges == [])
    #expect(
      document.warnings.map(\.description) == [
        "entry 1: \(entry.request.method) \(entry.request.url): left out, because \(reason)"
      ])
  }
}
