import GhostlightCore
import NIOCore
import NIOEmbedded
import TestSupport
import Testing

@testable import GhostlightServer

@Suite(.limitedConcurrency) struct `Handshake watch` {
  /// A TLS connection without a socket.
  private struct Wire {
    let channel = EmbeddedChannel()
    let handler: ConnectionHandler

    init(_ tls: TLSContext) throws {
      let limits = ServerLimits.standard
      handler = ConnectionHandler(
        responder: .scheme,
        resources: ServerResources(executor: ManualExecutor(), limits: limits), scheme: "http",
        authority: "here:1",
        limits: limits,
        date: DateField(now: { 0 }))
      handler.awaitScheme()
      let listener = Listener("test", responder: .scheme).securing(with: tls)
      try listener.prepare?(channel, limits)
      try ConnectionHandler.install(
        handler, in: channel.pipeline.syncOperations, limits: limits)
      try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    }

    func pass(milliseconds: Int64) {
      channel.embeddedEventLoop.advanceTime(by: .milliseconds(milliseconds))
    }
  }

  private func wire() async throws -> Wire {
    try await Scratch.use { scratch in
      try Wire(
        ServerTLS.authority(folder: scratch.path, host: "127.0.0.1")
          .open(nowMilliseconds: Scratch.now))
    }
  }

  @Test func `a handshake that stops is closed after the time for a head`() async throws {
    let wire = try await wire()
    try wire.channel.writeInbound(ByteBuffer(bytes: [0x16, 3, 1, 1, 0, 1]))
    wire.pass(milliseconds: 14_999)
    #expect(wire.channel.isActive)
    wire.pass(milliseconds: 1)
    #expect(!wire.channel.isActive)
  }

  @Test func `a silent connection is closed as an idle one`() async throws {
    let wire = try await wire()
    wire.pass(milliseconds: 74_999)
    #expect(wire.channel.isActive)
    wire.pass(milliseconds: 1)
    #expect(!wire.channel.isActive)
  }

  @Test(arguments: [[], [0x16, 3, 1, 1, 0, 1]] as [[UInt8]])
  func `draining does not wait for a handshake`(_ bytes: [UInt8]) async throws {
    let wire = try await wire()
    if !bytes.isEmpty { try wire.channel.writeInbound(ByteBuffer(bytes: bytes)) }
    wire.handler.drain()
    wire.channel.embeddedEventLoop.run()
    #expect(!wire.channel.isActive)
  }

  @Test func `a plain connection keeps no handler for TLS`() async throws {
    let wire = try await wire()
    #expect(throws: Never.self) {
      try wire.channel.pipeline.syncOperations.handler(type: ConnectionSniffer.self)
    }
    try wire.channel.writeInbound(ByteBuffer(string: "GET / HTTP/1.1\r\nHost: h\r\n\r\n"))
    #expect(throws: ChannelPipelineError.notFound) {
      try wire.channel.pipeline.syncOperations.handler(type: ConnectionSniffer.self)
    }
    let answer = try wire.channel.readOutbound(as: ByteBuffer.self)
    #expect(answer.map { String(buffer: $0) } == Response.wire("http "))
    wire.channel.close(promise: nil)
  }
}
