import Ghostlight
import GhostlightCore
import TestExecutors
import NIOCore
import NIOPosix
import NIOSSL

@testable import GhostlightServer

/// A running server with a proxy, by default for all emulators.
struct ProxiedServer {
  let port: Int
  let controlPort: Int
  /// The path of the proxy's certificate, which clients must trust.
  let certificateFile: String
  /// The folder that contains the proxy's certificate authority.
  let folder: String
  let stage: Stage

  /// Opens a connection to the proxy.
  func connect() async throws -> RawClient { try await RawClient.connect(toPort: port) }

  /// Sends text to the proxy, and returns everything that it sends until the connection ends.
  func answer(to text: String) async throws -> String {
    let client = try await connect()
    await client.send(text)
    let answer = try await client.receiveAll()
    await client.close()
    return answer
  }

  /// Returns the first line of the proxy's response to a `CONNECT` request.
  func refusal(of authority: String) async throws -> String {
    let answer = try await answer(to: "CONNECT \(authority) HTTP/1.1\r\n\r\n")
    return String(answer.prefix { $0 != "\r\n" })
  }

  /// Opens a TLS connection through a tunnel of the proxy.
  func connect(
    to authority: String, asking name: String?, offering protocols: [String] = []
  ) async throws -> TLSClient {
    try await TLSClient.connect(
      toPort: port, through: authority, trusting: certificateFile, asking: name,
      offering: protocols)
  }
}

/// Starts a server with a proxy for the services of a stage, calls `body` with it, and then stops it.
func servingProxy(
  _ change: (inout ProxyOptions) -> Void = { _ in }, of stage: Stage = Stage(),
  limits: ServerLimits = .patient,
  _ body: (ProxiedServer) async throws -> Void
) async throws {
  try await Scratch.use { scratch in
    var proxy = ProxyOptions(
      ProxySettings(), port: 0, authorityFolder: scratch.path + "/proxy",
      nowMilliseconds: Scratch.now)
    change(&proxy)
    var options = ServerOptions()
    options.portBase = 0
    options.limits = limits
    options.proxy = proxy
    let server = try await EmulatorServer.start(stage, options)
    let running = ProxiedServer(
      port: server.proxy.flatMap { HTTPOrigin($0.url)?.port } ?? 0,
      controlPort: server.addresses.first.flatMap { HTTPOrigin($0.url)?.port } ?? 0,
      certificateFile: server.proxy?.certificateFile ?? "", folder: scratch.path, stage: stage)
    do {
      try await body(running)
    } catch {
      await server.drain(timeoutSeconds: 0)
      throw error
    }
    await server.drain(timeoutSeconds: 0)
  }
}

extension ProxySettings {
  /// Proxy settings for the vendors' hosts, with which all other hosts are reached directly.
  static var passing: ProxySettings {
    var settings = ProxySettings()
    settings.other = .pass
    return settings
  }
}

extension ProxyOptions {
  /// Resolves every name to loopback, because tests can run servers only there.
  mutating func resolveToLoopback(isAdmitted: Bool = true) {
    dialer.addresses = { _, port in
      (try? SocketAddress(ipAddress: "127.0.0.1", port: port)).map { [$0] } ?? []
    }
    if isAdmitted { dialer.forbids = { _, _ in false } }
  }
}

/// Sends a `CONNECT` request to a proxy, and starts TLS in the tunnel.
final class TunnelOpener: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  /// The proxy's response if it does not open a tunnel.
  struct Refused: Error, Hashable {
    let answer: String
  }

  private let authority: String
  private let context: NIOSSLContext
  private let name: String?
  private var received = ByteBuffer()

  init(_ authority: String, _ context: NIOSSLContext, asking name: String?) {
    (self.authority, self.context, self.name) = (authority, context, name)
  }

  func channelActive(context: ChannelHandlerContext) {
    let head = "CONNECT \(authority) HTTP/1.1\r\nHost: \(authority)\r\n\r\n"
    context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: head)), promise: nil)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    var bytes = unwrapInboundIn(data)
    received.writeBuffer(&bytes)
    let text = String(buffer: received)
    guard text.hasSuffix("\r\n\r\n") else { return }
    guard text.hasPrefix("HTTP/1.1 200 ") else {
      return context.fireErrorCaught(Refused(answer: text))
    }
    do {
      try context.pipeline.syncOperations.addHandler(
        NIOSSLClientHandler(context: self.context, serverHostname: name), position: .after(self))
      context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
    } catch {
      context.fireErrorCaught(error)
    }
  }
}
