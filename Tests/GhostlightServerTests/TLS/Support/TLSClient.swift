import GhostlightServer
import NIOCore
import NIOPosix
import NIOSSL
import NIOTLS

/// A client that speaks TLS, trusts one authority and shows what comes back.
final class TLSClient: Sendable {
  /// What the handshake came to.
  struct Handshake: Sendable, Hashable {
    /// The protocol chosen by ALPN.
    var chosen: String?
    /// The server's certificate, in DER form.
    var certificate: [UInt8]
  }

  private final class Receiver: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    let mailbox: Mailbox
    let done: EventLoopPromise<Handshake>

    init(_ mailbox: Mailbox, _ done: EventLoopPromise<Handshake>) {
      self.mailbox = mailbox
      self.done = done
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
      guard case .handshakeCompleted(let chosen)? = event as? TLSUserEvent else { return }
      let handler = try? context.pipeline.syncOperations.handler(type: NIOSSLHandler.self)
      let certificate = try? handler?.peerCertificate?.toDERBytes()
      done.succeed(Handshake(chosen: chosen, certificate: certificate ?? []))
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      mailbox.receive(Array(unwrapInboundIn(data).readableBytesView))
    }

    func channelInactive(context: ChannelHandlerContext) {
      mailbox.finish(.closed)
      done.fail(ChannelError.eof)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      mailbox.finish(.reset)
      done.fail(error)
      context.close(promise: nil)
    }
  }

  /// What the handshake came to.
  let handshake: Handshake
  private let channel: any Channel
  private let mailbox: Mailbox

  private init(channel: any Channel, mailbox: Mailbox, handshake: Handshake) {
    self.channel = channel
    self.mailbox = mailbox
    self.handshake = handshake
  }

  /// Connects to a listener and shakes hands; asks for no `name` unless given.
  static func connect(
    to server: HTTPServer, trusting file: String, asking name: String? = nil,
    offering protocols: [String] = []
  ) async throws -> TLSClient {
    let port = server.addresses["test"]?.port ?? 0
    return try await connect(toPort: port, trusting: file, offering: protocols) { context in
      try NIOSSLClientHandler(context: context, serverHostname: name)
    }
  }

  /// Connects to a port, asks the proxy there for a tunnel, and shakes hands in that.
  static func connect(
    toPort port: Int, through authority: String, trusting file: String, asking name: String?,
    offering protocols: [String]
  ) async throws -> TLSClient {
    // Without a name there is none to hold the certificate against.
    try await connect(
      toPort: port, trusting: file, offering: protocols, verifiesName: name != nil
    ) { context in TunnelOpener(authority, context, asking: name) }
  }

  private static func connect(
    toPort port: Int, trusting file: String, offering protocols: [String],
    verifiesName: Bool = true,
    _ first: @escaping @Sendable (NIOSSLContext) throws -> any ChannelHandler
  ) async throws -> TLSClient {
    var configuration = TLSConfiguration.makeClientConfiguration()
    if !verifiesName { configuration.certificateVerification = .noHostnameVerification }
    configuration.trustRoots = .certificates(try NIOSSLCertificate.fromPEMFile(file))
    configuration.applicationProtocols = protocols
    let context = try NIOSSLContext(configuration: configuration)
    let mailbox = Mailbox()
    let loop = MultiThreadedEventLoopGroup.singleton.next()
    let done = loop.makePromise(of: Handshake.self)
    let channel = try await ClientBootstrap(group: loop)
      .channelOption(.tcpOption(.tcp_nodelay), value: 1)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandlers(
            first(context), Receiver(mailbox, done))
        }
      }
      .connect(host: "127.0.0.1", port: port).get()
    let handshake = try await done.futureResult.get()
    return TLSClient(channel: channel, mailbox: mailbox, handshake: handshake)
  }

  /// Sends bytes; a connection that is gone already takes none.
  func send(_ text: String) async {
    try? await channel.writeAndFlush(ByteBuffer(string: text))
  }

  /// Everything received once there are so many bytes.
  func receive(bytes count: Int) async throws -> String {
    try await mailbox.wait(on: channel.eventLoop) { bytes, _ in bytes.count >= count }
    return mailbox.text
  }

  /// Everything received once `isDone`.
  func receive(until isDone: @escaping @Sendable (String) -> Bool) async throws -> String {
    try await mailbox.wait(on: channel.eventLoop) { bytes, _ in
      isDone(String(decoding: bytes, as: UTF8.self))
    }
    return mailbox.text
  }

  /// Everything received before the server ended the connection.
  func receiveAll() async throws -> String {
    try await mailbox.wait(on: channel.eventLoop) { _, end in end != nil }
    return mailbox.text
  }

  /// How the server ended the connection: a goodbye is `closed`, anything else `reset`.
  var end: Mailbox.End? { mailbox.end }

  /// Hangs up.
  func close() async { try? await channel.close() }
}
