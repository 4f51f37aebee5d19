import GhostlightCore
import NIOCore
import NIOPosix

/// HTTP/1.1 listeners that share event loops, limits and worker threads.
///
/// ``EmulatorServer`` uses one for the listeners of a stage. Use it directly to serve another
/// `Responder`, such as a backend of your own.
///
/// The listeners are open when ``start(_:limits:eventLoops:)`` returns, and stay open until
/// ``drain(timeoutSeconds:)``, which the owner must call. All methods may be called from any task.
/// Responders are called on event loops and must not block them; work that takes long is deferred.
///
/// ```swift
/// import GhostlightCore
/// import GhostlightServer
/// import HTTPTypes
///
/// func serveGreeting() async throws {
///   let responder = Responder(name: "greeting") { (_: Request) -> Response in
///     Response(.ok, body: Array("Hello".utf8))
///   }
///   let server = try await HTTPServer.start([Listener("greeting", responder: responder)])
///   print(server.addresses["greeting"]?.url ?? "")
///   await server.drain(timeoutSeconds: 5)
/// }
/// ```
public final class HTTPServer: Sendable {
  /// The bound address of each listener, keyed by the listener's name.
  public let addresses: [String: ListenerAddress]

  let group: MultiThreadedEventLoopGroup
  let channels: [any Channel]
  let register: ConnectionRegistry
  private let lanes: [FairWorkExecutor]

  /// Creates a server from the resources that ``start(_:limits:eventLoops:)`` has opened.
  init(
    group: MultiThreadedEventLoopGroup, register: ConnectionRegistry, lanes: [FairWorkExecutor],
    channels: [any Channel], addresses: [String: ListenerAddress]
  ) {
    self.group = group
    self.register = register
    self.lanes = lanes
    self.channels = channels
    self.addresses = addresses
  }

  /// Opens all listeners, or none, and returns the running server.
  ///
  /// `eventLoops` is the number of event loops; with `nil` there is one per CPU core.
  ///
  /// - Throws: ``ServerError/portTaken(name:host:port:)`` if another process uses a listener's
  ///   port, and ``ServerError/cannotListen(name:host:port:reason:)`` if a listener cannot be
  ///   opened for another reason. The error names the first listener that cannot be opened.
  public static func start(
    _ listeners: [Listener], limits: ServerLimits = .standard, eventLoops: Int? = nil
  ) async throws(ServerError) -> HTTPServer {
    try await start(
      listeners, limits: limits, eventLoops: eventLoops,
      sharing: BodyBudget(bytes: limits.allBodiesBytes))
  }

  /// Opens all listeners, or none; their bodies share a budget with other code.
  static func start(
    _ listeners: [Listener], limits: ServerLimits, eventLoops: Int?, sharing bodies: BodyBudget
  ) async throws(ServerError) -> HTTPServer {
    let group = MultiThreadedEventLoopGroup(
      numberOfThreads: max(1, eventLoops ?? System.coreCount))
    let register = ConnectionRegistry(
      limit: limits.connections, reserve: limits.reservedConnections)
    let lane = FairWorkExecutor(threads: limits.workThreads, limit: limits.waitingWork)
    let controlLane = FairWorkExecutor(threads: 1, limit: limits.waitingWork)
    let resources = ServerResources(executor: lane, limits: limits, sharing: bodies)
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

  /// Stops listening, waits until the requests in progress have finished, and closes all
  /// connections.
  ///
  /// Idle connections are closed at once. The others announce the end in their responses and close
  /// after them. Returns the number of connections that were closed forcibly after
  /// `timeoutSeconds`. The server cannot be started again.
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
    // Work that still runs on the lanes has been cancelled, so one second is enough.
    for lane in lanes { await lane.close(within: .seconds(1), on: group.any()) }
    try? await group.shutdownGracefully()
    return register.cutOffCount
  }
}

/// The reason why a server did not start.
///
/// ``HTTPServer`` and ``EmulatorServer`` throw this error. No listener is open then, because
/// listeners that were already open are closed again. The `description` is one line that names the
/// problem and the remedy.
public enum ServerError: Error, Sendable, Hashable {
  /// Another process is already using this address and port.
  case portTaken(name: String, host: String, port: Int)
  /// The listener's address cannot be bound, for the given reason.
  case cannotListen(name: String, host: String, port: Int, reason: String)
  /// A proxy's certificates cannot be created, for the given reason.
  case cannotCertify(name: String, reason: String)
  /// The hosts of a stage's emulators are not valid, for the given reason.
  case invalidHosts(reason: String)
}

extension ServerError: CustomStringConvertible {
  /// The problem and its remedy, in one line.
  public var description: String {
    switch self {
    case .portTaken(let name, let host, let port):
      "\(name): port \(port) on \(host) is taken. Stop what listens there, or choose another "
        + "port\(Self.option(of: name).map { " with \($0)" } ?? "") (0 takes any free one)."
    case .cannotListen(let name, let host, let port, let reason):
      "\(name): cannot listen on \(host), port \(port): \(reason). Choose an address of this "
        + "machine, such as 127.0.0.1, and a port from 1024 to 65535, or 0 for any free one."
    case .cannotCertify(let name, let reason): "\(name): \(reason)"
    case .invalidHosts(let reason): reason
    }
  }
}

extension ServerError {
  /// Returns the error with the names of listeners replaced, for a command with its own options.
  ///
  /// A name that begins with `--` is also the option that the message suggests.
  package func renamingListeners(_ names: [String: String]) -> ServerError {
    switch self {
    case .portTaken(let name, let host, let port):
      .portTaken(name: names[name] ?? name, host: host, port: port)
    case .cannotListen(let name, let host, let port, let reason):
      .cannotListen(name: names[name] ?? name, host: host, port: port, reason: reason)
    case .cannotCertify, .invalidHosts: self
    }
  }

  /// Returns the command-line option for a listener's port; `nil` if there is no such option.
  private static func option(of listener: String) -> String? {
    switch listener {
    case "cosmos": "--cosmos-port"
    case HealthProbes.listenerName: "--health-port"
    case ProxyGateway.listenerName: "--proxy"
    case "control", "stackmob", "mia", "egf2", "appcenter": "--port-base"
    default: listener.hasPrefix("--") ? listener : nil
    }
  }
}

/// The objects that all connections of a server share.
struct ServerResources: Sendable {
  /// Runs deferred requests.
  var executor: any WorkExecutor
  /// Limits the bytes of all request bodies.
  let bodies: BodyBudget
  /// Limits the bytes that clients of event sockets have not received yet.
  let unsent: UnsentBytes
  /// Limits the bytes of the responses that fault plans delay.
  let delays: DelayBudget
  /// The response to a body that is too large; `nil` for a plain-text response.
  var bodyTooLarge: Response?
  /// Called with the listener's authority when a client begins TLS on a connection without it.
  var onHandshake: (@Sendable (String) -> Void)?
  /// Whether the listener serves the control API, which alone receives the console's cookie.
  var isControl = false
  /// Called with the head of each request that has a body, to reject it; `nil` admits all bodies.
  var denial: ConnectionStateMachine.Denial?
  /// Called with the head of each request, to decide whether its body is streamed; `nil` if the
  /// responder treats all requests alike.
  var streams: ConnectionStateMachine.Streams?

  init(executor: any WorkExecutor, limits: ServerLimits, sharing bodies: BodyBudget? = nil) {
    self.executor = executor
    self.bodies = bodies ?? BodyBudget(bytes: limits.allBodiesBytes)
    unsent = UnsentBytes(limit: limits.allUnsentBytes)
    delays = DelayBudget(limit: limits.delayedBytes)
  }
}
