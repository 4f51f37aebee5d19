import NIOCore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// An IPv4 or IPv6 address as a value, for deciding which hosts a client may reach.
///
/// The same machine can be written in many ways: `127.1`, `0x7f000001`, `::ffff:7f00:1`,
/// `2002:7f00:1::` or `64:ff9b::7f00:1`. All of them are parsed to bytes, and ``meanings`` lists
/// the IPv4 addresses that an IPv6 address contains. Compare addresses only by ``meanings``.
struct NetworkAddress: Sendable, Hashable {
  /// The 4 or 16 bytes of the address, in network byte order.
  let bytes: [UInt8]

  /// Parses the standard form, such as `127.0.0.1` or `::1`; `nil` for any other string.
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

  /// Parses an address in any form that a resolver, a URL or a browser accepts.
  ///
  /// The accepted forms include brackets, a scope (`fe80::1%eth0`, `fe80::1%25eth0`), a trailing
  /// dot, full-width digits and dots, and IPv4 addresses of one to four decimal, octal or
  /// hexadecimal numbers.
  ///
  /// - Source: the manual page `inet_aton(3)`; WHATWG URL Standard, "IPv4 parser"; RFC 6874.
  init?(spelling text: String) {
    var text = HostSpelling.plain(text)
    if text.hasPrefix("["), text.hasSuffix("]") { text = String(text.dropFirst().dropLast()) }
    if text.contains(":") { text = String(text.prefix { $0 != "%" }) }
    if let address = NetworkAddress(text) {
      self = address
    } else if let bytes = Self.numbers(text) {
      self.bytes = bytes
    } else {
      return nil
    }
  }

  /// Creates the address of a socket; `nil` for a Unix domain socket.
  init?(_ address: SocketAddress) {
    guard let text = address.ipAddress else { return nil }
    self.init(spelling: text)
  }

  private init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  /// The address in its standard form, such as `127.0.0.1` or `2001:db8::1`.
  var text: String {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    let family = bytes.count == 4 ? AF_INET : AF_INET6
    guard inet_ntop(family, bytes, &text, socklen_t(text.count)) != nil else { return "" }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Parses one to four numbers; the last one fills the remaining bytes.
  ///
  /// Examples are `127.1`, `0x7f.1` and `017700000001`.
  private static func numbers(_ text: String) -> [UInt8]? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...4).contains(parts.count) else { return nil }
    var value: UInt64 = 0
    for (position, part) in parts.enumerated() {
      guard let number = number(part) else { return nil }
      let bits = position == parts.count - 1 ? UInt64(32 - 8 * position) : 8
      guard number < 1 << bits else { return nil }
      value = value << bits | number
    }
    return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  private static func number(_ text: Substring) -> UInt64? {
    var (digits, radix) = (text, 10)
    if text.hasPrefix("0x") {
      (digits, radix) = (text.dropFirst(2), 16)
    } else if text.hasPrefix("0"), text.utf8.count > 1 {
      (digits, radix) = (text.dropFirst(), 8)
    }
    // Swift's integer parser accepts a sign, but an address has none.
    guard digits.utf8.first != UInt8(ascii: "+"), digits.utf8.first != UInt8(ascii: "-") else {
      return nil
    }
    return UInt64(digits, radix: radix)
  }
}

// MARK: - Meaning

extension NetworkAddress {
  /// This address, and every IPv4 address that it may stand for.
  ///
  /// - Source: RFC 4291, section 2.5.5 (mapped, compatible); RFC 2765, section 2.1 (translated);
  ///   RFC 6052, section 2.2 (NAT64); RFC 8215 (local NAT64); RFC 3056, section 2 (6to4); RFC 4380,
  ///   section 4 (Teredo); RFC 5214, section 6.1 (ISATAP).
  var meanings: [NetworkAddress] { [self] + embedded.map { NetworkAddress($0) } }

