import Foundation
import Ghostlight
import GhostlightCore
import TestSupport
import Testing

@testable import GhostlightPersistence

/// Tests in which a write of the log or a wait for the disk fails, once or permanently.
@Suite(.limitedConcurrency) struct `Failures of the disk under the log` {
  /// Each round makes a later disk call fail, until a round ends before its failure is due.
  @Test(
    arguments: FaultyDisk.Fault.allCases.flatMap { fault in
      [false, true].map { (fault, $0) }
    })
  func `a disk failure loses no acknowledged change and keeps no refused one`(
    _ fault: FaultyDisk.Fault, _ isLasting: Bool
  ) throws {
    try #require(FaultyDisk.isRegistered)
    var count = 0
    while try Round(fault, after: count, isLasting: isLasting).play() > 0 { count += 1 }
    // The log waits for the disk less often than it writes.
    #expect(count > (fault == .sync ? 5 : 20))
  }

  /// A round of changes in two namespaces, a fork, a batch and a snapshot, while the disk fails.
  private struct Round {
    let folder = TestFolder()
    let opened: DataFolder
    let stage: Stage
    private let fault: FaultyDisk.Fault
    private let count: Int
    private let isLasting: Bool

    init(_ fault: FaultyDisk.Fault, after count: Int, isLasting: Bool) throws {
      (self.fault, self.count, self.isLasting) = (fault, count, isLasting)
      opened = try DataFolder(at: folder.path, survivesPowerCut: true)
      // The write-ahead log is moved into the database at nearly every change.
      try opened.execute("PRAGMA wal_autocheckpoint = 4")
      stage = Stage.standing(opened.log)
      try opened.restore(into: stage)
    }

    /// - Returns: The number of disk calls that failed.
    func play() throws -> Int {
      FaultyDisk.plan(fault, of: folder.database, after: count, isLasting: isLasting)
      var kept: [String: Set<String>] = ["default": [], "a": []]
      var reason: String?
      for (key, name) in [(1, "default"), (2, "a"), (3, "default"), (4, "a")] {
        let response = stage.respond(to: .create(key, in: name), by: "stackmob")
        if response.status == .created {
          #expect(reason == nil)
          kept[name]?.insert("i\(key)")
        } else {
          #expect(response.status == .serviceUnavailable)
          let refusal = response.headers[.ghostlightReason] ?? ""
          #expect(
            refusal.hasSuffix(
              "check the disk's free space and the permissions; every request gets 503 until the "
                + "server is restarted"), "\(fault) \(count): \(refusal)")
          #expect(reason == nil || reason == refusal)
          // A process that opens the folder now must not find a refused change.
          if reason == nil { try expect(kept, "after the refusal of \(key)") }
          reason = refusal
        }
        if key == 2 { try? SnapshotWriter(opened, stage).writeSnapshot() }
      }
      let failures = FaultyDisk.heal(folder.database)
      // A refusal is final, because the state in memory has a change that the folder does not have.
      #expect(stage.create(9) == (reason == nil))
      if reason == nil { kept["default"]?.insert("i9") }
      #expect(try stage.keys() == (reason == nil ? kept["default"] : []))
      try expect(kept, "after the disk is well again")
      _ = try? opened.close()
      try expect(kept, "after the folder is closed")
      return failures
    }

    /// Checks that a process that opens the folder now finds exactly the acknowledged keys, and
    /// accepts changes.
    private func expect(_ kept: [String: Set<String>], _ when: String) throws {
      let copy = TestFolder()
      try folder.copyFiles(to: copy)
      try FileManager.default.copyItem(
        atPath: folder.path + "/ghostlight.mark", toPath: copy.path + "/ghostlight.mark")
      let restarted = try DataFolder(at: copy.path)
      let fresh = Stage.standing(restarted.log)
      #expect(restarted.remarks == [])
      try restarted.restore(into: fresh)
      for (name, keys) in kept {
        let found = try fresh.keys(in: name)
        #expect(found == keys, "\(fault) \(count) \(isLasting) \(when)")
        #expect(fresh.create(10, in: name))
      }
    }
  }
}

@Suite(.limitedConcurrency) struct `Deletion of a data folder in use` {
  private let folder = TestFolder()
  private let opened: DataFolder
  private let stage: Stage
  private var away: String { folder.path + ".away" }

  init() throws {
    opened = try DataFolder(at: folder.path)
    stage = Stage.standing(opened.log)
    try opened.restore(into: stage)
    #expect(stage.create(1))
  }

  private func refusal(of key: Int) -> String? {
    let response = stage.respond(to: .create(key, in: "default"), by: "stackmob")
    return response.status == .serviceUnavailable ? response.headers[.ghostlightReason] : nil
  }

  private func gone(_ file: String = "") -> String {
    "\(folder.database)\(file) was deleted or replaced while it was in use: put the folder back, "
      + "or restart with another one; every request gets 503 until the server is restarted"
  }

  @Test(arguments: ["", "-wal"])
  func `after its files are deleted, changes and then all requests are refused`(
    _ file: String
  ) throws {
    try FileManager.default.removeItem(atPath: file.isEmpty ? folder.path : folder.database + file)
    #expect(try stage.keys() == ["i1"])
    #expect(refusal(of: 2) == gone(file))
    #expect(refusal(of: 3) == gone(file))
    #expect(stage.items().contains("was deleted or replaced"))
    #expect(throws: DataFolderError.gone(path: folder.database + file)) {
      try SnapshotWriter(opened, stage).writeSnapshot()
    }
  }

  @Test func `changes are refused if another folder has replaced it`() throws {
    try FileManager.default.moveItem(atPath: folder.path, toPath: away)
    let other = try DataFolder(at: folder.path)
    let otherStage = Stage.standing(other.log)
    try other.restore(into: otherStage)
    #expect(refusal(of: 2) == gone())
    #expect(otherStage.create(5))
    #expect(try other.storedNumbers() == [1])
  }

  @Test func `a folder that is put back accepts changes after a restart, without refused ones`()
    throws
  {
    try FileManager.default.moveItem(atPath: folder.path, toPath: away)
    #expect(refusal(of: 2) == gone())
    try FileManager.default.moveItem(atPath: away, toPath: folder.path)
    #expect(refusal(of: 2) == gone())
    let copy = TestFolder()
    try folder.copyFiles(to: copy)
    let restarted = try DataFolder(at: copy.path)
    let fresh = Stage.standing(restarted.log)
    try restarted.restore(into: fresh)
    #expect(try fresh.keys() == ["i1"])
    #expect(fresh.create(3))
    #expect(try fresh.keys() == ["i1", "i3"])
  }
}
