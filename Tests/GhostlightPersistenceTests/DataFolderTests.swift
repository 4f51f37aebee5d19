import Dispatch
import Foundation
import Ghostlight
import GhostlightSQLite
import Synchronization
import TestSupport
import Testing

@testable import GhostlightPersistence

@Suite(.limitedConcurrency) struct `Data folders` {
  let folder = TestFolder()

  @Test func `a folder is created with its parents, for its owner only`() throws {
    let inner = folder.path + "/a/b"
    let opened = try DataFolder(at: inner)
    #expect(try folder.permissions() == 0o700)
    #expect(try folder.permissions("a/b") == 0o700)
    _ = opened.log.append(.create(1))
    try opened.log.waitUntilDurable(1)
    let files = try FileManager.default.contentsOfDirectory(atPath: inner).sorted()
    #expect(
      files == ["ghostlight.lock", "ghostlight.mark", "ghostlight.sqlite", "ghostlight.sqlite-wal"])
    for file in files { #expect(try folder.permissions("a/b/\(file)") == 0o600) }
    try opened.close()
  }

  @Test func `a folder cannot be shared, and is free after it is released`() throws {
    do {
      let first = try DataFolder(at: folder.path)
      let error = #expect(throws: DataFolderError.self) { try DataFolder(at: folder.path) }
      #expect(error == .inUse(path: folder.path, holder: "process \(getpid())"))
      #expect(error?.description.contains("choose another data folder") == true)
      try first.close()
    }
    #expect(throws: Never.self) { try DataFolder(at: folder.path) }
  }

  @Test func `refusing a folder in use closes no file of other code`() throws {
    let opened = try DataFolder(at: folder.path)
    let isOver = Atomic(false)
    let refusals = DispatchGroup()
    DispatchQueue.global().async(group: refusals) { [path = folder.path] in
      while !isOver.load(ordering: .relaxed) { _ = try? DataFolder(at: path) }
    }
    // If opening a locked folder had closed a descriptor twice, that descriptor would by now belong
    // to one of these files.
    for round in 1...20_000 {
      let file = open("/dev/null", O_RDONLY | O_CLOEXEC)
      guard fcntl(file, F_GETFD) >= 0, close(file) == 0 else {
        Issue.record("a file was closed under its owner in round \(round)")
        break
      }
    }
    isOver.store(true, ordering: .relaxed)
    refusals.wait()
    try opened.close()
  }

  @Test func `the path of a data folder must be a folder`() throws {
    let file = folder.path
    try Data("text".utf8).write(to: URL(fileURLWithPath: file))
    for path in [file, file + "/inner"] {
      #expect(throws: DataFolderError.cannotOpen(path: path, reason: "Not a directory")) {
        try DataFolder(at: path)
      }
    }
  }

  @Test func `a folder of a newer version is refused and not changed`() throws {
    try DataFolder(at: folder.path).execute("UPDATE meta SET value = '7' WHERE key = 'format'")
    let before = try Data(contentsOf: URL(fileURLWithPath: folder.database))
    let error = #expect(throws: DataFolderError.self) { try DataFolder(at: folder.path) }
    #expect(error == .newerFormat(path: folder.database, format: 7, known: 3))
    #expect(error?.description.contains("update Ghostlight") == true)
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.database)) == before)
  }

  @Test(arguments: [
    "CREATE TABLE recipes (name TEXT)",
    "CREATE TABLE meta (key TEXT, value TEXT)",
    "CREATE TABLE meta (key TEXT, value TEXT); INSERT INTO meta VALUES ('format', 'one')",
  ])
  func `a folder with a foreign database is refused`(_ sql: String) throws {
    try FileManager.default.createDirectory(
      atPath: folder.path, withIntermediateDirectories: true)
    try DatabaseQueue(path: folder.database).inDatabase { try $0.execute(sql: sql) }
    expectDamage()
  }

  @Test func `a damaged file is reported as such`() throws {
    try FileManager.default.createDirectory(
      atPath: folder.path, withIntermediateDirectories: true)
    try Data(repeating: 0x41, count: 9000).write(to: URL(fileURLWithPath: folder.database))
    expectDamage()
  }

  @Test func `damaged pages are reported on opening or on reading`() throws {
    do {
      let opened = try DataFolder(at: folder.path)
      for key in 1...200 { _ = opened.log.append(.create(key)) }
      try opened.log.waitUntilDurable(200)
      try opened.close()
    }
    let url = URL(fileURLWithPath: folder.database)
    let bytes = try Data(contentsOf: url)
    try (bytes.prefix(4096) + Data(repeating: 0x5A, count: bytes.count - 4096)).write(to: url)
    let error = #expect(throws: DataFolderError.self) {
      try DataFolder(at: folder.path).restore(into: .standing())
    }
    guard case .damaged = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `a folder keeps the seed of its identifiers`() throws {
    let opened = try DataFolder(at: folder.path)
    try opened.restore(into: .standing(seed: 5))
    try opened.restore(into: .standing(seed: 5))
    #expect(throws: DataFolderError.otherSeed(path: folder.path, stored: "5", given: "6")) {
      try opened.restore(into: .standing(seed: 6))
    }
  }

  private func expectDamage() {
    let error = #expect(throws: DataFolderError.self) { try DataFolder(at: folder.path) }
    guard case .damaged(folder.database, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(error?.description.contains("\n") == false)
    #expect(error?.description.contains("move it away") == true)
  }
}
