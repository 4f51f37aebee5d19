import GhostlightCore

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
  /// The value that was looked at last, and where its last percent sign is.
  private var value = (range: 0..<0, percent: -1)

  init(_ bytes: [UInt8], _ rules: RedactionRules) {
    self.bytes = bytes
    self.rules = rules
  }

  /// The next finding; the walk goes on behind it.
  mutating func next() -> (range: Range<Int>, kind: Kind)? {
    while index < bytes.count {
      guard TokenBytes.isWord(bytes[index]) else {
        if let found = authority() { return found }
        if bytes[index] == UInt8(ascii: "<"), let found = input() {
          index = found.range.upperBound
          return found
        }
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

  /// The next secret that its look gives away, in bytes that need not be text.
  mutating func nextToken() -> (range: Range<Int>, name: String)? {
    while index < bytes.count {
      let start = index
      while index < bytes.count, TokenBytes.isWord(bytes[index]) { index += 1 }
      if index == start {
        index += 1
      } else if let found = token(start..<index), case .secret(let name) = found.kind {
        index = found.range.upperBound
        return (found.range, name)
      }
    }
    return nil
  }

  /// What a word is, or what it says of the value behind it.
  private mutating func finding(_ word: Range<Int>) -> (range: Range<Int>, kind: Kind)? {
    if let found = token(word) { return found }
    guard word.count < 64, word.upperBound < bytes.count else { return nil }
    let name = String(decoding: bytes[word], as: UTF8.self)
    switch bytes[word.upperBound] {
    case UInt8(ascii: "="): return assignment(name, from: word.upperBound + 1)
    case UInt8(ascii: ":"): return line(name, word)
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "\\"): return member(name, word)
    case UInt8(ascii: "/"): return segment(name, word)
    case UInt8(ascii: ">"): return element(name, word)
    case UInt8(ascii: " "):
      return scheme(name, from: word.upperBound + 1) ?? spaced(name, from: word.upperBound + 1)
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
  private mutating func assignment(
    _ name: String, from start: Int
  ) -> (range: Range<Int>, kind: Kind)? {
    var from = start
    if from < bytes.count, bytes[from] == UInt8(ascii: "\"") || bytes[from] == UInt8(ascii: "'") {
      from += 1
    }
    readValue(at: from)
    let end = value.range.upperBound
    guard end > from else { return nil }
    if rules.isSecret(name: name) || rules.isGrant(name, bytes[from..<end]) {
      return (from..<end, .encodedSecret(name: name))
    }
    if isSignature(name) { return (from..<end, .volatile(name: name)) }
    return value.percent >= from ? (from..<end, .encoded) : nil
  }

  /// Reads a value to its end, once for all names in it: `a=a=a=…` of a megabyte is one.
  private mutating func readValue(at start: Int) {
    guard !value.range.contains(start) else { return }
    let end = bytes[start...].firstIndex(where: TokenBytes.endsValue) ?? bytes.count
    value = (start..<end, bytes[start..<end].lastIndex(of: UInt8(ascii: "%")) ?? -1)
  }

  /// `name = value` of settings and scripts: in quotes, or a word with a digit, which no call is.
  private func spaced(_ name: String, from start: Int) -> (range: Range<Int>, kind: Kind)? {
    guard start + 2 < bytes.count, bytes[start] == UInt8(ascii: "="),
      bytes[start + 1] == UInt8(ascii: " "), rules.isSecret(name: name)
    else { return nil }
    if let quoted = quoted(behind: start) { return (quoted, .secret(name: name)) }
    let end = bytes[(start + 2)...].firstIndex(where: TokenBytes.endsValue) ?? bytes.count
    let value = bytes[(start + 2)..<end]
    guard value.contains(where: { (0x30...0x39).contains($0) }),
      !value.contains(UInt8(ascii: "(")), SecretStrength(value).reach != .nowhere
    else { return nil }
    return (start + 2..<end, .secret(name: name))
  }

  private func isSignature(_ name: String) -> Bool {
    ["oauthsignature", "xamzsignature", "xgoogsignature", "gigyasig"].contains(
      SecretName(name).text)
  }

  /// `name: value` on a line of its own, where the value does not look like a word of prose.
  private func line(_ name: String, _ word: Range<Int>) -> (range: Range<Int>, kind: Kind)? {
    guard rules.isSecret(name: name) else { return nil }
    if let quoted = quoted(behind: word.upperBound) { return (quoted, .secret(name: name)) }
    var start = word.upperBound + 1
    while start < bytes.count, bytes[start] == UInt8(ascii: " ") { start += 1 }
    let end = bytes[start...].firstIndex(where: TokenBytes.endsValue) ?? bytes.count
    guard end > start, SecretStrength(bytes[start..<end]).reach != .nowhere else { return nil }
    return (start..<end, .secret(name: name))
  }

  /// `"name": "value"` in text that is no JSON as a whole: JSONP, events, scripts, with either kind
  /// of quotes, escaped perhaps.
  private func member(_ name: String, _ word: Range<Int>) -> (range: Range<Int>, kind: Kind)? {
    guard rules.isSecret(name: name) else { return nil }
    var end = word.upperBound
    while end < bytes.count, "\\\"' ".utf8.contains(bytes[end]) { end += 1 }
    guard end < bytes.count, bytes[end] == UInt8(ascii: ":") else { return nil }
    return quoted(behind: end).map { ($0, .secret(name: name)) }
  }

  /// What stands in quotes behind a colon, and behind blanks perhaps; not empty.
  private func quoted(behind colon: Int) -> Range<Int>? {
    var start = colon + 1
    while start < bytes.count, " \\".utf8.contains(bytes[start]) { start += 1 }
    guard start < bytes.count, "\"'".utf8.contains(bytes[start]) else { return nil }
    let quote = bytes[start]
    var end = start + 1
    while end < bytes.count, bytes[end] != quote, bytes[end] != UInt8(ascii: "\\"),
      bytes[end] != UInt8(ascii: "\n")
    {
      end += 1
    }
    return end > start + 1 ? start + 1..<end : nil
  }

  /// `/name/value` in the path of a URL.
  private func segment(_ name: String, _ word: Range<Int>) -> (range: Range<Int>, kind: Kind)? {
    guard word.lowerBound > 0, bytes[word.lowerBound - 1] == UInt8(ascii: "/"),
      rules.isSecret(name: name)
    else { return nil }
    let start = word.upperBound + 1
    let end =
      bytes[start...].firstIndex {
        $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") || TokenBytes.endsValue($0)
      } ?? bytes.count
    guard PathSecret.isLikely(bytes[start..<end]) else { return nil }
    return (start..<end, .encodedSecret(name: name))
  }

  /// The value of an `<input>` for a password, or of one or a `<meta>` of a secret name.
  private func input() -> (range: Range<Int>, kind: Kind)? {
    let tag = String(decoding: bytes[(index + 1)...].prefix(6), as: UTF8.self).lowercased()
    guard tag == "input " || tag.hasPrefix("meta ") else { return nil }
    var (name, isPassword, value) = ("", false, Range<Int>?.none)
    var position = index + 6
    // What lies further behind is none of its attributes; a text of nothing but beginnings is read once.
    let end = min(bytes.count, index + Self.longestElement)
    while position < end, bytes[position] != UInt8(ascii: ">") {
      let start = position
      while position < bytes.count, TokenBytes.isWord(bytes[position]) { position += 1 }
      guard position > start else {
        position += 1
        continue
      }
      guard position < bytes.count, bytes[position] == UInt8(ascii: "=") else { continue }
      let key = String(decoding: bytes[start..<position], as: UTF8.self).lowercased()
      let inside = quoted(behind: position) ?? unquoted(behind: position)
      position = max(position + 1, inside.upperBound)
      switch key {
      case "name", "id": name = String(decoding: bytes[inside], as: UTF8.self)
      case "type":
        isPassword = String(decoding: bytes[inside], as: UTF8.self).lowercased() == "password"
      case "value", "content": value = inside
      default: break
      }
    }
    guard let value, !value.isEmpty, isPassword || rules.isSecret(name: name) else { return nil }
    return (value, .secret(name: isPassword ? "password" : name))
  }

  /// Bytes of an element with its attributes.
  private static let longestElement = 2048

  /// An attribute's value without quotes.
  private func unquoted(behind equals: Int) -> Range<Int> {
    let start = equals + 1
    return start..<(bytes[start...].firstIndex(where: TokenBytes.endsValue) ?? bytes.count)
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

  /// `Bearer` with a token behind it, `Basic` with user and password in base64.
  private func scheme(_ name: String, from start: Int) -> (range: Range<Int>, kind: Kind)? {
    guard (5...6).contains(name.utf8.count) else { return nil }
    let scheme = name.lowercased()
    guard scheme == "bearer" || scheme == "basic" else { return nil }
    let end = bytes[start...].firstIndex(where: TokenBytes.endsValue) ?? bytes.count
    if scheme == "bearer" { return end - start >= 8 ? (start..<end, .secret(name: scheme)) : nil }
    guard Base64Text.decode(bytes[start..<end])?.contains(UInt8(ascii: ":")) == true else {
      return nil
    }
    return (start..<end, .secret(name: scheme))
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
