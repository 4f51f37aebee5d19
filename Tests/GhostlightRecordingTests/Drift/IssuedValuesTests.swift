import GhostlightCore
import GhostlightRecording
import HTTPTypes
import Testing

@Suite struct `Issued values` {
  @Test func `the login, use and deletion of a recording work on a backend with other ids`() async {
    let recording = await SampleClient.recording(of: SampleBackend("vendor"))
    #expect(recording.exchanges.map(\.response.status.code) == [200, 201, 201, 200, 200, 204, 404])
    let report = await Drift.check(recording, against: SampleBackend("live").responder)
    #expect(report.drifted == [])
    #expect(report.compared == 7)
    #expect(report.followed == 3)
  }

  @Test func `without following of values, a replay to a backend fails after the login`() async {
    let recording = await SampleClient.recording(of: SampleBackend("vendor"))
    let report = await Drift.check(
      recording, against: SampleBackend("live").responder, followingValues: false)
    #expect(report.drifted.map(\.number) == [1, 2, 3, 4, 5, 6, 7])
    #expect(report.drifted.last?.differences.first?.actual == 401)
    #expect(report.followed == 0)
  }

  @Test func `drift is found next to values that the backend issued`() async {
    let recording = await SampleClient.recording(of: SampleBackend("vendor"))
    let live = SampleBackend("live") { $0["title"] = "Something 2" }
    let report = await Drift.check(recording, against: live.responder)
    #expect(report.drifted.map(\.number) == [2, 3, 4, 5])
    #expect(
      report.drifted.first?.differences.map(\.description)
        == [#"value at $.title: expected "Water the plants", actual "Something 2""#])
  }

  @Test func `issued values that the client does not send back are drift`() async throws {
    let recording = await SampleClient.recording(of: SampleBackend("vendor"))
    let later = SampleBackend("live", milliseconds: 1_000_000)
    let report = await Drift.check(recording, against: later.responder)
    #expect(report.drifted.map(\.number) == [2, 3, 4, 5])
    let mask = try DriftMask(values: ["$..createddate"])
    let again = SampleBackend("live", milliseconds: 1_000_000)
    let masked = await Drift.check(recording, against: again.responder, mask: mask)
    #expect(masked.drifted == [])
  }

  @Test func `the caller's change of a request is the last one`() async {
    let recording = await SampleClient.recording(of: SampleBackend("vendor"))
    let report = await Drift.check(recording, against: SampleBackend("live").responder) {
      request in
      var unsigned = request
      unsigned.headers[.authorization] = nil
      return unsigned
    }
    #expect(report.drifted.map(\.number) == [2, 3, 4, 5, 6, 7])
  }

  @Test func `two responders get the same requests, each with its own values`() async {
    let recording = await SampleClient.recording(of: SampleBackend("left"))
    let report = await Drift.check(
      recording.exchanges.map(\.request), expected: SampleBackend("left").responder,
      actual: SampleBackend("right").responder)
    #expect(report == DriftReport(expected: "left", actual: "right", compared: 7, followed: 3))
  }

  @Test func `a value that the client chose is not followed`() async {
    let recording = Recording([
      RecordedExchange(.json(.post, "/a", ["id": "mine-1"]), .json(.ok, ["id": "mine-1"])),
      RecordedExchange(Request(.get, "/a/mine-1"), Response(.ok)),
    ])
    let live = Responder(name: "live") { request in
      request.method == .post
        ? .json(.ok, ["id": "theirs-2"]) : Response(request.target == "/a/mine-1" ? .ok : .gone)
    }
    let report = await Drift.check(recording, against: live)
    #expect(report.drifted.map(\.number) == [1])
    #expect(report.followed == 0)
  }

  @Test func `an ordinary word is not followed as an issued value`() async {
    let recording = Recording([
      RecordedExchange(Request(.get, "/a"), .json(.ok, ["state": "open"])),
      RecordedExchange(.json(.put, "/a", ["state": "open"]), Response(.ok)),
    ])
    let live = Responder(name: "live") { request in
      request.method == .get ? .json(.ok, ["state": "closed"]) : Response(.ok)
    }
    let report = await Drift.check(recording, against: live)
    #expect(report.drifted.map(\.number) == [1])
  }
}
