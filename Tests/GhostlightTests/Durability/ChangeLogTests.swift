import Ghostlight
import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@Suite struct `Stage with a change log` {
  private let log = ChangeMemory()
  private let stage: Stage

  init() {
    var configuration = StageConfiguration(services: [
      Service(name: "notes", title: "Notes", port: 1, seed: NoteBackend())
    ])
    configuration.clock = .frozen(at: Stage.opening)
    stage = Stage(configuration, log: log)
  }

  @Test func `a stage logs each change and nothing else`() throws {
    let space = try stage.namespace("one")
    let add = Request.note(.post, "/note", "a", in: "one")
    let added = stage.respond(to: add, by: "notes")
    for (method, target) in [(.get, "/note"), (.delete, "/note"), (.get, "/none")]
      as [(HTTPRequest.Method, RequestTarget)]
    {
      _ = stage.respond(to: .note(method, target, in: "one"), by: "notes")
    }
    _ = try? space.setUp("nothing", in: "notes")
    let snapshot = space.snapshot()
    let values = try space.setUp("note exists", in: "notes", parameters: ["text": "b"])
    try space.changeClock(.advance(milliseconds: 5))
    try space.reset(emulator: "notes")
    try space.restore(snapshot)
    try stage.fork("one", as: "two")
    try stage.drop("two")
    try stage.drop("two")
    try space.reset()
    let time = Stage.opening
    #expect(
      log.changes == [
        Change(
          namespace: "one", moment: 1, milliseconds: time, .exchange(emulator: "notes", add),
          answer: .response(status: added.status.code, body: added.body)),
        Change(
          namespace: "one", moment: 6, milliseconds: time,
          .state(emulator: "notes", name: "note exists", parameters: ["text": "b"]),
          answer: .response(status: 0, body: JSON.object(values).bytes)),
        Change(
          namespace: "one", moment: 6, milliseconds: time + 5, .clock(.frozen(at: time + 5))),
        Change(namespace: "one", moment: 6, milliseconds: time + 5, .reset(emulator: "notes")),
        Change(namespace: "one", moment: 5, milliseconds: time, .restore(snapshot.json)),
        Change(namespace: "two", moment: 5, milliseconds: 0, .fork(of: "one")),
        Change(namespace: "two", moment: 0, milliseconds: 0, .drop),
        Change(namespace: "one", moment: 0, milliseconds: time, .reset(emulator: nil)),
      ])
    #expect(log.durable == 8)
  }

  @Test func `a clock change caused by the latency of a reading request is logged`() throws {
    let space = try stage.namespace()
    space.addFault(FaultPlan(.latency(milliseconds: 5)))
    _ = stage.respond(to: .note(.get, "/note"), by: "notes")
    #expect(
      log.changes.map(\.operation) == [.clock(.frozen(at: Stage.opening + 5))])
    #expect(log.durable == 1)
    log.fail("the disk is full")
    #expect(stage.respond(to: .note(.get, "/note"), by: "notes").status == .serviceUnavailable)
  }

  private static let reason = "the disk is full; make room"

  @Test func `if the log fails, changing requests get 503 with the reason`() throws {
    log.fail(Self.reason)
    let response = stage.add("x")
    #expect(response.status == .serviceUnavailable)
    #expect(response.json == ["error": .string(Self.reason)])
    #expect(response.headers[.ghostlightReason] == Self.reason)
    #expect(stage.respond(to: .note(.get, "/note"), by: "notes").status == .ok)
    #expect(stage.respond(to: .note(.delete, "/note"), by: "notes").status == .conflict)
    log.fail(nil)
    #expect(stage.add("x").status == .created)
  }

  @Test func `if the log fails, administrative changes fail too`() throws {
    let space = try stage.namespace("one")
    let snapshot = space.snapshot()
    log.fail(Self.reason)
    let error = ChangeLogError(Self.reason)
    #expect(throws: error) { try space.changeClock(.freeze) }
    #expect(throws: error) { try space.reset() }
    #expect(throws: error) { try space.reset(emulator: "notes") }
    #expect(throws: error) { try space.restore(snapshot) }
    #expect(throws: NamespaceError.notDurable(Self.reason)) { try stage.fork("one", as: "two") }
    #expect(throws: NamespaceError.notDurable(Self.reason)) { try stage.drop("two") }
    #expect(throws: ProviderStateError(Self.reason, isNotDurable: true)) {
      try space.setUp("note exists", in: "notes")
    }
    #expect(throws: ProviderStateError("no nothing")) {
      try space.setUp("nothing", in: "notes")
    }
  }

  @Test func `a snapshot taken during exchanges fits the changes after it`() async throws {
    let snapshots = await withTaskGroup(of: [StageSnapshot].self) { group in
      for task in 0..<4 {
        group.addTask { [stage] in
          for number in 0..<150 {
            stage.add("\(task)", in: "space-\((number + task) % 3)")
            guard number % 5 == task else { continue }
            _ = try? stage.fork("space-\(number % 3)", as: "space-\((number + 1) % 3)")
            if number % 10 == task { _ = try? stage.drop("space-\(number % 3)") }
          }
          return []
        }
      }
      group.addTask { [stage] in
        (0..<40).map { _ in
          stage.add("cutter", in: "space-9")
          return stage.snapshotAll()
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    let end = stage.snapshotAll().changed
    #expect(snapshots.count == 40)
    let whole = Stage(stage.configuration)
    try log.replay(into: whole)
    #expect(whole.snapshotAll().changed == end)
    for snapshot in snapshots {
      let late = Stage(stage.configuration)
      late.load(snapshot)
      try log.replay(into: late, after: snapshot)
      #expect(late.snapshotAll().changed == end)
    }
  }
}
