import GhostlightCore
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

extension Peer {
  /// Sends one request on a connection of its own, and waits for the response.
  ///
  /// `Host` unless the head has one, `Connection` and `Content-Length` are added; nothing of the
  /// body is decoded.
  func exchange(
    _ head: HTTPRequestHead, _ body: [UInt8], limits: PeerLimits, tls: NIOSSLContext? = nil
  ) async throws(PeerProblem) -> Response {
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
      throw PeerProblem(error)
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
