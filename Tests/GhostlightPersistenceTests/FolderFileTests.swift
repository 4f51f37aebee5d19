import Foundation
import Ghostlight
import GhostlightCore
import GhostlightSQLite
import TestSupport
import Testing

@testable import GhostlightPersistence

@Suite(.limitedConcurrency) struct `Mark of a data folder` {
  private let folder = TestFolder()
  private var path: String { folder.path + "/ghostlight.mark" }

  private static func fields(_ numbers: Int64...) -> String {
    numbers.map { number in
      String(repeating: "0", count: 20 - String(number).count) + String(number)
    }.joined()
  }

  @Test(
    arguments: [
      ("", nil, nil), (String(repeating: "0", count: 19), nil, nil), (fields(7), 7, nil),
      (fields(7, 3), 7, nil), (String(fields(7, 3, 5).dropLast()), 7, nil),
      (fields(7, 3, 5), 7, 3...5), (fields(7, 5, 5), 7, 5...5), (fields(7, 5, 3), 7, nil),
      (fields(7, 0, 0), 7, nil), (fields(7, 0, 5), 7, nil), (fields(0, 1, 1), 0, 1...1),
      ("x" + String(repeating: "0", count: 19) + fields(1, 2), nil, 1...2),
    ] as [(String, Int64?, ClosedRange<Int64>?)])
  func `a mark has the last change and optionally the refused ones`(
    _ text: String, _ found: Int64?, _ refused: ClosedRange<Int64>?
  ) throws {
    try FolderFiles.makeFolder(folder.path)
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    let mark = try FolderMark(in: folder.path)
    #expect(mark.found == found)
    #expect(mark.refused == refused)
  }

  @Test func `each part of a mark is written at its offset`() throws {
    try FolderFiles.makeFolder(folder.path)
    let mark = try FolderMark(in: folder.path)
    var texts: [String] = []
    let note = { texts.append(try String(contentsOfFile: path, encoding: .utf8)) }
    try mark.set(12)
    try note()
    try mark.setRefused(3...45)
    try note()
    try mark.set(.max)
    try note()
    try mark.setRefused(nil)
    try note()
    #expect(
      texts == [
        Self.fields(12), Self.fields(12, 3, 45), Self.fields(.max, 3, 45), Self.fields(.max, 0, 0),
      ])
  }

  @Test(
    arguments: [
      (2, nil), (3, nil), (4, (4, 4)), (6, (4, 6)),
    ] as [(Int64, (first: Int64, last: Int64)?)])
  func `a mark after the last change is a loss`(
    _ number: Int64, _ lost: (first: Int64, last: Int64)?
  ) throws {
    do {
      let opened = try DataFolder(at: folder.path)
      for key in 1...3 { try opened.log.waitUntilDurable(opened.log.append(.create(key))) }
      try opened.close()
    }
    try Data(Self.fields(number).utf8).write(to: URL(fileURLWithPath: path))
    guard let lost else {
      #expect(try DataFolder(at: folder.path).remarks == [])
      return
    }
    let error = DataFolderError.lost(
      path: folder.database, first: lost.first, last: lost.last, behind: 0)
    #expect(throws: error) { try DataFolder(at: folder.path) }
    #expect(
      try DataFolder(at: folder.path, acceptsLoss: true).remarks
        == ["\(error.fact): the server starts with the earlier state"])
    #expect(try DataFolder(at: folder.path).remarks == [])
  }
}

@Suite(.limitedConcurrency) struct `Settings of a data folder` {
  private let folder = TestFolder()

  @Test(arguments: [(false, 1), (true, 2)] as [(Bool, Int64)])
  func `a database waits for the disk only if it is to survive a power cut`(
    _ survives: Bool, _ level: Int64
  ) throws {
    for _ in 0..<2 {
      let opened = try DataFolder(at: folder.path, survivesPowerCut: survives)
      let values = try opened.database.inDatabase { database in
        try ["synchronous", "wal_autocheckpoint"].map {
          try Int64.fetchOne(database, sql: "PRAGMA \($0)")
        }
      }
      #expect(values == [level, 8000])
      let modes = try opened.database.inDatabase { database in
        try ["journal_mode", "locking_mode"].map {
          try String.fetchOne(database, sql: "PRAGMA \($0)")
        }
      }
      #expect(modes == ["wal", "exclusive"])
      try opened.close()
    }
  }

  @Test func `a folder has the version that last restored it`() throws {
    var versions: [String?] = []
    for version in ["1", "1", "2"] {
      let opened = try DataFolder(at: folder.path, version: version)
      try opened.restore(into: .standing())
      versions.append(try opened.database.inDatabase { try Meta.get($0, Meta.version) })
      try opened.close()
    }
    #expect(versions == ["1", "1", "2"])
  }

  @Test func `the holder of a folder is unknown if its lock has no number`() throws {
    let opened = try DataFolder(at: folder.path)
    let lock = folder.path + "/ghostlight.lock"
    #expect(try String(contentsOfFile: lock, encoding: .utf8) == "\(getpid())\n")
    try FileHandle(forWritingTo: URL(fileURLWithPath: lock)).truncate(atOffset: 0)
    #expect(throws: DataFolderError.inUse(path: folder.path, holder: "another process")) {
      try DataFolder(at: folder.path)
    }
    try opened.close()
  }

  @Test func `a copy of a file is made once, and not of an empty file`() throws {
    try FolderFiles.makeFolder(folder.path)
    let (source, target) = (folder.path + "/a", folder.path + "/b")
    try FolderFiles.backUp(source, to: target)
    try Data().write(to: URL(fileURLWithPath: source))
    try FolderFiles.backUp(source, to: target)
    #expect(folder.files == ["a"])
    let bytes = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0 / 7) })
    try bytes.write(to: URL(fileURLWithPath: source))
    try FolderFiles.backUp(source, to: target)
    #expect(try Data(contentsOf: URL(fileURLWithPath: target)) == bytes)
    try Data("other".utf8).write(to: URL(fileURLWithPath: source))
    try FolderFiles.backUp(source, to: target)
    #expect(try Data(contentsOf: URL(fileURLWithPath: target)) == bytes)
  }

  /// Formats with steps that write their numbers, from 0 to 3.
  @Test(
    arguments: [
      (0, ["0", "1", "2"]), (1, ["1", "2"]), (2, ["2"]), (3, []),
    ] as [(Int, [String])])
  func `an older format is converted step by step`(_ found: Int, _ steps: [String]) throws {
    try DataFolder(at: folder.path).execute(
      "CREATE TABLE steps (step TEXT); UPDATE meta SET value = '\(found)' WHERE key = 'format'")
    let format = Format(
      current: 3,
      steps: [2, 0, 1].map { number in
        FormatStep(format: number) { try $0.execute(sql: "INSERT INTO steps VALUES (\(number))") }
      })
    let opened = try DataFolder(at: folder.path, format: format)
    let made = try opened.database.inDatabase {
      try String.fetchAll($0, sql: "SELECT step FROM steps ORDER BY rowid")
    }
    #expect(made == steps)
    #expect(try opened.database.inDatabase { try Meta.get($0, Meta.format) } == "3")
    #expect(
      folder.files.filter { $0.contains("backup") }
        == (found < 3 ? ["ghostlight.sqlite.backup-v\(found)"] : []))
  }
}
