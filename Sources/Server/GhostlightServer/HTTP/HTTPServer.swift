import NIOCore
import NIOPosix

/// HTTP/1.1 listeners on one group of event loops.
public final class HTTPServer: Sendable {
  /// Where each listener is to be reached, by its name.
  public let addresses: [String: ListenerAddress]

  let group: MultiThreadedEventLoopGroup
  let channels: [any Channel]
  let register: ConnectionRegister
  private let lanes: [WorkLanes]

  /// Takes over what ``start(_:limits:eventLoops:)`` has opened.
  init(
    group: MultiThreadedEventLoopGroup, register: ConnectionRegister, lanes: [WorkLanes],
    channels: [any Channel], addresses: [String: ListenerAddress]
  ) {
    self.group = group
    self.register = register
    self.lanes = lanes
    self.channels = channels
    self.addresses = addresses
  }

  /// Opens every listener, or none; `eventLoops` is the number of cores unless given.
  ///
  /// - Throws: ``ServerError/portTaken(name:host:port:)`` or
  ///   ``ServerError/cannotListen(name:host:port:reason:)`` for the first that cannot be opened.
  public static func start(
    _ listeners: [Listener], limits: ServerLimits = .standard, eventLoops: Int? = nil
  ) async throws(ServerError) -> HTTPServer {
    let group = MultiThreadedEventLoopGroup(
      numberOfThreads: max(1, eventLoops ?? System.coreCount))
    let register = ConnectionRegister(
      limit: limits.connections, reserve: limits.reservedConnections)
    let lane = WorkLanes(threads: limits.workThreads, limit: limits.waitingWork)
    let controlLane = WorkLanes(threads: 1, limit: limits.waitingWork)
    let resources = ServerResources(executor: lane, limits: limits)
    var controlResources = resources
    controlResources.executor = controlLane
    var channels: [any Channel] = []
    var addresses: [String: ListenerAddress] = [:]
    for listener in listeners {
      do throws(ServerError) {
        let channel = try await listener.bind(
          on: group, limits: limits, register: register,
          resources: listener.isControl ? controlResources : resources)
        channels.append(channel)
        addresses[listener.name] = ListenerAddress(
          scheme: listener.scheme, host: listener.host,
          port: channel.localAddress?.port ?? listener.port)
      } catch {
        for channel in channels { try? await channel.close() }
        for lanes in [lane, controlLane] { lanes.close() }
        try? await group.shutdownGracefully()
        throw error
      }
    }
    return HTTPServer(
      group: group, register: register, lanes: [lane, controlLane], channels: channels,
      addresses: addresses)
  }

  /// Stops listening, lets requests in work finish and closes everything.
  ///
  /// Idle connections are closed at once, the others after their answers, which say so. Answers
  /// how many connections were cut off after `timeoutSeconds`. The server is of no use after.
  @discardableResult
  public func drain(timeoutSeconds: Int) async -> Int {
    guard register.beginClosing() else {
      await register.whenEmpty()
      return register.cutOffCount
    }
    for channel in channels { try? await channel.close() }
    let register = register
    let timeout = group.any().scheduleTask(in: .bounded(seconds: timeoutSeconds)) {
      register.cutOff()
    }
    await register.whenEmpty()
    timeout.cancel()
    // Whoever still works there has been told that nobody waits.
    for lane in lanes { await lane.close(within: .seconds(1), on: group.any()) }
    try? await group.shutdownGracefully()
    return register.cutOffCount
  }
}
