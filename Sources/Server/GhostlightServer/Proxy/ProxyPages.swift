import Ghostlight
import GhostlightContracts
import GhostlightCore
import HTTPTypes
import Synchronization

/// The proxy's own pages, served at `http://ghostlight.test/` through the proxy and at its own URL.
///
/// They show setup steps for each kind of client, and offer the certificate and a proxy
/// auto-configuration file.
final class ProxyPages: Sendable {
  /// The host name of the pages; a name under `test` can never be registered.
  ///
  /// - Source: RFC 6761, section 6.2.
  static let host = "ghostlight.test"

  private let hosts: HostTable
  private let recordsOthers: Bool
  private let authority: CertificateAuthority
  private let keyHash: String
  private let proxy = Mutex<ListenerAddress?>(nil)

  /// Creates the pages of a proxy with these rules, this treatment of hosts without a rule, this
  /// certificate authority and this hash of the public key in its certificates.
  init(
    hosts: HostTable, other: ProxySettings.Other, _ authority: CertificateAuthority,
    keyHash: String
  ) {
    self.hosts = hosts
    recordsOthers = other == .record
    self.authority = authority
    self.keyHash = keyHash
  }

  /// Stores the proxy's address, which the pages display.
  func setAddress(_ address: ListenerAddress) { proxy.withLock { $0 = address } }

  /// Returns whether a destination is the proxy itself.
  func isOwn(_ destination: ProxyDestination) -> Bool {
    destination.port == proxy.withLock { $0?.port }
  }

  var responder: Responder {
    Responder(name: "proxy pages", immediate: { [self] request in page(for: request) })
  }

  private func page(for request: Request) -> Response {
    guard request.method == .get || request.method == .head else {
      return .plain(.methodNotAllowed, "These pages are only read.\n")
    }
    switch request.target.rawPath {
    case "/": return steps(for: request)
    case "/proxy.pac":
      var response = Response.plain(.ok, pac(for: request))
      response.headers[.contentType] = "application/x-ns-proxy-autoconfig"
      return response
    case "/ghostlight.pem": return file("ghostlight.pem", Array(authority.pem.utf8))
    case "/ghostlight.cer": return file("ghostlight.cer", authority.der)
    default:
      return .plain(.notFound, "There are: / /proxy.pac /ghostlight.pem /ghostlight.cer\n")
    }
  }

  /// Returns a response with the certificate; its media type makes phones offer to install it.
  private func file(_ name: String, _ bytes: [UInt8]) -> Response {
    Response(
      .ok,
      headers: [
        .contentType: "application/x-x509-ca-cert",
        .contentDisposition: "attachment; filename=\"\(name)\"",
      ], body: bytes)
  }

  /// Returns the address at which this client can reach the proxy.
  ///
  /// If the client called the proxy directly, that is the address in its request.
  private func address(for request: Request) -> ProxyDestination? {
    let called = ProxyDestination(request.authority, standardPort: 80)
    if let called, called.host != Self.host { return called }
    guard let proxy = proxy.withLock({ $0 }) else { return nil }
    let isEverywhere = ["0.0.0.0", "::", "[::]"].contains(proxy.host)
    return ProxyDestination(isEverywhere ? "127.0.0.1:\(proxy.port)" : proxy.authority)
  }

  /// Returns a PAC script that selects the proxy for hosts with a rule, and no proxy for others.
  private func pac(for request: Request) -> String {
    let conditions = hosts.rules.filter { $0.target != .pass }.map { rule in
      let port = rule.port.map { " && shExpMatch(url, \"*://*:\($0)/*\")" } ?? ""
      return rule.isWildcard
        ? "dnsDomainIs(host, \".\(rule.name)\")\(port)" : "host == \"\(rule.name)\"\(port)"
    }
    let proxy = address(for: request)?.authority ?? ""
    return """
      function FindProxyForURL(url, host) {
        host = host.toLowerCase();
        if (\((conditions + ["host == \"\(Self.host)\""]).joined(separator: "\n    || "))) {
          return "PROXY \(proxy)";
        }
        return "\(recordsOthers ? "PROXY \(proxy)" : "DIRECT")";
      }

      """
  }
}

/// The page with the setup steps for each kind of client.
extension ProxyPages {
  private struct Step {
    let title: String
    let text: String
    var commands: String = ""
  }

  private func steps(for request: Request) -> Response {
    let proxy = address(for: request)
    let steps = steps(proxy: proxy?.authority ?? "", proxy?.host ?? "", proxy?.port ?? 0)
    let hosts = hosts.rules.map { rule in
      let target =
        switch rule.target {
        case .emulator(let name): "served by \(name)"
        case .refuse: "refused"
        case .pass: "passed on to the real server"
        case .record: "passed on to the real server, and recorded"
        }
      return "\(rule.pattern) is \(target)"
    }
    guard request.headers[.accept]?.contains("text/html") == true else {
      let text = steps.map { step in
        "\(step.title)\n  \(step.text)\n"
          + step.commands.split(separator: "\n").map { "    \($0)\n" }.joined()
      }
      return .plain(
        .ok,
        "\(introduction)\n\nSHA-256 of the certificate: \(authority.fingerprint)\n\n"
          + text.joined(separator: "\n") + "\nHosts\n"
          + hosts.map { "  \($0)\n" }.joined())
    }
    let sections = steps.map { step in
      "<section><h2>\(XMLText.escape(step.title))</h2><p>\(XMLText.escape(step.text))</p>"
        + (step.commands.isEmpty ? "" : "<pre>\(XMLText.escape(step.commands))</pre>")
        + "</section>"
    }
    var response = Response(.ok)
    response.headers[.contentType] = "text/html; charset=utf-8"
    response.headers[.contentSecurityPolicy] = ManualSite.policy
    response.body = Array(
      """
      <!doctype html><html lang="en"><head><meta charset="utf-8"><title>Ghostlight's proxy</title>
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <link rel="icon" href="data:,"><style>\(ManualSite.style)</style></head>
      <body><main><h1>Ghostlight's proxy</h1><p>\(XMLText.escape(introduction))</p>
      <p><a href="/ghostlight.cer">The certificate</a>
      (<a href="/ghostlight.pem">PEM</a>), <a href="/proxy.pac">the configuration file</a></p>
      <p>SHA-256 <code>\(authority.fingerprint)</code></p>
      \(sections.joined(separator: "\n"))
      <section><h2>Hosts</h2><ul>
      \(hosts.map { "<li>\(XMLText.escape($0))</li>" }.joined(separator: "\n"))
      </ul></section></main></body></html>

      """.utf8)
    return response
  }

