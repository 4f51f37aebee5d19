import GhostlightCore
import NIOCore
import NIOPosix
import Synchronization
import TestSupport
import Testing

@testable import GhostlightServer

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

@Suite(.limitedConcurrency) struct `Work lanes` {
  /// A list of events, in the order in which they happened.
  private final class Log: Sendable {
    private let entries = Mutex<[String]>([])
    var all: [String] { entries.withLock { $0 } }
    func note(_ entry: String) { entries.withLock { $0.append(entry) } }
  }

  private func end(_ lanes: FairWorkExecutor) async {
    await lanes.close(within: .minutes(10), on: MultiThreadedEventLoopGroup.singleton.any())
  }

  /// Occupies a lane until the test opens the returned gate.
  private func hold(_ lanes: FairWorkExecutor) async -> CheckedGate {
    let gate = CheckedGate()
    await withCheckedContinuation { continuation in
      let isTaken = lanes.execute(for: "held") {
        continuation.resume()
        gate.wait()
      }
      #expect(isTaken)
    }
    return gate
  }

  @Test func `names take turns, and work of each name keeps its order`() async {
    let lanes = FairWorkExecutor(threads: 1, limit: 100)
    let log = Log()
    let gate = await hold(lanes)
    for number in 1...3 { #expect(lanes.execute(for: "a") { log.note("a\(number)") }) }
    for number in 1...2 { #expect(lanes.execute(for: "b") { log.note("b\(number)") }) }
    #expect(lanes.execute(for: "c") { log.note("c1") })
    #expect(lanes.waitingCount == 6)
    gate.open()
    await end(lanes)
    #expect(log.all == ["a1", "b1", "c1", "a2", "b2", "a3"])
  }

  @Test func `work beyond the limit, or a quarter of it for one name, is refused`() async {
    let lanes = FairWorkExecutor(threads: 1, limit: 8)
    let gate = await hold(lanes)
    let log = Log()
    let taken = (0..<4).map { name in
      (0..<3).map { _ in lanes.execute(for: "\(name)") { log.note("\(name)") } }
    }
    #expect(taken == Array(repeating: [true, true, false], count: 4))
    #expect(!lanes.execute(for: "one more") { log.note("refused") })
    gate.open()
    await end(lanes)
    #expect(log.all == ["0", "1", "2", "3", "0", "1", "2", "3"])
  }

  @Test func `closed lanes finish the waiting work and refuse more`() async {
    let lanes = FairWorkExecutor(threads: 2, limit: 100)
    let log = Log()
    for number in 0..<20 { #expect(lanes.execute(for: "\(number)") { log.note("\(number)") }) }
    await end(lanes)
    #expect(Set(log.all) == Set((0..<20).map(String.init)))
    #expect(!lanes.execute(for: "late") { log.note("late") })
    await end(lanes)
  }

  #if os(Linux)
    @Test func `only the threads of the lanes have a lower priority`() async {
      let before = getpriority(0, 0)
      let lanes = FairWorkExecutor(threads: 1, limit: 1)
      let niceness = await withCheckedContinuation { continuation in
        _ = lanes.execute(for: "a") { continuation.resume(returning: getpriority(0, 0)) }
      }
      #expect(niceness == min(19, max(before, 10)))
      #expect(getpriority(0, 0) == before)
      await end(lanes)
    }
  #endif
}
