public import Ghostlight
package import GhostlightCore
import NIOCore

/// A server with a listener for each emulator of a stage, and one for the control API.
///
/// Start one to give an app, a test in another process or a browser access to a stage over HTTP.
/// Tests in the same process need no server: an SDK's transport calls the stage directly.
///
/// The listeners are open when ``start(_:_:)`` returns, and stay open until
/// ``drain(timeoutSeconds:)``, which the owner must call. All methods may be called from any task.
/// The stage may be used in process at the same time, and shows the same state.
///
/// ```swift
/// import Ghostlight
/// import GhostlightServer
///
/// func serve(_ stage: Stage) async throws {
///   var options = ServerOptions()
///   options.portBase = 0  // free ports
///   let server = try await EmulatorServer.start(stage, options)
///   for address in server.addresses { print(address.name, address.url) }
///   await server.drain()
/// }
/// ```
public final class EmulatorServer: Sendable {
  /// The address of a listener, with everything that its first client needs.
  ///
  /// ``EmulatorServer/addresses`` has one for the control API and one for each emulator. It is a
  /// value that the server creates once, after all listeners are open. `ghostlight serve` prints it
  /// at the start.
  public struct Address: Sendable, Hashable {
    /// `control`, or the emulator's name.
    public let name: String
    /// The title of the vendor for users.
    public let title: String
    /// The base URL for clients, without a slash at its end.
    public let url: String
    /// The URL at which it listens, which differs from ``url`` if clients use a reverse proxy.
    public let listensAt: String
    /// The keys that clients need, such as an API key.
    public var keys: [EmulatorKey] = []
    /// A shell command that sends a first request with curl; `nil` for the control API.
    public var firstRequest: String?
  }

  /// The addresses of the listeners: the control API first, then the emulators in the stage's
  /// order.
  public let addresses: [Address]
  /// The proxy that forwards the vendors' hosts to the emulators; `nil` without
  /// ``ServerOptions/proxy``.
  public let proxy: RunningProxy?
  /// The token that calls of the control API have to present; `nil` if they need none.
  ///
  /// It is that of ``ServerOptions/controlToken``, or the one that was generated because
  /// ``ServerOptions/controlHost`` opens the listener.
  public let controlToken: ControlToken?
  private let server: HTTPServer
  private let responders: StageResponders

  private init(
    addresses: [Address], proxy: RunningProxy?, controlToken: ControlToken?, server: HTTPServer,
    responders: StageResponders
  ) {
    self.addresses = addresses
    self.proxy = proxy
    self.controlToken = controlToken
    self.server = server
    self.responders = responders
  }

  /// Opens all listeners, or none, and returns the running server.
  ///
  /// - Throws: ``ServerError`` for the first listener that cannot be opened, or for a proxy whose
  ///   certificates cannot be created.
  public static func start(
    _ stage: Stage, _ options: ServerOptions = ServerOptions()
  ) async throws(ServerError) -> EmulatorServer {
    var options = options
    if options.controlHost != nil, options.controlToken == nil { options.controlToken = .random() }
    let responders = StageResponders(stage, options)
    var control = Listener(
      "control", host: options.boundControlHost, port: options.controlPort,
      responder: responders.responder(for: "control"))
    control.isControl = true
    control.denial = responders.controlDenial
    control.bodyTooLarge = .json(
      .contentTooLarge,
      ["error": "the request body is too large; --max-control-body sets the limit"])
    var listeners = [control]
    let emulators = stage.configuration.emulators
    for emulator in emulators where options.opensEmulators {
      var listener = Listener(
        emulator.name, host: options.host, port: options.port(of: emulator),
        responder: responders.responder(for: emulator.name))
      listener.bodyTooLarge = type(of: emulator.seed).bodyTooLarge(limit: options.limits.bodyBytes)
      listeners.append(listener)
    }
    if let tls = options.tls { listeners = listeners.map { $0.securing(with: tls) } }
    let gateway = try options.proxy.map { proxy throws(ServerError) in
      try ProxyGateway(proxy, of: emulators, answeredBy: responders, options)
    }
    if let gateway {
      listeners.append(
        gateway.listener(host: options.host, port: options.proxy?.port ?? 0))
    }
    let server = try await HTTPServer.start(
      listeners, limits: options.limits, eventLoops: options.eventLoops)
    var addresses: [Address] = []
    for listener in listeners {
      guard let bound = server.addresses[listener.name] else { continue }
      let url = responders.note(bound, of: listener.name)
      var entry = Address(name: listener.name, title: "Control", url: url, listensAt: bound.url)
      if let emulator = emulators.first(where: { $0.name == listener.name }) {
        entry = Address(
          name: listener.name, title: emulator.title, url: url, listensAt: bound.url,
          keys: emulator.keys, firstRequest: emulator.firstRequest(url))
      }
      addresses.append(entry)
    }
    return EmulatorServer(
      addresses: addresses, proxy: gateway?.running(on: server),
      controlToken: options.controlToken, server: server, responders: responders)
  }

