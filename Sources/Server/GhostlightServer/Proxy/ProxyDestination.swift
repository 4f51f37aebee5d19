import NIOCore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The host and port that a client of a proxy asks for, in the one form that rules are held against.
struct ProxyDestination: Sendable, Hashable {
  /// A name in small letters, without the root's dot, or an address without brackets.
  let host: String
  /// From 1 to 65535.
  let port: Int
  /// Whether the host is an address.
  let isAddress: Bool

  /// Reads `host:port`, or a host alone where `standardPort` is given; `nil` where that is neither a
  /// name of letters, digits, hyphens and underscores nor an address in its common form.
  init?(_ authority: String, standardPort: Int? = nil) {
    let bytes = Array(authority.utf8)
    guard bytes.count <= 300, let first = bytes.first else { return nil }
    let hostEnd: Int
    if first == UInt8(ascii: "[") {
      guard let end = bytes.firstIndex(of: UInt8(ascii: "]")) else { return nil }
      hostEnd = end + 1
    } else {
      hostEnd = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.count
    }
    if hostEnd < bytes.count {
      let digits = bytes[hostEnd...].dropFirst()
      guard bytes[hostEnd] == UInt8(ascii: ":"), (1...5).contains(digits.count),
        digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
        let port = Int(String(decoding: digits, as: UTF8.self)), (1...65535).contains(port)
      else { return nil }
      self.port = port
    } else {
      guard let standardPort else { return nil }
      port = standardPort
    }
    var host = String(decoding: bytes[..<hostEnd], as: UTF8.self).lowercased()
    if first == UInt8(ascii: "[") {
      host = String(host.dropFirst().dropLast())
      guard NetworkAddress(host)?.bytes.count == 16 else { return nil }
      isAddress = true
    } else {
      if host.hasSuffix(".") { host.removeLast() }
      guard CertificateNames.isHostName(host) else { return nil }
      isAddress = NetworkAddress(host) != nil
    }
    self.host = host
  }

  /// Whether clients may be led to another host there: `http`, `https`, or no service of the system.
  var hasOpenPort: Bool { port == 80 || port == 443 || port >= 1024 }

  /// Host and port as in a request, an IPv6 address in brackets.
  var authority: String {
    host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]:\(port)" : "\(host):\(port)"
  }
}

/// The 4 or 16 bytes of an address of the internet.
struct NetworkAddress: Sendable, Hashable {
  /// In the order of the network.
  let bytes: [UInt8]

  /// Reads `127.0.0.1` or `::1`; `nil` for anything else, such as a name or `0x7f.1`.
  init?(_ text: String) {
    for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
      var bytes = [UInt8](repeating: 0, count: count)
      if inet_pton(family, text, &bytes) == 1 {
        self.bytes = bytes
        return
      }
    }
    return nil
  }

  /// The address of a socket; `nil` for one of the file system.
  init?(_ address: SocketAddress) {
    guard let text = address.ipAddress else { return nil }
    // A scope, as in fe80::1%eth0, is no part of the address.
    self.init(String(text.prefix { $0 != "%" }))
  }

  /// The address within one of the ways to write an address of IPv4 as one of IPv6.
  ///
  /// - Source: RFC 4291, section 2.5.5; RFC 2765, section 2.1; RFC 6052, section 2.1; RFC 3056,
  ///   section 2.
  private var embedded: NetworkAddress? {
    guard bytes.count == 16 else { return nil }
    let isMapped =
      bytes[..<8].allSatisfy { $0 == 0 }
      && [[0, 0, 0, 0], [0, 0, 0xFF, 0xFF], [0xFF, 0xFF, 0, 0]].contains(Array(bytes[8..<12]))
    let isTranslated = bytes.starts(with: [0, 0x64, 0xFF, 0x9B])
    if isMapped || isTranslated { return NetworkAddress(bytes: Array(bytes[12...])) }
    if bytes.starts(with: [0x20, 0x02]) { return NetworkAddress(bytes: Array(bytes[2..<6])) }
    return nil
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  /// Whether it is this machine's by its form, the link's, a group's, a cloud's metadata service or
  /// none at all.
  ///
  /// - Source: RFC 6890; the clouds' manuals on their metadata services.
  var isReserved: Bool {
    if let embedded, embedded.isReserved { return true }
    if bytes.count == 4 {
      let metadata: [[UInt8]] = [[100, 100, 100, 200], [192, 0, 0, 192], [168, 63, 129, 16]]
      return [0, 127].contains(bytes[0]) || bytes[0] >= 224 || bytes.starts(with: [169, 254])
        || bytes.starts(with: [192, 0, 0]) || metadata.contains(bytes)
    }
    let metadata = ["fd00:ec2::254", "fd20:ce::254"].compactMap { NetworkAddress($0)?.bytes }
    return bytes[0] == 0xFF || (bytes[0] == 0xFE && bytes[1] >= 0x80)
      // Teredo and translation by rules of the site (RFC 8215), which lead to what is not seen here.
      || bytes.starts(with: [0x20, 0x01, 0, 0]) || bytes.starts(with: [0, 0x64, 0xFF, 0x9B, 0, 1])
      || metadata.contains(bytes)
  }
}
