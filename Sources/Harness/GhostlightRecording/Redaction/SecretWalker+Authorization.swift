import GhostlightCore

extension SecretWalker {
  /// Returns an `Authorization` value with its secrets replaced, and scheme and harmless attributes
  /// kept.
  ///
  /// - Source: RFC 7617 (Basic), RFC 6750 (Bearer), RFC 7616 (Digest), RFC 5849 (OAuth), protocol
  ///   references StackMob A2, Cosmos B4.
  mutating func authorization(_ value: String) -> String {
    guard rules.isOn else { return value }
    if let resource = cosmosToken(value) { return resource }
    guard let space = value.utf8.firstIndex(of: UInt8(ascii: " ")) else {
      return secret(value, named: "authorization")
    }
    let scheme = String(value[..<space])
    let rest = String(value[value.utf8.index(after: space)...])
    switch scheme.lowercased() {
    case "basic": return scheme + " " + basic(rest)
    case "bearer": return scheme + " " + secret(rest, named: "bearer")
    default:
      guard rest.utf8.contains(UInt8(ascii: "=")), let changed = attributes(rest) else {
        return scheme + " " + secret(rest, named: scheme)
      }
      return scheme + " " + changed
    }
  }

  /// Replaces the password in base64 credentials and keeps the user name.
  private mutating func basic(_ credentials: String) -> String {
    guard let bytes = Base64Text.decode(credentials),
      let text = String(validating: bytes, as: UTF8.self),
      let colon = text.utf8.firstIndex(of: UInt8(ascii: ":"))
    else { return secret(credentials, named: "basic") }
    let password = secret(String(text[text.utf8.index(after: colon)...]), named: "password")
    return Base64Text.encode(Array((text[...colon] + password).utf8))
  }

  /// Replaces secrets in a comma-separated list of `name="value"` or `name=value`; returns `nil` if
  /// the string is not such a list.
  private mutating func attributes(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    var edits = TextEdits()
    var index = 0
    while index < bytes.count {
      while index < bytes.count,
        TokenBytes.isSpace(bytes[index]) || bytes[index] == UInt8(ascii: ",")
      {
        index += 1
      }
      let start = index
      while index < bytes.count, TokenBytes.isWord(bytes[index]) { index += 1 }
      let name = String(decoding: bytes[start..<index], as: UTF8.self)
      while index < bytes.count, TokenBytes.isSpace(bytes[index]) { index += 1 }
      guard index > start, index < bytes.count, bytes[index] == UInt8(ascii: "=") else {
        return nil
      }
      index += 1
      while index < bytes.count, TokenBytes.isSpace(bytes[index]) { index += 1 }
      let range = attributeValue(in: bytes, from: index)
      let raw = String(decoding: bytes[range], as: UTF8.self)
      let value = PercentEncoding.decode(raw) ?? raw
      if let changed = attribute(name, value), changed != value {
        edits.replace(range, by: changed.utf8)
      }
      index = range.upperBound
      if index < bytes.count, bytes[index] == UInt8(ascii: "\"") { index += 1 }
    }
    guard let changed = edits.applied(to: bytes) else { return text }
    return String(decoding: changed, as: UTF8.self)
  }

  private func attributeValue(in bytes: [UInt8], from start: Int) -> Range<Int> {
    guard start < bytes.count, bytes[start] == UInt8(ascii: "\"") else {
      return start..<(bytes[start...].firstIndex(of: UInt8(ascii: ",")) ?? bytes.count)
    }
    return (start + 1)..<(bytes[(start + 1)...].firstIndex(of: UInt8(ascii: "\"")) ?? bytes.count)
  }

  /// Returns the replacement for an attribute's value; `nil` if the value is not secret.
  private mutating func attribute(_ name: String, _ value: String) -> String? {
    guard !rules.isException(name), !value.isEmpty else { return nil }
    switch name.lowercased() {
    case "realm", "username", "uri", "qop", "algorithm", "signedheaders", "oauth_version",
      "oauth_signature_method", "oauth_callback", "ext", "charset", "userhash":
      return nil
    case "ts", "nonce", "mac", "bodyhash", "oauth_signature", "oauth_nonce", "oauth_timestamp",
      "response", "cnonce", "nc", "signature", "sig":
      return volatile(value, named: name)
    case "id": return secret(value, named: "access_token")
    default: return secret(value, named: name)
    }
  }

  /// Replaces the signature or resource token in Cosmos DB's percent-encoded `type=…&ver=…&sig=…`;
  /// returns `nil` for other values.
  private mutating func cosmosToken(_ value: String) -> String? {
    guard let plain = PercentEncoding.decode(value), plain.hasPrefix("type="),
      let mark = plain.firstRange(of: "&sig=")
    else { return nil }
    guard plain.hasPrefix("type=master") else {
      return PercentEncoding.encode(secret(plain, named: "token"))
    }
    let signature = volatile(String(plain[mark.upperBound...]), named: "sig")
    return PercentEncoding.encode(plain[..<mark.upperBound] + signature)
  }
}
