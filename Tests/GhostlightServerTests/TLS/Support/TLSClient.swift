import GhostlightServer
import NIOCore
import NIOPosix
import NIOSSL
import NIOTLS

/// A TLS client that trusts one certificate, and returns the received bytes.
final class TLSClient: Sendable {
  /// The result of a TLS handshake.
  struct Handshake: Sendable, Hashable {
    /// The protocol chosen by ALPN; `nil` if none was chosen.
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

  let handshake: Handshake
  private let channel: any Channel
  private let mailbox: Mailbox

  private init(channel: any Channel, mailbox: Mailbox, handshake: Handshake) {
    self.channel = channel
    self.mailbox = mailbox
    self.handshake = handshake
  }

  /// Connects to a listener and performs a TLS handshake, by default without a server name.
  static func connect(
    to server: HTTPServer, trusting file: String, asking name: String? = nil,
    offering protocols: [String] = []
  ) async throws -> TLSClient {
    let port = server.addresses["test"]?.port ?? 0
    return try await connect(toPort: port, trusting: file, offering: protocols) { context in
      try NIOSSLClientHandler(context: context, serverHostname: name)
    }
  }

  /// Connects to a proxy's port, opens a tunnel, and performs a TLS handshake in it.
  static func connect(
    toPort port: Int, through authority: String, trusting file: String, asking name: String?,
    offering protocols: [String]
  ) async throws -> TLSClient {
    // Without a server name, the name in the certificate cannot be verified.
    try await connect(
      toPort: port, trusting: file, offering: protocols, verifiesName: name != nil
    ) { context in TunnelOpener(authority, context, asking: name) }
  }

  /// Performs a TLS handshake with a port that may not have TLS, without trusting any certificate.
  static func connect(toPlainPort port: Int) async throws -> TLSClient {
    try await connect(toPort: port, trusting: nil, offering: []) { context in
      try NIOSSLClientHandler(context: context, serverHostname: nil)
    }
  }

  private static func connect(
    toPort port: Int, trusting file: String?, offering protocols: [String],
    verifiesName: Bool = true,
    _ first: @escaping @Sendable (NIOSSLContext) throws -> any ChannelHandler
  ) async throws -> TLSClient {
    var configuration = TLSConfiguration.makeClientConfiguration()
    if !verifiesName { configuration.certificateVerification = .noHostnameVerification }
    if let file {
      configuration.trustRoots = .certificates(try NIOSSLCertificate.fromPEMFile(file))
    }
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

  /// Sends a string as UTF-8; does nothing if the connection is closed.
  func send(_ text: String) async {
    try? await channel.writeAndFlush(ByteBuffer(string: text))
  }

  /// Waits until at least `count` bytes were received, and returns all of them as a string.
  func receive(bytes count: Int) async throws -> String {
    try await mailbox.wait(on: channel.eventLoop) { bytes, _ in bytes.count >= count }
    return mailbox.text
  }

  /// Waits until `isDone` returns `true`, and returns everything received as a string.
  func receive(until isDone: @escaping @Sendable (String) -> Bool) async throws -> String {
    try await mailbox.wait(on: channel.eventLoop) { bytes, _ in
      isDone(String(decoding: bytes, as: UTF8.self))
    }
    return mailbox.text
  }

  /// Waits until the server has ended the connection, and returns everything received as a string.
  func receiveAll() async throws -> String {
    try await mailbox.wait(on: channel.eventLoop) { _, end in end != nil }
    return mailbox.text
  }

  /// `closed` if the server ended TLS properly, otherwise `reset`; `nil` while it is open.
  var end: Mailbox.End? { mailbox.end }

  func close() async { try? await channel.close() }
}