  private var introduction: String {
    "The proxy sends requests for the vendors' hosts to their emulators. Clients need its address, "
      + "and must trust its certificate, which can sign certificates for "
      + (recordsOthers ? "any host: trust it only while you record." : "these hosts only.")
  }

  private func steps(proxy: String, _ host: String, _ port: Int) -> [Step] {
    let pem = "http://\(proxy)/ghostlight.pem"
    return [
      Step(
        title: "Any command",
        text: "ghostlight exec sets everything that the clients below need, for one command:",
        commands: "ghostlight exec --proxy 0 -- your-command"),
      Step(
        title: "curl, and other clients that read these variables",
        text: "Download the certificate once, then set the variables:",
        commands: """
          curl -o ghostlight.pem \(pem)
          export http_proxy=http://\(proxy) https_proxy=http://\(proxy) no_proxy=localhost,127.0.0.1
          export CURL_CA_BUNDLE=$PWD/ghostlight.pem
          """),
      Step(
        title: "Python (requests, httpx, urllib)", text: "In addition to the variables of curl:",
        commands: """
          export REQUESTS_CA_BUNDLE=$PWD/ghostlight.pem SSL_CERT_FILE=$PWD/ghostlight.pem
          """),
      Step(
        title: "Chrome, Chromium, Edge",
        text: "A separate profile, which trusts this proxy until the proxy stops:",
        commands: """
          chromium --user-data-dir="$(mktemp -d)" --proxy-server=http://\(proxy) \\
            --ignore-certificate-errors-spki-list=\(keyHash) https://api.stackmob.com/
          """),
      Step(
        title: "Java", text: "Create a separate trust store, and set the proxy:",
        commands: """
          keytool -importcert -noprompt -alias ghostlight -file ghostlight.pem \\
            -keystore ghostlight.p12 -storetype PKCS12 -storepass changeit
          export JAVA_TOOL_OPTIONS="-Dhttps.proxyHost=\(host) -Dhttps.proxyPort=\(port) \\
            -Dhttp.proxyHost=\(host) -Dhttp.proxyPort=\(port) \\
            -Djavax.net.ssl.trustStore=$PWD/ghostlight.p12 -Djavax.net.ssl.trustStorePassword=changeit"
          """),
      Step(
        title: "Node.js",
        text: "Version 24 or later. For older versions, ghostlight exec preloads a script:",
        commands: """
          export NODE_EXTRA_CA_CERTS=$PWD/ghostlight.pem NODE_USE_ENV_PROXY=1
          """),
      Step(
        title: "Swift on Linux",
        text: "URLSession reads the variables of curl, but trusts only the system's certificates:",
        commands: """
          sudo cp ghostlight.pem /usr/local/share/ca-certificates/ghostlight-proxy.crt
          sudo update-ca-certificates
          """),
      Step(
        title: "macOS",
        text: "Trust the certificate, then set the configuration file in System Settings, Network, "
          + "Details, Proxies, Automatic proxy configuration: http://\(proxy)/proxy.pac",
        commands: """
          curl -o ghostlight.pem \(pem)
          security add-trusted-cert -r trustRoot -k ~/Library/Keychains/login.keychain-db ghostlight.pem
          """),
      Step(
        title: "iOS simulator",
        text: "It uses the proxy settings of the Mac, but has its own trusted certificates:",
        commands: "xcrun simctl keychain booted add-root-cert ghostlight.pem"),
      Step(
        title: "iOS",
        text: "The proxy must listen on an address that the device can reach (--host). Settings, "
          + "Wi-Fi, the network, Configure Proxy, Automatic: http://ADDRESS:\(port)/proxy.pac. Open "
          + "http://\(Self.host)/ghostlight.cer in Safari, install the profile in Settings, and switch "
          + "it on in General, About, Certificate Trust Settings."),
      Step(
        title: "Android",
        text: "The Wi-Fi network's proxy, or for the emulator the option below (10.0.2.2 is your "
          + "machine). Install http://\(Self.host)/ghostlight.cer as a CA certificate in Settings, "
          + "Security. Apps for Android 7 and later trust it only if their network security "
          + "configuration allows user certificates.",
        commands: "emulator -avd NAME -http-proxy http://\(proxy)"),
    ]
  }
}

extension Response {
  fileprivate static func plain(_ status: HTTPResponse.Status, _ text: String) -> Response {
    Response(
      status, headers: [.contentType: "text/plain; charset=utf-8"], body: Array(text.utf8))
  }
}
