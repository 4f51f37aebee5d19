import Dispatch
import Ghostlight
import GhostlightCore
import GhostlightSQLite
import Synchronization
import TestSupport
import Testing

@testable import GhostlightPersistence

@Suite(.limitedConcurrency) struct `Durable log` {
  let folder = TestFolder()

  @Test(arguments: Change.samples)
  func `every kind of change is read back unchanged`(_ change: Change) throws {
    do {
      let opened = try DataFolder(at: folder.path)
      try opened.log.waitUntilDurable(opened.log.append(change))
      try opened.close()
    }
    #expect(try DataFolder(at: folder.path).storedChanges() == [change])
  }

  @Test func `many changes are read back in order`() throws {
    let opened = try DataFolder(at: folder.path)
    for change in Change.samples { _ = opened.log.append(change) }
    #expect(try opened.storedNumbers() == [])
    try opened.log.waitUntilDurable(1)
    #expect(try opened.storedChanges() == Change.samples)
    #expect(opened.log.lastWritten == Int64(Change.samples.count))
  }

  @Test func `numbering continues after the log is opened again`() throws {
    for number in Int64(1)...3 {
      let opened = try DataFolder(at: folder.path)
      #expect(opened.log.append(.create(Int(number))) == number)
      try opened.log.waitUntilDurable(number)
      try opened.close()
    }
  }

  @Test func `waiting for a number that was never assigned returns at once`() throws {
    let opened = try DataFolder(at: folder.path)
    try opened.log.waitUntilDurable(99)
    #expect(opened.log.lastWritten == 0)
  }

  @Test(arguments: [false, true])
  func `eight writers lose nothing and keep their order`(_ isCareful: Bool) throws {
    let opened = try DataFolder(at: folder.path, survivesPowerCut: isCareful)
    let failures = Atomic(0)
    let count = isCareful ? 20 : 300
    Threads.run(8) { writer in
      for key in 1...count {
        let number = opened.log.append(.create(key, in: "w\(writer)"))
        do { try opened.log.waitUntilDurable(number) } catch { failures.add(1, ordering: .relaxed) }
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

  @Test func `a change has the digest of its response, which distinguishes responses`() throws {
    let opened = try DataFolder(at: folder.path)
    let answers: [Change.Answer] = [
      .response(status: 201, body: []), .response(status: 200, body: []),
      .response(status: 200, body: [0]), .response(status: 200, body: [0, 0]),
      .response(status: 200, body: Array(0...255)),
      .response(status: 200, body: Array(0...254) + [254]),
    ]
    #expect(Set(answers.map(\.digest)).count == answers.count)
    for answer in answers {
      var change = Change.create(1)
      change.answer = answer
      try opened.log.waitUntilDurable(opened.log.append(change))
    }
    #expect(try opened.storedChanges().map(\.answer) == answers.map { .digest($0.digest) })
  }

  @Test(arguments: [
    ("PRAGMA query_only = ON", "PRAGMA query_only = OFF"),
    ("PRAGMA max_page_count = 1", "PRAGMA max_page_count = 100000"),
  ])
  func `if the disk refuses a change, it and all later ones are dropped until a restart`(
    _ refusal: (on: String, off: String)
  ) throws {
    do {
      let opened = try DataFolder(at: folder.path)
      try opened.log.waitUntilDurable(opened.log.append(.create(1)))
      #expect(opened.log.failure == nil)
      try opened.execute(refusal.on)
      var big = Change.create(2)
      big.operation = .restore(.string(String(repeating: "x", count: 100_000)))
      let number = opened.log.append(big)
      let next = opened.log.append(.create(3))
      for number in [number, next, number] {
        let error = #expect(throws: ChangeLogError.self) {
          try opened.log.waitUntilDurable(number)
        }
        #expect(error?.description.contains("check the disk's free space") == true)
        #expect(error == opened.log.failure)
      }
      #expect(opened.log.lastWritten == 1)
      try opened.execute(refusal.off)
      let failure = try #require(opened.log.failure)
      for number in [next, opened.log.append(.create(4))] {
        #expect(throws: failure) { try opened.log.waitUntilDurable(number) }
      }
      try opened.log.waitUntilDurable(1)
      #expect(try opened.storedChanges() == [.create(1)])
      try opened.close()
    }
    let opened = try DataFolder(at: folder.path)
    #expect(opened.remarks == [])
    try opened.log.waitUntilDurable(opened.log.append(.create(4)))
    #expect(try opened.storedChanges() == [.create(1), .create(4)])
    #expect(try opened.storedNumbers() == [1, 2])
    try opened.restore(into: .standing())
  }

  @Test func `completions are called without blocking their callers, and none is missing`() throws {
    let opened = try DataFolder(at: folder.path)
    let all = DispatchGroup()
    let outcomes = Mutex<[Int64: ChangeLogError?]>([:])
    opened.database.inDatabase { _ in
      // The database is in use, so no thread can write; `append` must not wait for that.
      for key in 1...50 {
        let number = opened.log.append(.create(key))
        all.enter()
        opened.log.whenDurable(number) { error in
          outcomes.withLock { $0[number] = .some(error) }
          all.leave()
        }
      }
      #expect(outcomes.withLock { $0 }.isEmpty)
    }
    all.wait()
    #expect(outcomes.withLock { $0 }.values.allSatisfy { $0 == nil })
    #expect(outcomes.withLock { $0 }.count == 50)
    #expect(try opened.storedNumbers() == Array(1...50))
  }

  @Test func `a closed log refuses changes`() throws {
    let opened = try DataFolder(at: folder.path)
    try opened.close()
    #expect(throws: ChangeLogError.self) {
      try opened.log.waitUntilDurable(opened.log.append(.create(1)))
    }
  }
}
