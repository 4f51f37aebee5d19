import Foundation
import Ghostlight
import GhostlightSQLite
import TestSupport
import Testing

@testable import GhostlightPersistence

@Suite(.limitedConcurrency) struct `Fields of a stored change` {
  private let folder = TestFolder()

  /// Returns the reason why the stored change cannot be read after an assignment; `nil` if it can.
  private func reason(_ assignment: String, of change: Change = full) throws -> String? {
    let opened = try DataFolder(at: folder.path)
    try opened.log.waitUntilDurable(opened.log.append(change))
    try opened.execute("UPDATE changes SET \(assignment)")
    do {
      _ = try opened.storedChanges()
      return nil
    } catch let error as UnreadableChange {
      return error.description
    }
  }

  /// A change that has a value in every column of its kind.
  private static let full: Change = {
    var change = Change.create(1)
    change.answer = .digest(7)
    return change
  }()

  @Test(arguments: [
    "number = 2", "namespace = 'b'", "moment = moment + 1", "milliseconds = milliseconds - 1",
    "kind = 'drop'", "emulator = 'mia'", "method = 'PUT'", "scheme = 'https'", "authority = 'b'",
    "target = '/b'", "headers = '[]'", "body = x'7B7D'", "body = NULL", "detail = '{}'",
    "previous = previous + 1", "answer = answer + 1", "answer = NULL", "checksum = checksum + 1",
  ])
  func `a changed field is detected by the checksum`(_ assignment: String) throws {
    #expect(try reason(assignment) == "its bytes are not those that were written")
  }

  @Test func `a change of an older version, without a checksum, is read`() throws {
    #expect(try reason("target = '/b', checksum = NULL") == nil)
  }

  @Test(arguments: [
    ("moment = 'x'", 2), ("milliseconds = 'x'", 3), ("emulator = NULL", 5), ("method = NULL", 6),
    ("scheme = NULL", 7), ("authority = NULL", 8), ("target = NULL", 9), ("headers = NULL", 10),
    ("kind = 'restore'", 12), ("kind = 'clock'", 12), ("answer = 'x'", 14), ("checksum = 'x'", 15),
  ])
  func `a missing field is reported with its column`(_ assignment: String, _ column: Int) throws {
    #expect(try reason(assignment) == "column \(column) is missing or of another type")
  }

