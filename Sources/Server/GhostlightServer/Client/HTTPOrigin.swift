import GhostlightCore
import NIOCore
import NIOHTTP1
import NIOPosix

/// Another HTTP server, identified by its URL.
struct HTTPOrigin: Sendable, Hashable {
  /// The URL's scheme: `http` or `https`.
  let scheme: String
  /// The host and port exactly as they are in the URL.
  let authority: String
  /// The host name or IP address; an IPv6 address has no brackets.
  let host: String
  /// The port of the URL, or the default port of the scheme.
  let port: Int
  /// The URL's path, without a trailing slash.
  let path: String

  /// Parses a URL such as `https://api.example.com/v1`.
  ///
  /// Returns `nil` if the string is not a valid URL, or has a query, a fragment or a user.
  init?(_ url: String) {
    guard let colon = url.firstRange(of: "://") else { return nil }
    scheme = url[..<colon.lowerBound].lowercased()
    let rest = url[colon.upperBound...]
    let slash = rest.firstIndex(of: "/") ?? rest.endIndex
    authority = String(rest[..<slash])
    let named = Authority(authority)
    let isWhole = named.port != nil || named.host == authority
    guard scheme == "http" || scheme == "https", !named.host.isEmpty, isWhole,
      rest.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !Self.ends.contains($0) })
    else { return nil }
    host = named.host.hasPrefix("[") ? String(named.host.dropFirst().dropLast()) : named.host
    port = named.port ?? (scheme == "https" ? 443 : 80)
    var path = String(rest[slash...])
    while path.hasSuffix("/") { path.removeLast() }
    self.path = path
  }

  private static let ends = [UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "@")]
}

extension HTTPOrigin {
  /// Sends one request on its own connection, and returns the whole response, with a body of up to
  /// `bodyBytes` bytes.
  ///
  /// The method adds `Connection`, `Content-Length` and, if the head does not have one, `Host`. The
  /// body of the response is not decoded.
  func exchange(
    _ head: HTTPRequestHead, _ body: [UInt8], bodyBytes: Int
  ) async throws(ClientError) -> Response {
    var head = head
    head.headers.add(name: "Connection", value: "close")
    let response = try await begin(framed(head, body, isFollowed: false, length: nil), body)
    do throws(BodyInterruption) {
      return try await response.reading(bodyBytes: bodyBytes)
    } catch {
      throw .broken(reason: error.reason)
    }
  }

  /// Sends one request on its own connection, and returns the response as soon as its head has
  /// arrived.
  func begin(
    _ head: HTTPRequestHead, _ body: [UInt8], tls: ClientTLS? = nil
  ) async throws(ClientError) -> Response {
    let results = AsyncStream<Result<Response, ClientError>>.makeStream()
    let exchange = ClientExchange(head, body, by: ImmediateExecutor()) { result in
      results.continuation.yield(result)
      results.continuation.finish()
    }
    ClientConnectionPool(self, ClientLimits(), tls: tls).run(exchange)
    let result = await withTaskCancellationHandler {
      await results.stream.first { _ in true }
    } onCancel: {
      exchange.cancel()
    }
    return try (result ?? .failure(.cancelled)).get()
  }

  /// Returns the head with `Host` added, and with the header field that frames the request's body.
  ///
  /// `isFollowed` is whether more of the body follows after the bytes of `body`. `length` is the
  /// length of the whole body, if the sender has announced it.
  func framed(
    _ head: HTTPRequestHead, _ body: [UInt8], isFollowed: Bool, length: Int?
  ) -> HTTPRequestHead {
    var head = head
    if !head.headers.contains(name: "Host") { head.headers.add(name: "Host", value: authority) }
    head.frame(body, isFollowed: isFollowed, length: length)
    return head
  }

  /// Opens a connection whose handler calls `notify`, on the event loop, for each event.
  ///
  /// Pass a `dialer` if the URL does not come from the user. The dialer refuses to connect to
  /// addresses of this machine.
  func connect(
    on loop: any EventLoop, limits: ClientLimits, tls: ClientTLS?, by dialer: ProxyDialer?,
    _ notify: @escaping @Sendable (ClientConnection, ClientConnection.Event) -> Void
  ) -> EventLoopFuture<any Channel> {
    let name = isAddress ? nil : host
    let install = { @Sendable (channel: any Channel) in
      let pipeline = channel.pipeline.syncOperations
      try tls?.secure(pipeline, to: name)
      try pipeline.addHandler(HeadBytesHandler())
      try pipeline.addHTTPClientHandlers(leftOverBytesStrategy: .forwardBytes)
      try pipeline.addHandler(ClientConnection(limits, notify))
    }
    guard let dialer else {
      return ClientBootstrap(group: loop)
        .connectTimeout(.bounded(seconds: limits.connectSeconds))
        .channelOption(.tcpOption(.tcp_nodelay), value: 1)
        .channelOption(.autoRead, value: false)
        .channelOption(
          .recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: Self.readBytes)
        )
        .channelOption(.maxMessagesPerRead, value: 1)
        .channelInitializer { channel in
          channel.eventLoop.makeCompletedFuture { try install(channel) }
        }
        .connect(host: host, port: port)
    }
    guard let destination = ProxyDestination(authority, standardPort: port) else {
      return loop.makeFailedFuture(ClientError.unreachable(reason: "there is no such host"))
    }
    return dialer.connect(to: destination, on: loop, install).flatMapErrorThrowing { error in
      switch error as? ProxyRefusal {
      case .forbidden: throw ClientError.unreachable(reason: Self.ownMachine)
      case .unreachable(_, let reason): throw ClientError.unreachable(reason: reason)
      case .port(let destination):
        throw ClientError.unreachable(reason: "a link may not lead to port \(destination.port)")
      default: throw error
      }
    }
  }

  private static let ownMachine =
    "a server named this machine, a link-local address or a metadata service; name it yourself"

  /// Whether the host is this machine, a link-local address or a cloud metadata service.
  ///
  /// The getter blocks the thread until the host's name is resolved.
  var isThisMachine: Bool {
    guard let destination = ProxyDestination(authority, standardPort: port) else { return false }
    if case .forbidden = ProxyDialer.refusal(ofName: destination) { return true }
    return ProxyDialer().addresses(destination.host, port).contains { ProxyDialer.isForbidden($0) }
  }

  /// The maximum number of bytes of one read.
  ///
  /// A response of ordinary size that the server sends at once fits in one read. It is then
  /// forwarded whole, with a `Content-Length`.
  private static let readBytes = BodyPipe.capacity

  /// Returns whether a request's URL has the server's own host.
  ///
  /// The port is the server's, or for a name with a dot a standard port, because a proxy may lead
  /// both schemes of a host to the server. Another port is that of a listener on the same machine.
  func isNamed(by request: Request) -> Bool {
    let own = Authority(authority).host.lowercased()
    guard request.host.lowercased() == own else { return false }
    let isName = host.contains(".") && !isAddress
    return request.port == port || isName && [80, 443].contains(request.port)
  }

  /// Whether the host is an IP address, for which TLS sends no server name.
  private var isAddress: Bool { (try? SocketAddress(ipAddress: host, port: port)) != nil }
}

