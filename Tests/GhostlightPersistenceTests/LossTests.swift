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

  /// A stage that a process has restored from a copy of a folder.
  private struct Restarted {
    let copy = TestFolder()
    let opened: DataFolder
    let stage: Stage

    init(_ folder: TestFolder) throws {
      try folder.copyFiles(to: copy)
      opened = try DataFolder(at: copy.path)
      stage = Stage.standing(opened.log)
      try opened.restore(into: stage)
    }
  }

  @Test func `a change that cannot be written can be sent again after a restart`() throws {
    #expect(stage.create(1))
    #expect(stage.create(1, in: "other"))
    let before = stage.everything
    try refuse(true)
    #expect(!stage.create(2))
    try refuse(false)
    for name in ["default", "other", "new"] {
      #expect(!stage.create(2, in: name))
      #expect(stage.items(in: name).contains("gets 503 until the server is restarted"))
    }
    #expect(try opened.storedNumbers() == [1, 2])
    let restarted = try Restarted(folder)
    #expect(restarted.stage.everything == before)
    #expect(restarted.stage.create(2))
    #expect(try restarted.stage.keys() == ["i1", "i2"])
    #expect(try restarted.opened.storedNumbers() == [1, 2, 3])
  }

  @Test func `no snapshot contains a change that could not be written`() throws {
    #expect(stage.create(1))
    let writer = SnapshotWriter(opened, stage)
    try refuse(true)
    #expect(!stage.create(2))
    try refuse(false)
    let error = DataFolderError.cannotWrite(
      path: folder.database, reason: "the state contains a change that could not be written")
    #expect(throws: error) { try writer.writeSnapshot() }
    #expect(throws: error) { try writer.close() }
    #expect(try opened.storedSnapshots() == [])
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
    let before = stage.everything
    let snapshots = try ["a", "b"].map { try stage.namespace($0).snapshot().json["emulators"] }
    try refuse(true)
    #expect(throws: (any Error).self) { try operation.run(stage) }
    try refuse(false)
    #expect(throws: (any Error).self) { try operation.run(stage) }
    let restarted = try Restarted(folder)
    #expect(restarted.stage.everything == before)
    #expect(
      try ["a", "b"].map { try restarted.stage.namespace($0).snapshot().json["emulators"] }
        == snapshots)
    try operation.run(restarted.stage)
    #expect(restarted.stage.create(4, in: "a"))
  }

  @Test func `forks of a namespace are lost with its lost changes`() throws {
    #expect(stage.create(1, in: "a"))
    let lost = opened.log.append(.create(7, in: "a"))
    let fork = opened.log.append(
      Change(namespace: "b", moment: 1, milliseconds: 0, .fork(of: "a")))
    try refuse(true)
    #expect(throws: ChangeLogError.self) { try opened.log.waitUntilDurable(fork) }
    #expect(throws: ChangeLogError.self) { try opened.log.waitUntilDurable(lost) }
    let restarted = try Restarted(folder)
    #expect(restarted.stage.namespaceNames == ["a", "default"])
    #expect(try restarted.stage.keys(in: "a") == ["i1"])
    #expect(try restarted.opened.storedNumbers() == [1])
  }

  @Test func `the owner of a namespace whose drop was lost gets an error for each change`() throws {
    #expect(stage.create(1, in: "a"))
    let old = try stage.namespace("a")
    try refuse(true)
    #expect(throws: NamespaceError.self) { try stage.drop("a") }
    try refuse(false)
    #expect(!stage.create(2, in: "a"))
    #expect(throws: ChangeLogError.self) { try old.changeClock(.advance(milliseconds: 1)) }
    #expect(throws: ChangeLogError.self) { try old.reset() }
    #expect(try Restarted(folder).stage.keys(in: "a") == ["i1"])
  }
}

@Suite(.limitedConcurrency) struct `Concurrent changes that cannot be written` {
  private static let writers = 4

  /// Each round ends with a failed write, and the next one continues after a restart.
  @Test func `concurrent writers keep all acknowledged changes and nothing else`() throws {
    var folder = TestFolder()
    var kept: Set<String> = []
    for round in 1...12 {
      let opened = try DataFolder(at: folder.path)
      let stage = Stage.standing(opened.log)
      try opened.restore(into: stage)
      #expect(try found(stage) == kept)
      let acknowledged = Mutex<Set<String>>([])
      let snapshotWriter = SnapshotWriter(opened, stage, every: 30)
      let running = Counter()
      Threads.run(Self.writers + 1) { index in
        guard index < Self.writers else {
          while acknowledged.withLock({ $0.count }) < round * 20 {
            try? snapshotWriter.writeSnapshot()
          }
          try? opened.execute("PRAGMA query_only = ON")
          while running.value < Self.writers { try? snapshotWriter.writeSnapshot() }
          return
        }
        // Each namespace has two writers, which write until a write fails.
        let name = "w\(index / 2)"
        var key = (round * Self.writers + index) * 10_000
        while stage.create(key, in: name) {
          acknowledged.withLock { _ = $0.insert("\(name) i\(key)") }
          key += 1
          if key % 50 == 0 { _ = try? stage.fork(name, as: "copy\(index)") }
          if key % 70 == 0 { _ = try? stage.drop("copy\(index)") }
        }
        running.add()
      }
      kept.formUnion(acknowledged.withLock { $0 })
      snapshotWriter.finishQueued()
      #expect(opened.log.failure != nil)
      let copy = TestFolder()
      try folder.copyFiles(to: copy)
      // The log must not be moved into the database while both are copied.
      withExtendedLifetime(opened) { folder = copy }
    }
    #expect(kept.count >= 12 * 20)
  }

  private func found(_ stage: Stage) throws -> Set<String> {
    let keys = try ["w0", "w1"].map { name in try stage.keys(in: name).map { "\(name) \($0)" } }
    return Set(keys.joined())
  }
}
