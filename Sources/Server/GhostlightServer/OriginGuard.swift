package import Ghostlight
package import GhostlightCore
import HTTPTypes

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
