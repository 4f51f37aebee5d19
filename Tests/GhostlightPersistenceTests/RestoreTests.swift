import Ghostlight
import GhostlightCore
import Synchronization
import TestSupport
import Testing

@testable import GhostlightPersistence

@Suite(.limitedConcurrency) struct `Restoring a stage` {
  let folder = TestFolder()

  @Test(arguments: [Int64.max, 7, 1])
  func `a restored stage has its state, with or without snapshots`(_ interval: Int64) throws {
    let before: [String: String]
    do {
      let opened = try DataFolder(at: folder.path)
      let stage = Stage.standing(opened.log)
      try opened.restore(into: stage)
      let snapshotWriter = SnapshotWriter(opened, stage, every: interval / 2)
      try run(stage) { if interval == 1 { try snapshotWriter.writeSnapshot() } }
      if interval < .max { try snapshotWriter.close() }
      before = stage.everything
      try opened.close()
    }
    let opened = try DataFolder(at: folder.path)
    let stage = Stage.standing(opened.log)
    try opened.restore(into: stage)
    #expect(stage.everything == before)
    #expect(stage.create(100))
    #expect(stage.create(100, in: "fork"))
  }

  @Test func `changes are read in pieces of up to 200 rows, or of at least 4 MiB`() throws {
    let opened = try DataFolder(at: folder.path)
    for key in 1...201 { _ = opened.log.append(.create(key)) }
    let large = Array(repeating: UInt8(ascii: "x"), count: 1_500_000)
    for key: UInt64 in 202...206 {
      _ = opened.log.append(
        Change(
          namespace: "default", moment: key, milliseconds: 0,
          .exchange(emulator: "stackmob", Request(.post, "/item", body: large))))
    }
    try opened.log.waitUntilDurable(opened.log.last)
    var reader = ChangeReader(opened.database, after: 0)
    #expect(try reader.count() == 206)
    var pieces: [Int] = []
    var piece = try reader.next()
    while let last = piece.last {
      pieces.append(piece.count)
      #expect(last.number == Int64(pieces.reduce(0, +)))
      piece = try reader.next()
    }
    #expect(pieces == [200, 4, 2])
    #expect(try reader.count() == 0)
  }

  @Test func `restoring reports its progress`() throws {
    let opened = try DataFolder(at: folder.path)
    for key in 1...2500 { _ = opened.log.append(.create(key)) }
    try opened.log.waitUntilDurable(opened.log.last)
    var steps: [[Int]] = []
    try opened.restore(into: .standing()) { step, done, total in
      #expect(step == .changes)
      steps.append([done, total])
    }
    #expect(steps == [[1000, 2500], [2000, 2500], [2500, 2500]])
  }

  @Test func `restoring reports the bytes of the snapshot that were read`() throws {
    let opened = try DataFolder(at: folder.path)
    let stage = Stage.standing(opened.log)
    for key in 1...3 { #expect(stage.create(key)) }
    try SnapshotWriter(opened, stage).writeSnapshot()
    var steps: [(step: DataFolder.RestoreStep, isDone: Bool)] = []
    try opened.restore(into: .standing()) { steps.append(($0, $1 == $2 && $2 > 0)) }
    #expect(steps.map(\.step) == [.snapshot])
    #expect(steps.map(\.isDone) == [true])
  }

  @Test(arguments: [
    "kind = 'dance'", "method = 'G E T'", "headers = '{'", "headers = '[[1,2]]'", "target = NULL",
    "emulator = 'nobody'", "moment = 'x'", "kind = 'clock', detail = '[]'",
    "kind = 'fork', detail = NULL", "body = 'no JSON'", "answer = answer + 1",
    "body = x'7B7D'", "milliseconds = milliseconds + 1", "previous = 0",
  ])
  func `a damaged change is reported with its number`(_ assignment: String) throws {
    let opened = try DataFolder(at: folder.path)
    let stage = Stage.standing(opened.log)
    for key in 1...3 { #expect(stage.create(key)) }
    try opened.execute("UPDATE changes SET \(assignment) WHERE number = 2")
    let error = #expect(throws: DataFolderError.self) {
      try opened.restore(into: .standing())
    }
    guard case .damagedChange(folder.database, 2, _, behind: 1) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test(arguments: ["emulator = 'nobody'", "body = 'no JSON'"])
  func `a change that cannot be replayed is reported`(_ assignment: String) throws {
    let opened = try DataFolder(at: folder.path)
    for key in 1...3 { try opened.log.waitUntilDurable(opened.log.append(.create(key))) }
    try opened.execute("UPDATE changes SET \(assignment), checksum = NULL WHERE number = 2")
    let error = #expect(throws: DataFolderError.self) {
      try opened.restore(into: .standing())
    }
    guard case .cannotReplay(folder.database, 2, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test(arguments: ["answer = answer + 1", "body = '{}'", "body = 'no JSON'"])
  func `a change with a different response is refused, with the version that wrote it`(
    _ assignment: String
  ) throws {
    do {
      let opened = try DataFolder(at: folder.path, version: "0.0.9")
      let stage = Stage.standing(opened.log)
      try opened.restore(into: stage)
      for key in 1...3 { #expect(stage.create(key)) }
      try opened.execute("UPDATE changes SET \(assignment), checksum = NULL WHERE number = 2")
      try opened.close()
    }
    // `acceptsLoss` makes no difference here, because no changes are lost.
    let opened = try DataFolder(at: folder.path, acceptsLoss: true, version: "7.0")
    let error = #expect(throws: DataFolderError.self) { try opened.restore(into: .standing()) }
    guard case .answeredDifferently(folder.database, 2, _, "7.0", "0.0.9") = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(error?.description.contains("open the folder with version 0.0.9") == true)
    #expect(try opened.storedNumbers() == [1, 2, 3])
  }

  /// Performs changes of every kind in several namespaces.
  private func run(_ stage: Stage, _ pause: () throws -> Void) throws {
    for key in 1...5 {
      #expect(stage.create(key))
      try pause()
    }
    try stage.fork(as: "fork")
    try stage.fork("fork", as: "gone")
    try pause()
    #expect(stage.create(6, in: "gone"))
    try stage.drop("gone")
    try pause()
    #expect(stage.create(7, in: "fork"))
    try stage.namespace("fork").changeClock(.advance(milliseconds: 1234))
    #expect(stage.create(8, in: "fork"))
    try pause()
    let snapshot = try stage.namespace("fork").snapshot()
    #expect(stage.create(9, in: "other"))
    try stage.namespace("other").reset()
    try pause()
    #expect(stage.create(10, in: "other"))
    try stage.namespace("third").restore(snapshot)
    #expect(stage.create(11, in: "third"))
  }
}
