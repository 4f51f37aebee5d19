public import GhostlightCore
package import NIOCore
import NIOHTTP1
import NIOPosix

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// One address to listen on, and who answers there.
public struct Listener: Sendable {
  /// What ``HTTPServer/addresses`` calls it; unique within a server.
  public var name: String
  /// The host name or address to bind.
  public var host: String
  /// The port to bind; 0 takes any free one.
  public var port: Int
  /// What requests say they came by: `http` or `https`.
  public var scheme: String
  /// Who answers.
  public var responder: Responder
  /// Whether it is for those who run the server: its requests that take long have a thread of
  /// their own, connections are kept for it, bodies may have ``ServerLimits/controlBodyBytes``, and it
  /// alone sees the cookie of the console.
  public var isControl = false
  /// What a body that is too large is answered; `nil` for a line of text.
  package var bodyTooLarge: Response?
  /// Puts handlers before HTTP, on the connection's loop: the place for TLS.
  ///
  /// They tell the connection its scheme with a ``ConnectionEvent``.
  package var prepare: (@Sendable (any Channel, ServerLimits) throws -> Void)?

  /// Makes a listener; on loopback and any free port unless told otherwise.
  public init(
    _ name: String, host: String = "127.0.0.1", port: Int = 0, scheme: String = "http",
    responder: Responder
  ) {
    self.name = name
    self.host = host
    self.port = port
    self.scheme = scheme
    self.responder = responder
  }
}

/// Where a listener is to be reached.
public struct ListenerAddress: Sendable, Hashable {
  /// `http` or `https`.
  public var scheme: String
  /// The host, as the listener named it.
  public var host: String
  /// The port that was really bound.
  public var port: Int

  /// Makes an address.
  public init(scheme: String, host: String, port: Int) {
    self.scheme = scheme
    self.host = host
    self.port = port
  }

  /// Host and port as in a `Host` field, an IPv6 address in brackets: `[::1]:4401`.
  public var authority: String {
    host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]:\(port)" : "\(host):\(port)"
  }

  /// The base of its URLs, without a last slash: `http://127.0.0.1:4401`.
  public var url: String { "\(scheme)://\(authority)" }
}

extension Listener {
  /// Binds the address and serves what connects.
  func bind(
    on group: MultiThreadedEventLoopGroup, limits: ServerLimits, register: ConnectionRegister,
    resources: ServerResources
  ) async throws(ServerError) -> any Channel {
    guard (0...65535).contains(port) else {
      throw .cannotListen(name: name, host: host, port: port, reason: "there is no such port")
    }
    let bootstrap = ServerBootstrap(group: group)
      .serverChannelOption(.backlog, value: 1024)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
      .childChannelOption(.allowRemoteHalfClosure, value: true)
      .childChannelInitializer { [self] channel in
        channel.eventLoop.makeCompletedFuture {
          try serve(channel, limits: limits, register: register, resources: resources)
        }
      }
    do {
      return try await bootstrap.bind(host: host, port: port).get()
    } catch let error as IOError where error.errnoCode == EADDRINUSE {
      throw .portTaken(name: name, host: host, port: port)
    } catch {
      let reason = (error as? IOError).map { String(cString: strerror($0.errnoCode)) }
      throw .cannotListen(
        name: name, host: host, port: port, reason: reason ?? "the host is unknown")
    }
  }

  /// Puts the handlers of a new connection in place.
  private func serve(
    _ channel: any Channel, limits: ServerLimits, register: ConnectionRegister,
    resources: ServerResources
  ) throws {
    let address = ListenerAddress(
      scheme: scheme, host: host, port: channel.localAddress?.port ?? port)
    var resources = resources
    resources.bodyTooLarge = bodyTooLarge
    resources.isControl = isControl
    let handler = ConnectionHandler(
      responder: responder, resources: resources, scheme: scheme, authority: address.authority,
      limits: limits)
    switch register.admit(channel, handler, isControl: isControl) {
    case .welcome: break
    case .full: handler.turnAway()
    case .closing: throw ChannelError.alreadyClosed
    }
    if let prepare {
      handler.awaitScheme()
      try prepare(channel, limits)
    }
    try ConnectionHandler.install(handler, in: channel.pipeline.syncOperations, limits: limits)
  }
}

extension Listener {
  /// The same listener, which answers both HTTP and HTTPS on its port; requests say which.
  public func securing(with tls: TLSContext) -> Listener {
    var listener = self
    listener.prepare = { channel, limits in
      try channel.pipeline.syncOperations.addHandler(
        ConnectionSniffer(tls, handshakeSeconds: limits.requestHeadSeconds))
    }
    return listener
  }
}

extension ListenerAddress {
  /// The base of the URLs of a listener that is secured: `https://127.0.0.1:4401`.
  public var secureURL: String { "https://\(authority)" }
}
