public import Ghostlight
package import GhostlightCore
import HTTPTypes
import NIOCore

/// A stage behind sockets: a listener for each emulator, and one for the control API.
public final class EmulatorServer: Sendable {
  /// Where a listener is to be reached.
  public struct Address: Sendable, Hashable {
    /// `control`, or the emulator's name.
    public let name: String
    /// What people call it.
    public let title: String
    /// The base URL, without a slash at its end.
    public let url: String
    /// What its clients must know.
    public var keys: [EmulatorKey] = []
    /// A first request by curl; `nil` for control.
    public var firstRequest: String?
  }

  /// Control first, then the emulators in the stage's order.
  public let addresses: [Address]
  private let server: HTTPServer

  private init(addresses: [Address], server: HTTPServer) {
    self.addresses = addresses
    self.server = server
  }

  /// Opens every listener, or none.
  ///
  /// - Throws: ``ServerError`` for the first listener that cannot be opened.
  public static func start(
    _ stage: Stage, _ options: ServerOptions = ServerOptions()
  ) async throws(ServerError) -> EmulatorServer {
    let book = ServerAddresses()
    var control = Listener(
      "control", host: options.host, port: options.controlPort,
      responder: ControlAPI(stage, addresses: book).responder)
    control.isControl = true
    var listeners = [control]
    let allowed = stage.configuration.allowedHosts + options.allowedHosts
    for emulator in stage.configuration.emulators {
      guard let responder = stage.responder(for: emulator.name) else { continue }
      var listener = Listener(
        emulator.name, host: options.host, port: options.port(of: emulator),
        responder: HostGuard(of: emulator.name, allowing: allowed).guarding(responder)
          .watched(by: options.onExchange))
      listener.bodyTooLarge = type(of: emulator.seed).bodyTooLarge(limit: options.limits.bodyBytes)
      listeners.append(listener)
    }
    if let tls = options.tls { listeners = listeners.map { $0.securing(with: tls) } }
    let server = try await HTTPServer.start(
      listeners, limits: options.limits, eventLoops: options.eventLoops)
    var addresses: [Address] = []
    if let cosmos = server.addresses["cosmos"] { stage.configuration.noteCosmosPort(cosmos.port) }
    for listener in listeners {
      guard let address = server.addresses[listener.name] else { continue }
      let url = "\(address.scheme)://\(address.host):\(address.port)"
      book.note(url, for: listener.name)
      var entry = Address(name: listener.name, title: "Control", url: url)
      if let emulator = stage.configuration.emulators.first(where: { $0.name == listener.name }) {
        entry = Address(
          name: listener.name, title: emulator.title, url: url, keys: emulator.keys,
          firstRequest: emulator.firstRequest(url))
      }
      addresses.append(entry)
    }
    return EmulatorServer(addresses: addresses, server: server)
  }

  /// Stops listening and lets requests in work finish.
  ///
  /// - Returns: How many connections were cut off after `timeoutSeconds`.
  @discardableResult
  public func drain(timeoutSeconds: Int = 5) async -> Int {
    await server.drain(timeoutSeconds: timeoutSeconds)
  }
}

/// Where a server listens and how much it takes.
public struct ServerOptions: Sendable {
  /// The address to bind; loopback unless told otherwise.
  public var host = "127.0.0.1"
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
  /// Told of each exchange with an emulator, by its name, before the response is sent.
  package var onExchange: (@Sendable (String, Request, Response) -> Void)?
  /// What listeners answer HTTPS with, beside HTTP on the same port; `nil` for HTTP alone.
  public var tls: TLSContext?
  /// The number of event loops; `nil` for one a core.
  public var eventLoops: Int?

  /// The standard options.
  public init() {}

  /// The control API's port.
  var controlPort: Int { portBase }

  /// An emulator's port; those in the 44xx block move with its base.
  func port(of emulator: Emulator) -> Int {
    if emulator.name == "cosmos", let cosmosPort { return cosmosPort }
    guard portBase != 0 else { return 0 }
    guard (4400...4499).contains(emulator.port) else { return emulator.port }
    return portBase + emulator.port - 4400
  }
}

