import Foundation
import Ghostlight
import GhostlightSQLite
import Synchronization
import TestSupport
import Testing

@testable import GhostlightPersistence

@Suite struct `Queue of the log` {
  private let called = Called()

  /// The waiters that were called, in order: the number, and whether an error came with it.
  private final class Called: Sendable {
    private let all = Mutex<[String]>([])

    var texts: [String] { all.withLock { $0 } }

    func waiter(_ number: Int64) -> LogQueue.Completion {
      { error in self.all.withLock { $0.append("\(number) \(error?.description ?? "written")") } }
    }
  }

  private static func statuses(_ queue: LogQueue, _ numbers: ClosedRange<Int64>) -> [String] {
    numbers.map { number in
      switch queue.status(of: number) {
      case .open: "open"
      case .completed(let failure): failure?.description ?? "written"
      }
    }
  }

  private func call(_ completions: [LogQueue.Completion], _ error: ChangeLogError? = nil) {
    for completion in completions { completion(error) }
  }

  @Test func `only changes that are not written yet are open`() {
    var queue = LogQueue(last: 7, row: 5)
    #expect([queue.last, queue.written, queue.lastRow] == [7, 7, 5])
    #expect(!queue.isWanted && !queue.isWriting && queue.failure == nil)
    #expect(queue.drainPending().isEmpty)
    #expect([queue.append(.create(1)), queue.append(.create(2))] == [8, 9])
    #expect([queue.last, queue.written, queue.lastRow] == [9, 7, 5])
    #expect(Self.statuses(queue, 6...10) == ["written", "written", "open", "open", "written"])
    let pending = queue.drainPending()
    #expect(pending.map(\.number) == [8, 9])
    #expect(pending.map(\.change) == [.create(1), .create(2)])
    #expect(queue.drainPending().isEmpty)
    #expect(queue.confirm(through: 8).isEmpty)
    #expect([queue.last, queue.written, queue.lastRow] == [9, 8, 8])
    #expect(Self.statuses(queue, 8...9) == ["written", "open"])
  }

  @Test func `a waiter is called for its own number only`() {
    var queue = LogQueue(last: 0, row: 0)
    for key in 1...4 { _ = queue.append(.create(key)) }
    for number in [3, 1, 2, 4, 2] as [Int64] { queue.wait(for: number, called.waiter(number)) }
    #expect(queue.isWanted)
    call(queue.confirm(through: 2))
    #expect(called.texts == ["1 written", "2 written", "2 written"])
    #expect(queue.isWanted)
    call(queue.confirm(through: 4))
    #expect(called.texts.suffix(2) == ["3 written", "4 written"])
    #expect(!queue.isWanted)
  }

  @Test func `after a failure, all open changes have failed and no others are stored`() {
    var queue = LogQueue(last: 0, row: 0)
    for key in 1...3 { _ = queue.append(.create(key)) }
    for number in [2, 3] as [Int64] { queue.wait(for: number, called.waiter(number)) }
    call(queue.confirm(through: 1))
    let full = ChangeLogError("full")
    call(queue.fail(full), full)
    #expect(called.texts == ["2 full", "3 full"])
    #expect(queue.failure == full)
    #expect(!queue.isWanted)
    #expect(queue.drainPending().isEmpty)
    #expect(queue.append(.create(4)) == 4)
    #expect(queue.drainPending().isEmpty)
    #expect(Self.statuses(queue, 1...5) == ["written", "full", "full", "full", "written"])
    #expect([queue.last, queue.written, queue.lastRow] == [4, 1, 1])
  }

  @Test func `a rewound queue assigns the numbers again`() {
    var queue = LogQueue(last: 9, row: 8)
    queue.rewind(to: 4)
    #expect([queue.last, queue.written, queue.lastRow] == [4, 4, 4])
    #expect(queue.append(.create(1)) == 5)
  }
}

@Suite(.limitedConcurrency) struct `Batches of the log` {
  private let folder = TestFolder()

  /// Returns the numbers in the mark file.
  private func mark() throws -> [Int64] {
    let text = try String(contentsOfFile: folder.path + "/ghostlight.mark", encoding: .utf8)
    return stride(from: 0, to: text.count, by: 20).compactMap {
      Int64(text.dropFirst($0).prefix(20))
    }
  }

