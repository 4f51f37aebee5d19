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
    } else {
      changed = base64(bytes, depth: depth) ?? running(bytes, depth: depth)
    }
    return changed.map { String(decoding: $0, as: UTF8.self) }
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

/// Finds what may be secret in text of no particular form: log lines, URLs, scripts, mails.
struct RunningText {
  /// What a finding is.
  enum Kind {
    /// A secret as it stands.
    case secret(name: String)
    /// A secret, percent-encoded where it needs to be.
    case encodedSecret(name: String)
    /// A part of a signature in a URL.
    case volatile(name: String)
    /// User and password of a URL.
    case userInformation
    /// Perhaps base64 of JSON.
    case base64
    /// A value with percent-encoding, which may hold more.
    case encoded
  }

  private let bytes: [UInt8]
  private let rules: RedactionRules
  private var index = 0

  init(_ bytes: [UInt8], _ rules: RedactionRules) {
    self.bytes = bytes
    self.rules = rules
  }

  /// The next finding; the walk goes on behind it.
  mutating func next() -> (range: Range<Int>, kind: Kind)? {
    while index < bytes.count {
      guard TokenBytes.isWord(bytes[index]) else {
        if let found = authority() { return found }
        index += 1
        continue
      }
      let start = index
      while index < bytes.count, TokenBytes.isWord(bytes[index]) { index += 1 }
      guard let found = finding(start..<index) else { continue }
      index = found.range.upperBound
      return found
    }
    return nil
  }

  /// What a word is, or what it says of the value behind it.
  private func finding(_ word: Range<Int>) -> (range: Range<Int>, kind: Kind)? {
    if let found = token(word) { return found }
    guard word.count < 64, word.upperBound < bytes.count else { return nil }
    let name = String(decoding: bytes[word], as: UTF8.self)
    switch bytes[word.upperBound] {
    case UInt8(ascii: "="): return assignment(name, from: word.upperBound + 1)
    case UInt8(ascii: ":"): return line(name, word)
    case UInt8(ascii: ">"): return element(name, word)
    case UInt8(ascii: " "): return scheme(name, from: word.upperBound + 1)
    default: return nil
    }
  }

  /// A word that is a secret by its looks.
  private func token(_ word: Range<Int>) -> (range: Range<Int>, kind: Kind)? {
    let text = bytes[word]
    if text.starts(with: "-----BEGIN".utf8) { return privateKey(from: word.upperBound) }
    guard word.count >= 12 else { return nil }
    for pattern in rules.patterns where pattern.matches(text) {
      return (word, .secret(name: pattern.name))
    }
    guard text.starts(with: "ey".utf8) else { return nil }
    if JSONWebToken(String(decoding: text, as: UTF8.self)) != nil {
      return (word, .secret(name: "jwt"))
    }
    var end = word.upperBound
    while end < bytes.count, TokenBytes.isBase64(bytes[end]) || bytes[end] == UInt8(ascii: "=") {
      end += 1
    }
    return (word.lowerBound..<end, .base64)
  }

  /// The lines between the marks of a PEM block that holds a private key.
  private func privateKey(from start: Int) -> (range: Range<Int>, kind: Kind)? {
    let mark = Array("PRIVATE KEY-----".utf8)
    let label = bytes[start...].prefix(40)
    guard let key = label.indices.first(where: { bytes[$0...].starts(with: mark) }) else {
      return nil
    }
    let body = key + mark.count
    let end = bytes[body...].firstIndex(of: UInt8(ascii: "-")) ?? bytes.count
    return end > body ? (body..<end, .secret(name: "private_key")) : nil
  }

  /// `name=value`, as in queries, forms, connection strings and scripts.
  private func assignment(_ name: String, from start: Int) -> (range: Range<Int>, kind: Kind)? {
    var from = start
    if from < bytes.count, bytes[from] == UInt8(ascii: "\"") || bytes[from] == UInt8(ascii: "'") {
      from += 1
    }
    let end = bytes[from...].firstIndex(where: TokenBytes.endsValue) ?? bytes.count
    guard end > from else { return nil }
    if rules.isSecret(name: name) { return (from..<end, .encodedSecret(name: name)) }
    if isSignature(name) { return (from..<end, .volatile(name: name)) }
    return bytes[from..<end].contains(UInt8(ascii: "%")) ? (from..<end, .encoded) : nil
  }

  private func isSignature(_ name: String) -> Bool {
    ["oauthsignature", "xamzsignature", "xgoogsignature", "gigyasig"].contains(
      SecretName(name).text)
  }

  /// `name: value` on a line of its own, where the value does not look like a word of prose.
  private func line(_ name: String, _ word: Range<Int>) -> (range: Range<Int>, kind: Kind)? {
    guard rules.isSecret(name: name) else { return nil }
    var start = word.upperBound + 1
    while start < bytes.count, bytes[start] == UInt8(ascii: " ") { start += 1 }
    let end = bytes[start...].firstIndex(where: TokenBytes.endsValue) ?? bytes.count
    guard end > start, SecretStrength(bytes[start..<end]).reach != .nowhere else { return nil }
    return (start..<end, .secret(name: name))
  }

  /// `<name>value</name>`.
  private func element(_ name: String, _ word: Range<Int>) -> (range: Range<Int>, kind: Kind)? {
    guard word.lowerBound > 0, bytes[word.lowerBound - 1] == UInt8(ascii: "<"),
      rules.isSecret(name: name)
    else { return nil }
    let start = word.upperBound + 1
    let end = bytes[start...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
    return end > start ? (start..<end, .secret(name: name)) : nil
  }

  /// `Bearer` with a token behind it.
  private func scheme(_ name: String, from start: Int) -> (range: Range<Int>, kind: Kind)? {
    guard name.lowercased() == "bearer" else { return nil }
    let end = bytes[start...].firstIndex(where: TokenBytes.endsValue) ?? bytes.count
    return end - start >= 8 ? (start..<end, .secret(name: "bearer")) : nil
  }

  /// What stands between `://` and `@` of a URL.
  private mutating func authority() -> (range: Range<Int>, kind: Kind)? {
    guard bytes[index] == UInt8(ascii: ":"), bytes[index...].starts(with: "://".utf8) else {
      return nil
    }
    let start = index + 3
    let end = bytes[start...].firstIndex { byte in
      byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || TokenBytes.endsValue(byte)
    }
    guard let at = bytes[start..<(end ?? bytes.count)].lastIndex(of: UInt8(ascii: "@")), at > start
    else { return nil }
    index = at
    return (start..<at, .userInformation)
  }
}
