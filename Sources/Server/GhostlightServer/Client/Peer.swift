import GhostlightCore
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// An HTTP server somewhere else, as a URL names it.
struct Peer: Sendable, Hashable {
  /// `http` or `https`.
  let scheme: String
  /// Host and port as the URL has them.
  let authority: String
  /// The name or address, without the brackets of IPv6.
  let host: String
  /// The port named, else the scheme's own.
  let port: Int
  /// The path, without a slash at its end.
  let path: String

  /// Reads a URL such as `https://api.example.com/v1`; `nil` where it is none, or has a query, a
  /// fragment or a user.
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

extension Peer {
  /// Sends one request on a connection of its own, and waits for the whole response.
  ///
  /// `Host` unless the head has one, `Connection` and `Content-Length` are added; nothing of the
  /// body is decoded.
  func exchange(
    _ head: HTTPRequestHead, _ body: [UInt8], limits: PeerLimits, tls: NIOSSLContext? = nil
  ) async throws(PeerError) -> Response {
    var head = head
    head.headers.add(name: "Connection", value: "close")
    let pool = PeerPool(self, limits, tls: tls)
    let framed = framed(head, body, isFollowed: false, length: nil)
    return try await PeerExchange.response(limit: limits.bodyBytes) { completion in
      let exchange = PeerExchange(framed, body, by: ImmediateExecutor(), completion)
      pool.run(exchange)
      return exchange
    }
  }

  /// A head with `Host`, and with what says how long the body is: its bytes, or where more follow,
  /// the length that the sender has announced.
  func framed(
    _ head: HTTPRequestHead, _ body: [UInt8], isFollowed: Bool, length: Int?
  ) -> HTTPRequestHead {
    var head = head
    if !head.headers.contains(name: "Host") { head.headers.add(name: "Host", value: authority) }
    head.frame(body, isFollowed: isFollowed, length: length)
    return head
  }

  /// Opens a connection whose handler tells `notify` on the loop what becomes of it.
  ///
  /// `dialer` connects if the user has not named the URL; it refuses this machine.
  func connect(
    on loop: any EventLoop, limits: PeerLimits, tls: NIOSSLContext?, by dialer: ProxyDialer?,
    _ notify: @escaping @Sendable (PeerConnection, PeerConnection.Event) -> Void
  ) -> EventLoopFuture<any Channel> {
    let name = isAddress ? nil : host
    let install = { @Sendable (channel: any Channel) in
      let pipeline = channel.pipeline.syncOperations
      if let tls {
        try pipeline.addHandler(NIOSSLClientHandler(context: tls, serverHostname: name))
      }
      try pipeline.addHTTPClientHandlers()
      try pipeline.addHandler(PeerConnection(limits, notify))
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
      return loop.makeFailedFuture(PeerError.unreachable(reason: "there is no such host"))
    }
    return dialer.connect(to: destination, on: loop, install).flatMapErrorThrowing { error in
      switch error as? ProxyRefusal {
      case .forbidden: throw PeerError.unreachable(reason: Self.ownMachine)
      case .unreachable(_, let reason): throw PeerError.unreachable(reason: reason)
      case .port(let destination):
        throw PeerError.unreachable(reason: "a link may not lead to port \(destination.port)")
      default: throw error
      }
    }
  }

  private static let ownMachine =
    "it is this machine, its link or a metadata service, and a server named it; name it yourself"

  /// Whether the host is this machine, its link or a metadata service.
  ///
  /// It waits until a name is looked up.
  var isThisMachine: Bool {
    guard let destination = ProxyDestination(authority, standardPort: port) else { return false }
    if case .forbidden = ProxyDialer.refusal(ofName: destination) { return true }
    return ProxyDialer().addresses(destination.host, port).contains { ProxyDialer.isForbidden($0) }
  }

  /// Bytes of one read: what a server sends at once comes in one piece, so that a response of
  /// ordinary size goes on whole, with its length.
  private static let readBytes = BodyPipe.capacity

  /// Whether the host is an address, which TLS has no name for.
  private var isAddress: Bool { (try? SocketAddress(ipAddress: host, port: port)) != nil }
}

extension HTTPRequestHead {
  /// Says how long the body is: its bytes, or where more follow, what the sender has announced.
  mutating func frame(_ body: [UInt8], isFollowed: Bool, length: Int?) {
    if isFollowed, length == nil {
      headers.add(name: "Transfer-Encoding", value: "chunked")
    } else if isFollowed || !body.isEmpty || method != .GET && method != .HEAD {
      headers.add(name: "Content-Length", value: String(isFollowed ? length ?? 0 : body.count))
    }
  }
}

extension PeerExchange {
  /// Begins an exchange, and waits for the whole response of up to `limit` bytes.
  static func response(
    limit: Int, _ begin: (@escaping Completion) -> PeerExchange
  ) async throws(PeerError) -> Response {
    let stream = AsyncStream<Result<Response, PeerError>>.makeStream()
    let exchange = begin { result in
      stream.continuation.yield(result)
      stream.continuation.finish()
    }
    let result = await withTaskCancellationHandler {
      await stream.stream.first { _ in true }
    } onCancel: {
      exchange.cancel()
    }
    var response = try (result ?? .failure(.cancelled)).get()
    let rest = response.stream
    response.stream = nil
    while true {
      guard response.body.count <= limit else { throw .tooLarge(limit: limit) }
      do throws(BodyInterruption) {
        guard let piece = try await rest?.nextPiece() else { return response }
        response.body += piece
      } catch {
        throw .cutOff(reason: String(error.reason.trimmingPrefix(PeerError.subject + " ")))
      }
    }
  }
}

extension BodyStream {
  /// The next bytes, made on this thread or waited for; `nil` at the end.
  ///
  /// - Throws: ``BodyInterruption`` where the body ends before it is whole, and where the task is
  ///   cancelled.
  func nextPiece() async throws(BodyInterruption) -> [UInt8]? {
    let stream = AsyncStream<Result<[UInt8]?, BodyInterruption>>.makeStream()
    pull(by: ImmediateExecutor()) { piece in
      stream.continuation.yield(piece)
      stream.continuation.finish()
    }
    let piece = await stream.stream.first { _ in true }
    return try (piece ?? .failure(BodyInterruption("nobody waits for the rest"))).get()
  }
}

/// Runs work at once, on the thread that asks for it.
struct ImmediateExecutor: WorkExecutor {
  func execute(for queue: String, _ work: @escaping @Sendable () -> Void) -> Bool {
    work()
    return true
  }
}

/// How long to wait for a peer, and how much to take.
struct PeerLimits: Sendable, Hashable {
  /// Seconds until a connection is there.
  var connectSeconds = 5
  /// Seconds without a byte; `nil` waits for as long as it takes.
  ///
  /// Event streams may always pause.
  var silentSeconds: Int?
  /// Bytes of a response's body where it is to be whole.
  var bodyBytes = Int.max
  /// Seconds that a connection is kept for the next request, a quarter of that for one that cannot
  /// be sent twice: shorter than servers usually do.
  var keptSeconds = 4
}