extension Responder {
  /// The same responder, whose exchanges are told.
  fileprivate func watched(
    by note: (@Sendable (String, Request, Response) -> Void)?
  ) -> Responder {
    guard let note else { return self }
    let (name, respond) = (name, respond)
    var watched = Responder(name: name) { request in
      let response = await respond(request)
      note(name, request, response)
      return response
    }
    if let attempt {
      watched.attempt = { request in
        switch attempt(request) {
        case .answered(let response):
          note(name, request, response)
          return .answered(response)
        case .deferred(let deferred):
          return .deferred(
            DeferredResponse(
              begin: { executor, completion in
                deferred.begin(executor) { response in
                  note(name, request, response)
                  completion(response)
                }
              }, cancel: deferred.cancel))
        }
      }
    }
    if let respondNow {
      watched.respondNow = { request in
        let response = respondNow(request)
        note(name, request, response)
        return response
      }
    }
    return watched
  }
}

/// The version of this product.
public enum Version {
  /// Semantic version: `0.1.0`.
  public static let current = "0.1.0"
}

/// Keeps web pages away from an emulator whose name they have made point to this machine.
///
/// A page of `evil.example` can let that name resolve to loopback and read what it then gets, which
/// is DNS rebinding; the request still says `evil.example`. Nobody can do so with an address, a
/// single label or a name under `localhost`. Whoever calls an emulator by a vendor's own host has
/// told this machine to, in its `hosts` file or as a proxy.
struct HostGuard: Sendable {
  /// The hosts of a vendor's own service, by emulator.
  ///
  /// - Source: the vendors' SDKs and manuals; for Mia-Platform assumption: the hosting company's
  ///   domain.
  private static let vendors: [String: [String]] = [
    "stackmob": ["stackmob.com", "*.stackmob.com"],
    "mia": ["*.mia-platform.eu", "*.baas.invalid"],
    "appcenter": ["*.appcenter.ms", "token-exchange-mbaas-integration.dev.avalanch.es"],
    "cosmos": ["*.documents.azure.com"],
  ]

  private let names: Set<String>
  /// Each with its first dot: `.example.com`.
  private let suffixes: [String]
  private let admitsAll: Bool

  /// Guards an emulator; patterns are names, `*.example.com`, or `*`.
  init(of emulator: String, allowing patterns: [String]) {
    let all = (patterns + (Self.vendors[emulator] ?? [])).map { $0.lowercased() }
    admitsAll = all.contains("*")
    names = Set(all.filter { !$0.hasPrefix("*") })
    suffixes = all.filter { $0.hasPrefix("*.") }.map { String($0.dropFirst()) } + [".localhost"]
  }

  /// The same responder, which refuses requests for foreign hosts with 403.
  func guarding(_ responder: Responder) -> Responder {
    guard !admitsAll else { return responder }
    let name = responder.name
    var guarded = Responder(name: name) { request in
      admits(request.authority)
        ? await responder.respond(request) : Self.refusal(request.authority)
    }
    if let attempt = responder.attempt {
      guarded.attempt = { request in
        admits(request.authority)
          ? attempt(request) : .answered(Self.refusal(request.authority))
      }
    }
    if let respondNow = responder.respondNow {
      guarded.respondNow = { request in
        admits(request.authority) ? respondNow(request) : Self.refusal(request.authority)
      }
    }
    return guarded
  }

  /// Whether a host, with or without a port, is one of ours.
  func admits(_ authority: String) -> Bool {
    if Self.isUnambiguous(authority) { return true }
    var host = Authority(authority).host.lowercased()
    // A name may end with the root's dot.
    if host.hasSuffix(".") { host.removeLast() }
    return admitsAll || names.contains(host) || suffixes.contains { host.hasSuffix($0) }
  }

  /// Whether nobody else can give the host a meaning: an address, or a single label.
  private static func isUnambiguous(_ authority: String) -> Bool {
    var authority = authority
    return authority.withUTF8(isUnambiguous)
  }

  private static func isUnambiguous(_ authority: UnsafeBufferPointer<UInt8>) -> Bool {
    var hasDot = false
    var isNumeric = true
    for byte in authority {
      switch byte {
      case UInt8(ascii: "["): return true
      case UInt8(ascii: ":"): return !hasDot || isNumeric
      case UInt8(ascii: "."): hasDot = true
      case UInt8(ascii: "0")...UInt8(ascii: "9"): continue
      default: isNumeric = false
      }
    }
    return !hasDot || isNumeric
  }

  private static func refusal(_ authority: String) -> Response {
    let reason =
      "Host \(authority) is not known here; --allow-host NAME, or allowHosts in ghostlight.json, "
      + "admits it"
    var response = Response.json(.forbidden, ["error": .string(reason)])
    response.headers[.ghostlightReason] = HeaderText.print(reason)
    return response
  }
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
