import GhostlightCore
import Synchronization
import Testing

@testable import GhostlightServer

@Suite struct `Body budget` {
  private final class Log: Sendable {
    private let entries = Mutex<[(String, BodyBudget.Share)]>([])
    var names: [String] { entries.withLock { $0.map(\.0) } }
    func note(_ name: String, _ share: BodyBudget.Share) {
      entries.withLock { $0.append((name, share)) }
    }
    func drop() { entries.withLock { $0 = [] } }
  }

  @Test func `shares are granted in order and released with the last reference`() {
    let budget = BodyBudget(bytes: 100)
    let log = Log()
    var first = budget.takeShare(70)
    #expect(first?.bytes == 70)
    #expect(budget.takeShare(40) == nil)
    _ = budget.wait(for: 60) { log.note("a", $0) }
    _ = budget.wait(for: 10) { log.note("b", $0) }
    // There is enough space, but other waiters come first.
    #expect(budget.takeShare(10) == nil)
    #expect(log.names == [])
    first = nil
    #expect(log.names == ["a", "b"])
    #expect(budget.freeBytes == 30)
    log.drop()
    #expect(budget.freeBytes == 100)
  }

  @Test func `a waiter that leaves the queue gets no share`() {
    let budget = BodyBudget(bytes: 100)
    let log = Log()
    let first = budget.takeShare(70)
    let wait = budget.wait(for: 60) { log.note("a", $0) }
    _ = budget.wait(for: 20) { log.note("b", $0) }
    budget.leave(wait)
    #expect(log.names == ["b"])
    #expect(budget.freeBytes == 10)
    #expect(first?.grow(by: 10) == true)
    #expect(first?.grow(by: 1) == false)
    #expect(budget.freeBytes == 0)
  }

  @Test func `a body larger than the budget gets all of it`() {
    let budget = BodyBudget(bytes: 100)
    let share = budget.takeShare(1000)
    #expect(share?.bytes == 100)
    #expect(budget.freeBytes == 0)
  }

  private static func head(_ length: Int) -> String {
    "POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: \(length)\r\n\r\n"
  }

  private func resources(_ bytes: Int) -> ServerResources {
    var limits = ServerLimits.standard
    limits.allBodiesBytes = bytes
    return ServerResources(executor: ManualExecutor(), limits: limits)
  }

  private func text(_ count: Int) -> String { String(repeating: "x", count: count) }

  @Test func `a body without space waits unread, and small bodies do not wait`() throws {
    let resources = resources(100_000)
    let first = try Wire(.echo, sharing: resources)
    let second = try Wire(.echo, sharing: resources)
    let small = try Wire(.echo, sharing: resources)
    try first.send(Self.head(60_000) + text(10))
    try second.send(Self.head(60_000) + text(10))
    #expect(first.wantsMore())
    #expect(!second.wantsMore())
    try small.send(Self.head(16_000) + text(16_000))
    #expect(try small.received() == Response.wire("POST /a h \(text(16_000))"))
    // A client that the server keeps waiting is not too slow.
    second.pass(milliseconds: 200_000)
    #expect(second.isOpen)
    try first.send(text(59_990))
    #expect(try first.received() == Response.wire("POST /a h \(text(60_000))"))
    second.run()
    #expect(second.wantsMore())
    try second.send(text(59_990))
    #expect(try second.received() == Response.wire("POST /a h \(text(60_000))"))
    #expect(resources.bodies.freeBytes == 100_000)
  }

  @Test func `a connection that closes releases its share or its place in the queue`() throws {
    let resources = resources(100_000)
    let wires = try (0..<3).map { _ in try Wire(.echo, sharing: resources) }
    for wire in wires { try wire.send(Self.head(60_000)) }
    try wires[1].close()
    #expect(!wires[2].wantsMore())
    try wires[0].close()
    wires[2].run()
    #expect(wires[2].wantsMore())
    #expect(resources.bodies.freeBytes == 40_000)
    try wires[2].close()
    #expect(resources.bodies.freeBytes == 100_000)
  }

  @Test func `a body of unknown length gets 503 when the budget is exhausted`() throws {
    let resources = resources(100_000)
    let first = try Wire(.echo, sharing: resources)
    let second = try Wire(.echo, sharing: resources)
    try first.send(Self.head(60_000))
    try second.send("POST /a HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n")
    try second.send("4000\r\n" + text(0x4000) + "\r\n")
    #expect(try second.received() == "")
    try second.send("1\r\nx\r\n")
    #expect(try second.received().hasPrefix("HTTP/1.1 503 Service Unavailable\r\n"))
  }

  @Test func `a share is held until the work on its request ends`() throws {
    let backend = DeferringBackend()
    let executor = ManualExecutor()
    var limits = ServerLimits.standard
    limits.allBodiesBytes = 100_000
    let resources = ServerResources(executor: executor, limits: limits)
    let wire = try Wire(backend.responder, sharing: resources)
    try wire.send(Self.head(60_000) + text(60_000))
    #expect(resources.bodies.freeBytes == 40_000)
    try wire.close()
    #expect(resources.bodies.freeBytes == 40_000)
    executor.runNext()
    #expect(resources.bodies.freeBytes == 100_000)
  }
}
