import Ghostlight
import GhostlightCore
import GhostlightRecording
import HTTPTypes
import Testing

@Suite struct `Recorded misses` {
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
    func backend(_ exchanges: [RecordedExchange]) -> RecordingBackend {
      RecordingBackend(Recording(exchanges), policy: .last, base: base.flatMap(ReplayBase.init))
    }
    let first = backend(exchanges)
    let address: @Sendable (Request) -> Request = { request in
      var request = request
      (request.scheme, request.authority) = ("http", "127.0.0.1:9911")
      return request
    }
    let recorder = Recorder { 0 }
    let live = Responder(name: "live", immediate: { Response(.ok, body: Array($0.authority.utf8)) })
    let upstream = live.before(address).recorded(into: recorder) {
      first.recordable($0, forwardedAs: address($0))
    }
    let service = Service(name: "q", title: "Q", port: 0, seed: first, upstream: upstream)
    let stage = Stage(StageConfiguration(services: [service]))
    let request = try Self.get(missed)
    #expect(stage.respond(to: request, by: "q").text == "127.0.0.1:9911")
    let added = recorder.recording.exchanges
    #expect(
      added.map { "\($0.request.scheme)://\($0.request.authority)\($0.request.target)" } == [
        expected
      ])
    var again = backend(exchanges + added)
    #expect(again.respond(to: request, at: .numbered()).status == .ok)
    // Entries that this client found before are found again.
    for exchange in exchanges {
      var repeated = request
      repeated.target = RequestTarget(
        exchange.request.target.raw.replacing("/v1", with: "", maxReplacements: 1))
      var before = backend(exchanges)
      let status = before.respond(to: repeated, at: .numbered()).status
      #expect(again.respond(to: repeated, at: .numbered()).status == status, "\(repeated.target)")
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
