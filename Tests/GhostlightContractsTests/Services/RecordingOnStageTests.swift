import Ghostlight
import GhostlightContracts
import GhostlightCore
import GhostlightRecording
import HTTPTypes
import Testing

@Suite struct `Recordings on a stage` {
  @Test func `two namespaces replay a recording independently`() {
    let services = ServiceStage()
    #expect(services.charges(2, in: "a") == ["one", "two"])
    #expect(services.charges(4, in: "b") == ["one", "two", "three", "501"])
    #expect(services.charges(1, in: "a") == ["three"])
  }

  @Test func `a fork continues at the position of its source`() throws {
    let services = ServiceStage()
    #expect(services.charges(1, in: "source") == ["one"])
    try services.stage.fork("source", as: "fork")
    #expect(services.charges(2, in: "fork") == ["two", "three"])
    #expect(services.charges(1, in: "source") == ["two"])
  }

  @Test(arguments: ["payments", nil])
  func `a recording begins again after a reset`(_ service: String?) throws {
    let services = ServiceStage()
    #expect(services.charges(4) == ["one", "two", "three", "501"])
    try services.stage.namespace().reset(emulator: service)
    #expect(services.charges(1) == ["one"])
  }

  @Test func `the reset of another service leaves a recording at its position`() throws {
    let services = ServiceStage()
    #expect(services.charges(1) == ["one"])
    for other in ["users", "stackmob"] { try services.stage.namespace().reset(emulator: other) }
    #expect(services.charges(1) == ["two"])
  }

