import Foundation
import Ghostlight
import GhostlightSQLite
import TestSupport
import Testing

@testable import GhostlightPersistence

@Suite(.limitedConcurrency) struct `Older formats of a data folder` {
  let folder = TestFolder()

  /// A format for these tests, with a conversion from format 0, which had no column `detail`.
  static let format = Format(
    current: 1,
    steps: [
      FormatStep(format: 0) {
        try $0.execute(sql: "ALTER TABLE changes ADD COLUMN detail TEXT")
      }
    ])

  @Test func `an older format is converted after a copy was made`() throws {
    try makeOld()
    let opened = try DataFolder(at: folder.path, format: Self.format)
    #expect(try opened.storedChanges() == [.create(1), .create(2)])
    let change = Change(namespace: "a", moment: 0, milliseconds: 0, .fork(of: "default"))
    try opened.log.waitUntilDurable(opened.log.append(change))
    #expect(try opened.storedChanges() == [.create(1), .create(2), change])
    #expect(try opened.storedNumbers() == [1, 2, 3])

    #expect(folder.files.contains("ghostlight.sqlite.backup-v0"))
    #expect(folder.files.allSatisfy { !$0.hasSuffix(".part") })
    #expect(try folder.permissions("ghostlight.sqlite.backup-v0") == 0o600)
    let backup = try DatabaseQueue(path: folder.database + ".backup-v0")
    #expect(try backup.inDatabase { try Meta.get($0, Meta.format) } == "0")
    let columns = try backup.inDatabase {
      try String.fetchAll($0, sql: "SELECT name FROM pragma_table_info('changes')")
    }
    #expect(columns.contains("body") && !columns.contains("detail"))
    #expect(
      try backup.inDatabase { try Int.fetchOne($0, sql: "SELECT max(number) FROM changes") } == 2)
  }

  @Test func `an older format is unchanged if the conversion fails`() throws {
    try makeOld()
    let broken = Format(
      current: 1,
      steps: [
        FormatStep(format: 0) {
          try $0.execute(sql: "DELETE FROM changes")
          try $0.execute(sql: "ALTER TABLE nothing ADD COLUMN detail TEXT")
        }
      ])
    #expect(throws: DataFolderError.self) { try DataFolder(at: folder.path, format: broken) }
    let opened = try DataFolder(at: folder.path, format: Self.format)
    #expect(try opened.storedNumbers() == [1, 2])
  }

  @Test func `a format without a conversion is refused`() throws {
    try makeOld()
    #expect(throws: DataFolderError.unknownFormat(path: folder.database, format: 0)) {
      try DataFolder(at: folder.path)
    }
  }

  @Test func `changes of the first format without digests of responses are replayed`() throws {
    let stage = Stage.standing()
    do {
      let opened = try DataFolder(at: folder.path)
      for key in 1...3 { try opened.log.waitUntilDurable(opened.log.append(.create(key))) }
      for column in ["previous", "answer", "checksum"] {
        try opened.execute("ALTER TABLE changes DROP COLUMN \(column)")
      }
      try opened.execute("ALTER TABLE snapshots DROP COLUMN checksum")
      try opened.execute("UPDATE meta SET value = '1' WHERE key = 'format'")
      try opened.close()
    }
    let opened = try DataFolder(at: folder.path)
    try opened.restore(into: stage)
    #expect(try stage.keys() == ["i1", "i2", "i3"])
    #expect(folder.files.contains("ghostlight.sqlite.backup-v1"))
    try opened.log.waitUntilDurable(opened.log.append(.create(4)))
    #expect(
      try opened.database.inDatabase {
        try Bool.fetchAll(
          $0,
          sql:
            "SELECT coalesce(previous = 3 AND checksum IS NOT NULL, 0) FROM changes ORDER BY number"
        )
      } == [false, false, false, true])
  }

  private func makeOld() throws {
    let opened = try DataFolder(at: folder.path)
    for key in 1...2 { try opened.log.waitUntilDurable(opened.log.append(.create(key))) }
    try opened.execute(
      "ALTER TABLE changes DROP COLUMN detail; UPDATE meta SET value = '0' WHERE key = 'format'")
    try opened.close()
  }
}
