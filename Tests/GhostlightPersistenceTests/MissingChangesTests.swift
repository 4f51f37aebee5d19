import Foundation
import Ghostlight
import TestSupport
import Testing

@testable import GhostlightPersistence

@Suite(.limitedConcurrency) struct `Missing changes` {
  private let folder = TestFolder()

  /// Returns the folder of a killed process with fifty items, each in its own transaction.
  ///
  /// The write-ahead log was never moved into the database.
  private func killed() throws -> TestFolder {
    let opened = try DataFolder(at: folder.path)
    let stage = Stage.standing(opened.log)
    try opened.restore(into: stage)
    for key in 1...50 { #expect(stage.create(key)) }
    let copy = TestFolder()
    try folder.copyFiles(to: copy)
    try FileManager.default.copyItem(
      atPath: folder.path + "/ghostlight.mark", toPath: copy.path + "/ghostlight.mark")
    return copy
  }

  @Test func `no changes are missing after a process was killed`() throws {
    let copy = try killed()
    let opened = try DataFolder(at: copy.path)
    #expect(opened.remarks == [])
    let stage = Stage.standing()
    try opened.restore(into: stage)
    #expect(try stage.keys().count == 50)
  }

  private enum Damage: String, CaseIterable {
    case bits, cut, gone

    func happen(to path: String) throws {
      let url = URL(fileURLWithPath: path)
      var bytes = try Data(contentsOf: url)
      switch self {
      case .bits: for offset in 0..<64 { bytes[bytes.count / 2 + offset] ^= 0x55 }
      case .cut: bytes = bytes.prefix(bytes.count / 2)
      case .gone: return try FileManager.default.removeItem(at: url)
      }
      try bytes.write(to: url)
    }
  }

  @Test(arguments: ["bits", "cut", "gone"])
  func `changes missing in the write-ahead log are lost only on request`(_ name: String) throws {
    let damage = try #require(Damage(rawValue: name))
    let copy = try killed()
    try damage.happen(to: copy.database + "-wal")
    let refusals = (0..<2).map { _ in
      #expect(throws: DataFolderError.self) { try DataFolder(at: copy.path) }
    }
    guard case .lost(copy.database, let first, 50, behind: 0) = refusals[1] else {
      Issue.record("\(String(describing: refusals[1]))")
      return
    }
    #expect(refusals[0] == refusals[1])
    #expect(first > 0 && first < 50)
    #expect(
      refusals[0]?.description.contains("no longer has the changes \(first) to 50") == true)
    #expect(refusals[0]?.description.contains("--accept-loss") == true)

    #expect(copy.files.contains("ghostlight.sqlite-wal.damaged") == (damage != .gone))
    try goOn(copy, before: first, "no longer has the changes \(first) to 50")
    try DataFolder(at: copy.path).restore(into: .standing())
  }

  @Test(
    arguments: [
      ("DELETE FROM changes WHERE number BETWEEN 20 AND 23", 20, 23, 27),
      ("DELETE FROM changes WHERE number = 1", 1, 1, 49),
      ("DELETE FROM changes WHERE number = 48", 48, 48, 2),
    ] as [(String, Int64, Int64, Int)])
  func `changes missing in the middle are named, and accepted on demand`(
    _ sql: String, _ first: Int64, _ last: Int64, _ behind: Int
  ) throws {
    let copy = try killed()
    do {
      let opened = try DataFolder(at: copy.path)
      try opened.execute(sql)
      let error = DataFolderError.lost(
        path: copy.database, first: first, last: last, behind: behind)
      #expect(throws: error) { try opened.restore(into: .standing()) }
      #expect(try opened.storedNumbers().count == 50 - Int(last - first) - 1)
      try opened.close()
    }
    let before = try goOn(copy, before: first, "with \(behind) later changes")
    #expect(copy.files.contains("ghostlight.sqlite.backup-loss-\(first)"))
    let restored = Stage.standing()
    try DataFolder(at: copy.path).restore(into: restored)
    #expect(restored.everything == before)
  }

  /// Opens a folder with missing changes, writes to it, and returns the resulting state.
  @discardableResult
  private func goOn(
    _ copy: TestFolder, before first: Int64, _ remark: String
  ) throws -> [String: String] {
    let opened = try DataFolder(at: copy.path, acceptsLoss: true)
    let stage = Stage.standing(opened.log)
    try opened.restore(into: stage)
    #expect(opened.remarks.count == 1)
    #expect(opened.remarks.first?.contains(remark) == true)
    #expect(try stage.keys() == Set((1..<Int(first)).map { "i\($0)" }))
    #expect(stage.create(60))
    try opened.close()
    return stage.everything
  }

  @Test func `changes after a damaged one are discarded with it`() throws {
    let copy = try killed()
    do {
      let opened = try DataFolder(at: copy.path)
      try opened.execute("UPDATE changes SET body = 'x' WHERE number = 30")
      try opened.close()
    }
    let opened = try DataFolder(at: copy.path, acceptsLoss: true)
    let stage = Stage.standing(opened.log)
    try opened.restore(into: stage)
    #expect(try stage.keys().count == 29)
    #expect(opened.remarks.first?.contains("change 30 in") == true)
    #expect(opened.remarks.first?.contains("with 20 later changes") == true)
  }
}
