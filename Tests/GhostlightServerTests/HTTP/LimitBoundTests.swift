import GhostlightCore
import NIOCore
import NIOEmbedded
import Synchronization
import TestSupport
import Testing

@testable import GhostlightServer

@Suite(.limitedConcurrency) struct `Bounds of the server's limits` {
  private static func limits(_ change: (inout ServerLimits) -> Void) -> ServerLimits {
    var limits = ServerLimits()
    change(&limits)
    return limits
  }

  /// Returns the status of the response to a request.
  private static func status(_ text: String, _ limits: ServerLimits) throws -> String {
    let wire = try Wire(.echo, limits: limits)
    try wire.send(text)
    return String(try wire.received().dropFirst(9).prefix(3))
  }

  private static func long(_ count: Int) -> String { String(repeating: "x", count: count) }

  @Test(arguments: [(99, "200"), (100, "200"), (101, "414")])
  func `a target has up to the bytes of its limit`(_ count: Int, _ status: String) throws {
    let text = "GET /\(Self.long(count - 1)) HTTP/1.1\r\nHost: h\r\n\r\n"
    #expect(try Self.status(text, Self.limits { $0.targetBytes = 100 }) == status)
  }

  @Test(arguments: [(7, "200"), (8, "200"), (9, "413")])
  func `a body has up to the bytes of its limit`(_ count: Int, _ status: String) throws {
    let limits = Self.limits { $0.bodyBytes = 8 }
    let head = "POST / HTTP/1.1\r\nHost: h\r\n"
    let body = Self.long(count)
    #expect(try Self.status(head + "Content-Length: \(count)\r\n\r\n\(body)", limits) == status)
    let chunks = "1\r\nx\r\n\(count - 1)\r\n\(Self.long(count - 1))\r\n0\r\n\r\n"
    #expect(
      try Self.status(head + "Transfer-Encoding: chunked\r\n\r\n" + chunks, limits) == status)
  }

  @Test(arguments: [(15, "200"), (16, "200"), (18, "431")])
  func `a head has up to the fields of its limit`(_ count: Int, _ status: String) throws {
    let fields = "Host: h\r\n" + String(repeating: "a: b\r\n", count: count - 1)
    let text = "GET / HTTP/1.1\r\n\(fields)\r\n"
    #expect(try Self.status(text, Self.limits { $0.headFields = 16 }) == status)
  }

  @Test(arguments: [(700, "200"), (1000, "431")])
  func `a head has up to the bytes of its limit`(_ count: Int, _ status: String) throws {
    let text = "GET / HTTP/1.1\r\nHost: h\r\nA: \(Self.long(count))\r\n\r\n"
    #expect(try Self.status(text, Self.limits { $0.headBytes = 800 }) == status)
  }

  @Test(arguments: [1, 2, 3])
  func `pipelined requests wait beyond their limit`(_ limit: Int) throws {
    let executor = ManualExecutor()
    let wire = try Wire(
      DeferringBackend().responder, limits: Self.limits { $0.pipelinedRequests = limit },
      executor: executor)
    try wire.send(String(repeating: "GET /a HTTP/1.1\r\nHost: h\r\n\r\n", count: 4))
    #expect(executor.count == limit)
    #expect(!wire.wantsMore())
    for _ in 0..<4 {
      executor.runNext()
      wire.run()
    }
    #expect(try wire.received().components(separatedBy: "HTTP/1.1 200 OK").count == 5)
    #expect(wire.wantsMore())
  }

  @Test(arguments: [(0, 2), (1, 2)])
  func `an idle connection is closed at its time`(_ late: Int64, _ seconds: Int) throws {
    let wire = try Wire(.echo, limits: Self.limits { $0.idleSeconds = seconds })
    wire.pass(milliseconds: Int64(seconds) * 1000 - 1)
    #expect(wire.isOpen)
    try wire.send("GET /a HTTP/1.1\r\nHost: h\r\n\r\n")
    #expect(try wire.received().isEmpty == false)
    wire.pass(milliseconds: Int64(seconds) * 1000 - 1)
    #expect(wire.isOpen)
    wire.pass(milliseconds: 1 + late)
    #expect(!wire.isOpen)
    #expect(try wire.received() == "")
  }

  @Test func `a head has its own time`() throws {
    let wire = try Wire(
      .echo,
      limits: Self.limits { ($0.idleSeconds, $0.requestHeadSeconds) = (75, 3) })
    try wire.send("GET /a HT")
    wire.pass(milliseconds: 2999)
    #expect(try wire.received() == "")
    wire.pass(milliseconds: 1)
    #expect(try wire.received().hasPrefix("HTTP/1.1 408 "))
  }

  private static func admissions(
    _ registry: ConnectionRegistry, _ channels: [EmbeddedChannel], isControl: Bool = false
  ) -> [Admission] {
    channels.map { channel in
      registry.admit(
        channel,
        ConnectionHandler(
          responder: .echo,
          resources: ServerResources(executor: ManualExecutor(), limits: .standard),
          scheme: "http", authority: "a", limits: .standard), isControl: isControl)
    }
  }

  @Test func `connections are served up to their limit, and 256 more are refused`() {
    let registry = ConnectionRegistry(limit: 2, reserve: 1)
    let channels = (0..<259).map { _ in EmbeddedChannel() }
    let found = Self.admissions(registry, Array(channels[..<258]))
    #expect(found == [.welcome, .welcome] + Array(repeating: .full, count: 256))
    #expect(Self.admissions(registry, [channels[258]]) == [.closing])
    // The reserve is for control connections only.
    #expect(Self.admissions(registry, [channels[258]], isControl: true) == [.welcome])
    #expect(Self.admissions(registry, [EmbeddedChannel()], isControl: true) == [.closing])
    for channel in [channels[0], channels[5]] { _ = try? channel.finish() }
    #expect(Self.admissions(registry, [EmbeddedChannel()]) == [.full])
    for channel in channels { _ = try? channel.finish(acceptAlreadyClosed: true) }
    #expect(Self.admissions(registry, [EmbeddedChannel()]) == [.welcome])
    #expect(registry.cutOffCount == 0)
  }

  @Test(arguments: [(99, 0), (100, 0), (101, 1)])
  func `unsent bytes are cut off above their limit`(_ bytes: Int, _ cuts: Int) {
    let unsent = UnsentBytes(limit: 100)
    let count = Mutex(0)
    let sockets = [NSObjectOfTest(), NSObjectOfTest()]
    unsent.report(60, of: ObjectIdentifier(sockets[0])) { count.withLock { $0 += 1 } }
    unsent.report(bytes - 60, of: ObjectIdentifier(sockets[1])) { count.withLock { $0 += 10 } }
    #expect(count.withLock { $0 } == cuts)
    #expect(unsent.sum == (cuts == 0 ? bytes : bytes - 60))
  }

  private final class NSObjectOfTest {}
}

