import GhostlightCore
import GhostlightSigning
import NIOCore
import NIOPosix

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Connects to hosts that clients or servers name, but never to this machine.
///
/// A name is resolved once. All of its addresses are checked, and one of them is used, so a later
/// DNS change has no effect. The open connection is checked again before any byte is sent.
struct ProxyDialer: Sendable {
  /// The number of seconds within which a connection must open.
  static let connectSeconds = 10
  /// Threads that only resolve names.
  ///
  /// Names that never resolve therefore do not delay other work. They delay each other only if
  /// there are more of them than threads.
  private static let resolvers: NIOThreadPool = {
    let pool = NIOThreadPool(numberOfThreads: 16)
    pool.start()
    return pool
  }()
  /// The maximum number of a host's addresses to try.
  private static let attempts = 4

  /// The proxy through which all connections are opened; `nil` for none.
  var upstream: UpstreamProxy?
  /// Returns whether connecting to an address is forbidden.
  ///
  /// Called before connecting, and again with the local address of the open connection.
  var forbids: @Sendable (_ address: SocketAddress, _ local: SocketAddress?) -> Bool = {
    Self.isForbidden($0, from: $1)
  }
  /// Returns all addresses of a host, with the given port; blocks the thread.
  var addresses: @Sendable (String, Int) -> [SocketAddress] = Self.systemAddresses

  /// Connects to a destination; `install` adds the handlers of the new channel.
  ///
  /// The channel does not read automatically. If connecting fails, the future fails with a
  /// ``ProxyRefusal``.
  func connect(
    to destination: ProxyDestination, on loop: any EventLoop,
    _ install: @escaping @Sendable (any Channel) throws -> Void
  ) -> EventLoopFuture<any Channel> {
    if let refusal = Self.refusal(ofName: destination) { return loop.makeFailedFuture(refusal) }
    let found = Self.resolvers.runIfActive(eventLoop: loop) { [addresses] in
      addresses(destination.host, destination.port)
    }
    return found.flatMapThrowing { addresses in
      guard !addresses.contains(where: { forbids($0, nil) }) else {
        throw ProxyRefusal.forbidden(destination)
      }
      return addresses
    }.flatMap { addresses in
      guard let upstream else {
        return connect(addresses.prefix(Self.attempts), of: destination, on: loop, install)
      }
      return upstream.connect(to: destination, on: loop, install)
    }.flatMapErrorThrowing { error in
      throw error as? ProxyRefusal ?? .unreachable(destination, reason: "\(error)")
    }
  }

  private func connect(
    _ addresses: ArraySlice<SocketAddress>, of destination: ProxyDestination,
    on loop: any EventLoop, _ install: @escaping @Sendable (any Channel) throws -> Void
  ) -> EventLoopFuture<any Channel> {
    guard let address = addresses.first else {
      return loop.makeFailedFuture(
        ProxyRefusal.unreachable(destination, reason: "there is no such host"))
    }
    return Self.bootstrap(on: loop, install).connect(to: address).flatMapThrowing { channel in
      guard forbids(channel.remoteAddress ?? address, channel.localAddress) else { return channel }
      channel.close(promise: nil)
      throw ProxyRefusal.forbidden(destination)
    }.flatMapError { error in
      guard !(error is ProxyRefusal), addresses.count > 1 else {
        return loop.makeFailedFuture(
          error as? ProxyRefusal ?? .unreachable(destination, reason: Self.reason(error)))
      }
      return connect(addresses.dropFirst(), of: destination, on: loop, install)
    }
  }

