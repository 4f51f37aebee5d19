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
/// A listener is only a description: ``HTTPServer/start(_:limits:eventLoops:)`` opens the socket.
/// The defaults are loopback and a free port, which suits tests. ``securing(with:)`` adds HTTPS on
/// the same port.
public struct Listener: Sendable {
  /// The listener's name, which is its key in ``HTTPServer/addresses``; unique within a server.
  public var name: String
  /// The host name or IP address to bind.
  public var host: String
  /// The port to bind; 0 selects a free port.
  public var port: Int
  /// The scheme of requests that arrive without TLS: `http` or `https`.
  public var scheme: String
  /// Handles the requests that arrive at this listener.
  public var responder: Responder
  /// Whether the listener serves the control API, for the people who run the server.
  ///
  /// Long-running requests then have their own thread, and ``ServerLimits/reservedConnections`` are
  /// available. Bodies may have ``ServerLimits/controlBodyBytes``, and requests keep the console's
  /// cookie.
  public var isControl = false
  /// The response to a body that is too large; `nil` for a plain-text response.
  package var bodyTooLarge: Response?
  /// Called with the listener's authority when a client begins TLS on a connection without it.
  ///
  /// The connection gets a TLS alert and is closed, also if this is `nil`.
  var onHandshake: (@Sendable (String) -> Void)?
  /// Called with the head of each request that has a body.
  ///
  /// If it returns a response, the request is rejected with that response: the body is not read,
  /// and the connection closes.
  package var denial: (@Sendable (Request) -> Response?)?
  /// Called with the head of each request: returns whether ``responder`` accepts its body as a
  /// stream.
  ///
  /// With `nil`, `Responder.streamsBodies` decides for all requests.
  var streams: (@Sendable (Request) -> Bool)?
  /// Adds handlers in front of HTTP, such as those for TLS, on each new connection's event loop.
  ///
  /// These handlers report the scheme to the connection with a ``ConnectionEvent``.
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
/// ``HTTPServer/addresses`` has one for each listener, with the port that was bound. It remains
/// valid after the server has stopped.
public struct ListenerAddress: Sendable, Hashable {
  /// The scheme without TLS: `http` or `https`.
  public var scheme: String
  /// The host exactly as the listener specified it.
  public var host: String
  /// The port that was bound, which is never 0.
  public var port: Int

  /// Creates an address from the parts of a URL.
  public init(scheme: String, host: String, port: Int) {
    self.scheme = scheme
    self.host = host
    self.port = port
  }

  /// The host and port as in a `Host` field; an IPv6 address has brackets, as in `[::1]:4401`.
  public var authority: String {
    host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]:\(port)" : "\(host):\(port)"
  }

  /// The base URL without a trailing slash, such as `http://127.0.0.1:4401`.
  public var url: String { "\(scheme)://\(authority)" }
}

extension Listener {
  /// Binds the address, and serves connections until the returned channel is closed.
  func bind(
    on group: MultiThreadedEventLoopGroup, limits: ServerLimits, register: ConnectionRegistry,
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

  /// Adds the handlers for a new connection.
  private func serve(
    _ channel: any Channel, limits: ServerLimits, register: ConnectionRegistry,
    resources: ServerResources
  ) throws {
    let address = ListenerAddress(
      scheme: scheme, host: host, port: channel.localAddress?.port ?? port)
    var resources = resources
    resources.bodyTooLarge = bodyTooLarge
    resources.onHandshake = onHandshake
    resources.isControl = isControl
    resources.denial = denial
    resources.streams = streams
    let handler = ConnectionHandler(
      responder: responder, resources: resources, scheme: scheme, authority: address.authority,
      limits: limits)
    switch register.admit(channel, handler, isControl: isControl) {
    case .welcome: break
    case .full: handler.refuseRequests()
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
  /// Returns a copy of the listener that serves both HTTP and HTTPS on its port.
  ///
  /// Each request has the scheme that its client used.
  public func securing(with tls: TLSContext) -> Listener {
    var listener = self
    listener.onHandshake = nil
    listener.prepare = { channel, limits in
      try channel.pipeline.syncOperations.addHandler(
        ConnectionSniffer(tls, handshakeSeconds: limits.requestHeadSeconds))
    }
    return listener
  }
}

extension ListenerAddress {
  /// Returns a URL to which a client can connect: an all-interfaces address is replaced by
  /// loopback.
  package static func reachable(_ url: String) -> String {
    for (all, one) in [("//0.0.0.0:", "//127.0.0.1:"), ("//[::]:", "//[::1]:")] {
      guard let range = url.firstRange(of: all) else { continue }
      return url[..<range.lowerBound] + one + url[range.upperBound...]
    }
    return url
  }

  /// The base URL for HTTPS on a secured listener, such as `https://127.0.0.1:4401`.
  public var secureURL: String { "https://\(authority)" }
}
