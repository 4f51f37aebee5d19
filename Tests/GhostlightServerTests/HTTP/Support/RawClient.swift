import NIOCore
import NIOPosix
import Testing

@testable import GhostlightServer

/// A TCP client that sends given bytes and returns the bytes that it received.
final class RawClient: Sendable {
  private final class Receiver: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    let mailbox: Mailbox

    init(_ mailbox: Mailbox) { self.mailbox = mailbox }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      mailbox.receive(Array(unwrapInboundIn(data).readableBytesView))
    }

    func channelInactive(context: ChannelHandlerContext) { mailbox.finish(.closed) }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      mailbox.finish(.reset)
      context.close(promise: nil)
    }
  }

  private let channel: any Channel
  private let mailbox: Mailbox

  private init(channel: any Channel, mailbox: Mailbox) {
    self.channel = channel
    self.mailbox = mailbox
  }

  static func connect(to server: HTTPServer, _ name: String = "test") async throws -> RawClient {
    let address = server.addresses[name]
    return try await connect(toPort: address?.port ?? 0, of: address?.host ?? "127.0.0.1")
  }

  /// Connects to a port of this machine.
  static func connect(toPort port: Int, of host: String = "127.0.0.1") async throws -> RawClient {
    let mailbox = Mailbox()
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .channelOption(.tcpOption(.tcp_nodelay), value: 1)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(Receiver(mailbox))
        }
      }
      .connect(host: host, port: port).get()
    return RawClient(channel: channel, mailbox: mailbox)
  }

  /// Sends a string on a new connection, and returns the text that the server sends until it ends
  /// the connection.
  static func exchange(_ text: String, withPort port: Int) async throws -> String {
    let client = try await connect(toPort: port)
    await client.send(text)
    let answer = try await client.receiveAll()
    await client.close()
    return answer
  }

  /// Sends a string as UTF-8; does nothing if the connection is closed.
  func send(_ text: String) async {
    try? await channel.writeAndFlush(ByteBuffer(string: text))
  }

  /// Sends bytes; does nothing if the connection is closed.
  func send(_ bytes: [UInt8]) async {
    try? await channel.writeAndFlush(ByteBuffer(bytes: bytes))
  }

  /// Waits until `isDone` returns `true`, and returns all received bytes.
  func receiveBytes(until isDone: @escaping @Sendable ([UInt8]) -> Bool) async throws -> [UInt8] {
    try await mailbox.wait(on: channel.eventLoop) { bytes, _ in isDone(bytes) }
    return mailbox.bytes
  }

  /// Waits until the received text ends with `suffix`, and returns all of the text.
  func receive(endingWith suffix: String) async throws -> String {
    let suffix = Array(suffix.utf8)
    try await mailbox.wait(on: channel.eventLoop) { bytes, _ in
      bytes.count >= suffix.count && bytes.suffix(suffix.count).elementsEqual(suffix)
    }
    return mailbox.text
  }

  /// Waits until at least `count` bytes were received, and returns all of them as a string.
  func receive(bytes count: Int) async throws -> String {
    try await mailbox.wait(on: channel.eventLoop) { bytes, _ in bytes.count >= count }
    return mailbox.text
  }

  /// Waits until the server has ended the connection, and returns all received bytes as a string.
  func receiveAll() async throws -> String {
    try await mailbox.wait(on: channel.eventLoop) { _, end in end != nil }
    return mailbox.text
  }

  /// The way in which the server ended the connection; `nil` while it is open.
  var end: Mailbox.End? { mailbox.end }

  /// Closes the sending side; the client can still receive.
  func closeOutput() async throws { try await channel.close(mode: .output) }

  /// Stops receiving, so that the server's bytes accumulate.
  func stopReading() async {
    try? await channel.setOption(.autoRead, value: false).get()
  }

  /// Receives bytes again after ``stopReading()``.
  func resumeReading() async {
    try? await channel.setOption(.autoRead, value: true).get()
  }

  func close() async { try? await channel.close() }
}

extension EmulatorServer {
  /// Returns the port of an emulator, or of the control API for `control`.
  func port(_ name: String) throws -> Int {
    try #require(addresses.first { $0.name == name }.flatMap { HTTPOrigin($0.url)?.port })
  }
}
