import NIOCore
import NIOHTTP1
import NIOPosix

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension Listener {
  /// Binds the address and serves what connects.
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

  /// Puts the handlers of a new connection in place.
  private func serve(
    _ channel: any Channel, limits: ServerLimits, register: ConnectionRegister,
    resources: ServerResources
  ) throws {
    let address = ListenerAddress(
      scheme: scheme, host: host, port: channel.localAddress?.port ?? port)
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
