import GhostlightCore
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// The idle connections to one peer, kept separately for each event loop.
///
/// An exchange runs on the event loop that starts it, so that a server that forwards requests never
/// moves an exchange to another thread.
final class ClientConnectionPool: Sendable {
  private let peer: HTTPOrigin
  private let limits: ClientLimits
  private let tls: ClientTLS?
  private let dialer: ProxyDialer?
  /// The event loop for exchanges that are started outside any event loop.
  private let home = MultiThreadedEventLoopGroup.singleton.next()
  private let pools: Mutex<[ObjectIdentifier: NIOLoopBound<LoopPool>]> = Mutex([:])

  /// Creates a pool without connections.
  ///
  /// Pass a `dialer` if the peer's URL does not come from the user. The dialer refuses to connect
  /// to addresses of this machine.
  init(
    _ peer: HTTPOrigin, _ limits: ClientLimits, tls: ClientTLS? = nil, by dialer: ProxyDialer? = nil
  ) {
    self.peer = peer
    self.limits = limits
    self.tls = tls
    self.dialer = dialer
  }

  /// Runs `exchange` on an idle or new connection; fails `exchange` if its request is not valid
  /// HTTP.
  func run(_ exchange: ClientExchange) {
    if let defect = exchange.head.defect {
      return exchange.complete(.failure(.unsendable(reason: defect)))
    }
    if let loop = MultiThreadedEventLoopGroup.currentEventLoop {
      return pool(of: loop).run(exchange)
    }
    home.execute { self.pool(of: self.home).run(exchange) }
  }

  private func pool(of loop: any EventLoop) -> LoopPool {
    let known = pools.withLock { $0[ObjectIdentifier(loop)] }
    if let known { return known.value }
    let pool = NIOLoopBound(LoopPool(peer, limits, tls, dialer, loop), eventLoop: loop)
    pools.withLock { $0[ObjectIdentifier(loop)] = pool }
    return pool.value
  }
}

/// The idle connections to one peer on one event loop.
private final class LoopPool {
  /// The maximum number of idle connections to the peer on this event loop.
  private static let limit = 32

  private let peer: HTTPOrigin
  private let limits: ClientLimits
  private let tls: ClientTLS?
  private let dialer: ProxyDialer?
  private let loop: any EventLoop
  /// The time for which an idle connection is kept open.
  private let patience: TimeAmount
  /// The idle connections, with the most recently used one last.
  private var idle: [ClientConnection] = []
  private var isSweeping = false

  init(
    _ peer: HTTPOrigin, _ limits: ClientLimits, _ tls: ClientTLS?, _ dialer: ProxyDialer?,
    _ loop: any EventLoop
  ) {
    self.peer = peer
    self.limits = limits
    self.tls = tls
    self.dialer = dialer
    self.loop = loop
    patience = .bounded(seconds: limits.keptSeconds)
  }

  func run(_ exchange: ClientExchange) {
    let age = exchange.isRepeatable ? patience : .nanoseconds(patience.nanoseconds / 4)
    while let connection = idle.popLast() {
      if connection.isOpen, connection.lastActivity + age > loop.now {
        return connection.run(exchange)
      }
      connection.close()
    }
    connect(exchange)
  }

  private func connect(_ exchange: ClientExchange) {
    let bound = NIOLoopBound(self, eventLoop: loop)
    peer.connect(on: loop, limits: limits, tls: tls, by: dialer) { bound.value.handle($0, $1) }
      .assumeIsolated().whenComplete { result in
        switch result {
        case .success(let channel): Self.run(exchange, on: channel)
        case .failure(let error): exchange.complete(.failure(ClientError(error)))
        }
      }
  }

  private static func run(_ exchange: ClientExchange, on channel: any Channel) {
    do {
      try channel.pipeline.syncOperations.handler(type: ClientConnection.self).run(exchange)
    } catch {
      exchange.complete(.failure(.broken(reason: "the connection was closed")))
    }
  }

  private func handle(_ connection: ClientConnection, _ event: ClientConnection.Event) {
    switch event {
    case .idle:
      idle.append(connection)
      if idle.count > Self.limit { idle.removeFirst().close() }
      sweep()
    case .closed: idle.removeAll { $0 === connection }
    case .unanswered(let exchange, _): connect(exchange)
    }
  }

  /// Schedules a check that closes connections that have been idle for too long.
  private func sweep() {
    guard !isSweeping, !idle.isEmpty else { return }
    isSweeping = true
    loop.assumeIsolated().scheduleTask(in: patience) { [weak self] in
      guard let self else { return }
      isSweeping = false
      let old = idle.filter { $0.lastActivity + self.patience <= self.loop.now }
      idle.removeAll { connection in old.contains { $0 === connection } }
      for connection in old { connection.close() }
      sweep()
    }
  }
}
