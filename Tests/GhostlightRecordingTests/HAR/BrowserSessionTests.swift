import GhostlightCore
import GhostlightRecording
import HTTPTypes
import Testing

@Suite struct `Browser sessions with five hosts` {
  @Test(arguments: HARDialect.allCases)
  func `a browser session replays exactly for each of its hosts`(_ dialect: HARDialect) throws {
    let bytes = dialect.write(BrowserSession.exchanges)
    let document = try HARDocument(reading: bytes, named: "\(dialect).har")
    let unsaved = BrowserSession.exchanges.count { !dialect.saves($0.request.body) }
    #expect(document.warnings.count == unsaved)
    let recording = try Recording(document)
    try expectSame(recording)
    // The HAR file that Ghostlight writes for the recording must replay the same responses.
    let own = HARDocument(recording).bytes
    try expectSame(try Recording(HARDocument(reading: own, named: "own.har")))
  }

  private func expectSame(_ recording: Recording) throws {
    let replayer = Replayer(recording)
    #expect(replayer.servers.count == 5)
    // The requests are sent in reverse order, so that a response of the wrong host is noticed.
    for exchange in BrowserSession.exchanges.reversed() {
      let response = try #require(replayer.responder.respondNow(exchange.request))
      let place = "\(exchange.request.authority) \(exchange.request.target.raw)"
      #expect(response.status.code == exchange.response.status.code, "\(place)")
      #expect(response.body == exchange.response.body, "\(place)")
      #expect(response.headers == exchange.response.headers, "\(place)")
    }
    #expect(replayer.report.isClean && replayer.report.warnings == [], "\(replayer.report)")
  }

  @Test(arguments: HARDialect.allCases)
  func `a browser session has its request bodies`(_ dialect: HARDialect) throws {
    let bytes = dialect.write(BrowserSession.exchanges)
    let recording = try Recording(HARDocument(reading: bytes, named: "\(dialect).har"))
    for (recorded, exchange) in zip(recording.exchanges, BrowserSession.exchanges) {
      let body = exchange.request.body
      #expect(
        recorded.request.body == (dialect.saves(body) ? body : []), "\(exchange.request.target.raw)"
      )
    }
  }

  @Test func `an upload is found by its parts, whatever the boundary is`() throws {
    let recording = Recording(
      BrowserSession.exchanges.map { RecordedExchange($0.request, $0.response) })
    let replayer = Replayer(recording)
    var upload = try #require(BrowserSession.exchanges.first { $0.request.target.raw == "/upload" })
      .request
    upload.headers[.contentType] = "multipart/form-data; boundary=\"other\""
    upload.body = [UInt8](
      upload.body.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        .map { line in
          guard let mark = line.firstIndex(where: { $0 != UInt8(ascii: "-") }),
            line[mark...].starts(with: "WebKit".utf8)
          else { return Array(line) }
          let isLast = String(decoding: line, as: UTF8.self).contains("--\r")
          return Array((isLast ? "--other--\r" : "--other\r").utf8)
        }.joined(separator: [UInt8(ascii: "\n")]))
    #expect(replayer.responder.respondNow(upload)?.text == "0")
    upload.body = upload.body.map { $0 == 0xFE ? 0xFD : $0 }
    let miss = try #require(replayer.responder.respondNow(upload))
    #expect(miss.status == .notImplemented)
    #expect(miss.text.contains("part: file, byte 4 is fd, recorded fe"), "\(miss.text)")
  }
}

@Suite struct `Requests to one of several recorded servers` {
  private static let recording = Recording(
    [("https", "a.example"), ("https", "b.example:8443"), ("http", "localhost:3000")].map {
      RecordedExchange(
        Request(.get, "/v1/me", scheme: $0, authority: $1), Response(.ok, body: Array($1.utf8)))
    })

  @Test(arguments: [
    ("https://a.example", "a.example"), ("http://a.example", "a.example"),
    ("https://A.Example:443", "a.example"), ("http://a.example:4480", "a.example"),
    ("https://b.example:8443", "b.example:8443"), ("https://b.example", "b.example:8443"),
    ("http://localhost:3000", "localhost:3000"), ("http://localhost:4480", "localhost:3000"),
    ("http://127.0.0.1:4480", "a.example"), ("https://c.example", nil),
  ])
  func `a request goes to its recorded server`(_ origin: String, _ answer: String?) throws {
    let parts = origin.split(separator: "/").map(String.init)
    let replayer = Replayer(Self.recording)
    let request = Request(
      .get, "/v1/me", scheme: String(parts[0].dropLast()), authority: parts[1])
    let response = try #require(replayer.responder.respondNow(request))
    guard let answer else {
      #expect(response.status == .notImplemented)
      #expect(
        response.headers[.reason]?.contains("host is https://c.example, recorded https://a.example")
          == true)
      return
    }
    #expect(response.text == answer)
    #expect(replayer.report.warnings.count == (origin.contains("127.0.0.1") ? 1 : 0))
  }

  @Test(arguments: [
    ("/v1", "/me", "a.example"), ("http://localhost:3000/v1/", "/me", "localhost:3000"),
    ("https://b.example:8443", "/v1/me", "b.example:8443"),
  ])
  func `a base path selects a server`(_ base: String, _ path: String, _ answer: String) throws {
    let base = try #require(ReplayBase(base))
    let replayer = Replayer(Self.recording, base: base)
    let request = Request(.get, RequestTarget(path), authority: "127.0.0.1:4480")
    #expect(replayer.responder.respondNow(request)?.text == answer)
  }

  @Test(arguments: ["v1", "", "/v1?a=b", "ftp://a/b", "https://"])
  func `only a path or an HTTP address can be a base path`(_ text: String) {
    #expect(ReplayBase(text) == nil)
  }
}

extension HTTPField.Name {
  fileprivate static let reason = HTTPField.Name("X-Ghostlight-Reason") ?? .server
}
