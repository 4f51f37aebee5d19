import HTTPTypes

/// The value of a `Set-Cookie` header field, as bytes.
///
/// - Source: RFC 6265, sections 4.1, 5.1.3 and 5.2; draft-ietf-httpbis-rfc6265bis, sections 4.1.2
///   and 4.1.3.
struct SetCookie {
  private let name: HTTPField.Name
  /// The name and value, followed by the attributes; each with the white space around it.
  private let parts: [ArraySlice<UInt8>]

  init(_ field: HTTPField) {
    name = field.name
    parts = field.withUnsafeBytesOfValue { Array($0) }
      .split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
  }

  /// Returns the field for a client that reaches the server by another address; `nil` if the field
  /// is unchanged.
  ///
  /// - Parameters:
  ///   - hosts: The hosts of the servers. A `Domain` that contains one of them is removed, so that
  ///     the cookie belongs to the host that the client uses.
  ///   - path: The start of the server's paths that the client's URLs do not have.
  ///   - isSecure: Whether the client uses HTTPS. Otherwise, `Secure` is removed, and with it the
  ///     attributes that need it. A cookie whose name requires `Secure` keeps it, because clients
  ///     accept such a cookie at most from their own machine.
  /// - Returns: The changed field, or `nil`.
  func adapted(to hosts: [String], path: String, isSecure: Bool) -> HTTPField? {
    let needsSecure = ["__secure-", "__host-"].contains { prefix in
      Self.trimmed(parts[0]).prefix(prefix.utf8.count).map(Self.lowercased)
        .elementsEqual(prefix.utf8)
    }
    let removesSecure = !isSecure && !needsSecure
    var kept = [parts[0]]
    for part in parts.dropFirst() {
      let (name, value) = Self.attribute(part)
      switch name {
      case "domain" where Self.covers(value, hosts),
        "secure" where removesSecure, "partitioned" where removesSecure:
        continue
      case "samesite" where removesSecure && value == "none": continue
      case "path" where !path.isEmpty: kept.append(Self.path(part, without: path))
      default: kept.append(part)
      }
    }
    guard kept != parts else { return nil }
    return HTTPField(name: name, value: Array(kept.joined(separator: [UInt8(ascii: ";")])))
  }

  /// Returns the name and value of an attribute, both in lower case.
  private static func attribute(_ part: ArraySlice<UInt8>) -> (name: String, value: String) {
    let sides = part.split(
      separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
    let texts = sides.map { String(decoding: trimmed($0).map(lowercased), as: UTF8.self) }
    return (texts[0], texts.count > 1 ? texts[1] : "")
  }

  /// Returns whether a cookie's domain contains one of the hosts; a host in a domain without a dot
  /// must be the domain itself, because clients accept no cookie for a top-level domain.
  private static func covers(_ domain: String, _ hosts: [String]) -> Bool {
    let domain = domain.hasPrefix(".") ? String(domain.dropFirst()) : domain
    return hosts.contains { $0 == domain || domain.contains(".") && $0.hasSuffix(".\(domain)") }
  }

  private static func path(
    _ part: ArraySlice<UInt8>, without base: String
  ) -> ArraySlice<UInt8> {
    guard let sign = part.firstIndex(of: UInt8(ascii: "=")) else { return part }
    let value = trimmed(part[(sign + 1)...])
    let rest = value.dropFirst(base.utf8.count)
    guard value.starts(with: base.utf8), rest.isEmpty || rest.first == UInt8(ascii: "/") else {
      return part
    }
    return part[...sign] + (rest.isEmpty ? [UInt8(ascii: "/")] : rest)
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let start = bytes.drop { $0 == 0x20 || $0 == 9 }
    var end = start.endIndex
    while end > start.startIndex, start[end - 1] == 0x20 || start[end - 1] == 9 { end -= 1 }
    return start[..<end]
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }
}
