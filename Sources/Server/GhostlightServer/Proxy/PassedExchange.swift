import GhostlightCore
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// One request that a proxy sends on to a host elsewhere, on a connection of its own.
struct PassedExchange: Sendable {
  /// As many at a time, each with its whole answer in memory: 512 MiB in all.
  static let concurrent = 32
  /// Bytes of a response's body; more is answered 502.
  private static let bodyBytes = 16 * 1024 * 1024
  /// Seconds without a byte.
  private static let silentSeconds = 60

  private let destination: ProxyDestination
  private let dialer: ProxyDialer
  private let tls: NIOSSLContext?

  /// Makes an exchange with a host; requests that came within TLS are sent within `tls`.
  init(_ destination: ProxyDestination, _ dialer: ProxyDialer, tls: NIOSSLContext? = nil) {
    self.destination = destination
    self.dialer = dialer
    self.tls = tls
  }

  /// Sends it; a failure is answered 502.
  func respond(to request: Request) async -> Response {
    let loop = MultiThreadedEventLoopGroup.singleton.next()
    let received = loop.makePromise(of: Response.self)
    do {
      let channel = try await dialer.connect(to: destination, on: loop) { _ in }.get()
      // Behind another proxy nothing may be said before the way is free.
      let isSecure = request.scheme == "https"
      try await loop.submit {
        try install(on: channel, isSecure: isSecure, answering: received)
      }.get()
      try await channel.setOption(.autoRead, value: true).get()
      channel.write(HTTPClientRequestPart.head(head(of: request)), promise: nil)
      if !request.body.isEmpty {
        let buffer = channel.allocator.buffer(bytes: request.body)
        channel.write(HTTPClientRequestPart.body(.byteBuffer(buffer)), promise: nil)
      }
      channel.writeAndFlush(HTTPClientRequestPart.end(nil), promise: nil)
      channel.read()
    } catch {
      received.fail(error)
    }
    do {
      var response = try await received.futureResult.get()
      UpstreamFields.strip(&response.headers)
      return response
    } catch let refusal as ProxyRefusal {
      return refusal.response
    } catch {
      return ProxyRefusal.unreachable(destination, reason: Self.reason(error)).response
    }
  }

  private func install(
    on channel: any Channel, isSecure: Bool, answering received: EventLoopPromise<Response>
  ) throws {
    let pipeline = channel.pipeline.syncOperations
    if isSecure, let tls {
      let name = destination.isAddress ? nil : destination.host
      try pipeline.addHandler(NIOSSLClientHandler(context: tls, serverHostname: name))
    }
    try pipeline.addHandler(IdleStateHandler(readTimeout: .bounded(seconds: Self.silentSeconds)))
    try pipeline.addHTTPClientHandlers()
    try pipeline.addHandler(PassedAnswer(received, limit: Self.bodyBytes))
  }

  private func head(of request: Request) -> HTTPRequestHead {
    var head = HTTPRequestHead(
      version: .http1_1, method: HTTPMethod(rawValue: request.method.rawValue),
      uri: request.target.raw)
    head.headers = UpstreamFields.headers(of: request)
    head.headers.add(name: "Host", value: request.authority)
    head.headers.add(name: "Via", value: "1.1 \(ProxyHead.pseudonym)")
    head.headers.add(name: "Connection", value: "close")
    if !request.body.isEmpty || request.method != .get && request.method != .head {
      head.headers.add(name: "Content-Length", value: String(request.body.count))
    }
    return head
  }

  private static func reason(_ error: any Error) -> String {
    switch error {
    case let error as PassedAnswer.Failure: error.rawValue
    case let error as NIOSSLError: "TLS: \(error)"
    case let error as BoringSSLError: "TLS: \(error)"
    default: "\(error)"
    }
  }
}

/// Collects the answer of a host elsewhere, and ends the connection.
private final class PassedAnswer: ChannelInboundHandler {
  typealias InboundIn = HTTPClientResponsePart

  enum Failure: String, Error {
    case tooLarge = "its answer is larger than 16 MiB"
    case silent = "it says nothing for 60 seconds"
    case broken = "it ended the connection before its answer was whole"
  }

  private let promise: EventLoopPromise<Response>
  private let limit: Int
  private var response = Response(.ok)
  private var isDone = false

  init(_ promise: EventLoopPromise<Response>, limit: Int) {
    (self.promise, self.limit) = (promise, limit)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      response.status = HTTPResponse.Status(
        code: Int(head.status.code), reasonPhrase: head.status.reasonPhrase)
      for (name, value) in head.headers {
        guard let name = HTTPField.Name(name) else { continue }
        response.headers.append(HTTPField(name: name, value: value))
      }
    case .body(let buffer):
      guard response.body.count + buffer.readableBytes <= limit else {
        return end(.failure(Failure.tooLarge), context)
      }
      response.body += Array(buffer: buffer)
    case .end: end(.success(response), context)
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is IdleStateHandler.IdleStateEvent { return end(.failure(Failure.silent), context) }
    context.fireUserInboundEventTriggered(event)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    end(.failure(error), context)
  }

  func channelInactive(context: ChannelHandlerContext) {
    end(.failure(Failure.broken), context)
    context.fireChannelInactive()
  }

  private func end(_ result: Result<Response, any Error>, _ context: ChannelHandlerContext) {
    guard !isDone else { return }
    isDone = true
    promise.completeWith(result)
    context.close(promise: nil)
  }
}
