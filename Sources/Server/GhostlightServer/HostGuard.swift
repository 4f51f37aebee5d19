package import Ghostlight
package import GhostlightCore
import HTTPTypes

/// Protects an emulator from web pages whose host name resolves to this machine.
///
/// A page of `evil.example` can make that name resolve to loopback and read the responses, which is
/// called DNS rebinding; the request's host is still `evil.example`. IP addresses, single labels
/// and names under `localhost` cannot be abused in this way. A client that calls an emulator by the
/// vendor's own host was configured on this machine, in its `hosts` file or with a proxy.
struct HostGuard: Sendable {
  private let names: Set<String>
  /// The admitted suffixes with their leading dot, such as `.example.com`.
  private let suffixes: [String]
  private let admitsAll: Bool
  /// The sentence in the error response that explains how to admit the host.
  private let remedy: String
  /// Returns a sentence for the reason of a request that is refused, or `nil`.
  var hint: (@Sendable (Request) -> String?)?

  /// Creates an emulator's guard, which admits the hosts of the table that lead to the emulator.
  init(of emulator: String, in hosts: HostTable, remedy: String = ServerOptions().hostRemedy) {
    let all = hosts.patterns(of: emulator).map { $0.lowercased() }
    admitsAll = all.contains("*")
    names = Set(all.filter { !$0.hasPrefix("*") })
    suffixes = all.filter { $0.hasPrefix("*.") }.map { String($0.dropFirst()) } + [".localhost"]
    self.remedy = remedy
  }

  /// Returns a responder that rejects requests for other hosts with a 403.
  func guarding(_ responder: Responder) -> Responder {
    guard !admitsAll else { return responder }
    return responder.unless { admits($0.authority) ? nil : refusal(of: $0) }
  }

  /// Returns whether a host, which may include a port, is admitted.
  func admits(_ authority: String) -> Bool {
    if Self.isUnambiguous(authority) { return true }
    var host = Authority(authority).host.lowercased()
    // A percent-encoded host is rejected, because a client may decode it to a name that is not
    // compared here.
    if host.contains("%") { return false }
    // A name may end with the dot of the DNS root, which is ignored.
    if host.hasSuffix(".") { host.removeLast() }
    return admitsAll || names.contains(host) || suffixes.contains { host.hasSuffix($0) }
  }

  /// Returns whether the host is an IP address or a single label, and thus safe from DNS rebinding.
  private static func isUnambiguous(_ authority: String) -> Bool {
    var authority = authority
    return authority.withUTF8(isUnambiguous)
  }

  private static func isUnambiguous(_ authority: UnsafeBufferPointer<UInt8>) -> Bool {
    if authority.first == UInt8(ascii: "[") { return isAddressInBrackets(authority) }
    var hasDot = false
    var isNumeric = true
    for (position, byte) in authority.enumerated() {
      switch byte {
      case UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "%"): return false
      case UInt8(ascii: ":"):
        return (!hasDot || isNumeric) && isPort(authority[(position + 1)...])
      case UInt8(ascii: "."): hasDot = true
      case UInt8(ascii: "0")...UInt8(ascii: "9"): continue
      default: isNumeric = false
      }
    }
    return !hasDot || isNumeric
  }

  /// Returns whether the authority is an IPv6 address in brackets, optionally with a zone and a port.
  ///
  /// - Source: RFC 3986, section 3.2.2; RFC 6874, section 2.
  private static func isAddressInBrackets(_ authority: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let end = authority.firstIndex(of: UInt8(ascii: "]")) else { return false }
    let rest = authority[(end + 1)...]
    guard rest.isEmpty || rest.first == UInt8(ascii: ":") && isPort(rest.dropFirst()) else {
      return false
    }
    let address = authority[1..<end].prefix { $0 != UInt8(ascii: "%") }
    return NetworkAddress(String(decoding: address, as: UTF8.self))?.bytes.count == 16
  }

  private static func isPort(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  private func refusal(of request: Request) -> Response {
    var reason = "Host \(request.authority) is not known here; \(remedy)"
    if let sentence = hint?(request) { reason += ". " + sentence }
    var response = Response.json(.forbidden, ["error": .string(reason)])
    response.headers[.ghostlightReason] = HeaderText.print(reason)
    return response
  }
}

