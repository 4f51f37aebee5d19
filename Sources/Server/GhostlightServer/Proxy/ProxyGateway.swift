import Ghostlight
import GhostlightCore
import HTTPTypes
import NIOCore

/// Decides whether a proxy forwards a request to an emulator or another host, or rejects it.
final class ProxyGateway: Sendable {
  /// A service of the stage to which a proxy forwards requests, or the proxy's own pages.
  struct Endpoint: Sendable {
    let responder: Responder
    /// The response to a body that is too large; `nil` for a plain-text response.
    let bodyTooLarge: Response?
  }

  /// The decision on a CONNECT request.
  enum Verdict: Sendable {
    /// The proxy serves the tunnel's requests itself; the context is for clients that use TLS.
    case serve(ConnectionDestination, TLSContext)
    /// The proxy connects to the requested host.
    case dial
    /// The proxy rejects the request.
    case refuse(ProxyRefusal)
  }

  /// Connects to other hosts.
  let dialer: ProxyDialer
  /// The number of seconds without a byte after which a tunnel is closed.
  let tunnelIdleSeconds: Int

  private let hosts: HostTable
  /// The way in which the proxy treats requests to a host that no rule matches.
  private let other: ProxySettings.Other
  private let recording: ProxyRecording?
  private let tls: ClientTLS?
  private let certificates: ProxyCertificates
  private let services: [String: Endpoint]
  private let pages: ProxyPages
  /// The number of tunnels that may still be opened.
  private let tunnels: PermitPool
  private let exchanges = PermitPool(PassedExchange.concurrent)

  /// Creates a gateway to `services`, which are keyed by the names in the rules of `hosts`.
  ///
  /// - Throws: ``TLSError`` if the certificate authority cannot be opened or created.
  init(
    _ options: ProxyOptions, at hosts: HostTable, to services: [String: Endpoint]
  ) throws(TLSError) {
    self.hosts = hosts
    other = options.settings.other
    recording = options.recording
    tls = try options.recording.map { recording throws(TLSError) in try recording.context() }
    dialer = options.dialer
    tunnelIdleSeconds = options.tunnelIdleSeconds
    certificates = try ProxyCertificates(
      folder: options.authorityFolder,
      domains: other == .record ? nil : hosts.domains + [ProxyPages.host],
      nowMilliseconds: options.nowMilliseconds)
    self.services = services
    tunnels = PermitPool(options.tunnels)
    pages = ProxyPages(
      hosts: hosts, other: other, certificates.authority, keyHash: certificates.keyHash)
  }

  /// The certificate authority of the proxy, which clients must trust.
  var authority: CertificateAuthority { certificates.authority }

  /// The hash of the public key in the proxy's certificates.
  var keyHash: String { certificates.keyHash }

  /// Stores the proxy's address, which its pages display.
  func setAddress(_ address: ListenerAddress) { pages.setAddress(address) }

  /// Returns the decision on a CONNECT request.
  func verdict(on head: ProxyHead) -> Verdict {
    let destination = head.destination
    switch route(to: destination) {
    case .success(.elsewhere):
      return head.isLoop && dialer.upstream != nil ? .refuse(.loop) : .dial
    case .success(.recorded):
      if let refusal = ProxyDialer.refusal(ofName: destination) { return .refuse(refusal) }
      guard !head.isLoop || dialer.upstream == nil else { return .refuse(.loop) }
      return serve(Endpoint(responder: elsewhere(destination), bodyTooLarge: nil), as: destination)
    case .success(.here(let endpoint)): return serve(endpoint, as: destination)
    case .failure(let refusal): return .refuse(refusal)
    }
  }

  private func serve(_ endpoint: Endpoint, as destination: ProxyDestination) -> Verdict {
    do throws(TLSError) {
      let tls = try certificates.context(for: destination)
      let served = ConnectionDestination(
        responder: endpoint.responder.confined(to: destination),
        authority: destination.authority, bodyTooLarge: endpoint.bodyTooLarge)
      return .serve(served, tls)
    } catch {
      return .refuse(.unreachable(destination, reason: "\(error)"))
    }
  }

  /// Reserves a tunnel to another host; `nil` if too many are open.
  func reserveTunnel() -> Permit? { tunnels.acquire() }
}

/// Handles requests that are sent to the proxy without a tunnel.
extension ProxyGateway {
  /// The target for requests to a host: a service, or the host itself, with or without recording.
  private enum Route {
    case here(Endpoint)
    case elsewhere
    case recorded
  }

  private func route(to destination: ProxyDestination) -> Result<Route, ProxyRefusal> {
    if destination.host == ProxyPages.host {
      return .success(.here(Endpoint(responder: pages.responder, bodyTooLarge: nil)))
    }
    switch hosts.rule(for: destination.host, port: destination.port)?.target {
    case .emulator(let name):
      // A service that `--only` excludes cannot be reached through the proxy either.
      guard let service = services[name] else { return .failure(.unknown(destination)) }
      return .success(.here(service))
    case .pass: return .success(.elsewhere)
    case .record: return recorded(destination)
    case .refuse: return .failure(.ruledOut(destination))
    case nil where other == .pass: return .success(.elsewhere)
    case nil where other == .record: return recorded(destination)
    case nil: return .failure(.unknown(destination))
    }
  }

  private func recorded(_ destination: ProxyDestination) -> Result<Route, ProxyRefusal> {
    recording == nil ? .failure(.unknown(destination)) : .success(.recorded)
  }

  /// A responder for requests with an absolute URL, which clients send to a proxy for `http` hosts.
  ///
  /// If the URL names the proxy itself, it serves the proxy's own pages. ``streams(_:)`` decides
  /// for each request whether its body is streamed.
  var responder: Responder {
    Responder(name: "proxy", streamsBodies: true) { [self] request, rest in
      answerer(of: request).ask(request.withoutProxyFields, rest)
    }
  }

  /// Returns whether the responder for a request with an absolute URL streams its body.
  func streams(_ request: Request) -> Bool { answerer(of: request).streamsBodies }

  private func answerer(of request: Request) -> Responder {
    guard let destination = ProxyDestination(request.authority, standardPort: 80) else {
      return .refusing(.malformedDestination)
    }
    // The client uses the proxy as a server, like a browser into which the proxy's URL was entered.
    if destination.isAddress || destination.host == "localhost", pages.isOwn(destination) {
      return pages.responder
    }
    switch route(to: destination) {
    case .success(.here(let endpoint)): return endpoint.responder
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
  /// The request without the header fields that a client sends only to a proxy.
  ///
  /// - Source: RFC 9110, section 11.7.1; `Proxy-Connection` is not standardized, but common.
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

  /// Returns a responder that serves requests for only one host.
  ///
  /// Requests for another host that arrive in this host's tunnel are rejected.
  func confined(to destination: ProxyDestination) -> Responder {
    let admits = { @Sendable (authority: String) -> Bool in
      // Fast path: nearly all clients send the host without a port.
      if authority == destination.host { return true }
      let named = ProxyDestination(authority, standardPort: destination.port)
      return named?.host == destination.host && named?.port == destination.port
    }
    return unless { request in
      admits(request.authority)
        ? nil : ProxyRefusal.misdirected(request.authority, to: destination).response
    }
  }
}
