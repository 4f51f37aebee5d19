import Ghostlight
import GhostlightCore
import GhostlightRecording
import HTTPTypes
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `A recording in the control API` {
  private let desk = ControlDesk { configuration in
    let recording = Recording([
      RecordedExchange(Request(.get, "/charges?page=1"), Response(.ok)),
      RecordedExchange(Request(.post, "/charges"), Response(.created)),
    ])
    configuration.services.append(
      Service(name: "payments", title: "Payments", port: 1, seed: RecordingBackend(recording)))
  }

  @Test func `the list of emulators has the recorded routes`() throws {
    let emulators = desk.call(.get, "emulators").json?["emulators"]?.array ?? []
    let payments = try #require(emulators.first { $0["name"] == "payments" })
    #expect(
      payments["routes"] == [
        ["method": "GET", "pattern": "/charges", "title": "GET /charges", "changes": true],
        ["method": "POST", "pattern": "/charges", "title": "POST /charges", "changes": true],
      ])
    #expect(payments["keys"] == [:])
  }

  @Test func `data tables show which entries are unused`() {
    let get: JSON = [
      "key": "1",
      "row": ["number": 1, "request": "GET /charges?page=1", "status": 200, "asked": 0],
    ]
    let post: JSON = [
      "key": "2", "row": ["number": 2, "request": "POST /charges", "status": 201, "asked": 0],
    ]
    #expect(
      desk.call(.get, "data/payments/entries").json == [
        "emulator": "payments", "table": "entries", "total": 2, "rows": [get, post], "scanned": 2,
      ])
    #expect(desk.call(.get, "data/payments/entries/2") == .json(.ok, post))
  }

  @Test func `a fault plan can name a recorded route`() {
    let plan: JSON = ["emulator": "payments", "route": "POST /charges", "nth": 2, "status": 503]
    #expect(desk.call(.post, "faults", plan).status == .created)
    #expect(
      desk.refusal(.post, "faults", ["route": "GET /other", "status": 503])
        == "409 no route has the title \"GET /other\"; GET emulators lists them")
  }
}
