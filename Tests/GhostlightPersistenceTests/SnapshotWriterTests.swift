import Ghostlight
import GhostlightCore
import GhostlightSQLite
import HTTPTypes
import Synchronization
import TestSupport
import Testing

@testable import GhostlightPersistence

@Suite(.limitedConcurrency) struct `Snapshot writer` {
  let folder = TestFolder()

  @Test func `two snapshots are kept, with the changes after the older one`() throws {
    let opened = try DataFolder(at: folder.path)
    let stage = Stage.standing(opened.log)
    let snapshotWriter = SnapshotWriter(opened, stage)
    try snapshotWriter.writeSnapshot()
    #expect(try opened.storedSnapshots() == [])
    for round in 1...4 {
      for key in 1...10 { #expect(stage.create(round * 100 + key)) }
      try snapshotWriter.writeSnapshot()
      try snapshotWriter.writeSnapshot()
    }
    #expect(try opened.storedSnapshots() == [40, 30])
    #expect(try opened.storedNumbers() == Array(31...40))
    #expect(try count("SELECT count(DISTINCT cut) FROM snapshots", opened) == 2)
  }

  @Test func `a snapshot is written after a number of changes`() throws {
    let opened = try DataFolder(at: folder.path)
    let stage = Stage.standing(opened.log)
    let snapshotWriter = SnapshotWriter(opened, stage, every: 20)
    for key in 1...20 { #expect(stage.create(key)) }
    snapshotWriter.finishQueued()
    #expect(try opened.storedSnapshots() == [20])
    for key in 21...70 { #expect(stage.create(key)) }
    snapshotWriter.finishQueued()
    #expect(try opened.storedSnapshots().count == 2)
    try snapshotWriter.close()
    #expect(try opened.storedSnapshots().first == 70)
  }

  @Test func `a larger snapshot makes the interval longer`() throws {
    let opened = try DataFolder(at: folder.path)
    let stage = Stage.standing(opened.log)
    let snapshotWriter = SnapshotWriter(opened, stage, every: 20)
    for key in 1...20 { #expect(stage.create(key, text: String(repeating: "x", count: 2_560))) }
    snapshotWriter.finishQueued()
    #expect(try opened.storedSnapshots() == [20])
    // The snapshot has more than 50 KiB, so replaying the next 200 changes is faster than reading
    // another snapshot.
    for key in 21...200 { #expect(stage.create(key)) }
    snapshotWriter.finishQueued()
    #expect(try opened.storedSnapshots() == [20])
    for key in 201...300 { #expect(stage.create(key)) }
    snapshotWriter.finishQueued()
    #expect(try opened.storedSnapshots().count == 2)
  }

  @Test func `an incomplete snapshot is never used, and is deleted`() throws {
    let before: [String: String]
    do {
      let opened = try DataFolder(at: folder.path)
      let stage = Stage.standing(opened.log)
      for key in 1...10 { #expect(stage.create(key)) }
      try SnapshotWriter(opened, stage).writeSnapshot()
      for key in 11...20 { #expect(stage.create(key)) }
      try opened.execute(
        "INSERT INTO snapshots SELECT 20, namespace, part, 20, '{', NULL FROM snapshots")
      before = stage.everything
    }
    let opened = try DataFolder(at: folder.path)
    let stage = Stage.standing(opened.log)
    try opened.restore(into: stage)
    #expect(stage.everything == before)
    try SnapshotWriter(opened, stage).close()
    #expect(try opened.storedSnapshots() == [20, 10])
  }

  @Test(arguments: [
    "UPDATE snapshots SET state = '{' WHERE cut = 20", "DELETE FROM snapshots WHERE cut = 20",
    "UPDATE snapshots SET last_change = 'x' WHERE cut = 20",
    "UPDATE snapshots SET last_change = 19 WHERE cut = 20",
    "UPDATE snapshots SET state = replace(state, 'i11', 'i99') WHERE cut = 20",
  ])
  func `the older snapshot is used if the newest cannot be read`(_ damage: String) throws {
    let opened = try DataFolder(at: folder.path)
    let stage = Stage.standing(opened.log)
    let snapshotWriter = SnapshotWriter(opened, stage)
    for key in 1...30 {
      #expect(stage.create(key))
      if key == 10 || key == 20 { try snapshotWriter.writeSnapshot() }
    }
    try opened.execute(damage)
    let restored = Stage.standing()
    try opened.restore(into: restored)
    #expect(restored.everything == stage.everything)
    let remark = ": the snapshot before it is used, with all changes since"
    #expect(opened.remarks.map { $0.hasSuffix(remark) } == [true])
    try opened.execute("UPDATE snapshots SET state = '['")
    let error = #expect(throws: DataFolderError.self) {
      try opened.restore(into: .standing())
    }
    guard case .damaged = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `a large state is split into parts`() throws {
    let opened = try DataFolder(at: folder.path)
    let stage = Stage.standing(opened.log)
    for key in 1...3 {
      var request = Request.create(key, in: "large")
      request.body = Array(
        #"{"item_id":"\#(key)","text":"\#(String(repeating: "é", count: 400_000))"}"#.utf8)
      #expect(stage.respond(to: request, by: "stackmob").status == .created)
    }
    try SnapshotWriter(opened, stage).writeSnapshot()
    #expect(try count("SELECT max(part) FROM snapshots", opened) == 2)
    let restored = Stage.standing()
    try opened.restore(into: restored)
    #expect(restored.everything == stage.everything)
  }

  @Test func `a refusing disk is reported, and nothing is lost`() throws {
    let opened = try DataFolder(at: folder.path)
    let stage = Stage.standing(opened.log)
    let errors = Mutex<[DataFolderError]>([])
    let snapshotWriter = SnapshotWriter(opened, stage, every: 5) { error in
      errors.withLock { $0.append(error) }
    }
    try opened.execute(
      "CREATE TRIGGER full BEFORE INSERT ON cuts BEGIN SELECT raise(ABORT, 'no more'); END")
    for key in 1...5 { #expect(stage.create(key)) }
    snapshotWriter.finishQueued()
    #expect(
      errors.withLock { $0 } == [.cannotWrite(path: folder.database, reason: "no more")])
    #expect(try opened.storedNumbers() == Array(1...5))
    try opened.execute("DROP TRIGGER full")
    try snapshotWriter.close()
    #expect(try opened.storedSnapshots() == [5])
  }

  private func count(_ sql: String, _ opened: DataFolder) throws -> Int? {
    try opened.database.inDatabase { try Int.fetchOne($0, sql: sql) }
  }
}
