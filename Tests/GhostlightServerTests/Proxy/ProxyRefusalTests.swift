import Ghostlight
import GhostlightCore
import TestSupport
import Testing
import X509

@testable import GhostlightServer

@Suite(.limitedConcurrency) struct `Refused hosts of a proxy` {
  private static let local = [
    "127.0.0.1", "localhost", "LOCALHOST.", "a.localhost", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0",
    "[::]", "127.1", "0x7f.1", "2130706433", "017700000001", "169.254.169.254", "2852039166",
    "metadata.google.internal", "[fd00:ec2::254]", "ip6-localhost", "127.0.0.1.", "0177.0.0.1",
    "0x7f000001", "127.0.1", "LocalHost.LocalDomain", "[0:0:0:0:0:FFFF:7F00:1]", "[::127.0.0.1]",
    "[::ffff:0:127.0.0.1]", "[64:ff9b::169.254.169.254]", "[2002:7f00:1::]", "[fe80::1]",
    "METADATA.google.internal.", "100.100.100.200", "0xa9fea9fe",
  ]

  @Test func `by default the proxy refuses all hosts but the vendors' own`() async throws {
    try await servingProxy { server in
      for host in Self.local + [
        "example.com", "api.stackmob.com.evil.example", "stackmob.com.evil",
      ] {
        let line = try await server.refusal(of: "\(host):443")
        #expect(line == "HTTP/1.1 403 Forbidden", "\(host)")
      }
    }
  }

  /// This test resolves names with the real dialer.
  @Test func `a proxy that passes other hosts still refuses this machine`() async throws {
    try await servingProxy({ $0.settings = .passing }) { server in
      for host in Self.local {
        let line = try await server.refusal(of: "\(host):\(server.controlPort)")
        #expect(line == "HTTP/1.1 403 Forbidden", "\(host)")
        let plain = try await server.answer(
          to: "GET http://\(host):\(server.controlPort)/ HTTP/1.1\r\nHost: x\r\n"
            + "Connection: close\r\n\r\n")
        #expect(!plain.hasPrefix("HTTP/1.1 200 "), "\(host): \(plain)")
      }
    }
  }

  @Test(arguments: [22, 25, 53, 445])
  func `the proxy refuses ports of system services`(_ port: Int) async throws {
    try await servingProxy({ $0.settings = .passing }) { server in
      let line = try await server.refusal(of: "host.example:\(port)")
      #expect(line == "HTTP/1.1 403 Forbidden")
    }
  }

  @Test func `the proxy refuses hosts that a rule refuses`() async throws {
    var settings = ProxySettings.leading("api.stackmob.com", to: "refuse")
    settings.other = .pass
    try await servingProxy({ $0.settings = settings }) { server in
      let line = try await server.refusal(of: "api.stackmob.com:443")
      #expect(line == "HTTP/1.1 403 Forbidden")
    }
  }

  @Test func `the proxy's authority can sign only for the vendors' hosts`() async throws {
    try await servingProxy { server in
      let authority = try #require(
        try CertificateAuthority.existing(in: server.folder + "/proxy"))
      let constraints = try #require(try authority.certificate.extensions.nameConstraints)
      #expect(
        Array(constraints.permittedDNSDomains) == [
          "appcenter.ms", "baas.invalid", "documents.azure.com", "mia-platform.eu", "stackmob.com",
          "stackmobapp.com", "token-exchange-mbaas-integration.dev.avalanch.es", "ghostlight.test",
        ])
      #expect(constraints.excludedIPRanges.count == 2)
      #expect(
        authority.certificate.extensions.first { $0.oid == .X509ExtensionID.nameConstraints }?
          .critical == true)
    }
  }
}
