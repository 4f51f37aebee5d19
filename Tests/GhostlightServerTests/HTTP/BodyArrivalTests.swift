import GhostlightCore
import TestSupport
import Testing

@testable import GhostlightServer

/// Tests connections that share a budget of 100,000 bytes for bodies.
///
/// A body of 60,000 bytes reserves space when more than 16 KiB of it have arrived.
@Suite(.limitedConcurrency) struct `Arriving bodies` {
  private let resources: ServerResources
  private let executor = ManualExecutor()

  init() {
    var limits = ServerLimits.standard
    limits.allBodiesBytes = 100_000
    resources = ServerResources(executor: executor, limits: limits)
  }

  private static func head(_ length: Int, _ target: String = "/a") -> String {
    "POST \(target) HTTP/1.1\r\nHost: h\r\nContent-Length: \(length)\r\n\r\n"
  }

  private static let chunked = "POST /a HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"

  private func wire(_ responder: Responder = .echo) throws -> Wire {
    try Wire(responder, sharing: resources)
  }

  private func text(_ count: Int) -> String { String(repeating: "x", count: count) }

  /// Returns connections that have each sent a part of their body.
  ///
  /// The first body fits the budget, the second exceeds it, and the others wait for space.
  private func crowd(_ count: Int) throws -> [Wire] {
    try (0..<count).map { _ in
      let wire = try wire()
      try wire.send(Self.head(60_000) + text(20_000))
      return wire
    }
  }

  @Test func `announced bodies reserve no space until they arrive`() throws {
    let announcing = try (0..<5).map { _ in try wire() }
    for wire in announcing { try wire.send(Self.head(90_000) + text(10)) }
    #expect(resources.bodies.freeBytes == 100_000)
    let other = try wire()
    try other.send(Self.head(60_000) + text(30_000))
    try other.send(text(30_000))
    #expect(try other.received() == Response.wire("POST /a h \(text(60_000))"))
    #expect(announcing.allSatisfy { $0.wantsMore() })
  }

  @Test func `bodies without space wait unread, and small bodies do not wait`() throws {
    let wires = try crowd(3)
    #expect(wires.map { $0.wantsMore() } == [true, true, false])
    let small = try wire()
    try small.send(Self.head(16_000) + text(16_000))
    #expect(try small.received() == Response.wire("POST /a h \(text(16_000))"))
    for wire in wires[..<2] { try wire.send(text(40_000)) }
    wires[2].run()
    #expect(wires[2].wantsMore())
    try wires[2].send(text(40_000))
    for wire in wires {
      #expect(try wire.received() == Response.wire("POST /a h \(text(60_000))"))
    }
    #expect(resources.bodies.freeBytes == 100_000)
  }

  @Test func `bodies of unknown length also wait for space`() throws {
    let wires = try crowd(2)
    let other = try wire()
    try other.send(Self.chunked + "4e20\r\n" + text(20_000) + "\r\n")
    #expect(!other.wantsMore())
    try wires[1].close()
    other.run()
    #expect(other.wantsMore())
    try other.send("0\r\n\r\n")
    #expect(try other.received() == Response.wire("POST /a h \(text(20_000))"))
  }

  @Test func `bodies that all need more space are completed one after another`() throws {
    let wires = try (0..<4).map { _ in try wire() }
    for wire in wires { try wire.send(Self.head(20_000) + text(19_000)) }
    let large = try (0..<3).map { _ in try wire() }
    for wire in large { try wire.send(Self.head(90_000) + text(20_000)) }
    #expect(large.map { $0.wantsMore() } == [true, false, false])
    for wire in large {
      wire.run()
      #expect(wire.wantsMore())
      try wire.send(text(70_000))
      #expect(try wire.received() == Response.wire("POST /a h \(text(90_000))"))
    }
    #expect(resources.bodies.freeBytes == 20_000)
  }

  @Test func `a connection that closes releases its share or its place in the queue`() throws {
    let wires = try crowd(4)
    try wires[2].close()
    #expect(!wires[3].wantsMore())
    try wires[0].close()
    wires[3].run()
    #expect(wires[3].wantsMore())
    #expect(resources.bodies.freeBytes == 40_000)
    for wire in wires { try wire.close() }
    #expect(resources.bodies.freeBytes == 100_000)
  }

