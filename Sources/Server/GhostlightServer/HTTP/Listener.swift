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

/// An address on which a server listens, with the responder for the requests that arrive there.
///
/// It is a description: ``HTTPServer/start(_:limits:eventLoops:)`` opens the socket. The defaults
/// are loopback and a free port, which suits tests. ``securing(with:)`` adds HTTPS on the same
/// port.
public struct Listener: Sendable {
  /// The name by which ``HTTPServer/addresses`` has its address; unique within a server.
  public var name: String
  /// The host name or address to bind.
  public var host: String
  /// The port to bind; 0 selects a free one.
  public var port: Int
  /// The scheme of its requests without TLS: `http` or `https`.
  public var scheme: String
  /// Returns the responses to its requests.
  public var responder: Responder
  /// Whether it is for the control API of the people who run the server.
  ///
  /// Requests that take long then have their own thread, some connections are reserved for it,
  /// bodies may have ``ServerLimits/controlBodyBytes``, and it alone receives the cookie of the
  /// console.
  public var isControl = false
  /// The response to a body that is too large; `nil` for a line of text.
  package var bodyTooLarge: Response?
  /// Called with the head of each request with a body.
  ///
  /// A response refuses the request: the body is not read, and the connection ends.
  package var denial: (@Sendable (Request) -> Response?)?
  /// Adds handlers before HTTP, such as those for TLS, on the event loop of each new connection.
  ///
  /// They send the scheme to the connection with a ``ConnectionEvent``.
  package var prepare: (@Sendable (any Channel, ServerLimits) throws -> Void)?

  /// Creates a listener, by default on loopback and a free port.
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

/// The address of an open listener.
///
/// ``HTTPServer/addresses`` has one for each listener, with the port that was bound. It is a value,
/// which stays valid text after the server has closed.
public struct ListenerAddress: Sendable, Hashable {
  /// `http` or `https`.
  public var scheme: String
  /// The host exactly as the listener named it.
  public var host: String
  /// The port that was bound, which is never 0.
  public var port: Int

  /// Creates an address.
  public init(scheme: String, host: String, port: Int) {
    self.scheme = scheme
    self.host = host
    self.port = port
  }

  /// The host and port as in a `Host` field, an IPv6 address in brackets: `[::1]:4401`.
  public var authority: String {
    host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]:\(port)" : "\(host):\(port)"
  }

  /// The base of its URLs, without a slash at its end: `http://127.0.0.1:4401`.
  public var url: String { "\(scheme)://\(authority)" }
}

extension Listener {
  /// Binds the address, and serves connections from then on.
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

  /// Adds the handlers of a new connection.
  private func serve(
    _ channel: any Channel, limits: ServerLimits, register: ConnectionRegister,
    resources: ServerResources
  ) throws {
    let address = ListenerAddress(
      scheme: scheme, host: host, port: channel.localAddress?.port ?? port)
    var resources = resources
    resources.bodyTooLarge = bodyTooLarge
    resources.isControl = isControl
    resources.denial = denial
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
  /// Returns a copy of the listener that also serves HTTPS on its port; requests have the scheme
  /// used.
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
  /// The base URL for HTTPS of a listener that is secured: `https://127.0.0.1:4401`.
  public var secureURL: String { "https://\(authority)" }
}
