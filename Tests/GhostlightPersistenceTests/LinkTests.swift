import Foundation
import Ghostlight
import TestSupport
import Testing

@testable import GhostlightPersistence

/// Tests with a data folder in which one file is a symbolic link.
@Suite(.limitedConcurrency) struct `Symbolic links in a data folder` {
  private let folder = TestFolder()
  private let target: String

  init() throws {
    target = folder.path + ".target"
    try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
  }

  private static let places = [
    "ghostlight.lock", "ghostlight.mark", "ghostlight.sqlite", "ghostlight.sqlite-wal",
    "ghostlight.sqlite-journal", "ghostlight.sqlite-shm", "ghostlight.sqlite-wal.damaged",
    "ghostlight.sqlite.backup-v1", "ghostlight.sqlite.backup-v1.part",
    "ghostlight.sqlite.backup-loss-2", "ghostlight.sqlite.backup-loss-2.part",
  ]

  private func plant(_ name: String, isDangling: Bool) throws {
    if !isDangling {
      try Data("mine".utf8).write(to: URL(fileURLWithPath: target))
      try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: target)
    }
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.path)/\(name)", withDestinationPath: target)
  }

  private func expectUnchanged(isDangling: Bool) throws {
    #expect(FileManager.default.fileExists(atPath: target) == !isDangling)
    guard !isDangling else { return }
    #expect(try Data(contentsOf: URL(fileURLWithPath: target)) == Data("mine".utf8))
    let attributes = try FileManager.default.attributesOfItem(atPath: target)
    #expect(attributes[.posixPermissions] as? Int == 0o644)
  }

  /// Opens the folder, writes a change, saves a snapshot and closes the folder; errors are ignored.
  private func use() {
    guard let opened = try? DataFolder(at: folder.path, acceptsLoss: true) else { return }
    let stage = Stage.standing(opened.log)
    guard (try? opened.restore(into: stage)) != nil else { return }
    stage.create(7)
    try? SnapshotWriter(opened, stage).close()
    try? opened.close()
  }

  @Test(arguments: places, [false, true])
  func `in a new folder, nothing is written to links`(_ name: String, _ isDangling: Bool) throws {
    try plant(name, isDangling: isDangling)
    use()
    try expectUnchanged(isDangling: isDangling)
  }

  /// Opens a folder of format 1 with a damaged second change and a damaged log, which makes every
  /// kind of copy.
  @Test(arguments: places, [false, true])
  func `nothing is written through links when copies are made`(
    _ name: String, _ isDangling: Bool
  ) throws {
    do {
      let opened = try DataFolder(at: folder.path)
      for key in 1...3 { try opened.log.waitUntilDurable(opened.log.append(.create(key))) }
      try opened.execute("UPDATE changes SET target = '/x' WHERE number = 2")
      try opened.execute("ALTER TABLE snapshots DROP COLUMN checksum")
      try opened.execute("UPDATE meta SET value = '2' WHERE key = 'format'")
      try opened.close()
      // The mark contains the number of a later change, and the log is not empty.
      try Data("00000000000000000009".utf8).write(
        to: URL(fileURLWithPath: folder.path + "/ghostlight.mark"))
      try Data("torn".utf8).write(to: URL(fileURLWithPath: folder.database + "-wal"))
    }
    let name = name.replacing("backup-v1", with: "backup-v2")
    try? FileManager.default.removeItem(atPath: "\(folder.path)/\(name)")
    try plant(name, isDangling: isDangling)
    use()
    try expectUnchanged(isDangling: isDangling)
  }

  @Test func `a link instead of the lock is refused by name`() throws {
    try plant("ghostlight.lock", isDangling: false)
    #expect(
      throws: DataFolderError.cannotOpen(
        path: folder.path + "/ghostlight.lock", reason: "it is a symbolic link")
    ) { try DataFolder(at: folder.path) }
  }

  @Test func `a link to the folder itself is followed`() throws {
    let link = folder.path + ".link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.path)
    let opened = try DataFolder(at: link)
    let stage = Stage.standing(opened.log)
    try opened.restore(into: stage)
    #expect(stage.create(1))
    try opened.close()
    #expect(folder.files.contains("ghostlight.sqlite"))
  }
}
