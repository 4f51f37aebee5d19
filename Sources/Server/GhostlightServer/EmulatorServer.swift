public import Ghostlight
package import GhostlightCore
package import GhostlightRecording
import NIOCore

/// A server with a listener for each service of a stage, and one for the control API.
///
/// Start one to give an app, a browser or a test in another process access to a stage over HTTP.
/// Tests in the same process need no server: an SDK's transport calls the stage directly.
///
/// The listeners are open when ``start(_:_:)`` returns, and stay open until
/// ``drain(timeoutSeconds:)``, which the owner must call. All methods may be called from any task.
/// The stage may be used in process at the same time; both see the same state.
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
  /// The address of a listener, with everything that a new client needs.
  ///
  /// ``EmulatorServer/addresses`` has one for the control API and one for each service. The server
  /// creates these values once, after all listeners are open. `ghostlight serve` prints them at the
  /// start.
  public struct Address: Sendable, Hashable {
    /// The listener's name: `control`, or the service's name.
    public let name: String
    /// The vendor's name as users know it.
    public let title: String
    /// The base URL for clients, without a trailing slash.
    public let url: String
    /// The URL on which the server listens; it differs from ``url`` if clients use a reverse proxy.
    public let listensAt: String
    /// The keys that clients need, such as an API key.
    public var keys: [EmulatorKey] = []
    /// A shell command that sends an example request with curl; `nil` for the control API.
    public var firstRequest: String?
  }

  /// The addresses of the listeners: the control API first, then the services in the stage's
  /// order, then ``ServerOptions/healthPort``.
  public let addresses: [Address]
  /// The proxy that forwards the vendors' hosts to the services; `nil` without
  /// ``ServerOptions/proxy``.
  public let proxy: RunningProxy?
  /// The token that calls of the control API must present; `nil` if they need none.
  ///
  /// It is ``ServerOptions/controlToken``, or a generated token if ``ServerOptions/controlHost``
  /// opens the listener to other machines.
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
  /// - Throws: ``ServerError`` for the first listener that cannot be opened, for a proxy whose
  ///   certificates cannot be created, or if two services have the same host.
  public static func start(
    _ stage: Stage, _ options: ServerOptions = ServerOptions()
  ) async throws(ServerError) -> EmulatorServer {
    var options = options
    if options.controlHost != nil, options.controlToken == nil { options.controlToken = .random() }
    let hosts = options.hosts(of: stage.configuration)
    if let problem = hosts.problem { throw .invalidHosts(reason: "\(problem)") }
    let responders = StageResponders(stage, options)
    var control = Listener(
      "control", host: options.boundControlHost, port: options.controlPort,
      responder: responders.responder(for: "control"))
    control.isControl = true
    control.denial = responders.controlDenial
    control.bodyTooLarge = .json(
      .contentTooLarge,
      ["error": "the request body is too large; raise \"limits.maxControlBody\" in ghostlight.json"]
    )
    var listeners = [control]
    let emulators = stage.configuration.services.filter {
      options.services?.contains($0.name) ?? true
    }
    for emulator in emulators where options.opensEmulators {
      var listener = Listener(
        emulator.name, host: options.host, port: options.port(of: emulator),
        responder: responders.responder(for: emulator.name))
      listener.bodyTooLarge = type(of: emulator.seed).bodyTooLarge(limit: options.limits.bodyBytes)
      listeners.append(listener)
    }
    let (notices, report) = (HandshakeNotices(), options.onHandshake)
    let watched = { (listener: Listener) in
      listener.watchingHandshakes(of: { responders.stage }, notices, report)
    }
    listeners = listeners.map(watched)
    if let tls = options.tls { listeners = listeners.map { $0.securing(with: tls) } }
    if let port = options.healthPort {
      let probes = responders.healthProbes(of: emulators.map(\.name))
      let listener = Listener(
        HealthProbes.listenerName, host: options.host, port: port, responder: probes)
      listeners.append(watched(listener))
    }
    let gateway = try options.proxy.map { proxy throws(ServerError) in
      try ProxyGateway(proxy, of: emulators, at: hosts, answeredBy: responders, options)
    }
    if let gateway {
      let listener = gateway.listener(host: options.host, port: options.proxy?.port ?? 0)
      listeners.append(watched(listener))
    }
    let server = try await HTTPServer.start(
      listeners, limits: options.limits, eventLoops: options.eventLoops,
      sharing: responders.bodies)
    var addresses: [Address] = []
    for listener in listeners {
      guard let bound = server.addresses[listener.name] else { continue }
      let url = responders.setAddress(bound, of: listener.name)
      let title = ["proxy": "Proxy", HealthProbes.listenerName: "Health"][listener.name]
      var entry = Address(
        name: listener.name, title: title ?? "Control", url: url, listensAt: bound.url)
      if let emulator = emulators.first(where: { $0.name == listener.name }) {
        entry = Address(
          name: listener.name, title: emulator.title, url: url, listensAt: bound.url,
          keys: emulator.keys(at: ListenerAddress.reachable(url)),
          firstRequest: emulator.firstRequest(url))
      }
      addresses.append(entry)
    }
    return EmulatorServer(
      addresses: addresses, proxy: gateway?.running(on: server),
      controlToken: options.controlToken, server: server, responders: responders)
  }

  /// Replaces the stage that serves new requests, on the same ports and connections.
  ///
  /// The old stage finishes the requests in progress, and its event sockets are closed. The server
  /// must have been started with ``ServerOptions/isReplaceable``, and the new stage must have the
  /// same services as the old one.
  public func replace(with stage: Stage) { responders.replace(with: stage) }

  /// Stops listening, and waits until the requests in progress have finished.
  ///
  /// - Returns: The number of connections that were closed forcibly after `timeoutSeconds`.
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
  /// The address that the services and the proxy bind; loopback by default.
  public var host = "127.0.0.1"
  /// The address that the control listener binds; `nil` for loopback, whatever ``host`` is.
  ///
  /// If it is set, every control call must present a token: ``controlToken``, or a generated one,
  /// which is then in ``EmulatorServer/controlToken``. `GET health` and the files of the console
  /// and the manual need no token.
  public var controlHost: String?
  /// The token that control calls must present, even on loopback; with `nil`, loopback needs none.
  public var controlToken: ControlToken?
  /// The port of the control API, and the first of the services' ports; 0 selects free ports.
  public var portBase = 4400
  /// The port of the Cosmos DB emulator; 0 selects a free port.
  ///
  /// With `nil` the port is 8081, as for the vendor's own emulator, or a free port if ``portBase``
  /// is 0.
  public var cosmosPort: Int?
  /// The ports of single services, by their names; 0 selects a free port.
  ///
  /// They do not depend on ``portBase``, and override ``cosmosPort``.
  public var ports: [String: Int] = [:]
  /// The port of the probes `/alive`, `/ready` and `/status`, which Microsoft's emulator for Linux
  /// has at 8080; 0 selects a free port, and with `nil` there are none.
  ///
  /// The listener binds ``host`` and serves plain HTTP, also with ``tls``.
  public var healthPort: Int?
  /// The limits for requests, connections and waiting work.
  public var limits = ServerLimits.standard
  /// The host names that clients may use for the services, in addition to those in the stage's
  /// configuration.
  public var allowedHosts: [String] = []
  /// The base URLs of the services that clients reach through a reverse proxy.
  public var publicAddresses = PublicAddresses()
  /// Whether the console's pages cannot change anything; other clients still can.
  public var isConsoleReadOnly = false
  /// The Pact files and reports that the console shows.
  public var contracts = ContractPaths()
  /// The base URL for links from routes to articles of the manual, with a trailing slash.
  ///
  /// With `nil` the links lead to the articles that the server itself serves below `/manual/`.
  public var articles: String?
  /// Whether ``EmulatorServer/replace(with:)`` may be called.
  ///
  /// Each request then looks up the current stage.
  public var isReplaceable = false
  /// Called with the service's name for each exchange, before the response is sent.
  ///
  /// It gets what the client gets, and thus also requests that no journal contains: those that a
  /// guard refuses, that name an invalid namespace, or whose change could not be stored durably.
  package var onExchange: (@Sendable (String, Request, Response) -> Void)?
  /// Called with a sentence when a client begins TLS at a listener without it, at most once a minute
  /// for each listener.
  package var onHandshake: (@Sendable (String) -> Void)?
  /// Records the exchanges of the services, as the stage itself processes them; `nil` for none.
  ///
  /// Requests that a guard rejects are not recorded.
  package var recorder: Recorder?
  /// The end of the sentence that refuses an unknown host.
  package var hostRemedy = "--allow-host NAME, or allowHosts in ghostlight.json, admits it"
  /// The names of the services that have listeners, and that the proxy leads to; `nil` for all.
  ///
  /// The others still need their place in the stage, because a data folder has their changes.
  package var services: [String]?
  /// Whether web pages of every origin may call the services.
  package var admitsAllPages = false
  /// The certificates for HTTPS on the same ports as HTTP; `nil` for HTTP only.
  public var tls: TLSContext?
  /// The settings of a proxy that forwards the vendors' hosts to the services; `nil` for none.
  public var proxy: ProxyOptions?
  /// Whether the services have their own ports, in addition to the proxy.
  public var opensEmulators = true
  /// The number of event loops; `nil` for one per CPU core.
  public var eventLoops: Int?

  /// Creates the default options, which a caller can change.
  public init() {}

  var controlPort: Int { portBase }

  /// Returns the hosts that lead to a stage's emulators, with those of these options.
  ///
  /// The rules of ``proxy`` replace those of the configuration.
  func hosts(of configuration: StageConfiguration) -> HostTable {
    var configuration = configuration
    configuration.allowedHosts += allowedHosts + publicAddresses.hosts
    if let proxy { configuration.proxy = proxy.settings }
    return configuration.hosts
  }

  /// The address that the control listener binds.
  ///
  /// Without ``controlHost`` it is ``host`` if that is a loopback address, otherwise `127.0.0.1`.
  var boundControlHost: String {
    controlHost ?? (Self.isLoopback(host) ? host : "127.0.0.1")
  }

  /// Returns whether `host` is a loopback address; a host name never is, whatever it resolves to.
  package static func isLoopback(_ host: String) -> Bool {
    host == "::1" || host.hasPrefix("127.") && (try? SocketAddress(ipAddress: host, port: 0)) != nil
  }

  /// Returns the address and port of the control listener and of each service's listener.
  ///
  /// Port 0 selects a free port.
  package func listeners(of emulators: [Service]) -> [(name: String, host: String, port: Int)] {
    [("control", boundControlHost, controlPort)] + emulators.map { ($0.name, host, port(of: $0)) }
      + (healthPort.map { [(HealthProbes.listenerName, host, $0)] } ?? [])
  }

  /// Returns the service's port: that of ``ports``, or its standard port, of which 44xx are moved
  /// if ``portBase`` is not 4400.
  func port(of emulator: Service) -> Int {
    if let port = ports[emulator.name] { return port }
    if emulator.name == "cosmos", let cosmosPort { return cosmosPort }
    guard portBase != 0 else { return 0 }
    guard (4400...4499).contains(emulator.port) else { return emulator.port }
    return portBase + emulator.port - 4400
  }
}