  /// Returns the bootstrap for channels to other hosts.
  fileprivate static func bootstrap(
    on loop: any EventLoop, _ install: @escaping @Sendable (any Channel) throws -> Void
  ) -> ClientBootstrap {
    ClientBootstrap(group: loop)
      .connectTimeout(.bounded(seconds: connectSeconds))
      .channelOption(.tcpOption(.tcp_nodelay), value: 1)
      .channelOption(.allowRemoteHalfClosure, value: true)
      .channelOption(.autoRead, value: false)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture { try install(channel) }
      }
  }

  fileprivate static func reason(_ error: any Error) -> String {
    switch error {
    case let error as IOError: error.errnoCode == ECONNREFUSED ? "connection refused" : "\(error)"
    case ChannelError.connectTimeout: "no connection in \(connectSeconds) seconds"
    default: "\(error)"
    }
  }
}

extension ProxyDialer {
  /// Returns whether an address is this machine's, link-local, multicast or a cloud metadata
  /// service.
  ///
  /// Any listener of this machine, above all the control API, may be reachable at any of the
  /// machine's addresses.
  ///
  /// `local` is the local address of a connection to `address`, if there is one. If both are equal,
  /// `address` belongs to this machine although no interface has it. `own` returns the addresses of
  /// this machine; if it returns `nil`, every address is forbidden.
  @Sendable static func isForbidden(
    _ address: SocketAddress, from local: SocketAddress? = nil,
    own: () -> Set<NetworkAddress>? = NetworkAddress.ofThisMachine
  ) -> Bool {
    guard let far = NetworkAddress(address), !far.isReserved, let own = own() else { return true }
    return far.meanings.contains { own.contains($0) }
      || local.flatMap { NetworkAddress($0) } == far
  }

  /// Returns the refusal if the destination's host is forbidden by its name alone; `nil` otherwise.
  static func refusal(ofName destination: ProxyDestination) -> ProxyRefusal? {
    let host = destination.host
    if HostSpelling.isLocal(host) || NetworkAddress(host)?.isReserved == true {
      return .forbidden(destination)
    }
    return destination.hasOpenPort ? nil : .port(destination)
  }

  /// Returns the addresses of a host, in the system's order.
  @Sendable fileprivate static func systemAddresses(of host: String, port: Int) -> [SocketAddress] {
    var hints = addrinfo()
    #if canImport(Glibc)
      hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    #else
      hints.ai_socktype = SOCK_STREAM
    #endif
    var first: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, String(port), &hints, &first) == 0 else { return [] }
    defer { freeaddrinfo(first) }
    var addresses: [SocketAddress] = []
    var next = first
    while let entry = next?.pointee {
      next = entry.ai_next
      guard let address = entry.ai_addr else { continue }
      switch entry.ai_family {
      case AF_INET:
        addresses.append(
          address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
            SocketAddress($0.pointee, host: host)
          })
      case AF_INET6:
        addresses.append(
          address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
            SocketAddress($0.pointee, host: host)
          })
      default: continue
      }
    }
    return addresses
  }
}

/// An HTTP proxy in the user's network, through which Ghostlight's own proxy reaches other hosts.
///
/// Create it from the URL that the user provides, and set it as ``ProxyOptions/upstream``. Every
/// connection to another host then begins with a `CONNECT` request to this proxy. The connection
/// between the two proxies does not use TLS.
public struct UpstreamProxy: Sendable, Hashable {
  /// A host name or an IP address, without brackets.
  let host: String
  let port: Int
  /// The value of `Proxy-Authorization`; `nil` if the proxy needs no credentials.
  let credentials: String?

  /// Parses `http://host:port`, optionally with `user:password@`; `nil` if the URL is invalid.
  public init?(_ url: String) {
    guard url.lowercased().hasPrefix("http://") else { return nil }
    var rest = url.dropFirst("http://".count)
    if rest.hasSuffix("/") { rest.removeLast() }
    let at = rest.lastIndex(of: "@")
    let authority = at.map { rest[rest.index(after: $0)...] } ?? rest
    guard let destination = ProxyDestination(String(authority), standardPort: 80) else {
      return nil
    }
    (host, port) = (destination.host, destination.port)
    guard let at else {
      credentials = nil
      return
    }
    guard let user = PercentEncoding.decode(String(rest[..<at])) else { return nil }
    credentials = "Basic " + Base64.encode(Array(user.utf8))
  }