  @Test(arguments: [
    ("kind = 'dance'", #"its kind is "dance", which this version does not know"#),
    ("method = 'G E T'", #"its method "G E T" is not valid"#),
    ("headers = '{}'", "headers are not an array"),
    ("headers = '[[1,\"b\"]]'", #"headers have [1,"b"], which is not a valid field"#),
    ("headers = '[[\"a b\",\"b\"]]'", #"headers have ["a b","b"], which is not a valid field"#),
    ("headers = '[[\"a\",2]]'", #"headers have ["a",2], which is not a valid field"#),
    ("headers = '['", "column 10 is not valid JSON: unexpected end at byte 1"),
    ("kind = 'clock', detail = '{}'", "its detail is not a clock"),
    ("kind = 'fork', detail = '{\"of\":1}'", "its detail names no namespace"),
    ("kind = 'state', detail = '{\"name\":\"a\"}'", "its detail names no provider state"),
    ("kind = 'state', detail = '{\"parameters\":{}}'", "its detail names no provider state"),
    ("kind = 'restore', detail = '{'", "column 12 is not valid JSON: unexpected end at byte 1"),
  ])
  func `a field with a wrong value is reported with its value`(
    _ assignment: String, _ text: String
  ) throws {
    #expect(try reason(assignment) == text)
  }

  @Test func `a reset of all emulators and of one are different changes`() throws {
    #expect(
      try reason(
        "emulator = NULL",
        of: Change(namespace: "a", moment: 1, milliseconds: 2, .reset(emulator: "stackmob")))
        == "its bytes are not those that were written")
  }
}

@Suite(.limitedConcurrency) struct `Parts of a stored snapshot` {
  private let folder = TestFolder()

  /// Restores a folder with snapshots of the changes 10 and 20 after a statement has damaged them.
  ///
  /// - Returns: What the folder remarks, without the text around the reason.
  private func remarks(after damage: String) throws -> [String] {
    let opened = try DataFolder(at: folder.path)
    let stage = Stage.standing(opened.log)
    let writer = SnapshotWriter(opened, stage)
    for key in 1...15 {
      #expect(stage.create(key))
      #expect(stage.create(key, in: "other"))
      if key == 5 || key == 10 { try writer.writeSnapshot() }
    }
    #expect(try opened.storedSnapshots() == [20, 10])
    try opened.execute(damage)
    let restored = Stage.standing()
    try opened.restore(into: restored)
    #expect(restored.everything == stage.everything)
    return opened.remarks.map { remark in
      remark.replacing("\(folder.database) is damaged (", with: "")
        .replacing("): the snapshot before it is used, with all changes since", with: "")
    }
  }

  private static let written = "a part of snapshot 20 has a wrong checksum"

  @Test(arguments: [
    ("state = x'7B7D'", written), ("last_change = last_change - 1", written),
    ("namespace = 'moved'", written), ("part = 1", written), ("cut = 20, checksum = 7", written),
    ("checksum = 'x'", written), ("last_change = 'x', checksum = NULL", written),
    ("part = 1, checksum = NULL", "a part of snapshot 20 is missing"),
    (
      "state = '{', checksum = NULL",
      #"the state of the namespace "other": unexpected end at byte 1"#
    ),
  ])
  func `a damaged part is detected, and the older snapshot is used`(
    _ assignment: String, _ reason: String
  ) throws {
    let damage = "UPDATE snapshots SET \(assignment) WHERE cut = 20 AND namespace = 'other'"
    #expect(try remarks(after: damage) == [reason])
  }

  @Test(arguments: [
    ("namespaces = 3", "snapshot 20 is not complete"),
    ("namespaces = 1", "snapshot 20 is not complete"),
    ("namespaces = 'x'", "a snapshot has no number"),
  ])
  func `a snapshot with another number of namespaces is not used`(
    _ assignment: String, _ reason: String
  ) throws {
    #expect(try remarks(after: "UPDATE cuts SET \(assignment) WHERE number = 20") == [reason])
  }

  @Test func `a snapshot of an older version, without checksums, is used`() throws {
    #expect(try remarks(after: "UPDATE snapshots SET checksum = NULL") == [])
  }

  @Test func `a part of another snapshot does not fit`() throws {
    #expect(
      try remarks(
        after: "UPDATE snapshots SET (state, checksum) = (SELECT state, checksum FROM snapshots "
          + "AS s WHERE s.cut = 10 AND s.namespace = 'other') WHERE cut = 20 "
          + "AND namespace = 'other'") == [Self.written])
  }
}

@Suite(.limitedConcurrency) struct `Times of a snapshot` {
  private let folder = TestFolder()

  /// Returns the number of changes between snapshots: at least 20, and more for a large snapshot.
  private func spacing(_ opened: DataFolder) throws -> Int {
    max(20, try opened.database.inDatabase { try SnapshotStore.newestSize($0) } / 256)
  }

  @Test func `a snapshot is written at its change, not before, and again after a restart`() throws {
    do {
      let opened = try DataFolder(at: folder.path)
      let stage = Stage.standing(opened.log)
      let writer = SnapshotWriter(opened, stage, every: 20)
      for key in 1...19 { #expect(stage.create(key)) }
      writer.finishQueued()
      #expect(try opened.storedSnapshots() == [])
      #expect(stage.create(20))
      writer.finishQueued()
      #expect(try opened.storedSnapshots() == [20])
      try opened.close()
    }
    let opened = try DataFolder(at: folder.path)
    let stage = Stage.standing(opened.log)
    try opened.restore(into: stage)
    let writer = SnapshotWriter(opened, stage, every: 20)
    let next = 20 + (try spacing(opened))
    for key in 21..<next { #expect(stage.create(key)) }
    writer.finishQueued()
    #expect(try opened.storedSnapshots() == [20])
    #expect(stage.create(next))
    writer.finishQueued()
    #expect(try opened.storedSnapshots() == [Int64(next), 20])
  }

  @Test func `a closed writer writes no more snapshots`() throws {
    let opened = try DataFolder(at: folder.path)
    let stage = Stage.standing(opened.log)
    let writer = SnapshotWriter(opened, stage, every: 5)
    for key in 1...3 { #expect(stage.create(key)) }
    try writer.close()
    for key in 4...9 { #expect(stage.create(key)) }
    writer.finishQueued()
    #expect(try opened.storedSnapshots() == [3])
  }
}