  @Test func `a body that has waited for space for the idle time gets 503`() throws {
    let wires = try crowd(3)
    for wire in wires[..<2] { try wire.send(text(16_000)) }
    wires[2].pass(milliseconds: 74_000)
    #expect(try wires[2].received() == "")
    wires[2].pass(milliseconds: 2_000)
    let response = try wires[2].received()
    #expect(response.hasPrefix("HTTP/1.1 503 Service Unavailable\r\n"), "\(response)")
    #expect(response.contains("\r\nRetry-After: 1\r\n"))
  }

  @Test func `a share is held until the work on its request ends`() throws {
    let wire = try wire(DeferringBackend().responder)
    try wire.send(Self.head(60_000) + text(30_000))
    try wire.send(text(30_000))
    #expect(resources.bodies.freeBytes == 40_000)
    try wire.close()
    #expect(resources.bodies.freeBytes == 40_000)
    executor.runNext()
    #expect(resources.bodies.freeBytes == 100_000)
  }

  @Test(arguments: [0, 20_000])
  func `a body with less than 16 KiB in the idle time gets 408`(_ first: Int) throws {
    let wire = try wire()
    try wire.send(Self.head(60_000) + text(first))
    for _ in 0..<3 {
      wire.pass(milliseconds: 24_000)
      try wire.send(text(1000))
    }
    #expect(try wire.received() == "")
    wire.pass(milliseconds: 4_000)
    let response = try wire.received()
    #expect(response.hasPrefix("HTTP/1.1 408 Request Timeout\r\n"), "\(response)")
    #expect(response.contains("\r\nConnection: close\r\n"))
    #expect(resources.bodies.freeBytes == 100_000)
  }

  @Test func `a slow body with 16 KiB in the idle time is received`() throws {
    let wire = try wire()
    try wire.send(Self.head(80_000))
    for _ in 0..<20 {
      wire.pass(milliseconds: 14_000)
      try wire.send(text(4000))
    }
    #expect(try wire.received() == Response.wire("POST /a h \(text(80_000))"))
  }

  @Test func `a slow body releases its space within ten seconds if others wait`() throws {
    let wires = try crowd(3)
    for _ in 0..<10 {
      for wire in wires[..<2] {
        wire.pass(milliseconds: 1_000)
        try wire.send("x")
      }
    }
    #expect(try wires[0].received().hasPrefix("HTTP/1.1 408 Request Timeout\r\n"))
    // No other body waits for the space of this body any more.
    #expect(try wires[1].received() == "")
    wires[2].run()
    #expect(wires[2].wantsMore())
    #expect(resources.bodies.freeBytes == 40_000)
  }

  @Test func `a body that stops gets 408 even if its client waits for a response`() throws {
    let wire = try wire(DeferringBackend().responder)
    try wire.send("GET /long HTTP/1.1\r\nHost: h\r\n\r\n")
    try wire.send(Self.head(60_000) + text(30_000))
    #expect(resources.bodies.freeBytes == 40_000)
    wire.pass(milliseconds: 80_000)
    #expect(resources.bodies.freeBytes == 100_000)
    executor.runNext()
    wire.run()
    let responses = try wire.received()
    #expect(responses.hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(responses.contains("HTTP/1.1 408 Request Timeout\r\n"))
  }

  @Test func `a body that stops gets 408 even if its client receives no response`() throws {
    let wire = try wire()
    try wire.send(Self.head(60_000) + text(30_000))
    wire.setWritable(false)
    #expect(!wire.wantsMore())
    wire.pass(milliseconds: 80_000)
    #expect(resources.bodies.freeBytes == 100_000)
  }

  @Test func `a body gets no 408 for the time in which the server does not read`() throws {
    let wire = try wire(DeferringBackend().responder)
    try wire.send("POST /long HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n\r\n")
    try wire.send(Self.head(2, "/now") + "ab" + Self.head(60_000, "/now/b") + text(30_000))
    for _ in 0..<4 {
      #expect(!wire.wantsMore())
      wire.pass(milliseconds: 50_000)
    }
    executor.runNext()
    wire.run()
    wire.pass(milliseconds: 50_000)
    try wire.send(text(30_000))
    let responses = try wire.received()
    #expect(responses.hasSuffix(Response.wire("/now/b")), "\(responses)")
  }
}