  /// Connects to a host through this proxy.
  fileprivate func connect(
    to destination: ProxyDestination, on loop: any EventLoop,
    _ install: @escaping @Sendable (any Channel) throws -> Void
  ) -> EventLoopFuture<any Channel> {
    let opened = loop.makePromise(of: Void.self)
    let head =
      "CONNECT \(destination.authority) HTTP/1.1\r\nHost: \(destination.authority)\r\n"
      + "Via: 1.1 \(ProxyHead.pseudonym)\r\n"
      + (credentials.map { "Proxy-Authorization: \($0)\r\n" } ?? "") + "\r\n"
    let (host, port) = (host, port)
    return ProxyDialer.bootstrap(on: loop) { channel in
      try channel.pipeline.syncOperations.addHandler(ConnectResponseReader(opened))
      try install(channel)
    }.connect(host: host, port: port).flatMapErrorThrowing { error in
      let reason = "the proxy at \(host):\(port): \(ProxyDialer.reason(error))"
      opened.fail(error)
      throw ProxyRefusal.unreachable(destination, reason: reason)
    }.flatMap { channel in
      channel.writeAndFlush(ByteBuffer(string: head), promise: nil)
      channel.read()
      return opened.futureResult.flatMapErrorThrowing { error in
        channel.close(promise: nil)
        throw ProxyRefusal.unreachable(
          destination, reason: "the proxy at \(host):\(port): \(error)")
      }.map { channel }
    }
  }
}

/// Waits for a proxy's response to a CONNECT request, and after a 2xx forwards all further bytes.
private final class ConnectResponseReader: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  /// The maximum size of the response's head, in bytes.
  private static let limitBytes = 16 * 1024

  private let opened: EventLoopPromise<Void>
  private var received = ByteBuffer()
  private var timeout: Scheduled<Void>?

  init(_ opened: EventLoopPromise<Void>) { self.opened = opened }

  func handlerAdded(context: ChannelHandlerContext) {
    let opened = opened
    timeout = context.eventLoop.scheduleTask(in: .bounded(seconds: ProxyDialer.connectSeconds)) {
      opened.fail(UpstreamProxyError.silent)
    }
  }

  func handlerRemoved(context: ChannelHandlerContext) { timeout?.cancel() }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    var bytes = unwrapInboundIn(data)
    received.writeBuffer(&bytes)
    guard let length = ProxyHead.length(of: received.readableBytesView) else {
      guard received.readableBytes <= Self.limitBytes else {
        return opened.fail(UpstreamProxyError.noHTTP)
      }
      return context.read()
    }
    let head = received.readString(length: length) ?? ""
    let words = head.prefix { $0 != "\r\n" }.split(separator: " ")
    guard words.count > 1, words[0].hasPrefix("HTTP/1.") else {
      return opened.fail(UpstreamProxyError.noHTTP)
    }
    guard words[1].count == 3, words[1].hasPrefix("2") else {
      return opened.fail(UpstreamProxyError.refused(status: String(words[1].prefix(3))))
    }
    if received.readableBytes > 0 { context.fireChannelRead(wrapInboundOut(received)) }
    context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
    opened.succeed()
  }

  func channelInactive(context: ChannelHandlerContext) {
    opened.fail(UpstreamProxyError.noHTTP)
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    opened.fail(error)
    context.close(promise: nil)
  }
}

/// The reason why an upstream proxy did not open a tunnel.
private enum UpstreamProxyError: Error, CustomStringConvertible {
  case silent
  case noHTTP
  case refused(status: String)

  var description: String {
    switch self {
    case .silent: "no answer in \(ProxyDialer.connectSeconds) seconds"
    case .noHTTP: "what it answers is no HTTP"
    case .refused(let status): "it answers \(status)"
    }
  }
}
