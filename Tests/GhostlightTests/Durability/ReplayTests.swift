import Ghostlight
import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import StackMobEmulator
import Testing

@Suite struct `Replay of changes` {
  private static func stage(seed: UInt64 = 1, _ log: ChangeMemory? = nil) -> Stage {
    var configuration = StageConfiguration(services: [
      .stackMob(), Service(name: "notes", title: "Notes", port: 1, seed: NoteBackend()),
    ])
    configuration.clock = .frozen(at: Stage.opening)
    configuration.seed = seed
    var late = FaultPlan(.latency(milliseconds: 1500))
    late.occurrence = .every(9)
    var lost = FaultPlan(.deliver(.reset))
    lost.occurrence = .probability(0.1)
    configuration.faults = [late, lost]
    return Stage(configuration, log: log)
  }

  @Test(arguments: 1...16 as ClosedRange<UInt64>)
  func `changes replayed on a new stage give the same state`(seed: UInt64) throws {
    let log = ChangeMemory()
    let stage = Self.stage(seed: seed, log)
    var actor = try RandomActor(stage, seed: seed)
    var snapshot: StageSnapshot?
    for step in 0..<300 {
      try actor.act()
      if step == 150 { snapshot = stage.snapshotAll() }
    }
    let end = stage.snapshotAll()
    #expect(log.durable == log.last)
    #expect(end.number == log.last)
    let kinds = Set(log.changes.map { String("\($0.operation)".prefix { $0 != "(" }) })
    #expect(kinds == ["exchange", "state", "clock", "reset", "fork", "drop", "restore"])

    let fresh = Self.stage(seed: seed)
    try log.replay(into: fresh)
    #expect(fresh.snapshotAll().changed == end.changed)
    let late = Self.stage(seed: seed)
    late.load(try #require(snapshot))
    try log.replay(into: late, after: snapshot)
    #expect(late.snapshotAll().changed == end.changed)
  }

  @Test func `exchanges after a replay draw new identifiers`() throws {
    let log = ChangeMemory()
    let stage = Self.stage(log)
    let first = stage.add("a", in: "one")
    try stage.fork("one", as: "two")
    let fresh = Self.stage()
    try log.replay(into: fresh)
    #expect(fresh.add("a", in: "one") != first)
    #expect(try fresh.namespace("two").snapshot().json == stage.namespace("two").snapshot().json)
    #expect(fresh.add("b", in: "two") == stage.add("b", in: "two"))
  }

  @Test(
    arguments: [
      (.exchange(emulator: "parse", Request(.get, "/")), "there is no emulator parse"),
      (.exchange(emulator: "notes", Request(.get, "/note")), "GET /note now returns status 200"),
      (.state(emulator: "parse", name: "x", parameters: [:]), "there is no emulator parse"),
      (.state(emulator: "notes", name: "x", parameters: [:]), "no x"),
      (
        .restore(["ghostlight": 2]),
        "the snapshot has form 2, this Ghostlight reads up to 1; use a newer one"
      ),
    ] as [(Change.Operation, String)])
  func `a change that does not fit is reported`(operation: Change.Operation, reason: String) {
    let change = Change(namespace: "one", moment: 1, milliseconds: 0, operation)
    #expect(throws: ChangeLogError("change 7 cannot be replayed: \(reason)")) {
      try Self.stage().replay(change, number: 7)
    }
  }

  @Test(
    arguments: [
      (
        .exchange(emulator: "notes", .note(.post, "/note", "a")), 201,
        "POST /note now returns status 201"
      ),
      (.exchange(emulator: "notes", .note(.get, "/note")), 201, "GET /note now returns status 200"),
      (
        .state(emulator: "notes", name: "note exists", parameters: ["text": "b"]), 0,
        "the state \"note exists\" now has different values"
      ),
    ] as [(Change.Operation, Int, String)])
  func `a replayed change with a different response is reported as such`(
    operation: Change.Operation, status: Int, reason: String
  ) {
    let change = Change(
      namespace: "one", moment: 1, milliseconds: 0, operation,
      answer: .response(status: status, body: Array("other".utf8)))
    let error = ChangeLogError(
      "change 7 cannot be replayed: \(reason)", isDifferentAnswer: true)
    #expect(throws: error) { try Self.stage().replay(change, number: 7) }
  }

  @Test func `a replayed change may exceed the work limit`() throws {
    let log = ChangeMemory()
    let emulator = Service(name: "notes", title: "Notes", port: 1, seed: CostlyBackend())
    let stage = Stage(StageConfiguration(services: [emulator]), log: log)
    #expect(stage.respond(to: .note(.post, "/note", "a"), by: "notes").status == .created)
    var configuration = stage.configuration
    configuration.maxWork = 1
    let poor = Stage(configuration)
    #expect(poor.respond(to: .note(.post, "/note", "a"), by: "notes").status == .badRequest)
    let fresh = Stage(configuration)
    try log.replay(into: fresh)
    #expect(fresh.snapshotAll().changed == stage.snapshotAll().changed)
  }

  @Test func `changes to a namespace that the stage has dropped or replaced are not logged`() throws
  {
    let log = ChangeMemory()
    let stage = Self.stage(log)
    let spaces = try ["one", "two"].map { try stage.namespace($0) }
    for space in spaces { try space.changeClock(.advance(milliseconds: 1)) }
    try stage.drop("one")
    try stage.fork(as: "two")
    let last = log.last
    #expect(last == 4)
    for space in spaces {
      try space.changeClock(.advance(milliseconds: 1))
      try space.reset()
      _ = try space.setUp("note exists", in: "notes")
    }
    #expect(log.last == last)
    stage.add("x", in: "one")
    #expect(log.changes.last?.namespace == "one")
  }
}