  private var embedded: [[UInt8]] {
    guard bytes.count == 16 else { return [] }
    let last = Array(bytes[12...])
    let middle = Array(bytes[8..<12])
    if bytes[..<8].allSatisfy({ $0 == 0 }) {
      let isMapped = [[0, 0, 0, 0], [0, 0, 0xFF, 0xFF], [0xFF, 0xFF, 0, 0]].contains(middle)
      return isMapped ? [last] : []
    }
    if bytes.starts(with: [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0]) { return [last] }
    if bytes.starts(with: [0, 0x64, 0xFF, 0x9B]) {
      // The length of a site's own NAT64 prefix is not known, so all allowed positions are
      // examined.
      let places = [[6, 7, 9, 10], [7, 9, 10, 11], [9, 10, 11, 12], [12, 13, 14, 15]]
      return places.map { $0.map { bytes[$0] } }
    }
    if bytes.starts(with: [0x20, 0x02]) { return [Array(bytes[2..<6])] }
    if bytes.starts(with: [0x20, 0x01, 0, 0]) { return [Array(bytes[4..<8]), last.map { ~$0 }] }
    let isISATAP = [[0, 0, 0x5E, 0xFE], [2, 0, 0x5E, 0xFE]].contains(middle)
    return isISATAP ? [last] : []
  }

  /// Whether the address is reserved: loopback, link-local, multicast or a cloud metadata service.
  ///
  /// The unspecified address and reserved addresses embedded in another address also count.
  ///
  /// - Source: RFC 6890; the clouds' manuals on their metadata services.
  var isReserved: Bool { meanings.contains(where: \.isReservedItself) }

  private var isReservedItself: Bool {
    if bytes.count == 4 {
      let metadata: [[UInt8]] = [[100, 100, 100, 200], [192, 0, 0, 192], [168, 63, 129, 16]]
      return [0, 127].contains(bytes[0]) || bytes[0] >= 224 || bytes.starts(with: [169, 254])
        || bytes.starts(with: [192, 0, 0]) || metadata.contains(bytes)
    }
    let metadata = ["fd00:ec2::254", "fd20:ce::254"].compactMap { NetworkAddress($0)?.bytes }
    return bytes[0] == 0xFF || (bytes[0] == 0xFE && bytes[1] >= 0x80)
      // A Teredo address or a site's own NAT64 address counts as reserved, because it hides its
      // target.
      || bytes.starts(with: [0x20, 0x01, 0, 0]) || bytes.starts(with: [0, 0x64, 0xFF, 0x9B, 0, 1])
      || metadata.contains(bytes)
  }

  /// Returns the current addresses of this machine's interfaces, with all their meanings.
  ///
  /// Returns `nil` if the system cannot list the interfaces.
  @Sendable static func ofThisMachine() -> Set<NetworkAddress>? {
    guard let devices = try? System.enumerateDevices() else { return nil }
    return Set(devices.compactMap { $0.address.flatMap { NetworkAddress($0) } }.flatMap(\.meanings))
  }
}

/// Normalizes host names for comparison.
enum HostSpelling {
  /// Returns the host in lower case without a trailing dot.
  ///
  /// Full-width characters and the dots of other scripts become ASCII.
  ///
  /// - Source: UTS 46, section 4, mapping; RFC 3490, section 3.1 (dots).
  static func plain(_ host: String) -> String {
    var plain = ""
    for scalar in host.unicodeScalars {
      switch scalar.value {
      case 0xFF01...0xFF5E:
        plain.unicodeScalars.append(Unicode.Scalar(UInt8(scalar.value - 0xFEE0)))
      case 0x3002, 0xFF61: plain += "."
      default: plain.unicodeScalars.append(scalar)
      }
    }
    plain = plain.lowercased()
    if plain.hasSuffix(".") { plain.removeLast() }
    return plain
  }

  /// Returns whether a host name always means this machine or a cloud metadata service.
  ///
  /// The result does not depend on the addresses that the name resolves to.
  ///
  /// - Source: RFC 6761, section 6.3; the clouds' manuals on their metadata services.
  static func isLocal(_ host: String) -> Bool {
    let host = plain(host)
    return host == "localhost" || host.hasSuffix(".localhost") || host.hasPrefix("localhost.")
      || ["ip6-localhost", "ip6-loopback", "metadata.google.internal"].contains(host)
  }
}
