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
    try space.addFault(FaultPlan(.latency(milliseconds: 5)))
    _ = stage.respond(to: .note(.get, "/note"), by: "notes")
    #expect(
      log.changes.map(\.operation) == [.clock(.frozen(at: Stage.opening + 5))])
    #expect(log.durable == 1)
    log.fail("the disk is full")
    #expect(stage.respond(to: .note(.get, "/note"), by: "notes").status == .serviceUnavailable)
  }

  private static let reason = "the disk is full; make room"

  @Test func `after a failed write, all requests to all namespaces get 503 with the reason`() {
    stage.add("a", in: "one")
    log.fail(Self.reason)
    #expect(stage.respond(to: .note(.get, "/note"), by: "notes").status == .ok)
    #expect(stage.respond(to: .note(.delete, "/note"), by: "notes").status == .conflict)
    let refused = stage.add("b", in: "one")
    #expect(refused.status == .serviceUnavailable)
    #expect(refused.json == ["error": .string(Self.reason)])
    #expect(refused.headers[.ghostlightReason] == Self.reason)
    for name in ["one", "default", "new"] {
      #expect(stage.add("b", in: name) == refused)
      #expect(stage.respond(to: .note(.get, "/note", in: name), by: "notes") == refused)
    }
    #expect(log.changes.count == 1)
  }

  @Test func `a stage restored after a failed write has all acknowledged changes only`() throws {
    let note = stage.add("a", in: "one")
    log.fail(Self.reason)
    stage.add("b", in: "one")
    let restarted = Stage(stage.configuration, log: ChangeMemory())
    try log.replay(into: restarted)
    let notes = restarted.respond(to: .note(.get, "/note", in: "one"), by: "notes")
    #expect(notes.json == ["a"])
    #expect(note.status == .created)
    #expect(restarted.add("b", in: "one").status == .created)
  }

  /// Checks an administrative change that cannot be written, and one after another failed write.
  @Test(arguments: [false, true])
  func `if the log fails, administrative changes fail too`(_ hasFailed: Bool) throws {
    typealias Operation = (Stage, Namespace) throws -> Void
    let notDurable = NamespaceError.notDurable(Self.reason)
    let operations: [(any Error & Sendable, Operation)] = [
      (ChangeLogError(Self.reason), { try $1.changeClock(.freeze) }),
      (ChangeLogError(Self.reason), { try $1.reset() }),
      (ChangeLogError(Self.reason), { try $1.reset(emulator: "notes") }),
      (ChangeLogError(Self.reason), { try $1.restore($0.namespace().snapshot()) }),
      (notDurable, { stage, _ in try stage.fork("one", as: "two") }),
      (notDurable, { stage, _ in try stage.fork(as: "one") }),
      (notDurable, { stage, _ in try stage.drop("one") }),
      (
        ProviderStateError(Self.reason, isNotDurable: true),
        { _ = try $1.setUp("note exists", in: "notes") }
      ),
    ]
    for (expected, operation) in operations {
      let log = ChangeMemory()
      let stage = Stage(stage.configuration, log: log)
      stage.add("a", in: "one")
      log.fail(Self.reason)
      if hasFailed { stage.add("b", in: "one") }
      let (space, before) = (try stage.namespace("one"), stage.snapshotAll())
      let error = #expect(throws: (any Error).self) { try operation(stage, space) }
      #expect(String(reflecting: error) == String(reflecting: Optional(expected)))
      #expect(log.changes.count == 1)
      if hasFailed { #expect(stage.snapshotAll().changed == before.changed) }
    }
  }

  @Test func `a change to a dropped namespace fails if the drop could not be written`() throws {
    let space = try stage.namespace("one")
    stage.add("a", in: "one")
    log.fail(Self.reason)
    #expect(throws: NamespaceError.notDurable(Self.reason)) { try stage.drop("one") }
    #expect(throws: ChangeLogError(Self.reason)) { try space.changeClock(.freeze) }
  }

  @Test func `long exchanges in progress get 503 after a failed write`() throws {
    let long = LongExchanges(log: log)
    #expect(long.stage.respond(to: Request(.post, "/values"), by: "long").status == .created)
    let begun = [
      try long.send(.get, "/values?cost=5000"), try long.send(.post, "/values?cost=5000", "a"),
      try long.send(.post, "/values?cost=5000", "b"), try long.send(.get, "/sneaky?cost=5000"),
    ]
    log.fail(Self.reason)
    #expect(throws: ChangeLogError(Self.reason)) { try long.stage.namespace().reset() }
    long.work.run()
    #expect(begun.map(\.code) == [503, 503, 503, 503])
    #expect(log.changes.count == 1)
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
