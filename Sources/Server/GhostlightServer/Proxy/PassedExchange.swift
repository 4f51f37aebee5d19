import GhostlightCore
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOPosix

/// Forwards a proxy's requests to another host, each on its own connection.
///
/// The bodies of requests and responses are forwarded while they arrive.
struct PassedExchange: Sendable {
  /// The maximum number of exchanges in progress in one proxy.
  static let concurrent = 32

  private static let limits = ClientLimits(silentSeconds: 60)

  private let destination: ProxyDestination
  private let dialer: ProxyDialer
  private let tls: ClientTLS?
  private let reserve: PermitPool

  /// Creates the forwarder for one host; `reserve` limits the number of exchanges in progress.
  ///
  /// Requests that arrived over TLS are sent with `tls`.
  init(
    _ destination: ProxyDestination, _ dialer: ProxyDialer, tls: ClientTLS?,
    from reserve: PermitPool
  ) {
    (self.destination, self.dialer) = (destination, dialer)
    (self.tls, self.reserve) = (tls, reserve)
  }

  /// A responder that forwards requests.
  ///
  /// If forwarding fails, the response is 502; if too many exchanges are in progress, it is 503.
  var responder: Responder {
    Responder(name: destination.host, streamsBodies: true) { request, body in
      let cancellation = PeerCancellation()
      return .deferred(
        DeferredResponse(
          waits: true,
          begin: { executor, completion in
            let exchange = exchange(request, body, by: executor) { result in
              switch result {
              case .success(var response):
                UpstreamFields.strip(&response.headers)
                completion(response)
              case .failure(let error): completion(failure(error))
              }
            }
            cancellation.begin(exchange)
          }, cancel: { cancellation.cancel() }))
    }
  }

  private func failure(_ error: ClientError) -> Response {
    if case .unsendable(let reason) = error {
      return Self.refusal(.unsendable(destination, reason: reason))
    }
    return Self.refusal(.unreachable(destination, reason: error.sentence(about: "it")))
  }

  /// Returns the proxy's own response, which a recorder does not record as the host's.
  private static func refusal(_ refusal: ProxyRefusal) -> Response {
    var response = refusal.response
    response.upstreamFailure = refusal.reason
    return response
  }

  /// Starts an exchange; if too many are in progress, it ends with the proxy's error response.
  private func exchange(
    _ request: Request, _ body: BodyStream?, by executor: any WorkExecutor,
    _ completion: @escaping ClientExchange.Completion
  ) -> ClientExchange {
    let exchange = ClientExchange(
      head(of: request, isFollowed: body != nil), request.body, body, by: executor, completion)
    if let defect = exchange.head.defect {
      exchange.complete(.failure(.unsendable(reason: defect)))
      return exchange
    }
    guard let reservation = reserve.acquire() else {
      exchange.complete(.success(Self.refusal(.busy)))
      return exchange
    }
    let loop = MultiThreadedEventLoopGroup.singleton.next()
    let isSecure = request.scheme == "https"
    // An upstream proxy may have to open its tunnel first, so nothing is sent before `connect`
    // ends.
    dialer.connect(to: destination, on: loop) { _ in }.flatMapThrowing { channel in
      do {
        try run(exchange, on: channel, isSecure: isSecure, reservation)
      } catch {
        channel.close(promise: nil)
        throw error
      }
    }.whenFailure { error in
      if let refusal = error as? ProxyRefusal {
        exchange.complete(.success(Self.refusal(refusal)))
      } else {
        exchange.complete(.failure(ClientError(error)))
      }
    }
    return exchange
  }

  /// Sends the request on a new connection, which holds the reservation until it closes.
  private func run(
    _ exchange: ClientExchange, on channel: any Channel, isSecure: Bool, _ reservation: Permit
  ) throws {
    let pipeline = channel.pipeline.syncOperations
    if isSecure { try tls?.secure(pipeline, to: destination.isAddress ? nil : destination.host) }
    try pipeline.addHandler(HeadBytesHandler())
    try pipeline.addHTTPClientHandlers(leftOverBytesStrategy: .forwardBytes)
    let connection = ClientConnection(Self.limits) { connection, event in
      withExtendedLifetime(reservation) {}
      switch event {
      case .idle: connection.close()
      case .unanswered(let exchange, let error): exchange.complete(.failure(error))
      case .closed: break
      }
    }
    try pipeline.addHandler(connection)
    connection.run(exchange)
    channel.read()
  }

  private func head(of request: Request, isFollowed: Bool) -> HTTPRequestHead {
    var head = HTTPRequestHead(
      version: .http1_1, method: HTTPMethod(rawValue: request.method.rawValue),
      uri: request.target.raw)
    head.headers = UpstreamFields.headers(of: request)
    head.headers.add(name: "Host", value: request.authority)
    head.headers.add(name: "Via", value: "1.1 \(ProxyHead.pseudonym)")
    if !head.headers.contains(name: "Upgrade") {
      head.headers.add(name: "Connection", value: "close")
    }
    head.frame(
      request.body, isFollowed: isFollowed,
      length: request.headers[.contentLength].flatMap { Int($0) })
    return head
  }
}