/// The version of Ghostlight.
///
/// The control API, exported recordings and the data folder contain the version, so that a reader
/// knows which version wrote them. It changes with each release.
public enum Version {
  /// The semantic version, such as `0.1.0`.
  public static let current = "0.1.0"
}

/// The sizes, times and counts beyond which a server rejects requests or lets them wait.
///
/// Set them as ``ServerOptions/limits``. The standard limits suit tests and development on one
/// machine. Larger values use more memory only when clients reach them. Sizes are in bytes, times
/// in seconds.
public struct ServerLimits: Sendable, Hashable {
  /// The maximum number of bytes of a request's target, header names and header values.
  ///
  /// If there are more, the response is 431.
  public var headBytes = 64 * 1024
  /// The maximum number of header fields of a request, including trailers.
  ///
  /// If there are more, the response is 431.
  public var headFields = 256
  /// The maximum number of bytes of a request's target; a longer target gets a 414 response.
  public var targetBytes = 16 * 1024
  /// The maximum number of bytes of a request's body after chunked framing is removed.
  ///
  /// A longer body gets a 413 response.
  public var bodyBytes = 16 * 1024 * 1024
  /// The maximum number of bytes of a body sent to the control API, where snapshots may be large.
  public var controlBodyBytes = 128 * 1024 * 1024
  /// The maximum number of bytes of all request bodies that are being received or processed.
  ///
  /// Bodies of up to 16 KiB do not count, and one body may exceed the limit. Other bodies wait for
  /// space, for at most ``idleSeconds``. After that the response is 503.
  public var allBodiesBytes = 256 * 1024 * 1024
  /// The maximum number of seconds between two requests on a connection, and for each 16 KiB of a
  /// body.
  ///
  /// A slower body gets a 408 response. While other bodies wait for space, a body that occupies
  /// space has 5 seconds for each 16 KiB.
  public var idleSeconds = 75
  /// The maximum number of seconds from the first byte of a request to the end of its head.
  ///
  /// After that the response is 408.
  public var requestHeadSeconds = 15
  /// The maximum number of connections; further connections get a 503 response.
  public var connections = 10_000
  /// The number of connections in addition to ``connections`` that only the control API may use.
  public var reservedConnections = 64
  /// The maximum number of requests in progress on one connection; further ones are not read yet.
  public var pipelinedRequests = 64
  /// The number of threads for long-running requests, in addition to one for the control API.
  public var workThreads = max(1, System.coreCount - 1)
  /// The maximum number of requests that wait for one of the ``workThreads``.
  ///
  /// A quarter of them may be for one namespace. Further requests get a 503 response.
  public var waitingWork = 1024
  /// The number of seconds that the server waits for a client to notice that the connection closes.
  public var lingerSeconds = 2

  /// The maximum number of bytes of a WebSocket message.
  ///
  /// A longer message, or one of more than 1024 frames, closes the connection with the code 1009.
  public var messageBytes = 1024 * 1024
  /// The number of unread bytes at which a WebSocket client is disconnected.
  public var unsentBytes = 16 * 1024 * 1024

  /// The total number of unread bytes of all WebSocket clients at which some are disconnected.
  ///
  /// The clients with the most unread bytes are disconnected first.
  public var allUnsentBytes = 64 * 1024 * 1024

  /// The maximum number of bytes of the responses that a service delays because of fault plans.
  ///
  /// Each response counts as 1024 bytes more than its body. Beyond the limit, responses are sent
  /// without a delay, and their field `X-Ghostlight-Latency` gives the reason.
  public var delayedBytes = 64 * 1024 * 1024

  /// Creates the standard limits, which a caller can change.
  public init() {}

  /// The limits that a server uses unless its options set others.
  public static let standard = ServerLimits()
}
