import GhostlightCore

extension SecretWalker {
  /// Any text with the secrets in it replaced, `nil` where it has none.
  ///
  /// Looks into JSON, base64 of JSON and JSON web tokens, and at running text for assignments,
  /// URLs, PEM blocks and the patterns of well-known issuers.
  mutating func text(_ text: String, depth: Int) -> String? {
    guard rules.isOn, depth <= Self.deepest, text.utf8.count >= 5 else { return nil }
    let bytes = Array(text.utf8)
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

  /// What a text is that was percent-encoded once more than its place asks for; `nil` for others.
  private static func unescaped(_ text: String, _ bytes: [UInt8]) -> String? {
    guard bytes.contains(UInt8(ascii: "%")),
      bytes.allSatisfy({ TokenBytes.isWord($0) || "%~!*'()+".utf8.contains($0) }),
      let plain = PercentEncoding.decode(text), plain != text
    else { return nil }
    return plain
  }

  /// Base64 of a JSON object, encoded again the same way.
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
      guard let changed = replacement(of: raw, finding.kind, depth: depth), changed != raw else {
        continue
      }
      edits.replace(finding.range, by: changed.utf8)
    }
    return edits.applied(to: bytes)
  }

  private mutating func replacement(
    of raw: String, _ kind: RunningText.Kind, depth: Int
  ) -> String? {
    switch kind {
    case .secret(let name): return secret(raw, named: name)
    case .encodedSecret(let name):
      let plain = PercentEncoding.decode(raw) ?? raw
      let changed = secret(plain, named: name)
      return changed == plain ? nil : changed
    case .volatile(let name): return volatile(raw, named: name)
    case .userInformation: return userInformation(raw)
    case .base64:
      return base64(Array(raw.utf8), depth: depth).map { String(decoding: $0, as: UTF8.self) }
    case .encoded:
      guard let plain = PercentEncoding.decode(raw), plain != raw else { return nil }
      return text(plain, depth: depth + 1).map { PercentEncoding.encode($0) }
    }
  }
}
