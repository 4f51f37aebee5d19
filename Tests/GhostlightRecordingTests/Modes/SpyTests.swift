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
}
