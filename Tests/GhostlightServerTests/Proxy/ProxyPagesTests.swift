import Ghostlight
import GhostlightCore
import GhostlightSigning
import HTTPTypes
import TestSupport
import Testing

@testable import GhostlightServer

@Suite struct `Pages of the proxy` {
  private static func authority() throws -> CertificateAuthority {
    try CertificateAuthority.make(
      certificateFile: "/ca.pem", for: ["example.com"], nowMilliseconds: 1_700_000_000_000)
  }

  /// Returns pages of a proxy with a rule of each kind.
  private static func pages(
    _ authority: CertificateAuthority, _ other: ProxySettings.Other = .refuse,
    at address: ListenerAddress? = ListenerAddress(scheme: "http", host: "127.0.0.1", port: 4480)
  ) -> ProxyPages {
    var settings = ProxySettings()
    let rules: [(String, ProxyRule.Target)] = [
      ("a.example.com", .emulator("mia")), ("*.b.example.com", .refuse), ("c.example.com", .pass),
      ("d.example.com:8443", .record), ("*.e.example.com:81", .emulator("egf2")),
    ]
    for (pattern, target) in rules { ProxyRule(pattern, target: target).map { settings.add($0) } }
    let pages = ProxyPages(
      hosts: HostTable(rules: settings.rules), other: other, authority, keyHash: "c3BraQ==")
    if let address { pages.setAddress(address) }
    return pages
  }

  private static func get(
    _ pages: ProxyPages, _ path: String, _ authority: String = "ghostlight.test",
    method: HTTPRequest.Method = .get, accept: String? = nil
  ) -> Response {
    var request = Request(method, RequestTarget(path), authority: authority)
    request.headers[.accept] = accept
    return pages.responder.respondNow(request) ?? Response(.gone)
  }

  private static func script(_ proxy: String, _ other: String) -> String {
    """
    function FindProxyForURL(url, host) {
      host = host.toLowerCase();
      if (host == "a.example.com"
        || dnsDomainIs(host, ".b.example.com")
        || host == "d.example.com" && shExpMatch(url, "*://*:8443/*")
        || dnsDomainIs(host, ".e.example.com") && shExpMatch(url, "*://*:81/*")
        || host == "ghostlight.test") {
        return "PROXY \(proxy)";
      }
      return "\(other)";
    }

    """
  }

  @Test(
    arguments: [
      ("ghostlight.test", "127.0.0.1", "127.0.0.1:4480"), ("10.0.0.1:7", "127.0.0.1", "10.0.0.1:7"),
      ("mac.local", "127.0.0.1", "mac.local:80"), ("ghostlight.test", "0.0.0.0", "127.0.0.1:4480"),
      ("ghostlight.test", "::", "127.0.0.1:4480"), ("ghostlight.test", "10.0.0.2", "10.0.0.2:4480"),
    ])
  func `the configuration file leads the hosts of the rules to the called address`(
    _ authority: String, _ host: String, _ proxy: String
  ) throws {
    let address = ListenerAddress(scheme: "http", host: host, port: 4480)
    let pages = Self.pages(try Self.authority(), at: address)
    let response = Self.get(pages, "/proxy.pac?x", authority)
    #expect(response.status == .ok)
    #expect(response.headers == [.contentType: "application/x-ns-proxy-autoconfig"])
    #expect(response.text == Self.script(proxy, "DIRECT"))
  }

