/// The host and port that a client requests from a proxy, normalized for comparison with rules.
struct ProxyDestination: Sendable, Hashable {
  /// A name in lower case without a trailing dot, or an IP address in its standard form, without
  /// brackets.
  let host: String
  let port: Int
  let isAddress: Bool

  /// Parses `host:port`, or only a host if `standardPort` is set.
  ///
  /// Returns `nil` if the host is neither an IP address nor a name of letters, digits, hyphens and
  /// underscores. Numbers such as `127.1` or `0x7f000001` become the IP address that a system would
  /// use.
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
    let host = String(decoding: bytes[..<hostEnd], as: UTF8.self).lowercased()
    let address: NetworkAddress?
    if first == UInt8(ascii: "[") {
      address = NetworkAddress(String(host.dropFirst().dropLast()))
      guard address?.bytes.count == 16 else { return nil }
    } else {
      let name = host.hasSuffix(".") ? String(host.dropLast()) : host
      guard HostName.isValid(name) else { return nil }
      address = NetworkAddress(spelling: name)
      if address == nil {
        (self.host, isAddress) = (name, false)
        return
      }
    }
    self.host = address?.text ?? host
    isAddress = true
  }

  /// Whether clients may connect to this port of a remote host.
  ///
  /// Allowed are 80, 443 and all ports that are not reserved for system services.
  var hasOpenPort: Bool { port == 80 || port == 443 || port >= 1024 }

  /// The host and port as in a request; an IPv6 address has brackets.
  var authority: String {
    host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]:\(port)" : "\(host):\(port)"
  }
}
