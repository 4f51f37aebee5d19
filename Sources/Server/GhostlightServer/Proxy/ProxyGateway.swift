import Ghostlight
import GhostlightCore
import HTTPTypes
import NIOCore

/// Decides whether a proxy forwards a request to an emulator or to another host, or refuses it.
final class ProxyGateway: Sendable {
  /// An emulator to which a proxy forwards requests.
  struct Emulator: Sendable {
    let responder: Responder
    /// The response to a body that is too large.
    let bodyTooLarge: Response?
  }

  /// The decision about a request for a tunnel.
  enum Verdict: Sendable {
    /// The tunnel's requests are served here, with TLS of this context or without TLS.
    case serve(ConnectionDestination, TLSContext)
    /// The proxy connects to the host.
    case dial
    /// The request is refused.
    case refuse(ProxyRefusal)
  }

  /// Connects to other hosts.
  let dialer: ProxyDialer
  /// The number of seconds without a byte after which a tunnel ends.
  let tunnelIdleSeconds: Int

  private let settings: ProxySettings
  private let recording: ProxyRecording?
  private let tls: ClientTLS?
  private let certificates: ProxyCertificates
  private let emulators: [String: Emulator]
  private let pages: ProxyPages
  /// The number of further tunnels that may be opened.
  private let tunnels: Reserve
  private let exchanges = Reserve(PassedExchange.concurrent)

  /// Creates a gateway to `emulators`, by name.
  ///
  /// - Throws: ``TLSError`` if the authority cannot be used.
  init(_ options: ProxyOptions, to emulators: [String: Emulator]) throws(TLSError) {
    settings = options.settings
    recording = options.recording
    tls = try options.recording.map { recording throws(TLSError) in try recording.context() }
    dialer = options.dialer
    tunnelIdleSeconds = options.tunnelIdleSeconds
    certificates = try ProxyCertificates(
      folder: options.authorityFolder,
      domains: settings.other == .record ? nil : settings.domains + [ProxyPages.host],
      nowMilliseconds: options.nowMilliseconds)
    self.emulators = emulators
    tunnels = Reserve(options.tunnels)
    pages = ProxyPages(settings: settings, certificates.authority)
  }

  /// The authority that signs the certificates, which clients must trust.
  var authority: CertificateAuthority { certificates.authority }

  /// Stores the address of the proxy, which the pages show.
  func note(_ address: ListenerAddress) { pages.note(address) }

  /// Returns the decision about a request for a tunnel.
  func verdict(on head: ProxyHead) -> Verdict {
    let destination = head.destination
    switch route(to: destination) {
    case .success(.elsewhere):
      return head.isLoop && dialer.upstream != nil ? .refuse(.loop) : .dial
    case .success(.recorded):
      if let refusal = ProxyDialer.refusal(ofName: destination) { return .refuse(refusal) }
      guard !head.isLoop || dialer.upstream == nil else { return .refuse(.loop) }
      return serve(Emulator(responder: elsewhere(destination), bodyTooLarge: nil), as: destination)
    case .success(.here(let emulator)): return serve(emulator, as: destination)
    case .failure(let refusal): return .refuse(refusal)
    }
  }

  private func serve(_ emulator: Emulator, as destination: ProxyDestination) -> Verdict {
    do throws(TLSError) {
      let tls = try certificates.context(for: destination)
      let served = ConnectionDestination(
        responder: emulator.responder.confined(to: destination),
        authority: destination.authority, bodyTooLarge: emulator.bodyTooLarge)
      return .serve(served, tls)
    } catch {
      return .refuse(.unreachable(destination, reason: "\(error)"))
    }
  }

  /// Reserves a tunnel to another host; `nil` if there are too many.
  func reserveTunnel() -> Reservation? { tunnels.take() }
}

/// Requests that are sent to the proxy itself.
extension ProxyGateway {
  /// The place to which requests for a host are forwarded.
  private enum Route {
    case here(Emulator)
    case elsewhere
    case recorded
  }

