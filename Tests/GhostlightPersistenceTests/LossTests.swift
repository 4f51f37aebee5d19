import Ghostlight
import GhostlightCore
import Synchronization
import TestSupport
import Testing

@testable import GhostlightPersistence

@Suite(.limitedConcurrency) struct `Changes that cannot be written` {
  private let folder = TestFolder()
  private let opened: DataFolder
  private let stage: Stage

  init() throws {
    opened = try DataFolder(at: folder.path)
    stage = Stage.standing(opened.log)
    try opened.restore(into: stage)
  }

  private func refuse(_ isRefused: Bool) throws {
    try opened.execute("PRAGMA query_only = \(isRefused ? "ON" : "OFF")")
  }

  /// Returns the state that a process would restore if it opened the folder now.
  private func restarted() throws -> [String: String] {
    let copy = TestFolder()
    try folder.copyFiles(to: copy)
    let fresh = Stage.standing()
    try DataFolder(at: copy.path).restore(into: fresh)
    return fresh.everything
  }

  @Test func `a change that cannot be written does not happen, and can be sent again`() throws {
    #expect(stage.create(1))
    #expect(stage.create(1, in: "other"))
    try refuse(true)
    #expect(!stage.create(2))
    opened.finishReadingBack()
    #expect(try stage.keys() == ["i1"])
    // From this point, changes are rejected before they touch the state.
    #expect(!stage.create(2))
    #expect(!stage.create(2, in: "other"))
    #expect(opened.log.losses == 1)
    #expect(try stage.keys() == ["i1"])
    try refuse(false)
    #expect(stage.create(2))
    #expect(stage.create(2, in: "other"))
    #expect(try stage.keys() == ["i1", "i2"])
    #expect(try restarted() == stage.everything)
    #expect(try opened.storedChanges().count == 4)
  }

  private enum Operation: String {
    case reset, resetOne, drop, fork, forkOver, restore, clock, state

    func run(_ stage: Stage) throws {
      let space = try stage.namespace("a")
      switch self {
      case .reset: try space.reset()
      case .resetOne: try space.reset(emulator: "stackmob")
      case .drop: try stage.drop("a")
      case .fork: try stage.fork("a", as: "new")
      case .forkOver: try stage.fork("b", as: "a")
      case .restore: try space.restore(try stage.namespace("b").snapshot())
      case .clock: try space.changeClock(.advance(milliseconds: 5))
      case .state:
        _ = try space.setUp("schema exists", in: "stackmob", parameters: ["name": "extra"])
      }
    }
  }

  @Test(arguments: [
    "reset", "resetOne", "drop", "fork", "forkOver", "restore", "clock", "state",
  ])
  func `an administrative change that cannot be written does not happen`(_ name: String) throws {
    let operation = try #require(Operation(rawValue: name))
    for key in 1...3 {
      #expect(stage.create(key, in: "a"))
      #expect(stage.create(key + 10, in: "b"))
    }
    let space = try stage.namespace("a")
    space.addFault(FaultPlan(.latency(milliseconds: 0)))
    let (before, journal) = (stage.everything, space.journal.count)
    let snapshots = try ["a", "b"].map { try stage.namespace($0).snapshot().json["emulators"] }
    try refuse(true)
    #expect(throws: (any Error).self) { try operation.run(stage) }
    opened.finishReadingBack()
    #expect(stage.everything == before)
    #expect(
      try ["a", "b"].map { try stage.namespace($0).snapshot().json["emulators"] } == snapshots)
    #expect(try restarted().filter { $0.key != "default" } == before.filter { $0.key != "default" })
    if operation == .reset {
      #expect(space.faults.count == 1)
      #expect(space.journal.count >= journal)
    }
    try refuse(false)
    try operation.run(stage)
    #expect(stage.create(4, in: "a"))
    #expect(try restarted() == stage.everything)
  }

  @Test func `forks of a namespace are lost with its lost changes`() throws {
    #expect(stage.create(1, in: "a"))
    let lost = opened.log.append(.create(7, in: "a"))
    let fork = opened.log.append(
      Change(namespace: "b", moment: 1, milliseconds: 0, .fork(of: "a")))
    try refuse(true)
    #expect(throws: ChangeLogError.self) { try opened.log.waitUntilDurable(fork) }
    #expect(throws: ChangeLogError.self) { try opened.log.waitUntilDurable(lost) }
    opened.finishReadingBack()
    #expect(opened.log.suspended == [])
    #expect(stage.namespaceNames.sorted() == ["a", "default"])
    #expect(try stage.keys(in: "a") == ["i1"])
    #expect(try opened.storedNumbers() == [1])
  }

  @Test func `the owner of a namespace whose drop was lost gets an error for each change`() throws {
    #expect(stage.create(1, in: "a"))
    let old = try stage.namespace("a")
    try refuse(true)
    #expect(throws: NamespaceError.self) { try stage.drop("a") }
    opened.finishReadingBack()
    try refuse(false)
    #expect(stage.create(2, in: "a"))
    #expect(throws: ChangeLogError.self) { try old.changeClock(.advance(milliseconds: 1)) }
    #expect(throws: ChangeLogError.self) { try old.reset() }
    #expect(try stage.keys(in: "a") == ["i1", "i2"])
  }

  @Test func `concurrent writers keep all acknowledged changes and nothing else`() throws {
    let (writers, count) = (4, 150)
    let outcomes = Mutex<[String: Set<Bool>]>([:])
    let snapshotWriter = SnapshotWriter(opened, stage, every: 100)
    let running = Counter()
    Threads.run(writers + 1) { [opened, stage] index in
      guard index < writers else {
        while running.value < writers {
          for sql in ["ON", "OFF", "OFF", "OFF"] {
            try? opened.execute("PRAGMA query_only = \(sql)")
            try? snapshotWriter.writeSnapshot()
          }
        }
        return
      }
      for key in 1...count {
        // Each namespace has two writers, and each item is sent again until it exists.
        let name = "w\(index / 2)"
        let key = index * 1000 + key
        for _ in 0..<3 {
          let isKept = stage.create(key, in: name)
          outcomes.withLock { _ = $0["\(name) i\(key)", default: []].insert(isKept) }
          if isKept { break }
        }
        if key % 50 == 0 { _ = try? stage.fork(name, as: "copy\(index)") }
        if key % 70 == 0 { _ = try? stage.drop("copy\(index)") }
      }
      running.add()
    }
    try refuse(false)
    opened.finishReadingBack()
    let kept = outcomes.withLock { $0 }.filter { $0.value.contains(true) }.map(\.key)
    let sent = outcomes.withLock { $0 }.count
    #expect(sent == writers * count)
    #expect(opened.log.losses > 0)
    for name in ["w0", "w1"] {
      let expected = kept.filter { $0.hasPrefix(name) }.map { String($0.dropFirst(3)) }
      #expect(try stage.namespace(name).problem == nil)
      let found = try stage.keys(in: name)
      #expect(found.subtracting(expected) == [])
      #expect(Set(expected).subtracting(found) == [])
    }
    #expect(stage.create(1, in: "end"))
    #expect(try restarted() == stage.everything)
  }
}
