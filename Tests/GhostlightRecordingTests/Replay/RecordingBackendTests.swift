import Ghostlight
import GhostlightCore
import GhostlightRecording
import HTTPTypes
import Testing

@Suite struct `Recording backends` {
  /// Two responses to `GET /a` of one server, and one to `POST /b` of another.
  private static let recording = Recording([
    exchange(Request(.get, "/a", scheme: "https", authority: "one.example"), "1"),
    exchange(Request(.get, "/a", scheme: "https", authority: "one.example"), "2"),
    exchange(Request(.post, "/b?x=1", authority: "two.example:8080"), "3"),
  ])

  private static func exchange(_ request: Request, _ text: String) -> RecordedExchange {
    RecordedExchange(request, Response(.ok, body: Array(text.utf8)))
  }

  private static func uses(_ backend: RecordingBackend) -> [JSON?] {
    backend.dataRows(of: "entries")?.all.map { $0.row["asked"] } ?? []
  }

  @Test(
    arguments: [
      (ReplayPolicy.once, [.changed, .changed, .unmatched, .unmatched, .unmatched], [1, 1, 0]),
      (.last, [.changed, .changed, .read, .read, .read], [1, 1, 0]),
      (.cycle, [.changed, .changed, .changed, .changed, .changed], [3, 2, 0]),
    ] as [(ReplayPolicy, [Answer.Effect], [JSON])])
  func `an answer is a change if it matters for the next one`(
    _ policy: ReplayPolicy, _ effects: [Answer.Effect], _ uses: [JSON]
  ) {
    var backend = RecordingBackend(Self.recording, policy: policy)
    let answers = (0..<5).map { _ in backend.answer(Request(.get, "/a"), at: .numbered()) }
    #expect(answers.map(\.effect) == effects)
    #expect(Self.uses(backend) == uses)
    #expect(backend.unused == ["entry 3, POST /b?x=1"])
  }

  @Test func `a copy has counts of its own`() {
    var backend = RecordingBackend(Self.recording)
    _ = backend.respond(to: Request(.get, "/a"), at: .numbered())
    var copy = backend
    #expect(copy.respond(to: Request(.get, "/a"), at: .numbered()).text == "2")
    #expect(backend.unused == ["entry 2, GET /a", "entry 3, POST /b?x=1"])
    #expect(backend.respond(to: Request(.get, "/a"), at: .numbered()).text == "2")
  }

  @Test func `the hosts and servers are those of the recording`() {
    let backend = RecordingBackend(Self.recording)
    #expect(backend.hosts == ["one.example", "two.example"])
    #expect(backend.servers == ["https://one.example", "http://two.example:8080"])
    #expect(backend.problems == [])
    #expect(
      backend.catalogue
        == BackendCatalogue(routes: [
          RouteSummary(method: "GET", pattern: "/a", title: "GET /a", changes: true),
          RouteSummary(method: "POST", pattern: "/b", title: "POST /b", changes: true),
        ]))
  }

  @Test(
    arguments: [
      (Request(.get, "/a"), "GET /a"), (Request(.get, "/a?y=2"), "GET /a"),
      (Request(.post, "/b", body: [1]), "POST /b"), (Request(.get, "/b"), nil),
      (Request(.get, "/c"), nil),
    ] as [(Request, String?)])
  func `the route of a request is a recorded method and path`(_ request: Request, _ title: String?)
  {
    #expect(RecordingBackend(Self.recording).route(of: request) == title)
  }

  @Test func `the route follows the matcher's own idea of a path`() {
    let tenant = MatchPart.custom("tenant") { $0.target.rawPath.first.map(String.init) }
    let backend = RecordingBackend(Self.recording, matcher: Matcher([.method, tenant]))
    #expect(backend.route(of: Request(.get, "/other")) == "GET /a")
    #expect(RecordingBackend(Recording()).route(of: Request(.get, "/a")) == nil)
  }

  @Test func `a base is added to the paths of routes and requests`() {
    let deep = Recording([
      RecordedExchange(Request(.get, "/v1/todo"), Response(.ok, body: [49]))
    ])
    var backend = RecordingBackend(deep, base: ReplayBase("/v1"))
    #expect(backend.route(of: Request(.get, "/todo")) == "GET /v1/todo")
    #expect(backend.respond(to: Request(.get, "/todo"), at: .numbered()).text == "1")
  }

  private static let other = "the snapshot was not written by this emulator"

  @Test(
    arguments: [
      ([] as JSON, "$ does not have \"recording\"; \(other)"),
      (["recording": 1], "$.recording is not a string; \(other)"),
      (
        ["recording": "0", "uses": [:]],
        "$.recording is of a different recording; restore it where the same HAR files are replayed"
      ),
      (["uses": .null], "$ does not have \"uses\"; \(other)"),
      (["uses": []], "$.uses is not an object; \(other)"),
      (["uses": ["0": 1]], "$.uses.0 is not one of the numbers 1 to 2; \(other)"),
      (["uses": ["3": 1]], "$.uses.3 is not one of the numbers 1 to 2; \(other)"),
      (["uses": ["01": 1]], "$.uses.01 is not one of the numbers 1 to 2; \(other)"),
      (["uses": ["1": 0]], "$.uses.1 is not a valid number of uses; \(other)"),
      (
        ["uses": ["1": .integer(.max)]], "$.uses.1 is not a valid number of uses; \(other)"
      ),
      (["uses": ["1": "x"]], "$.uses.1 is not an integer; \(other)"),
    ] as [(JSON, String)])
  func `a damaged snapshot is refused with its place, and nothing changes`(
    _ change: JSON, _ text: String
  ) {
    var backend = RecordingBackend(Self.recording)
    _ = backend.respond(to: Request(.get, "/a"), at: .numbered())
    let before = backend.snapshot
    var damaged = change
    if case .object(let members) = change, change["recording"] == nil {
      var whole = before.object ?? [:]
      for member in members { whole[member.key] = member.value }
      if members["uses"] == .null { whole.removeValue(forKey: "uses") }
      damaged = .object(whole)
    }
    #expect(throws: SnapshotError(text)) { try backend.restore(damaged) }
    #expect(backend.snapshot == before)
  }

  @Test func `a count of a snapshot that is greater than the number of responses is used up`()
    throws
  {
    for (policy, next) in [(ReplayPolicy.once, "501"), (.last, "2"), (.cycle, "2")] {
      var backend = RecordingBackend(Self.recording, policy: policy)
      var snapshot = backend.snapshot.object ?? [:]
      snapshot["uses"] = ["1": .integer(1 << 53 - 1)]
      try backend.restore(.object(snapshot))
      let response = backend.respond(to: Request(.get, "/a"), at: .numbered())
      #expect((response.status == .ok ? response.text : "501") == next)
    }
  }
}