/// Rejects requests from web pages that may not call a service.
///
/// The emulators' keys are published, so any page that a browser on this machine opens could sign
/// requests. Browsers send the page's origin with each request. By default an emulator admits pages
/// of this machine, of the vendor's own hosts and of hosts that `--allow-host` names; a list in the
/// configuration replaces this default.
///
/// The guard rejects the whole request, and does not only prevent the page from reading the
/// response. A form and a simple `fetch` are sent without a preflight, and would change data before
/// the browser hides the response. Requests without an origin do not come from a page's script or
/// form.
package struct OriginGuard: Sendable {
  private let emulator: String
  /// The origins listed in the configuration; `nil` if it has no list.
  private let listed: [String]?
  /// The hosts whose pages are admitted; each is a name, `*.example.com` or `*`.
  private let hosts: [String]

  /// Creates an emulator's guard; `hosts` are the values of `--allow-host` and `allowHosts`.
  package init(of emulator: Service, allowing hosts: [String]) {
    self.emulator = emulator.name
    listed = emulator.seed.allowedOrigins
    self.hosts = (hosts + emulator.hosts).map { $0.lowercased() }
  }

  /// Returns a responder that sends a 403 to requests from pages that are not admitted.
  package func guarding(_ responder: Responder) -> Responder {
    responder.unless { request in
      guard let origin = request.value(of: .origin),
        !admits(origin, callingFor: request.authority)
      else { return nil }
      return refusal(of: origin)
    }
  }

  /// Returns whether pages of an origin may call the emulator; `authority` is the request's host.
  func admits(_ origin: String, callingFor authority: String) -> Bool {
    let page = Self.page(of: origin)
    // A page with the request's own authority is a file that the emulator itself served.
    if let page, page.lowercased() == authority.lowercased() { return true }
    if let listed { return listed.contains { $0 == "*" || $0.isExactly(origin) } }
    guard let page else { return false }
    let host = Authority(page.lowercased()).host
    return ControlGuard.isLoopback(host) || hosts.contains { Self.matches(host, $0) }
  }

  /// Returns the host and port of an origin; `nil` if it is not an `http` or `https` origin.
  ///
  /// Local files and Cordova apps send the origin `null`, and some apps use their own scheme.
  private static func page(of origin: String) -> String? {
    for scheme in ["http://", "https://"] where origin.lowercased().hasPrefix(scheme) {
      let page = String(origin.dropFirst(scheme.count))
      // After the scheme, browsers send only a host and a port, so other parts make the origin
      // invalid.
      return page.contains { "@/?#%".contains($0) } ? nil : page
    }
    return nil
  }

  private static func matches(_ host: String, _ pattern: String) -> Bool {
    guard pattern.hasPrefix("*.") else { return pattern == "*" || pattern == host }
    return host.hasSuffix(pattern.dropFirst())
  }

  /// Returns the error response, with the option or the line of the configuration that admits the
  /// page.
  private func refusal(of origin: String) -> Response {
    let reason = "web pages of \(origin) are not allowed: \(remedy(for: origin))"
    var response = Response.json(.forbidden, ["error": .string(reason)])
    response.headers[.ghostlightReason] = HeaderText.print(reason)
    return response
  }

  private func remedy(for origin: String) -> String {
    guard Service.all.contains(where: { $0.name == emulator }) else {
      let host = Self.page(of: origin).map { Authority($0).host }
      return host.map { "add --allow-host \($0)" }
        ?? "open the page from a server of this machine, such as http://localhost:3000"
    }
    let member = emulator == "egf2" ? "allowed_origins" : "allowedOrigins"
    let origins = JSON.array(((listed ?? []) + [origin]).map(JSON.string)).text()
    return "add \"\(member)\": \(origins) to \"\(emulator)\" in ghostlight.json"
  }
}
