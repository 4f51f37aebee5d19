import GhostlightCore
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
    var controlLimits = limits
    controlLimits.bodyBytes = limits.controlBodyBytes
    var channels: [any Channel] = []
    var addresses: [String: ListenerAddress] = [:]
    for listener in listeners {
      do throws(ServerError) {
        let channel = try await listener.bind(
          on: group, limits: listener.isControl ? controlLimits : limits, register: register,
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
    guard await register.beginClosing() else {
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

/// Why a server did not start.
public enum ServerError: Error, Sendable, Hashable {
  /// Somebody else listens there.
  case portTaken(name: String, host: String, port: Int)
  /// The address cannot be bound for another reason.
  case cannotListen(name: String, host: String, port: Int, reason: String)
  /// The certificates of a proxy cannot be made.
  case cannotCertify(name: String, reason: String)
}

extension ServerError: CustomStringConvertible {
  /// What went wrong and what to do, in one line.
  public var description: String {
    switch self {
    case .portTaken(let name, let host, let port):
      "\(name): port \(port) on \(host) is taken. Stop what listens there, or choose another "
        + "port\(Self.option(of: name).map { " with \($0)" } ?? "") (0 takes any free one)."
    case .cannotListen(let name, let host, let port, let reason):
      "\(name): cannot listen on \(host), port \(port): \(reason). Choose an address of this "
        + "machine, such as 127.0.0.1, and a port from 1024 to 65535, or 0 for any free one."
    case .cannotCertify(let name, let reason): "\(name): \(reason)"
    }
  }
}

extension ServerError {
  /// What a command line calls the port of a listener; `nil` for a listener of no command.
  private static func option(of listener: String) -> String? {
    switch listener {
    case "cosmos": "--cosmos-port"
    case ProxyGateway.listenerName: "--proxy"
    case "control", "stackmob", "mia", "egf2", "appcenter": "--port-base"
    default: listener.hasPrefix("--") ? listener : nil
    }
  }
}

/// What the connections of a server share.
struct ServerResources: Sendable {
  /// Where deferred requests are worked on.
  var executor: any WorkExecutor
  /// The bytes of all requests' bodies.
  let bodies: BodyBudget
  /// The bytes that clients of event sockets have not taken.
  let unsent: UnsentBytes
  /// What a body that is too large is answered; `nil` for a line of text.
  var bodyTooLarge: Response?
  /// Whether requests are for the control API, which alone sees the console's cookie.
  var isControl = false

  /// Makes what a server of these limits needs.
  init(executor: any WorkExecutor, limits: ServerLimits) {
    self.executor = executor
    bodies = BodyBudget(bytes: limits.allBodiesBytes)
    unsent = UnsentBytes(limit: limits.allUnsentBytes)
  }
}
