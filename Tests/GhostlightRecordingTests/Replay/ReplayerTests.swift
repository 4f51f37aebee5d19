import GhostlightCore
import GhostlightRecording
import HTTPTypes
import Testing

@Suite struct `Replaying` {
  /// Three different responses to the same request, and one response to a different request.
  private static let recording = Recording(
    [
      exchange("/a", "1"), exchange("/b", "other"), exchange("/a", "2"), exchange("/a", "3"),
    ], comment: "notes")

  private static func exchange(_ target: RequestTarget, _ text: String) -> RecordedExchange {
    RecordedExchange(Request(.get, target), Response(.ok, body: Array(text.utf8)))
  }

  private static func answers(_ replayer: Replayer, _ target: RequestTarget, _ count: Int)
    -> [String]
  {
    (0..<count).map { _ in
      let response = replayer.responder.respondNow(Request(.get, target))
      return response?.status == .ok ? response?.text ?? "" : "\(response?.status.code ?? 0)"
    }
  }

  @Test(arguments: [
    (ReplayPolicy.once, ["1", "2", "3", "501", "501", "501", "501"]),
    (.last, ["1", "2", "3", "3", "3", "3", "3"]),
    (.cycle, ["1", "2", "3", "1", "2", "3", "1"]),
  ])
  func `equal requests get the recorded responses in order, then the policy applies`(
    _ policy: ReplayPolicy, _ expected: [String]
  ) {
    let replayer = Replayer(Self.recording, policy: policy)
    #expect(Self.answers(replayer, "/a", 7) == expected)
    #expect(Self.answers(replayer, "/b", 1) == ["other"])
  }

  @Test func `a note of the last equal exchange has priority over the replayer's policy`() {
    var recording = Self.recording
    recording.exchanges[3].notes["_replay"] = "cycle"
    let replayer = Replayer(recording)
    #expect(Self.answers(replayer, "/a", 4) == ["1", "2", "3", "1"])
    #expect(Self.answers(replayer, "/b", 2) == ["other", "501"])
  }

  @Test func `a note with an unknown policy is reported with a remedy`() {
    var recording = Self.recording
    recording.exchanges[1].notes["_replay"] = "forever"
    let replayer = Replayer(recording)
    #expect(Self.answers(replayer, "/b", 2) == ["other", "501"])
    #expect(
      replayer.report.problems
        == [#"entry 2: "_replay" is "forever"; write once, last or cycle"#])
    #expect(!replayer.report.isClean)
  }

  @Test func `the opening of a WebSocket is not replayed`() {
    var recording = Self.recording
    recording.exchanges[1].response = Response(.switchingProtocols)
    let replayer = Replayer(recording)
    #expect(Self.answers(replayer, "/b", 1) == ["501"])
    #expect(
      replayer.report.problems
        == [
          "entry 2 opened a WebSocket, which cannot be replayed: a client that opens it gets 501"
        ])
  }

  @Test func `an interim status is not replayed, because a client would wait for a final one`() {
    var recording = Self.recording
    recording.exchanges[1].response = Response(HTTPResponse.Status(code: 103))
    let replayer = Replayer(recording)
    #expect(Self.answers(replayer, "/b", 1) == ["501"])
    #expect(
      replayer.report.problems
        == [
          "entry 2 has the status 103, which is not that of a final response; delete the entry"
        ])
  }

  @Test func `unused entries are reported in the order of the recording`() {
    let replayer = Replayer(Self.recording)
    _ = Self.answers(replayer, "/a", 1)
    #expect(replayer.report.unused == ["entry 2, GET /b", "entry 3, GET /a", "entry 4, GET /a"])
    #expect(
      replayer.report.description == """
        1 answered from 4 recorded, 0 missed, 3 unused
        unused: entry 2, GET /b
        unused: entry 3, GET /a
        unused: entry 4, GET /a
        """)
  }

  @Test func `a replay of all entries gives a clean report, also after a reset`() {
    let replayer = Replayer(Self.recording)
    for _ in 0..<2 {
      #expect(Self.answers(replayer, "/a", 3) == ["1", "2", "3"])
      #expect(Self.answers(replayer, "/b", 1) == ["other"])
      #expect(replayer.report == ServiceReport(of: .recording, entries: 4, served: 4))
      #expect(replayer.report.isClean)
      replayer.reset()
    }
    #expect(replayer.report.unused.count == 4)
  }

  @Test func `the recorded and the live request are normalised before the comparison`() {
    let secret = RecordedExchange(
      Request(.get, "/a?token=REDACTED"), Response(.ok, body: Array("a".utf8)))
    let replayer = Replayer(Recording([secret])) { request in
      var redacted = request
      redacted.target = RequestTarget(
        request.target.rawPath + (request.target.rawQuery == nil ? "" : "?token=REDACTED"))
      return redacted
    }
    #expect(Self.answers(replayer, "/a?token=s3cret", 2) == ["a", "501"])
    #expect(
      replayer.report.misses.first?.explanation.hasPrefix("GET /a?token=REDACTED was recorded once")
        == true)
  }

  @Test func `fields of the recorded connection and codings are not replayed`() {
    let response = Response(
      .ok,
      headers: [
        .contentType: "text/plain", .contentEncoding: "gzip", .contentLength: "5",
        .transferEncoding: "chunked", .connection: "keep-alive", .eTag: "\"1\"",
      ], body: Array("a".utf8))
    let replay = Responder.replay(Recording([RecordedExchange(Request(.get, "/"), response)]))
    #expect(
      replay.respondNow(Request(.get, "/"))
        == Response(
          .ok, headers: [.contentType: "text/plain", .eTag: "\"1\""], body: Array("a".utf8)))
  }

  @Test func `a body that is still compressed is replayed with its coding field`() {
    let response = Response(
      .ok, headers: [.contentType: "application/json", .contentEncoding: "gzip"],
      body: [0x1F, 0x8B, 8, 0])
    let replay = Responder.replay(Recording([RecordedExchange(Request(.get, "/"), response)]))
    #expect(replay.respondNow(Request(.get, "/")) == response)
  }

  @Test func `several recorded requests that match are replayed in turn`() {
    let recording = Recording([
      RecordedExchange(
        .json(.post, "/a", ["kind": "x"]), Response(.ok, body: Array("x".utf8))),
      RecordedExchange(
        .json(.post, "/a", ["size": 1]), Response(.ok, body: Array("size".utf8))),
    ])
    let replayer = Replayer(
      recording, matcher: Matcher([.method, .path, .jsonBodySubset]), policy: .last)
    let request = Request.json(.post, "/a", ["size": 1, "kind": "x", "more": true])
    let answers = (0..<3).map { _ in replayer.responder.respondNow(request)?.text }
    #expect(answers == ["x", "size", "x"])
  }
}
