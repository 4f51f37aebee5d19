import GhostlightCore
import GhostlightRecording
import HTTPTypes
import Testing

@Suite struct `Spying` {
  private static let recording = Recording([
    RecordedExchange(Request(.get, "/a"), Response(.ok, body: Array("recorded".utf8)))
  ])

  @Test func `the recording responds first, then the responder`() {
    let log = SpyLog()
    let replayer = Replayer(Self.recording)
    let live = Responder(name: "live", immediate: { _ in Response(.ok, body: Array("live".utf8)) })
    let spy = live.forwarded(by: replayer, log: log)
    let answers = ["/a", "/b", "/a"].map { spy.respondNow(Request(.get, $0))?.text }
    #expect(answers == ["recorded", "live", "live"])
    #expect(
      log.notes == [
        SpyEntry(Request(.get, "/a"), .recording(entry: 1)),
        SpyEntry(Request(.get, "/b"), .responder("live")),
        SpyEntry(Request(.get, "/a"), .responder("live")),
      ])
    #expect(log.notes.map(\.description) == ["GET /a: entry 1", "GET /b: live", "GET /a: live"])
    #expect(replayer.report == ReplayReport(recorded: 1, served: 1))
  }

  @Test func `requests that are not in the recording can be recorded`() async {
    let recorder = Recorder { 0 }
    let live = Responder(name: "live", respond: { _ in Response(.accepted) })
    let spy = live.recorded(into: recorder).forwarded(by: Replayer(Self.recording))
    #expect(spy.respondNow(Request(.get, "/b")) == nil)
    #expect(await spy.respond(Request(.get, "/a")).text == "recorded")
    #expect(await spy.respond(Request(.get, "/b")).status == .accepted)
    #expect(recorder.recording.exchanges.map(\.request) == [Request(.get, "/b")])
  }

  /// Recorded URLs, the URL of a missed request, and the URL with which it is recorded.
  @Test(
    arguments: [
      ([], nil, "http://127.0.0.1:4480/q", "http://127.0.0.1:9911/q"),
      (["https://s.example/a"], nil, "http://127.0.0.1:4480/q", "https://s.example/q"),
      (["https://s.example/a"], nil, "http://other.example/q", "https://s.example/q"),
      (["https://s.example/v1/a"], "/v1", "http://localhost/q", "https://s.example/v1/q"),
      (["http://127.0.0.1:5000/a"], nil, "http://127.0.0.1:4480/q", "http://127.0.0.1:5000/q"),
      (
        ["https://s.example/a", "https://t.example:8443/a"], nil, "http://t.example/q",
        "https://t.example:8443/q"
      ),
      (
        ["https://s.example/a", "https://t.example/a"], "https://t.example/v1",
        "http://127.0.0.1:4480/q", "https://t.example/v1/q"
      ),
      (
        ["https://s.example/a", "https://t.example/a"], nil, "http://127.0.0.1:4480/q",
        "https://s.example/q"
      ),
      (
        ["https://s.example/a", "http://127.0.0.1:9911/a"], nil, "http://localhost:4480/q",
        "http://127.0.0.1:9911/q"
      ),
      (
        ["https://s.example/a", "https://t.example/a"], nil, "http://u.example/q",
        "http://u.example/q"
      ),
    ] as [([String], String?, String, String)])
  func `a miss is recorded so that later replays find it and all earlier entries`(
    _ earlier: [String], _ base: String?, _ missed: String, _ expected: String
  ) async throws {
    let exchanges = try earlier.map { RecordedExchange(try Self.get($0), Response(.ok)) }
    func replayer(_ exchanges: [RecordedExchange]) -> Replayer {
      Replayer(Recording(exchanges), policy: .last, base: base.flatMap(ReplayBase.init))
    }
    let first = replayer(exchanges)
    let address: @Sendable (Request) -> Request = { request in
      var request = request
      (request.scheme, request.authority) = ("http", "127.0.0.1:9911")
      return request
    }
    let recorder = Recorder { 0 }
    let live = Responder(name: "live", immediate: { Response(.ok, body: Array($0.authority.utf8)) })
    let spy = live.before(address).recorded(into: recorder) {
      first.recordable($0, forwardedAs: address($0))
    }.forwarded(by: first)
    let request = try Self.get(missed)
    #expect(await spy.respond(request).text == "127.0.0.1:9911")
    let added = recorder.recording.exchanges
    #expect(
      added.map { "\($0.request.scheme)://\($0.request.authority)\($0.request.target)" } == [
        expected
      ])
    let again = replayer(exchanges + added)
    #expect(again.responder.respondNow(request)?.status == .ok)
    // Entries that this client found before are found again.
    for exchange in exchanges {
      var repeated = request
      repeated.target = RequestTarget(
        exchange.request.target.raw.replacing("/v1", with: "", maxReplacements: 1))
      let before = replayer(exchanges).responder.respondNow(repeated)?.status
      #expect(again.responder.respondNow(repeated)?.status == before, "\(repeated.target)")
    }
  }

  private static func get(_ url: String) throws -> Request {
    let parts = url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    try #require(parts.count == 4)
    return Request(
      .get, RequestTarget("/" + parts[3]), scheme: String(parts[0].dropLast()),
      authority: String(parts[2]))
  }
}
