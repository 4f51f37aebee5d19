import Ghostlight
import GhostlightCore
import Synchronization
import Testing

@testable import GhostlightPersistence

@Suite struct `The log of changes` {
  let folder = TestFolder()

  @Test(arguments: Change.samples)
  func `gives back every kind of change as it was`(_ change: Change) throws {
    do {
      let opened = try DataFolder(at: folder.path)
      try opened.log.settle(opened.log.append(change))
      try opened.close()
    }
    #expect(try DataFolder(at: folder.path).storedChanges() == [change])
  }

  @Test func `gives back many in one go, in order`() throws {
    let opened = try DataFolder(at: folder.path)
    for change in Change.samples { _ = opened.log.append(change) }
    #expect(try opened.storedNumbers() == [])
    try opened.log.settle(1)
    #expect(try opened.storedChanges() == Change.samples)
    #expect(opened.log.lastWritten == Int64(Change.samples.count))
  }

  @Test func `goes on counting after it was opened again`() throws {
    for number in Int64(1)...3 {
      let opened = try DataFolder(at: folder.path)
      #expect(opened.log.append(.create(Int(number))) == number)
      try opened.log.settle(number)
      try opened.close()
    }
  }

  @Test func `does not wait for numbers that were never given`() throws {
    let opened = try DataFolder(at: folder.path)
    try opened.log.settle(99)
    #expect(opened.log.lastWritten == 0)
  }

  @Test(arguments: [false, true])
  func `loses nothing and keeps the order of each of eight writers`(_ isCareful: Bool) throws {
    let opened = try DataFolder(at: folder.path, survivesPowerCut: isCareful)
    let failures = Atomic(0)
    let count = isCareful ? 20 : 300
    Threads.run(8) { writer in
      for key in 1...count {
        let number = opened.log.append(.create(key, in: "w\(writer)"))
        do { try opened.log.settle(number) } catch { failures.add(1, ordering: .relaxed) }
        if opened.log.lastWritten < number { failures.add(1, ordering: .relaxed) }
      }
    }
    #expect(failures.load(ordering: .relaxed) == 0)
    let stored = try opened.storedChanges()
    #expect(try opened.storedNumbers() == Array(1...Int64(8 * count)))
    for writer in 0..<8 {
      #expect(
        stored.filter { $0.namespace == "w\(writer)" }
          == (1...count).map { .create($0, in: "w\(writer)") })
    }
  }

  @Test(arguments: [
    ("PRAGMA query_only = ON", "PRAGMA query_only = OFF"),
    ("PRAGMA max_page_count = 1", "PRAGMA max_page_count = 100000"),
  ])
  func `says that the disk refuses, keeps what was refused and tries again`(
    _ refusal: (on: String, off: String)
  ) throws {
    let opened = try DataFolder(at: folder.path)
    try opened.log.settle(opened.log.append(.create(1)))
    try opened.execute(refusal.on)
    var big = Change.create(2)
    big.operation = .restore(.string(String(repeating: "x", count: 100_000)))
    let number = opened.log.append(big)
    for _ in 1...2 {
      let problem = #expect(throws: ChangeLogProblem.self) { try opened.log.settle(number) }
      #expect(problem?.description.contains("check the disk's free space") == true)
    }
    #expect(opened.log.lastWritten == 1)
    let next = opened.log.append(.create(3))
    #expect(throws: ChangeLogProblem.self) { try opened.log.settle(next) }
    try opened.execute(refusal.off)
    try opened.log.settle(next)
    #expect(try opened.storedChanges() == [.create(1), big, .create(3)])
  }

  @Test func `that is closed refuses`() throws {
    let opened = try DataFolder(at: folder.path)
    try opened.close()
    #expect(throws: ChangeLogProblem.self) { try opened.log.settle(opened.log.append(.create(1))) }
  }
}