extension HTTPRequestHead {
  /// Adds the header field that frames the body: `Content-Length`, or `Transfer-Encoding` if the
  /// length is unknown.
  ///
  /// `isFollowed` is whether more of the body follows after the bytes of `body`. `length` is the
  /// length of the whole body, if the sender has announced it.
  mutating func frame(_ body: [UInt8], isFollowed: Bool, length: Int?) {
    if isFollowed, length == nil {
      headers.add(name: "Transfer-Encoding", value: "chunked")
    } else if isFollowed || !body.isEmpty || method != .GET && method != .HEAD {
      headers.add(name: "Content-Length", value: String(isFollowed ? length ?? 0 : body.count))
    }
  }
}

/// The limits of exchanges with a peer: how long to wait.
struct ClientLimits: Sendable, Hashable {
  /// The number of seconds within which a connection must open.
  var connectSeconds = 5
  /// The number of seconds without a byte from the peer after which an exchange fails; `nil` for no
  /// limit.
  ///
  /// The limit does not apply to streams of server-sent events, which may pause for any time.
  var silentSeconds: Int?
  /// The number of seconds for which an idle connection is kept for the next request.
  ///
  /// A request that cannot be repeated uses only connections that were idle for less than a quarter
  /// of this time. Most servers keep idle connections longer than this, so they rarely close one
  /// first.
  var keptSeconds = 4
}

/// A handler that passes the bytes of header values unchanged on a connection to another server,
/// whose HTTP coders have only strings.
///
/// Bytes of a response's head that are not UTF-8 are escaped as ``HeaderBytes`` describes before the
/// decoder gets them, and those of a request's head are restored after the encoder.
final class HeadBytesHandler: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundIn = IOData
  typealias OutboundOut = IOData

  /// The event with which the next exchange begins.
  enum Event {
    case exchange
  }

  private var scanner = HeadScanner()
  private var isInHead = false
  private var awaitsRequest = false
  /// The first bytes of the response's head, with its status.
  private var start: [UInt8] = []

  func triggerUserOutboundEvent(
    context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?
  ) {
    guard event is Event else {
      return context.triggerUserOutboundEvent(event, promise: promise)
    }
    (scanner, isInHead, awaitsRequest, start) = (HeadScanner(), true, true, [])
    promise?.succeed()
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard awaitsRequest else { return context.write(data, promise: promise) }
    awaitsRequest = false
    guard case .byteBuffer(let head) = unwrapOutboundIn(data),
      HeaderBytes.mayBeEscaped(head.readableBytesView)
    else { return context.write(data, promise: promise) }
    let bytes = HeaderBytes.unescaped(head.readableBytesView)
    context.write(wrapOutboundOut(.byteBuffer(ByteBuffer(bytes: bytes))), promise: promise)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard isInHead else { return context.fireChannelRead(data) }
    var rest = unwrapInboundIn(data)
    var passed = ByteBuffer()
    var isChanged = false
    while isInHead, rest.readableBytes > 0 {
      let length = scanner.end(in: rest.readableBytesView)
      guard let head = rest.readSlice(length: length ?? rest.readableBytes) else { break }
      let bytes = head.readableBytesView
      if start.count < Self.statusBytes { start += bytes.prefix(Self.statusBytes - start.count) }
      if bytes.allSatisfy({ $0 < 0x80 }) {
        passed.writeImmutableBuffer(head)
      } else {
        isChanged = true
        passed.writeBytes(HeaderBytes.escaped(bytes))
      }
      guard length != nil else { break }
      isInHead = isInterim
      start = []
    }
    guard isChanged else { return context.fireChannelRead(data) }
    passed.writeBuffer(&rest)
    context.fireChannelRead(wrapInboundOut(passed))
  }

  /// The length of `HTTP/1.1 200`.
  private static let statusBytes = 12

  /// Whether the head is that of an interim response, which another head follows.
  private var isInterim: Bool {
    start.count == Self.statusBytes && start[9] == UInt8(ascii: "1")
      && start[10...] != Array("01".utf8)[...]
  }
}
