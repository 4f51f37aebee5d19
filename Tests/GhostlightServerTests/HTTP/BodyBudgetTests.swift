import Synchronization
import TestSupport
import Testing

@testable import GhostlightServer

@Suite(.limitedConcurrency) struct `Body budget` {
  private final class Log: Sendable {
    private let entries = Mutex<[String]>([])
    var names: [String] { entries.withLock { $0 } }
    func note(_ name: String) { entries.withLock { $0.append(name) } }
  }

  private let budget = BodyBudget(bytes: 100)
  private let log = Log()

  /// Returns a share with reserved bytes; its name is logged if it had to wait for them.
  private func share(_ bytes: Int, _ name: String = "") -> BodyBudget.Share {
    let share = BodyBudget.Share(of: budget)
    _ = budget.reserve(bytes, for: share) { [log] in log.note(name) }
    return share
  }

  @Test func `shares are granted in order and released with the last reference`() {
    var first: BodyBudget.Share? = share(70)
    let exempt = share(40)
    let shares = [share(40, "a"), share(40, "b"), share(40, "c")]
    #expect(first?.bytes == 70)
    #expect(budget.waiterCount == 3)
    #expect(log.names == [])
    first = nil
    #expect(log.names == ["a", "b"])
    #expect(shares.map(\.bytes) == [40, 40, 0])
    #expect(budget.freeBytes == 20)
    #expect(exempt.isExempt)
  }

  @Test func `small bodies get space before large ones that came first`() {
    var first: BodyBudget.Share? = share(70)
    let exempt = share(40)
    let shares = [share(50, "large"), share(31, "small"), share(30, "smallest")]
    // The smallest share fits into the budget and does not wait.
    #expect(shares.map(\.bytes) == [0, 0, 30])
    #expect(first?.bytes == 70)
    first = nil
    #expect(log.names == ["small"])
    #expect(shares.map(\.bytes) == [0, 31, 30])
    #expect(exempt.isExempt && budget.waiterCount == 1)
  }

  @Test func `one body at a time may exceed the limit and does not wait`() {
    let first = share(100)
    var exempt: BodyBudget.Share? = share(40)
    #expect(exempt?.isExempt == true)
    #expect(exempt?.bytes == 0)
    let next = share(10, "next")
    if let exempt { #expect(budget.reserve(1000, for: exempt) {} == nil) }
    #expect(log.names == [])
    exempt = nil
    #expect(log.names == ["next"])
    #expect(next.isExempt)
    #expect(budget.freeBytes == 0)
    #expect(first.bytes == 100)
  }

  @Test func `a body larger than the budget exceeds the limit`() {
    let share = share(1000)
    #expect(share.isExempt)
    #expect(budget.freeBytes == 100)
  }

  @Test func `a waiter that leaves the queue gets no share`() throws {
    var first: BodyBudget.Share? = share(70)
    let exempt = share(70)
    var leaving: BodyBudget.Share? = BodyBudget.Share(of: budget)
    let key = try #require(leaving.flatMap { budget.reserve(40, for: $0) {} })
    let next = share(40, "b")
    leaving = nil
    budget.leave(key)
    #expect(log.names == [])
    #expect(first?.bytes == 70)
    first = nil
    #expect(log.names == ["b"])
    #expect([exempt, next].map(\.bytes) == [0, 40])
    #expect(budget.freeBytes == 60)
  }

  @Test(arguments: [true, false])
  func `a task waits for bytes until it gets them or is cancelled`(_ isCancelled: Bool) async {
    var first: BodyBudget.Share? = share(100)
    let exempt = share(1)
    let second = BodyBudget.Share(of: budget)
    let task = Task { [budget] in await budget.reserve(10, for: second) }
    if isCancelled { task.cancel() } else { first = nil }
    #expect(await task.value == !isCancelled)
    #expect(second.bytes == (isCancelled ? 0 : 10))
    #expect(budget.waiterCount == 0)
    withExtendedLifetime((first, exempt)) {}
  }
}