  /// Replaces the stage that serves new requests, on the same ports and connections.
  ///
  /// The old stage finishes the requests that it has begun, and its event sockets are closed. This
  /// needs a server that was started with ``ServerOptions/isReplaceable``. The new stage must have
  /// the same emulators as the old one.
  public func replace(with stage: Stage) { responders.replace(with: stage) }

  /// Stops listening, and waits until the requests in progress have finished.
  ///
  /// - Returns: The number of connections that were cut off after `timeoutSeconds`.
  @discardableResult
  public func drain(timeoutSeconds: Int = 5) async -> Int {
    responders.endWatching()
    return await server.drain(timeoutSeconds: timeoutSeconds)
  }
}

/// The settings of a server: addresses, ports, limits, access control, TLS and the proxy.
///
/// Pass them to ``EmulatorServer/start(_:_:)``. The standard options serve only this machine, on
/// ports from 4400. A server copies its options at the start; later changes have no effect.
///
/// ```swift
/// import GhostlightServer
///
/// func options() -> ServerOptions {
///   var options = ServerOptions()
///   options.portBase = 0
///   options.limits.bodyBytes = 1 << 20
///   options.isConsoleReadOnly = true
///   return options
/// }
/// ```
public struct ServerOptions: Sendable {
  /// The address that the emulators and the proxy bind; loopback by default.
  public var host = "127.0.0.1"
  /// The address that the control listener binds; `nil` for loopback, whatever ``host`` is.
  ///
  /// With an address, every control call has to present a token: ``controlToken``, or a generated
  /// one, which is then in ``EmulatorServer/controlToken``. `GET health` and the files of the
  /// console need no token.
  public var controlHost: String?
  /// The token that control calls have to present, also on loopback; with `nil`, those need none.
  public var controlToken: ControlToken?
  /// The port of the control API and the first of the block of ports; 0 selects free ports.
  public var portBase = 4400
  /// The port of Cosmos DB; 0 selects a free one.
  ///
  /// `nil` is 8081, the port of the vendor's own emulator, or a free port if ``portBase`` is 0.
  public var cosmosPort: Int?
  /// The limits of requests, connections and waiting work.
  public var limits = ServerLimits.standard
  /// Names by which clients may call the emulators, in addition to those of the stage's
  /// configuration.
  public var allowedHosts: [String] = []
  /// The base URLs of emulators that clients reach through a reverse proxy.
  public var publicAddresses = PublicAddresses()
  /// Whether the console's pages cannot change anything; other clients still can.
  public var isConsoleReadOnly = false
  /// The Pact files and reports that the console shows.
  public var contracts = ContractPaths()
  /// The URL before the path of a manual's article, for links from routes to their chapters.
  ///
  /// It ends with a slash. Without it, the console shows the path of the article.
  public var articles: String?
  /// Whether ``EmulatorServer/replace(with:)`` may be called; each request then needs a lookup of
  /// the stage.
  public var isReplaceable = false
  /// Called for each exchange with an emulator, with the emulator's name, before the response is
  /// sent.
  package var onExchange: (@Sendable (String, Request, Response) -> Void)?
  /// The certificates for HTTPS on the same ports as HTTP; `nil` for HTTP only.
  public var tls: TLSContext?
  /// The settings of a proxy that forwards the vendors' hosts to the emulators; `nil` for none.
  public var proxy: ProxyOptions?
  /// Whether the emulators have their own ports, in addition to the proxy.
  public var opensEmulators = true
  /// The number of event loops; `nil` for one per core.
  public var eventLoops: Int?

  /// Creates the standard options.
  public init() {}

  var controlPort: Int { portBase }

