import GhostlightServer
import NIOCore
import NIOPosix

/// A TCP client that sends bytes and shows what comes back.
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

  /// Connects to a listener.
  static func connect(to server: HTTPServer, _ name: String = "test") async throws -> RawClient {
    let address = server.addresses[name]
    return try await connect(toPort: address?.port ?? 0, of: address?.host ?? "127.0.0.1")
  }

  /// Connects to a port of this machine, or of another address of it.
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

  /// Sends bytes; a connection that is gone already takes none.
  func send(_ text: String) async {
    try? await channel.writeAndFlush(ByteBuffer(string: text))
  }

  /// Sends bytes; a connection that is gone already takes none.
  func send(_ bytes: [UInt8]) async {
    try? await channel.writeAndFlush(ByteBuffer(bytes: bytes))
  }

  /// Everything received once `isDone`.
  func receiveBytes(until isDone: @escaping @Sendable ([UInt8]) -> Bool) async throws -> [UInt8] {
    try await mailbox.wait(on: channel.eventLoop) { bytes, _ in isDone(bytes) }
    return mailbox.bytes
  }

  /// Everything received once it has the suffix.
  func receive(endingWith suffix: String) async throws -> String {
    let suffix = Array(suffix.utf8)
    try await mailbox.wait(on: channel.eventLoop) { bytes, _ in
      bytes.count >= suffix.count && bytes.suffix(suffix.count).elementsEqual(suffix)
    }
    return mailbox.text
  }

  /// Everything received once there are so many bytes.
  func receive(bytes count: Int) async throws -> String {
    try await mailbox.wait(on: channel.eventLoop) { bytes, _ in bytes.count >= count }
    return mailbox.text
  }

  /// Everything received before the server ended the connection.
  func receiveAll() async throws -> String {
    try await mailbox.wait(on: channel.eventLoop) { _, end in end != nil }
    return mailbox.text
  }

  /// How the server ended the connection.
  var end: Mailbox.End? { mailbox.end }

  /// Says that nothing more will be sent, but listens on.
  func closeOutput() async throws { try await channel.close(mode: .output) }

  /// Takes nothing any more, so that the server's bytes pile up.
  func stopReading() async {
    try? await channel.setOption(.autoRead, value: false).get()
  }

  /// Takes again what comes.
  func resumeReading() async {
    try? await channel.setOption(.autoRead, value: true).get()
  }

  /// Hangs up.
  func close() async { try? await channel.close() }
}
