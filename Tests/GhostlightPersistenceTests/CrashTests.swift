import Foundation
import Ghostlight
import Synchronization
import TestSupport
import Testing

@testable import GhostlightPersistence

@Suite(.limitedConcurrency) struct `Recovery after a crash` {
  @Test func `all acknowledged changes are in a copy of the files at any time`() throws {
    let folder = TestFolder()
    let opened = try DataFolder(at: folder.path)
    // The database and its log are copied one after the other, so no pages may move between them in
    // the meantime.
    try opened.execute("PRAGMA wal_autocheckpoint = 0")
    let stage = Stage.standing(opened.log)
    let acknowledged = (0..<4).map { _ in Counter() }
    let isDone = Atomic(false)
    let copies = Mutex<[(TestFolder, [Int])]>([])
    Threads.run(5) { index in
      guard index == 4 else {
        for key in 1...300 where !isDone.load(ordering: .relaxed) {
          if stage.create(key, in: "w\(index)") { acknowledged[index].add() }
        }
        return
      }
      for _ in 0..<50 {
        let counts = acknowledged.map(\.value)
        let copy = TestFolder()
        guard (try? folder.copyFiles(to: copy)) != nil else { continue }
        copies.withLock { $0.append((copy, counts)) }
      }
      isDone.store(true, ordering: .relaxed)
    }
    let all = copies.withLock { $0 }
    #expect(all.count == 50)
    for (copy, counts) in all { try expectWhole(copy, counts) }
  }

  private func expectWhole(_ folder: TestFolder, _ counts: [Int]) throws {
    let opened = try DataFolder(at: folder.path)
    let numbers = try opened.storedNumbers()
    #expect(numbers == Array(1..<Int64(numbers.count + 1)))
    let stage = Stage.standing(opened.log)
    try opened.restore(into: stage)
    for (writer, count) in counts.enumerated() {
      let found = try stage.keys(in: "w\(writer)")
      #expect(found.count >= count)
      #expect(found == Set((0..<found.count).map { "i\($0 + 1)" }))
    }
  }

  @Test(arguments: [1, 40, 150, 333, 700])
  func `a killed process starts again with all acknowledged changes`(_ count: Int) async throws {
    let folder = TestFolder()
    let path = folder.path
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [path = path as String, count = count as Int] in
      try Victim.run(path, count)
    }
    let acknowledged = try Victim.acknowledged(path)
    #expect(acknowledged.count >= count)
    let opened = try DataFolder(at: path)
    let stage = Stage.standing(opened.log)
    try opened.restore(into: stage)
    for writer in 0..<4 {
      let found = try stage.keys(in: "w\(writer)")
      let expected = acknowledged.filter { $0.hasPrefix("w\(writer) ") }
      #expect(found.isSuperset(of: expected.map { String($0.dropFirst(3)) }))
      #expect(found == Set((0..<found.count).map { "i\($0 + 1)" }))
    }
  }
}