  @Test func `the journal and the count have the requests to a recording`() throws {
    let services = ServiceStage()
    _ = services.charges(2)
    services.send(.post)
    services.send(to: "stackmob")
    let namespace = try services.stage.namespace()
    let journal = namespace.journal
    #expect(journal.map(\.emulator) == ["payments", "payments", "payments", "stackmob"])
    #expect(
      journal.prefix(3).map(\.answer.route) == ["GET /charges", "GET /charges", "POST /charges"])
    #expect(journal.prefix(3).map(\.answer.effect) == [.changed, .changed, .changed])
    #expect(journal.map(\.milliseconds) == Array(repeating: ServiceStage.opening, count: 4))
    #expect(namespace.requestCount(.get("/charges"), emulator: "payments") == 2)
    #expect(namespace.requestCount(.get("/charges")) == 3)
  }

  @Test func `a miss changes nothing and is in the journal with the nearest entries`() throws {
    let services = ServiceStage()
    let namespace = try services.stage.namespace()
    let before = namespace.snapshot().json["emulators"]
    let response = services.send(.get, "/charge")
    let entry = try #require(namespace.journal.last)
    let nearest = [
      "entry 1, GET /charges: path is /charge, recorded /charges",
      "entry 4, POST /charges: method is GET, recorded POST; path is /charge, recorded /charges",
    ]
    let explanation = "GET /charge is not in the recording; nearest is \(nearest[0])"
    #expect(response.status == .notImplemented)
    #expect(response.headers[.ghostlightReason] == explanation)
    #expect(
      response.json == ["error": .string(explanation), "nearest": .array(nearest.map(JSON.string))])
    #expect(entry.answer.effect == .unmatched)
    #expect(entry.answer.route == nil)
    #expect(entry.answer.nearMisses == nearest)
    #expect(namespace.snapshot().json["emulators"] == before)
  }

  @Test func `a request whose responses are used up changes nothing`() throws {
    let services = ServiceStage()
    _ = services.charges(3)
    let namespace = try services.stage.namespace()
    let before = namespace.snapshot().json["emulators"]
    #expect(services.charges(2) == ["501", "501"])
    #expect(
      namespace.journal.last?.answer.response.headers[.ghostlightReason]
        == "GET /charges was recorded 3 times, and all its responses were already used; "
        + "record again, or replay with the policy last or cycle")
    #expect(namespace.journal.last?.answer.effect == .unmatched)
    #expect(namespace.journal.last?.answer.nearMisses == ["entry 1, GET /charges: used up"])
    #expect(namespace.snapshot().json["emulators"] == before)
  }

  @Test func `a fault plan applies to the nth request to a recorded route`() throws {
    let services = ServiceStage()
    let namespace = try services.stage.namespace()
    let plan = try FaultPlan(
      json: [
        "emulator": "payments", "route": "POST /charges", "nth": 2, "status": 503, "retryAfter": 7,
      ], emulators: services.stage.configuration.services)
    try namespace.addFault(plan)
    services.send(.get)
    let responses = (0..<3).map { _ in services.send(.post) }
    #expect(responses.map(\.text) == ["made one", "", "made two"])
    #expect(responses.map(\.status.code) == [201, 503, 201])
    #expect(responses[1].headers[.retryAfter] == "7")
    #expect(namespace.faults.map(\.matchCount) == [3])
    #expect(namespace.faults.map(\.hitCount) == [1])
    #expect(namespace.journal.compactMap(\.fault) == [1])
    #expect(
      throws: FaultPlanError("no route has the title \"PUT /charges\"; GET emulators lists them")
    ) {
      try FaultPlan(
        json: ["route": "PUT /charges", "status": 503],
        emulators: services.stage.configuration.services)
    }
  }

  @Test func `a fault plan damages a recorded response`() throws {
    let services = ServiceStage()
    var plan = FaultPlan(.deliver(.truncated(bytes: 2)))
    plan.action.latencyMilliseconds = 30_000
    plan.emulator = "payments"
    try services.stage.namespace().addFault(plan)
    let response = services.send()
    #expect(response.delivery == .truncated(bytes: 2))
    #expect(try services.stage.namespace().clock.milliseconds == ServiceStage.opening + 30_000)
  }

  @Test func `a snapshot restores the position, also from its text`() throws {
    let services = ServiceStage()
    let namespace = try services.stage.namespace()
    #expect(services.charges(2) == ["one", "two"])
    let snapshot = namespace.snapshot()
    #expect(services.charges(2) == ["three", "501"])
    try namespace.restore(snapshot)
    #expect(services.charges(2) == ["three", "501"])
    let other = ServiceStage()
    let copy = try other.stage.snapshot(from: JSON.parse(Array(snapshot.json.text().utf8)))
    #expect(copy.json == snapshot.json)
    try other.stage.namespace().restore(copy)
    #expect(other.charges(2) == ["three", "501"])
  }

  @Test func `a snapshot of another recording is refused`() throws {
    var recording = ServiceStage.payments
    recording.exchanges[4].response.body = Array("changed".utf8)
    let snapshot = try ServiceStage().stage.namespace().snapshot().json
    #expect(
      throws: SnapshotError(
        "$.emulators.payments.state.recording is of a different recording; "
          + "restore it where the same HAR files are replayed")
    ) { try ServiceStage(RecordingBackend(recording)).stage.snapshot(from: snapshot) }
  }

  @Test func `the table of entries shows which entries are unused`() throws {
    let services = ServiceStage()
    _ = services.charges(2)
    services.send(.post)
    #expect(
      try services.entries(of: "payments") == [
        ["number": 1, "request": "GET /charges", "status": 200, "asked": 1],
        ["number": 2, "request": "GET /charges", "status": 200, "asked": 1],
        ["number": 3, "request": "GET /charges", "status": 200, "asked": 0],
        ["number": 4, "request": "POST /charges", "status": 201, "asked": 1],
        ["number": 5, "request": "POST /charges", "status": 201, "asked": 0],
      ])
    let namespace = try services.stage.namespace()
    #expect(
      namespace.dataTables(of: "payments").map { [$0.name, $0.title, $0.group, $0.key] }
        == [["entries", "Entries", "Recording", "number"]])
    #expect(namespace.dataRows(of: "entries", in: "payments")?.row(of: "3")?["asked"] == 0)
    #expect(throws: ProviderStateError("rows of \"entries\" cannot be deleted")) {
      try namespace.edit(
        DataEdit(table: "entries", key: "1", .remove), in: "payments")
    }
  }

  @Test func `a recording has no provider states but repeats earlier requests`() throws {
    let services = ServiceStage()
    let namespace = try services.stage.namespace()
    #expect(services.stage.configuration.services[1].seed.allProviderStates.count == 1)
    #expect(throws: ProviderStateError.self) { try namespace.setUp("paid", in: "payments") }
    _ = try namespace.setUp(
      "earlier requests", in: "payments",
      parameters: ["requests": [["method": "GET", "target": "/charges"]]])
    #expect(services.charges(1) == ["two"])
  }
}
