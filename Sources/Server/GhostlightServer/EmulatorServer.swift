public import Ghostlight
package import GhostlightCore
import NIOCore

/// A stage behind sockets: a listener for each emulator, and one for the control API.
public final class EmulatorServer: Sendable {
  /// Where a listener is to be reached.
  public struct Address: Sendable, Hashable {
    /// `control`, or the emulator's name.
    public let name: String
    /// What people call it.
    public let title: String
    /// The base URL by which clients reach it, without a slash at its end.
    public let url: String
    /// Where it listens: ``url``, unless clients come by a proxy.
    public let listensAt: String
    /// What its clients must know.
    public var keys: [EmulatorKey] = []
    /// A first request by curl; `nil` for control.
    public var firstRequest: String?
  }

  /// Control first, then the emulators in the stage's order.
  public let addresses: [Address]
  /// The proxy that leads the vendors' hosts here; `nil` where none was asked for.
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

  /// Opens every listener, or none.
  ///
  /// - Throws: ``ServerError`` for the first listener that cannot be opened, or for a proxy whose
  ///   certificates cannot be made.
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

  /// Lets another stage answer from here on, on the same ports and connections.
  ///
  /// A request in work is answered by the stage that it came to; event sockets of that stage end.
  /// Only a server that was started with ``ServerOptions/isReplaceable`` does so, and the new stage
  /// is to have the emulators of the old one.
  public func replace(with stage: Stage) { responders.replace(with: stage) }

  /// Stops listening and lets requests in work finish.
  ///
  /// - Returns: How many connections were cut off after `timeoutSeconds`.
  @discardableResult
  public func drain(timeoutSeconds: Int = 5) async -> Int {
    responders.endWatching()
    return await server.drain(timeoutSeconds: timeoutSeconds)
  }
}

/// Where a server listens and how much it takes.
public struct ServerOptions: Sendable {
  /// The address that the emulators and the proxy bind; loopback by default.
  public var host = "127.0.0.1"
  /// The address that the control listener binds; `nil` for loopback, whatever ``host`` is.
  ///
  /// With an address, every control call has to present a token: ``controlToken``, or one that is
  /// generated, which ``EmulatorServer/controlToken`` then has. `GET health` and the files of the
  /// console need none.
  public var controlHost: String?
  /// The token that control calls have to present, also on loopback; `nil` for none there.
  public var controlToken: ControlToken?
  /// The first port of the block, control's, which the emulators' follow; 0 takes free ports.
  public var portBase = 4400
  /// Cosmos DB's port; 0 takes a free one.
  ///
  /// `nil` is the port of the vendor's own emulator, 8081, or
  /// a free one where ``portBase`` asks for free ones.
  public var cosmosPort: Int?
  /// What requests may measure.
  public var limits = ServerLimits.standard
  /// Names by which clients may call the emulators, beside those of the stage's configuration.
  public var allowedHosts: [String] = []
  /// Where clients reach the emulators that stand behind a proxy.
  public var publicAddresses = PublicAddresses()
  /// Whether the console's pages may only look; whoever calls without a browser may change all.
  public var isConsoleReadOnly = false
  /// Pact files and reports that the console shows.
  public var contracts = ContractPaths()
  /// What stands before the path of an article of the manuals, for links from routes to their
  /// chapters: a URL that ends in a slash; without one, the path is shown.
  public var articles: String?
  /// Whether ``EmulatorServer/replace(with:)`` may be called; it costs each request a lookup.
  public var isReplaceable = false
  /// Told of each exchange with an emulator, by its name, before the response is sent.
  package var onExchange: (@Sendable (String, Request, Response) -> Void)?
  /// What listeners answer HTTPS with, beside HTTP on the same port; `nil` for HTTP alone.
  public var tls: TLSContext?
  /// A proxy that leads the vendors' hosts to the emulators; `nil` for none.
  public var proxy: ProxyOptions?
  /// Whether emulators have ports of their own, beside the proxy.
  public var opensEmulators = true
  /// The number of event loops; `nil` for one a core.
  public var eventLoops: Int?

  /// The standard options.
  public init() {}

  /// The control API's port.
  var controlPort: Int { portBase }

  /// The address that the control listener binds: that of the emulators only if it is loopback.
  var boundControlHost: String {
    controlHost ?? (Self.isLoopback(host) ? host : "127.0.0.1")
  }

  /// Returns whether a text is an address of loopback; a name is none, whatever it resolves to.
  package static func isLoopback(_ host: String) -> Bool {
    host == "::1" || host.hasPrefix("127.") && (try? SocketAddress(ipAddress: host, port: 0)) != nil
  }

  /// Address and port of control, and of each emulator, by name; port 0 where a free one is taken.
  package func listeners(of emulators: [Emulator]) -> [(name: String, host: String, port: Int)] {
    [("control", boundControlHost, controlPort)] + emulators.map { ($0.name, host, port(of: $0)) }
  }

  /// An emulator's port; those in the 44xx block move with its base.
  func port(of emulator: Emulator) -> Int {
    if emulator.name == "cosmos", let cosmosPort { return cosmosPort }
    guard portBase != 0 else { return 0 }
    guard (4400...4499).contains(emulator.port) else { return emulator.port }
    return portBase + emulator.port - 4400
  }
}

/// The version of this product.
public enum Version {
  /// Semantic version: `0.1.0`.
  public static let current = "0.1.0"
}

/// What a server takes before it refuses.
public struct ServerLimits: Sendable, Hashable {
  /// Bytes of a request's target, names and values together; more is answered 431.
  public var headBytes = 64 * 1024
  /// Header fields of a request, trailers included; more is answered 431.
  public var headFields = 256
  /// Bytes of a request's target; more is answered 414.
  public var targetBytes = 16 * 1024
  /// Bytes of a request's body, transfer coding removed; more is answered 413.
  public var bodyBytes = 16 * 1024 * 1024
  /// The same for the control API, whose snapshots and rows of data may be large.
  public var controlBodyBytes = 128 * 1024 * 1024
  /// Bytes of all requests' bodies together that are received or worked on; whoever comes then
  /// waits for room, or is answered 503 where the length of its body is not known.
  public var allBodiesBytes = 256 * 1024 * 1024
  /// Seconds between two requests, or between two pieces of a body.
  public var idleSeconds = 75
  /// Seconds from the first byte of a request to the end of its head; later is answered 408.
  public var requestHeadSeconds = 15
  /// Connections at a time; one more is answered 503.
  public var connections = 10_000
  /// Connections beyond those, for the control API alone.
  public var reservedConnections = 64
  /// Requests of one connection in work at a time; more wait unread.
  public var pipelinedRequests = 64
  /// Threads for requests that take long, beside one for those of the control API.
  public var workThreads = max(1, System.coreCount - 1)
  /// Requests that may wait for those threads, a quarter of them in one namespace; one more is
  /// answered 503.
  public var waitingWork = 1024
  /// Seconds that a closed connection may take to notice.
  public var lingerSeconds = 2

  /// Bytes of a WebSocket message; more ends the connection with 1009.
  public var messageBytes = 1024 * 1024
  /// Bytes that a WebSocket's client may leave unread before it is cut off.
  public var unsentBytes = 16 * 1024 * 1024

  /// Bytes that all WebSockets' clients together may leave unread; then those that left most are
  /// cut off.
  public var allUnsentBytes = 64 * 1024 * 1024

  /// Makes the standard limits, to be changed.
  public init() {}

  /// The limits of a server that nobody configured.
  public static let standard = ServerLimits()
}