  private func route(to destination: ProxyDestination) -> Result<Route, ProxyRefusal> {
    if destination.host == ProxyPages.host {
      return .success(.here(Emulator(responder: pages.responder, bodyTooLarge: nil)))
    }
    switch settings.rule(for: destination.host, port: destination.port)?.target {
    case .emulator(let name):
      // An emulator that --only excludes cannot be reached through the proxy either.
      guard let emulator = emulators[name] else { return .failure(.unknown(destination)) }
      return .success(.here(emulator))
    case .pass: return .success(.elsewhere)
    case .record: return recorded(destination)
    case .refuse: return .failure(.ruledOut(destination))
    case nil where settings.other == .pass: return .success(.elsewhere)
    case nil where settings.other == .record: return recorded(destination)
    case nil: return .failure(.unknown(destination))
    }
  }

  private func recorded(_ destination: ProxyDestination) -> Result<Route, ProxyRefusal> {
    recording == nil ? .failure(.unknown(destination)) : .success(.recorded)
  }

  /// A responder for requests that name a whole URL, which clients send to a proxy for `http`.
  ///
  /// It serves the proxy's own pages if the client calls the proxy by its own address.
  var responder: Responder {
    var responder = Responder(name: "proxy") { [self] request in
      await answerer(of: request).respond(request.withoutProxyFields)
    }
    responder.attempt = { [self] request in
      let answerer = answerer(of: request)
      let request = request.withoutProxyFields
      if let respondStreaming = answerer.respondStreaming {
        return .deferred(respondStreaming(request, nil))
      }
      if let attempt = answerer.attempt { return attempt(request) }
      if let respondNow = answerer.respondNow { return .answered(respondNow(request)) }
      let respond = answerer.respond
      return .deferred(
        DeferredResponse(begin: { _, completion in
          Task { completion(await respond(request)) }
        }))
    }
    return responder
  }

  private func answerer(of request: Request) -> Responder {
    guard let destination = ProxyDestination(request.authority, standardPort: 80) else {
      return .refusing(.malformedDestination)
    }
    // The client uses the proxy as a server, such as a browser in which its address was entered.
    if destination.isAddress || destination.host == "localhost", pages.isOwn(destination) {
      return pages.responder
    }
    switch route(to: destination) {
    case .success(.here(let emulator)): return emulator.responder
    case .success(.elsewhere), .success(.recorded): return elsewhere(destination)
    case .failure(let refusal): return .refusing(refusal)
    }
  }

  private func elsewhere(_ destination: ProxyDestination) -> Responder {
    let responder = PassedExchange(destination, dialer, tls: tls, from: exchanges).responder
    guard let recording, case .success(.recorded) = route(to: destination) else {
      return responder
    }
    return recording.recorded(responder)
  }
}

extension Request {
  /// The request without the fields that a client sends only to a proxy.
  ///
  /// - Source: RFC 9110, section 11.7.1; `Proxy-Connection` is of no standard, and common.
  fileprivate var withoutProxyFields: Request {
    guard headers.contains(where: { $0.name.canonicalName.hasPrefix("proxy-") }) else {
      return self
    }
    var request = self
    request.headers = HTTPFields(
      headers.filter { !$0.name.canonicalName.hasPrefix("proxy-") })
    return request
  }
}

extension Responder {
  static func refusing(_ refusal: ProxyRefusal) -> Responder {
    Responder(name: "proxy", immediate: { _ in refusal.response })
  }

  /// Returns a responder that serves requests for one host only.
  ///
  /// It refuses requests for any other host that arrive in the host's tunnel.
  func confined(to destination: ProxyDestination) -> Responder {
    let admits = { @Sendable (authority: String) -> Bool in
      // Nearly all clients use this form, which costs only a comparison.
      if authority == destination.host { return true }
      let named = ProxyDestination(authority, standardPort: destination.port)
      return named?.host == destination.host && named?.port == destination.port
    }
    let refusal = { @Sendable (request: Request) -> Response in
      ProxyRefusal.misdirected(request.authority, to: destination).response
    }
    let respond = respond
    var confined = Responder(name: name) { request in
      admits(request.authority) ? await respond(request) : refusal(request)
    }
    if let attempt {
      confined.attempt = { request in
        admits(request.authority) ? attempt(request) : .answered(refusal(request))
      }
    }
    if let respondNow {
      confined.respondNow = { request in
        admits(request.authority) ? respondNow(request) : refusal(request)
      }
    }
    if let respondStreaming {
      confined.respondStreaming = { request, body in
        guard !admits(request.authority) else { return respondStreaming(request, body) }
        return DeferredResponse(begin: { _, completion in completion(refusal(request)) })
      }
    }
    return confined
  }
}
