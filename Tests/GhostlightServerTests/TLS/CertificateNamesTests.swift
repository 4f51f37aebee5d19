import SwiftASN1
import TestSupport
import Testing
import X509

@testable import GhostlightServer

@Suite(.limitedConcurrency) struct `Certificate names` {
  private static func address(_ bytes: [UInt8]) -> GeneralName {
    .ipAddress(ASN1OctetString(contentBytes: bytes[...]))
  }

  private static let loopback: [GeneralName] = [
    .dnsName("localhost"), .dnsName("*.localhost"), address([127, 0, 0, 1]),
    address([UInt8](repeating: 0, count: 15) + [1]),
  ]

  @Test(
    arguments: [
      ("127.0.0.1", nil), ("localhost", nil), ("LocalHost", nil), ("::1", nil), ("0.0.0.0", nil),
      ("::", nil), ("", nil), ("no name", nil), ("a..b", nil), ("fe80::1%eth0", nil),
      ("Mac.local", .dnsName("mac.local")), ("192.0.2.7", address([192, 0, 2, 7])),
      ("2001:db8::7", address([0x20, 1, 0x0d, 0xb8] + [UInt8](repeating: 0, count: 11) + [7])),
    ] as [(String, GeneralName?)])
  func `certificates name loopback and the host`(_ host: String, _ name: GeneralName?) {
    #expect(CertificateNames(host: host).names == Self.loopback + (name.map { [$0] } ?? []))
  }

  @Test(arguments: [
    ("alice.localhost", true), ("a.b.localhost", true), ("localhost", false),
    (".localhost", false), ("alice.example", false), ("al ice.localhost", false),
    (String(repeating: "a", count: 64) + ".localhost", false), ("é.localhost", false),
  ])
  func `namespaces are names below localhost`(_ name: String, _ isNamespace: Bool) {
    #expect(CertificateNames.isNamespace(name) == isNamespace)
  }
}