  @Test(arguments: [1, 999, 1000, 1001, 2001])
  func `each change has the number of the previous one, also in the next batch`(_ count: Int) throws
  {
    let opened = try DataFolder(at: folder.path)
    for key in 1...count { _ = opened.log.append(.create(key)) }
    try opened.log.waitUntilDurable(1)
    let rows = try opened.database.inDatabase {
      try Row.fetchAll($0, sql: "SELECT number, previous FROM changes ORDER BY number") {
        [$0.value(0), $0.value(1)]
      }
    }
    #expect(rows == (1...Int64(count)).map { [.int64($0), .int64($0 - 1)] })
    #expect(opened.log.lastWritten == Int64(count))
    #expect(try mark() == [Int64(count), 0, 0])
  }

  @Test(arguments: [(1500, 1001...1500), (2500, 1001...2000)] as [(Int64, ClosedRange<Int64>)])
  func `a failed batch loses itself and all after it, but none before it`(
    _ count: Int64, _ refused: ClosedRange<Int64>
  ) throws {
    let outcomes = Mutex<[Int64: String]>([:])
    do {
      let opened = try DataFolder(at: folder.path)
      try opened.execute(
        "CREATE TRIGGER full BEFORE INSERT ON changes WHEN new.number = 1200 "
          + "BEGIN SELECT raise(ABORT, 'no more'); END")
      for key in 1...count { _ = opened.log.append(.create(Int(key))) }
      opened.database.inDatabase { _ in
        for number in [999, 1000, 1001, count] as [Int64] {
          opened.log.whenDurable(number) { error in
            outcomes.withLock { $0[number] = error?.description ?? "written" }
          }
        }
      }
      let error = #expect(throws: ChangeLogError.self) { try opened.log.waitUntilDurable(count) }
      let text =
        "\(folder.database) cannot be written (no more): check the disk's free space and the "
        + "permissions; every request gets 503 until the server is restarted"
      #expect(error?.description == text)
      #expect(opened.log.failure == error)
      #expect(
        outcomes.withLock { $0 }
          == [999: "written", 1000: "written", 1001: text, count: text])
      #expect(opened.log.lastWritten == 1000)
      #expect(try opened.storedNumbers() == Array(1...1000))
      #expect(try mark() == [1000, refused.lowerBound, refused.upperBound])
      try opened.execute("DROP TRIGGER full")
      // A wait for the disk may have failed after the batch was stored, so the next start removes
      // it.
      for number in [refused.lowerBound, refused.upperBound] {
        try opened.execute(
          "INSERT INTO changes SELECT \(number), namespace, moment, milliseconds, kind, emulator, "
            + "method, scheme, authority, target, headers, body, detail, previous, answer, NULL "
            + "FROM changes WHERE number = 1")
      }
      try opened.close()
    }
    let opened = try DataFolder(at: folder.path)
    #expect(try opened.storedNumbers() == Array(1...1000))
    #expect(opened.remarks == [])
    #expect(try mark() == [1000, 0, 0])
    #expect(opened.log.append(.create(1)) == 1001)
  }

  @Test func `an alarm rings once, when its number is written`() throws {
    let opened = try DataFolder(at: folder.path)
    let count = Counter()
    opened.log.ring(at: 3) { count.add() }
    var rung: [Int] = []
    for key in 1...5 {
      try opened.log.waitUntilDurable(opened.log.append(.create(key)))
      rung.append(count.value)
    }
    #expect(rung == [0, 0, 1, 1, 1])
  }

  @Test func `a completed change calls its waiter at once`() throws {
    let opened = try DataFolder(at: folder.path)
    let outcomes = Mutex<[ChangeLogError?]>([])
    try opened.log.waitUntilDurable(opened.log.append(.create(1)))
    for number in [0, 1, 2] as [Int64] {
      opened.log.whenDurable(number) { error in outcomes.withLock { $0.append(error) } }
    }
    #expect(outcomes.withLock { $0 } == [nil, nil, nil])
    try opened.execute("PRAGMA query_only = ON")
    #expect(throws: ChangeLogError.self) {
      try opened.log.waitUntilDurable(opened.log.append(.create(2)))
    }
    opened.log.whenDurable(2) { error in outcomes.withLock { $0.append(error) } }
    #expect(outcomes.withLock { $0.last } == opened.log.failure)
  }
}
