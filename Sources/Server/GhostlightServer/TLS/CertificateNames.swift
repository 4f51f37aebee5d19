import SwiftASN1
import X509

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The names of a server that listens on a host.
struct CertificateNames {
  /// Loopback's names and addresses, then the host, where it is one.
  let names: [GeneralName]

  /// Finds out what `host` is: a name, an address, or every address, which cannot be certified.
  init(host: String) {
    let host = host.lowercased()
    var names: [GeneralName] = [.dnsName("localhost"), .dnsName("*.localhost")]
    for address in ["127.0.0.1", "::1"] {
      if let bytes = Self.address(address) { names.append(Self.name(bytes)) }
    }
    if let bytes = Self.address(host) {
      let name = Self.name(bytes)
      if bytes.contains(where: { $0 != 0 }), !names.contains(name) { names.append(name) }
    } else if Self.isHostName(host), host != "localhost" {
      names.append(.dnsName(host))
    }
    self.names = names
  }

  /// Whether a lowercase name is `<namespace>.localhost`, or below one.
  static func isNamespace(_ name: String) -> Bool {
    name.hasSuffix(".localhost") && isHostName(name)
  }

  /// Whether a lowercase name can stand in a certificate.
  static func isHostName(_ name: String) -> Bool {
    let labels = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return name.utf8.count <= 253
      && labels.allSatisfy { label in
        (1...63).contains(label.count)
          && label.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
              UInt8(ascii: "-"), UInt8(ascii: "_"):
              true
            default:
              false
            }
          }
      }
  }

  private static func name(_ address: [UInt8]) -> GeneralName {
    .ipAddress(ASN1OctetString(contentBytes: address[...]))
  }

  /// The 4 or 16 bytes of an address.
  private static func address(_ text: String) -> [UInt8]? {
    for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
      var bytes = [UInt8](repeating: 0, count: count)
      if inet_pton(family, text, &bytes) == 1 { return bytes }
    }
    return nil
  }
}