  @Test func `a proxy that records other hosts gets them too`() throws {
    let authority = try Self.authority()
    #expect(
      Self.get(Self.pages(authority, .record), "/proxy.pac").text
        == Self.script("127.0.0.1:4480", "PROXY 127.0.0.1:4480"))
    #expect(
      Self.get(Self.pages(authority, .pass, at: nil), "/proxy.pac").text
        == Self.script("", "DIRECT"))
  }

  @Test func `the certificate is a file in both forms`() throws {
    let authority = try Self.authority()
    let pages = Self.pages(authority)
    for (name, bytes) in [
      ("ghostlight.pem", Array(authority.pem.utf8)), ("ghostlight.cer", authority.der),
    ] {
      #expect(
        Self.get(pages, "/" + name)
          == Response(
            .ok,
            headers: [
              .contentType: "application/x-x509-ca-cert",
              .contentDisposition: "attachment; filename=\"\(name)\"",
            ], body: bytes))
      #expect(!bytes.isEmpty)
    }
    let plain: HTTPFields = [.contentType: "text/plain; charset=utf-8"]
    #expect(
      Self.get(pages, "/none")
        == Response(
          .notFound, headers: plain,
          body: Array("There are: / /proxy.pac /ghostlight.pem /ghostlight.cer\n".utf8)))
    #expect(
      Self.get(pages, "/", method: .post)
        == Response(
          .methodNotAllowed, headers: plain, body: Array("These pages are only read.\n".utf8)))
    #expect(Self.get(pages, "/", method: .head).status == .ok)
  }

  private static let hosts = [
    "a.example.com is served by mia", "*.b.example.com is refused",
    "c.example.com is passed on to the real server",
    "d.example.com:8443 is passed on to the real server, and recorded",
    "*.e.example.com:81 is served by egf2",
  ]

  @Test(arguments: [ProxySettings.Other.refuse, .pass, .record])
  func `the start page has the steps for each client and the hosts`(
    _ other: ProxySettings.Other
  ) throws {
    let authority = try Self.authority()
    let pages = Self.pages(authority, other)
    let text = Self.get(pages, "/", "10.0.0.1:7")
    let trust =
      other == .record
      ? "any host: trust it only while you record." : "these hosts only."
    let start =
      "The proxy sends requests for the vendors' hosts to their emulators. Clients need its address, "
      + "and must trust its certificate, which can sign certificates for \(trust)\n\nSHA-256 of the certificate: \(authority.fingerprint)\n\n"
      + "Any command\n  ghostlight exec sets everything that the clients below need, for one command:\n"
      + "    ghostlight exec --proxy 0 -- your-command\n\ncurl, and other clients that read these variables\n"
    #expect(text.text.hasPrefix(start))
    #expect(text.text.hasSuffix("\nHosts\n" + Self.hosts.map { "  \($0)\n" }.joined()))
    for part in [
      "    curl -o ghostlight.pem http://10.0.0.1:7/ghostlight.pem\n",
      "export http_proxy=http://10.0.0.1:7 https_proxy=http://10.0.0.1:7 no_proxy=localhost,127.0.0.1",
      "    chromium --user-data-dir=\"$(mktemp -d)\" --proxy-server=http://10.0.0.1:7 \\\n"
        + "      --ignore-certificate-errors-spki-list=c3BraQ== https://api.stackmob.com/\n",
      "-Dhttps.proxyHost=10.0.0.1 -Dhttps.proxyPort=7", "http://ADDRESS:7/proxy.pac",
    ] { #expect(text.text.contains(part), "\(part)") }
    #expect(text.headers == [.contentType: "text/plain; charset=utf-8"])
    let page = Self.get(pages, "/", "10.0.0.1:7", accept: "text/html,*/*")
    #expect(page.headers[.contentType] == "text/html; charset=utf-8")
    #expect(page.text.hasPrefix("<!doctype html><html lang=\"en\">"))
    #expect(page.text.contains(Self.hosts.map { "<li>\($0)</li>" }.joined(separator: "\n")))
    #expect(page.text.contains("<code>\(authority.fingerprint)</code>"))
    #expect(page.text.components(separatedBy: "<section>").count == 13)
    #expect(page.text.components(separatedBy: "<pre>").count == 11)
  }

  @Test(arguments: [("127.0.0.1:4480", true), ("127.0.0.1:4481", false), ("localhost:4480", true)])
  func `a proxy's own port is that of its listener`(_ host: String, _ isOwn: Bool) throws {
    let destination = try #require(ProxyDestination(host))
    let authority = try Self.authority()
    #expect(Self.pages(authority).isOwn(destination) == isOwn)
    #expect(!Self.pages(authority, at: nil).isOwn(destination))
  }

  @Test func `a fingerprint is the digest of the certificate, and each authority has its name`()
    throws
  {
    let authorities = try (0..<2).map { _ in try Self.authority() }
    let parts = authorities[0].fingerprint.split(separator: ":")
    #expect(parts.count == 32)
    #expect(parts.allSatisfy { $0.count == 2 && $0 == $0.uppercased() })
    #expect(authorities[0].fingerprint != authorities[1].fingerprint)
    #expect(authorities[0].pem.hasSuffix("-----END CERTIFICATE-----\n"))
    let year: Int64 = 365 * 86_400_000
    let validity = authorities[0].validity
    #expect(validity.lowerBound == 1_700_000_000_000 - 86_400_000)
    #expect(validity.upperBound == 1_700_000_000_000 + 3652 * 86_400_000)
    #expect(!authorities[0].isNearExpiry(nowMilliseconds: 1_700_000_000_000 + 9 * year))
    #expect(authorities[0].isNearExpiry(nowMilliseconds: validity.upperBound - 29 * 86_400_000))
    #expect(!authorities[0].isNearExpiry(nowMilliseconds: validity.upperBound - 31 * 86_400_000))
  }

  @Test(arguments: [0, 1, 2])
  func `a trust store of Java has each certificate and a digest`(_ count: Int) throws {
    let authorities = try (0..<count).map { _ in try Self.authority() }
    let text =
      "# comment\r\n" + authorities.map(\.pem).joined(separator: "text between\n")
      + "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"
    #expect(PEMBlocks.certificates(in: text) == authorities.map(\.der))
    var expected: [UInt8] = [0xFE, 0xED, 0xFE, 0xED, 0, 0, 0, 2, 0, 0, 0, UInt8(count)]
    for (number, authority) in authorities.enumerated() {
      let der = authority.der
      expected += [0, 0, 0, 2, 0, 12] + Array("ghostlight-\(number)".utf8)
      expected += [0, 0, 0, 0, 0, 0, 1, 2, 0, 5] + Array("X.509".utf8)
      expected += [0, 0, UInt8(der.count >> 8), UInt8(der.count & 0xFF)] + der
    }
    let store = JavaTrustStore.bytes(ofPEM: text, nowMilliseconds: 0x102)
    #expect(Array(store.dropLast(20)) == expected)
    let password = Array("\0c\0h\0a\0n\0g\0e\0i\0t".utf8)
    let digest = Digest.sha1(password + Array("Mighty Aphrodite".utf8) + expected)
    #expect(Array(store.suffix(20)) == digest)
  }
}
