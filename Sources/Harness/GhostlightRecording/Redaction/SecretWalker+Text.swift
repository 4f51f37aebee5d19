import GhostlightCore

extension SecretWalker {
  /// Returns a string with its secrets replaced; `nil` if it contains none.
  ///
  /// The string may be JSON, base64 of JSON, or a JSON web token. In all other text, the walker
  /// finds assignments, URLs, PEM blocks and the patterns of well-known issuers.
  mutating func text(_ text: String, depth: Int) -> String? {
    guard rules.isOn, depth <= Self.deepest, text.utf8.count >= 5 else { return nil }
    let bytes = Array(text.utf8)
    guard !TokenBytes.isInert(bytes[...]) else { return nil }
    let changed: [UInt8]?
    if JSONScalarScanner.isLikely(bytes) {
      changed = json(bytes, depth: depth + 1)
    } else if let plain = Self.unescaped(text, bytes) {
      return self.text(plain, depth: depth + 1).map { PercentEncoding.encode($0) }
    } else {
      changed = base64(bytes, depth: depth) ?? running(bytes, depth: depth)
    }
    return changed.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns a percent-encoded string decoded once; `nil` if the string is not percent-encoded as a
  /// whole.
  private static func unescaped(_ text: String, _ bytes: [UInt8]) -> String? {
    guard bytes.contains(UInt8(ascii: "%")),
      bytes.allSatisfy({ TokenBytes.isWord($0) || "%~!*'()+".utf8.contains($0) }),
      let plain = PercentEncoding.decode(text), plain != text
    else { return nil }
    return plain
  }

  /// Replaces the secrets in base64-encoded JSON, and encodes the result in the same way; returns
  /// `nil` if there are none.
  private mutating func base64(_ bytes: [UInt8], depth: Int) -> [UInt8]? {
    guard bytes.count >= 16, bytes.starts(with: "ey".utf8) || bytes.starts(with: "W".utf8),
      bytes.allSatisfy({ TokenBytes.isBase64($0) || $0 == UInt8(ascii: "=") }),
      let decoded = Base64Text.decode(bytes[...]), JSONScalarScanner.isLikely(decoded),
      String(validating: decoded, as: UTF8.self) != nil,
      let changed = json(decoded, depth: depth + 1)
    else { return nil }
    let isPadded = bytes.last == UInt8(ascii: "=") || !bytes.count.isMultiple(of: 4)
    let isForURL =
      bytes.contains(UInt8(ascii: "-")) || bytes.contains(UInt8(ascii: "_"))
      || isPadded && bytes.last != UInt8(ascii: "=")
    return Array((isForURL ? Base64Text.encodeForURL(changed) : Base64Text.encode(changed)).utf8)
  }

  private mutating func running(_ bytes: [UInt8], depth: Int) -> [UInt8]? {
    var scanner = RunningText(bytes, rules)
    var edits = TextEdits()
    while let finding = scanner.next() {
      let raw = String(decoding: bytes[finding.range], as: UTF8.self)
      guard let changed = replacement(of: raw, finding, depth: depth), changed != raw else {
        continue
      }
      edits.replace(finding.range, by: changed.utf8)
    }
    return edits.applied(to: bytes)
  }

  private mutating func replacement(
    of raw: String, _ finding: RunningText.Finding, depth: Int
  ) -> String? {
    switch finding.kind {
    case .secret(let name): return sighting(raw, name, finding)
    case .encodedSecret(let name):
      return plain(PercentEncoding.decode(raw) ?? raw, name, finding)
    case .escapedSecret(let name): return plain(MarkupText.decode(raw), name, finding)
    case .volatile(let name): return volatile(raw, named: name)
    case .userInformation: return userInformation(raw)
    case .base64:
      return base64(Array(raw.utf8), depth: depth).map { String(decoding: $0, as: UTF8.self) }
    case .encoded:
      guard let plain = PercentEncoding.decode(raw), plain != raw else { return nil }
      return text(plain, depth: depth + 1).map { PercentEncoding.encode($0) }
    }
  }

  /// Returns the replacement for a decoded value; `nil` if the value is kept.
  private mutating func plain(
    _ value: String, _ name: String, _ finding: RunningText.Finding
  ) -> String? {
    let changed = sighting(value, name, finding)
    return changed == value ? nil : changed
  }

  private mutating func sighting(
    _ value: String, _ name: String, _ finding: RunningText.Finding
  ) -> String {
    sink.replacement(for: SecretOccurrence(name: name, value: value, isWeak: finding.isWeak))
  }
}

/// Decodes character entities of HTML and XML.
enum MarkupText {
  /// The predefined entities of XML, with the bytes that they represent.
  static let entities: [(name: [UInt8], byte: UInt8)] = [
    ("&amp;", UInt8(ascii: "&")), ("&lt;", UInt8(ascii: "<")), ("&gt;", UInt8(ascii: ">")),
    ("&quot;", UInt8(ascii: "\"")), ("&apos;", UInt8(ascii: "'")), ("&#39;", UInt8(ascii: "'")),
    ("&#34;", UInt8(ascii: "\"")), ("&#x27;", UInt8(ascii: "'")),
  ].map { (Array($0.0.utf8), $0.1) }

  /// Returns a string with its entities decoded.
  static func decode(_ text: String) -> String {
    let bytes = Array(text.utf8)
    guard bytes.contains(UInt8(ascii: "&")) else { return text }
    var plain: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let entity = entity(in: bytes, at: index)
      plain.append(entity?.byte ?? bytes[index])
      index = entity?.end ?? index + 1
    }
    return String(decoding: plain, as: UTF8.self)
  }

  /// Returns the byte that the entity at `index` represents, and the end of the entity.
  static func entity(in bytes: [UInt8], at index: Int) -> (byte: UInt8, end: Int)? {
    guard bytes[index] == UInt8(ascii: "&") else { return nil }
    return entities.first { bytes[index...].starts(with: $0.name) }.map {
      ($0.byte, index + $0.name.count)
    }
  }
}
