import GhostlightCore
import HTTPTypes
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
  /// Sends one request on a connection of its own, and waits for the response.
  ///
  /// `Host` unless the head has one, `Connection` and `Content-Length` are added; nothing of the
  /// body is decoded.
  func exchange(
    _ head: HTTPRequestHead, _ body: [UInt8], limits: PeerLimits, tls: NIOSSLContext? = nil
  ) async throws(PeerError) -> Response {
    let loop = MultiThreadedEventLoopGroup.singleton.next()
    let received = loop.makePromise(of: Response.self)
    do {
      let channel = try await connect(on: loop, received, limits: limits, tls: tls)
      var head = head
      if !head.headers.contains(name: "Host") {
        head.headers.add(name: "Host", value: authority)
      }
      head.headers.add(name: "Connection", value: "close")
      if !body.isEmpty || head.method != .GET && head.method != .HEAD {
        head.headers.add(name: "Content-Length", value: String(body.count))
      }
      channel.write(HTTPClientRequestPart.head(head), promise: nil)
      if !body.isEmpty {
        let buffer = channel.allocator.buffer(bytes: body)
        channel.write(HTTPClientRequestPart.body(.byteBuffer(buffer)), promise: nil)
      }
      channel.writeAndFlush(HTTPClientRequestPart.end(nil), promise: nil)
    } catch {
      received.fail(error)
    }
    do {
      return try await received.futureResult.get()
    } catch {
      throw PeerError(error)
    }
  }

  private func connect(
    on loop: any EventLoop, _ received: EventLoopPromise<Response>, limits: PeerLimits,
    tls: NIOSSLContext?
  ) async throws -> any Channel {
    let (host, isAddress) = (host, isAddress)
    return try await ClientBootstrap(group: loop)
      .connectTimeout(.bounded(seconds: limits.connectSeconds))
      .channelOption(.tcpOption(.tcp_nodelay), value: 1)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let pipeline = channel.pipeline.syncOperations
          if let tls {
            try pipeline.addHandler(
              NIOSSLClientHandler(context: tls, serverHostname: isAddress ? nil : host))
          }
          if let seconds = limits.silentSeconds {
            try pipeline.addHandler(IdleStateHandler(readTimeout: .bounded(seconds: seconds)))
          }
          try pipeline.addHTTPClientHandlers()
          try pipeline.addHandler(ResponseCollector(received, limits))
        }
      }
      .connect(host: host, port: port).get()
  }

  /// Whether the host is an address, which TLS has no name for.
  private var isAddress: Bool { (try? SocketAddress(ipAddress: host, port: port)) != nil }
}

/// Collects one response of a client connection.
final class ResponseCollector: ChannelInboundHandler {
  typealias InboundIn = HTTPClientResponsePart

  private let promise: EventLoopPromise<Response>
  private let limits: PeerLimits
  private var response = Response(.ok)
  private var isDone = false

  init(_ promise: EventLoopPromise<Response>, _ limits: PeerLimits) {
    self.promise = promise
    self.limits = limits
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      response.status = HTTPResponse.Status(
        code: Int(head.status.code), reasonPhrase: head.status.reasonPhrase)
      response.headers = Self.fields(head.headers)
    case .body(let buffer):
      guard response.body.count + buffer.readableBytes <= limits.bodyBytes else {
        fail(PeerError.tooLarge(limit: limits.bodyBytes))
        return context.close(promise: nil)
      }
      response.body += Array(buffer: buffer)
    case .end:
      if !isDone {
        isDone = true
        promise.succeed(response)
      }
      context.close(promise: nil)
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is IdleStateHandler.IdleStateEvent, let seconds = limits.silentSeconds {
      fail(PeerError.silent(seconds: seconds))
      return context.close(promise: nil)
    }
    context.fireUserInboundEventTriggered(event)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    fail(error)
    context.close(promise: nil)
  }

  func channelInactive(context: ChannelHandlerContext) {
    fail(PeerError.broken(reason: "the connection was closed"))
    context.fireChannelInactive()
  }

  private func fail(_ error: any Error) {
    guard !isDone else { return }
    isDone = true
    promise.fail(error)
  }

  private static func fields(_ headers: HTTPHeaders) -> HTTPFields {
    var fields = HTTPFields()
    for (name, value) in headers {
      guard let name = HTTPField.Name(name) else { continue }
      fields.append(HTTPField(name: name, value: value))
    }
    return fields
  }
}

/// How long to wait for a peer, and how much to take.
struct PeerLimits: Sendable, Hashable {
  /// Seconds until a connection is there.
  var connectSeconds = 5
  /// Seconds without a byte; `nil` waits for as long as it takes.
  var silentSeconds: Int?
  /// Bytes of a response's body.
  var bodyBytes = Int.max
}

/// Why an exchange with a peer brought nothing.
enum PeerError: Error, Hashable {
  /// No connection comes about.
  case unreachable(reason: String)
  /// The peer's certificate is not trusted, or it speaks no TLS.
  case insecure(reason: String)
  /// The peer says nothing for so many seconds.
  case silent(seconds: Int)
  /// The body has more than so many bytes.
  case tooLarge(limit: Int)
  /// The connection ends, or what comes is no HTTP.
  case broken(reason: String)

  /// Says what an error of the connection means.
  init(_ error: any Error) {
    switch error {
    case let peerError as PeerError: self = peerError
    case is NIOConnectionError, is ChannelError, is IOError:
      self = .unreachable(reason: Self.text(error))
    case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError:
      self = .insecure(reason: Self.text(error))
    default: self = .broken(reason: Self.text(error))
    }
  }

  private static func text(_ error: any Error) -> String {
    switch error {
    case ChannelError.connectTimeout: "no connection in time"
    case ChannelError.eof: "the connection was closed"
    case let error as NIOConnectionError:
      error.connectionErrors.first.map { text($0.error) } ?? "there is no host \(error.host)"
    case let error as IOError: error.errnoCode == ECONNREFUSED ? "nobody listens" : "\(error)"
    default: "\(error)"
    }
  }
}

extension PeerError: CustomStringConvertible {
  /// What went wrong, for the end of a sentence.
  var description: String {
    switch self {
    case .unreachable(let reason): "cannot be reached: \(reason)"
    case .insecure(let reason): "is not trusted: \(reason)"
    case .silent(let seconds): "said nothing for \(seconds) seconds"
    case .tooLarge(let limit): "answered with more than \(limit) bytes"
    case .broken(let reason): "answered with no complete HTTP response: \(reason)"
    }
  }
}