@Suite(.limitedConcurrency) struct `Bodies that arrive` {
  private let pipe = BodyPipe()

  private func next() -> Result<[UInt8]?, BodyInterruption>? {
    let found = Mutex<Result<[UInt8]?, BodyInterruption>?>(nil)
    pipe.next(by: ImmediateExecutor()) { piece in found.withLock { $0 = piece } }
    return found.withLock { $0 }
  }

  @Test func `bytes wait for their reader, and the end comes after them`() {
    pipe.append([1])
    pipe.append([])
    pipe.append([2, 3])
    #expect(pipe.count == 3)
    pipe.finish()
    pipe.append([4])
    pipe.abort("late")
    #expect(next() == .success([1, 2, 3]))
    #expect(pipe.count == 0)
    #expect(next() == .success(nil))
    #expect(next() == .success(nil))
  }

  @Test func `a reader waits for bytes or the end`() {
    let found = Mutex<[Result<[UInt8]?, BodyInterruption>]>([])
    let wait = {
      pipe.next(by: ImmediateExecutor()) { piece in found.withLock { $0.append(piece) } }
    }
    wait()
    #expect(found.withLock { $0 } == [])
    pipe.append([1])
    #expect(pipe.count == 0)
    wait()
    pipe.abort("gone")
    wait()
    #expect(
      found.withLock { $0 } == [
        .success([1]), .failure(BodyInterruption("gone")), .failure(BodyInterruption("gone")),
      ])
  }

  @Test(arguments: [(65_535, false), (65_536, true), (65_537, true)])
  func `a pipe is full at its capacity, and then reports its room`(_ count: Int, _ isFull: Bool) {
    let rooms = Mutex(0)
    pipe.observe(onRoom: { rooms.withLock { $0 += 1 } })
    pipe.append(Array(repeating: 0, count: count))
    #expect(pipe.isFull == isFull)
    #expect(rooms.withLock { $0 } == 0)
    _ = next()
    #expect(rooms.withLock { $0 } == (isFull ? 1 : 0))
    #expect(!pipe.isFull)
  }

  @Test func `a cancelled pipe is never full and calls its observers once`() {
    let calls = Mutex<[String]>([])
    pipe.observe(
      onRoom: { calls.withLock { $0.append("room") } },
      onCancel: { calls.withLock { $0.append("cancel") } })
    pipe.append(Array(repeating: 0, count: 70_000))
    pipe.cancel()
    pipe.cancel()
    #expect(calls.withLock { $0 } == ["cancel", "room"])
    #expect(pipe.isCancelled && !pipe.isFull && pipe.count == 0)
    pipe.append([1])
    #expect(pipe.count == 0)
    #expect(next() == nil)
    let ended = BodyPipe()
    ended.finish()
    ended.observe(onRoom: {}, onCancel: { calls.withLock { $0.append("late") } })
    ended.cancel()
    #expect(calls.withLock { $0.count } == 2)
  }
}
