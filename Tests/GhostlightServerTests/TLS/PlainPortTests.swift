import Ghostlight
import GhostlightCore
import GhostlightRecording
import HTTPTypes
import NIOCore
import NIOSSL
import Synchronization
import TestExecutors
import TestSupport
import Testing

@testable import GhostlightServer

@Suite(.limitedConcurrency) struct `TLS on a port without TLS` {
  /// The alert handshake_failure, as a record.
  ///
  /// - Source: RFC 8446, sections 5.1 and 6.
  private static let alert: [UInt8] = [21, 3, 3, 0, 2, 2, 40]
  /// The beginning of a ClientHello.
  private static let hello: [UInt8] = [22, 3, 1, 2, 0, 1, 0, 1, 252, 3, 3]

  /// The reads of a connection that begins TLS, by a description.
  private static let starts: [String: [[UInt8]]] = [
    "a ClientHello": [hello], "two bytes": [[22], [3]],
    "the first byte alone": [[22], Array(hello.dropFirst())], "single bytes": hello.map { [$0] },
    "a request after two bytes": [[22, 3] + Array("GET / HTTP/1.1\r\nHost: h\r\n\r\n".utf8)],
    "200,000 bytes": [[22, 3] + [UInt8](repeating: 0, count: 200_000)],
  ]

  @Test(arguments: starts.keys.sorted())
  func `the client gets an alert and then the end`(_ start: String) throws {
    var resources = ServerResources(executor: ManualExecutor(), limits: .standard)
    let refused = Mutex<[String]>([])
    let note: @Sendable (String) -> Void = { authority in refused.withLock { $0.append(authority) }
    }
    resources.onHandshake = note
    let wire = try Wire(.echo, sharing: resources)
    for bytes in Self.starts[start] ?? [] { try wire.send(bytes) }
    #expect(try wire.receivedBytes() == Self.alert)
    #expect(refused.withLock { $0 } == ["here:1"])
    try wire.send("GET /a HTTP/1.1\r\nHost: h\r\n\r\n")
    #expect(try wire.receivedBytes() == [])
    wire.pass(milliseconds: 10_000)
    #expect(!wire.isOpen)
    #expect(refused.withLock { $0.count } == 1)
  }

  @Test func `half of the first two bytes is a head that must arrive in time`() throws {
    let wire = try Wire(.echo)
    try wire.send([22])
    wire.pass(milliseconds: 14_000)
    #expect(try wire.received() == "" && wire.isOpen)
    wire.pass(milliseconds: 2_000)
    #expect(try wire.received().hasPrefix("HTTP/1.1 408 "))
  }

  @Test func `a client that closes after the first byte is closed without a response`() throws {
    let wire = try Wire(.echo)
    try wire.send([22])
    wire.closeInput()
    wire.run()
    #expect(try wire.received() == "")
    #expect(!wire.isOpen)
  }

  @Test(arguments: [0, 1, 21, 23, 71] as [UInt8])
  func `other bytes reach the parser whole, however they arrive`(_ first: UInt8) throws {
    var start = TLSStart()
    guard case .pass(let bytes) = start.receive(ByteBuffer(bytes: [first, 3])) else {
      Issue.record("not passed")
      return
    }
    #expect(Array(bytes.readableBytesView) == [first, 3] && start.isDecided)
  }

  @Test func `the first byte of a handshake is not lost if another byte than a version follows`() {
    var start = TLSStart()
    guard case .awaitMore = start.receive(ByteBuffer(bytes: [22])) else {
      Issue.record("decided too early")
      return
    }
    #expect(!start.isDecided)
    guard case .pass(let bytes) = start.receive(ByteBuffer(bytes: [71, 3])) else {
      Issue.record("not passed")
      return
    }
    #expect(Array(bytes.readableBytesView) == [22, 71, 3] && start.isDecided)
  }