  /// The address that the control listener binds: that of the emulators only if it is loopback.
  var boundControlHost: String {
    controlHost ?? (Self.isLoopback(host) ? host : "127.0.0.1")
  }

  /// Returns whether a text is a loopback address; a host name never is, whatever it resolves to.
  package static func isLoopback(_ host: String) -> Bool {
    host == "::1" || host.hasPrefix("127.") && (try? SocketAddress(ipAddress: host, port: 0)) != nil
  }

  /// Returns the addresses and ports of the control listener and the emulators; port 0 selects a
  /// free one.
  package func listeners(of emulators: [Emulator]) -> [(name: String, host: String, port: Int)] {
    [("control", boundControlHost, controlPort)] + emulators.map { ($0.name, host, port(of: $0)) }
  }

  /// Returns an emulator's port; ports of the block 44xx move with ``portBase``.
  func port(of emulator: Emulator) -> Int {
    if emulator.name == "cosmos", let cosmosPort { return cosmosPort }
    guard portBase != 0 else { return 0 }
    guard (4400...4499).contains(emulator.port) else { return emulator.port }
    return portBase + emulator.port - 4400
  }
}

/// The version of Ghostlight.
///
/// The control API, exported recordings and the data folder contain it, so that a reader knows
/// which version wrote them. It changes with each release.
public enum Version {
  /// The semantic version, such as `0.1.0`.
  public static let current = "0.1.0"
}

/// The limits of a server: the sizes, times and numbers beyond which it refuses or waits.
///
/// Set them as ``ServerOptions/limits``. The standard limits suit tests and development on one
/// machine; larger values cost memory only when clients use them. Sizes are bytes, times are
/// seconds.
public struct ServerLimits: Sendable, Hashable {
  /// The maximum number of bytes of a request's target, names and values; beyond it the response is
  /// 431.
  public var headBytes = 64 * 1024
  /// The maximum number of header fields of a request, with trailers; beyond it the response is
  /// 431.
  public var headFields = 256
  /// The maximum number of bytes of a request's target; beyond it the response is 414.
  public var targetBytes = 16 * 1024
  /// The maximum number of bytes of a request's body without transfer coding; beyond it the
  /// response is 413.
  public var bodyBytes = 16 * 1024 * 1024
  /// The maximum number of bytes of a body for the control API, whose snapshots and rows of data
  /// may be large.
  public var controlBodyBytes = 128 * 1024 * 1024
  /// The maximum number of bytes of all request bodies that have arrived or are processed.
  ///
  /// Bodies of up to 16 KiB do not count, and one body may exceed the limit. Other bodies wait for
  /// space, for at most ``idleSeconds``. After that the response is 503.
  public var allBodiesBytes = 256 * 1024 * 1024
  /// The maximum number of seconds between two requests of a connection, or for 16 KiB of a body.
  ///
  /// A slower body ends with a 408 response. A body that holds space for which others wait has 5
  /// seconds for 16 KiB.
  public var idleSeconds = 75
  /// The maximum number of seconds from a request's first byte to the end of its head.
  ///
  /// After that the response is 408.
  public var requestHeadSeconds = 15
  /// The maximum number of connections; a further one gets a 503.
  public var connections = 10_000
  /// The number of connections beyond those, which only the control API may use.
  public var reservedConnections = 64
  /// The maximum number of requests of a connection in progress; more wait unread.
  public var pipelinedRequests = 64
  /// The number of threads for requests that take long, in addition to one for the control API.
  public var workThreads = max(1, System.coreCount - 1)
  /// The maximum number of requests that wait for those threads, a quarter of them in one
  /// namespace.
  ///
  /// A further one gets a 503.
  public var waitingWork = 1024
  /// The number of seconds that a client has to notice that its connection is being closed.
  public var lingerSeconds = 2

  /// The maximum number of bytes of a WebSocket message; a longer one ends the connection with
  /// 1009.
  public var messageBytes = 1024 * 1024
  /// The number of unread bytes at which the client of a WebSocket is cut off.
  public var unsentBytes = 16 * 1024 * 1024

  /// The number of unread bytes of all WebSocket clients at which those with the most are cut off.
  public var allUnsentBytes = 64 * 1024 * 1024

  /// Creates the standard limits, for a caller to change.
  public init() {}

  /// The limits of a server without configuration.
  public static let standard = ServerLimits()
}