  @Test func `a request with the bytes of a handshake in its body is served`() throws {
    let wire = try Wire(.echo)
    try wire.send("POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\n\r\n")
    try wire.send([22, 3, 1, 2])
    #expect(try wire.received().hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(wire.isOpen)
  }

  @Test func `random first bytes never keep a connection open beyond the time for a head`() throws {
    var numbers = SeededNumbers(seed: 7)
    for _ in 0..<500 {
      let wire = try Wire(.echo)
      let count = Int(numbers.next() % 64)
      let bytes = [22] + (0..<count).map { _ in UInt8(truncatingIfNeeded: numbers.next() % 24) }
      var rest = bytes[...]
      while !rest.isEmpty, wire.isOpen {
        let part = rest.prefix(Int(numbers.next() % 8) + 1)
        rest = rest.dropFirst(part.count)
        try wire.send(Array(part))
      }
      wire.pass(milliseconds: 20_000)
      wire.pass(milliseconds: 80_000)
      let received = try wire.receivedBytes()
      let isAlert = received == Self.alert
      #expect(isAlert == (count > 0 && bytes[1] == 3), "\(bytes)")
      #expect(isAlert || received.starts(with: Array("HTTP/1.1 4".utf8)), "\(bytes)")
      #expect(!wire.isOpen, "\(bytes)")
    }
  }

  @Test func `a TLS client fails at once, and the journal has the remedy`() async throws {
    let lines = Mutex<[String]>([])
    let stage = Stage(StageConfiguration(services: [.cosmos()]))
    var options = ServerOptions.patient
    let note: @Sendable (String) -> Void = { line in lines.withLock { $0.append(line) } }
    options.onHandshake = note
    let server = try await EmulatorServer.start(stage, options)
    let (cosmos, control) = (try server.port("cosmos"), try server.port("control"))
    for port in [cosmos, cosmos, control] {
      await #expect(throws: NIOSSLError.self) {
        _ = try await TLSClient.connect(toPlainPort: port)
      }
    }
    let remedy = { (port: Int) in
      "a client began TLS on a port without it: use http://127.0.0.1:\(port), or start "
        + "the server with --tls"
    }
    #expect(
      lines.withLock { $0 } == ["cosmos: \(remedy(cosmos))", "control: \(remedy(control))"])
    let namespace = try stage.namespace()
    #expect(
      namespace.journal.map {
        "\($0.number) \($0.emulator) \($0.line) \($0.request.scheme) \($0.request.authority) "
          + "\($0.answer.effect) \($0.answer.response.headers[.ghostlightReason] ?? "")"
      }
        == (1...2).map {
          "\($0) cosmos TLS / https 127.0.0.1:\(cosmos) unmatched \(remedy(cosmos))"
        })
    // Such an entry is not an exchange.
    #expect(namespace.recording.exchanges.isEmpty)
    let answer = try await RawClient.exchange(
      "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", withPort: cosmos)
    #expect(answer.hasPrefix("HTTP/1.1 401 "))
    #expect(namespace.journal.count == 3)
    await server.drain(timeoutSeconds: 0)
  }

  @Test func `a handshake is reported once in a minute for each listener`() {
    let notices = HandshakeNotices()
    let start = NIODeadline.uptimeNanoseconds(5_000_000_000)
    #expect(notices.isDue("cosmos", now: start))
    #expect(!notices.isDue("cosmos", now: start))
    #expect(notices.isDue("mia", now: start))
    #expect(!notices.isDue("cosmos", now: start + .milliseconds(59_999)))
    #expect(notices.isDue("cosmos", now: start + .seconds(60)))
    #expect(!notices.isDue("cosmos", now: start + .seconds(119)))
  }

  @Test func `the sentence for the proxy does not name --tls`() {
    #expect(
      HandshakeNotices.sentence("proxy", "0.0.0.0:4480")
        == "a client began TLS on a port without it: use http://127.0.0.1:4480 as the address of "
        + "the proxy")
  }
}
