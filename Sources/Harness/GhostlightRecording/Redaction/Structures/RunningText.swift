import GhostlightCore

/// Finds possible secrets in text without a fixed format: logs, URLs, markup, settings, e-mails.
struct RunningText {
  /// The kind of a finding, which determines how its range is decoded and replaced.
  enum Kind {
    /// A secret that is not encoded.
    case secret(name: String)
    /// A secret that may be percent-encoded.
    case encodedSecret(name: String)
    /// A secret in markup, where XML entities are decoded.
    case escapedSecret(name: String)
    /// A signature parameter of a URL, whose value differs between any two requests.
    case volatile(name: String)
    /// The user name and password of a URL.
    case userInformation
    /// A word that may be base64 of JSON.
    case base64
    /// A percent-encoded value, which may contain further secrets.
    case encoded
  }

  /// A range of the text that may contain a secret.
  struct Finding {
    let range: Range<Int>
    let kind: Kind
    /// Whether the value is a secret only because of its form.
    var isWeak = false
  }

  let bytes: [UInt8]
  let rules: RedactionRules
  private var index = 0
  /// The unquoted value that was read last, and the index of its last percent sign, or -1 if it has
  /// none.
  private var value = (range: 0..<0, percent: -1)
  /// The index after the last returned finding; findings that begin before it are skipped.
  private var done = 0
  /// The secrets of markup elements that begin after the current index, in reverse order.
  private var waiting: [Finding] = []
  /// A secret name whose value may follow, and the last index at which that value may begin.
  var pair: (name: String, isWeak: Bool, until: Int)?

  init(_ bytes: [UInt8], _ rules: RedactionRules) {
    self.bytes = bytes
    self.rules = rules
  }

  /// Returns the next finding in the text; `nil` after the last one.
  mutating func next() -> Finding? {
    while index < bytes.count {
      if let found = due(at: index) { return found }
      let start = index
      let byte = bytes[index]
      let found: Finding?
      if TokenBytes.isWord(byte) {
        while index < bytes.count, TokenBytes.isWord(bytes[index]) { index += 1 }
        found = finding(start..<index)
      } else {
        index += 1
        found = punctuation(byte, at: start)
      }
      guard let found, found.range.lowerBound >= done else { continue }
      return due(at: found.range.lowerBound) ?? finish(found)
    }
    return due(at: index)
  }

  /// Removes and returns the first waiting secret, if it begins at or before `index`.
  private mutating func due(at index: Int) -> Finding? {
    while let found = waiting.last, found.range.lowerBound <= index {
      waiting.removeLast()
      if found.range.lowerBound >= done { return finish(found) }
    }
    return nil
  }

  private mutating func finish(_ found: Finding) -> Finding {
    index = max(index, found.range.upperBound)
    done = found.range.upperBound
    return found
  }

  /// Returns the next secret that is recognized by its form; the bytes need not be text.
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

  private mutating func punctuation(_ byte: UInt8, at start: Int) -> Finding? {
    switch byte {
    case UInt8(ascii: ":"): return authority(at: start)
    case UInt8(ascii: "="):
      return KnownForms.accountKey(bytes, endingAt: start).map {
        Finding(range: $0, kind: .secret(name: "account_key"))
      }
    case UInt8(ascii: "<"):
      let found = element(at: start)
      if !found.isEmpty {
        waiting = (waiting + found).sorted { $0.range.lowerBound > $1.range.lowerBound }
      }
      return nil
    default: return nil
    }
  }

  /// Returns a finding if `word` is a secret or the name of a secret.
  private mutating func finding(_ word: Range<Int>) -> Finding? {
    if word.count >= 10, let found = token(word) { return found }
    let end = word.upperBound
    guard word.count < 64, end < bytes.count else { return nil }
    switch bytes[end] {
    case UInt8(ascii: "="): return assignment(word, from: end + 1)
    case UInt8(ascii: ":"):
      if let key = KnownForms.telegram(bytes, word) {
        return Finding(range: key, kind: .secret(name: "telegram_token"))
      }
      return line(word)
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "\\"): return member(word)
    case UInt8(ascii: "/"): return segment(word)
    case UInt8(ascii: "["): return assignmentOfPart(word)
    case 0x20: return scheme(word) ?? spaced(word)
    default: return nil
    }
  }

  /// Returns a finding if a word is a secret because of its form.
  private func token(_ word: Range<Int>) -> Finding? {
    let text = bytes[word]
    if text.starts(with: "-----BEGIN".utf8) { return privateKey(from: word.upperBound) }
    guard word.count >= 12 else { return nil }
    if let (end, name) = KnownForms.match(bytes[...], at: word.lowerBound) {
      return Finding(range: word.lowerBound..<end, kind: .secret(name: name))
    }
    if KnownForms.isMailchimp(text) {
      return Finding(range: word, kind: .secret(name: "mailchimp_key"))
    }
    for pattern in rules.patterns where pattern.matches(text) {
      return Finding(range: word, kind: .secret(name: pattern.name))
    }
    guard text.starts(with: "ey".utf8) else { return nil }
    if JSONWebToken.isLikely(text), JSONWebToken(String(decoding: text, as: UTF8.self)) != nil {
      return Finding(range: word, kind: .secret(name: "jwt"))
    }
    var end = word.upperBound
    while end < bytes.count, TokenBytes.isBase64(bytes[end]) || bytes[end] == UInt8(ascii: "=") {
      end += 1
    }
    return Finding(range: word.lowerBound..<end, kind: .base64)
  }

  /// Returns the body of a PEM block with a private key; `start` is the index after `-----BEGIN`.
  private func privateKey(from start: Int) -> Finding? {
    let mark = Array("PRIVATE KEY".utf8)
    let label = bytes[start...].prefix(40)
    guard let key = label.indices.first(where: { bytes[$0...].starts(with: mark) }) else {
      return nil
    }
    var body = key + mark.count
    if bytes[body...].starts(with: " BLOCK".utf8) { body += 6 }
    guard bytes[body...].starts(with: "-----".utf8) else { return nil }
    body += 5
    let end = bytes[body...].firstIndex(of: UInt8(ascii: "-")) ?? bytes.count
    return end > body
      ? Finding(range: body..<end, kind: .secret(name: "private_key")) : nil
  }

  /// Returns the range of the user information between `://` and `@` in a URL.
  private mutating func authority(at colon: Int) -> Finding? {
    guard bytes[colon...].starts(with: "://".utf8) else { return nil }
    let start = colon + 3
    let end = bytes[start...].firstIndex { byte in
      byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || TokenBytes.endsValue(byte)
    }
    guard let at = bytes[start..<(end ?? bytes.count)].lastIndex(of: UInt8(ascii: "@")), at > start
    else { return nil }
    return Finding(range: start..<at, kind: .userInformation)
  }

  /// Returns the first secret in the three path segments after the segment `word`.
  private mutating func segment(_ word: Range<Int>) -> Finding? {
    let start = word.lowerBound
    guard start > 0, bytes[start - 1] == UInt8(ascii: "/") || word.count == 15 else { return nil }
    var secrets = PathSecrets(bytes, rules, from: word.upperBound + 1, after: word)
    var found: PathSecrets.Segment?
    for _ in 0..<3 where found == nil {
      guard let segment = secrets.next() else { break }
      if segment.name != nil { found = segment }
    }
    guard let found, let name = found.name else { return nil }
    return Finding(range: found.range, kind: .encodedSecret(name: name), isWeak: found.isWeak)
  }

  /// Reads an unquoted value, scanning it only once even if it contains many names, as in
  /// `a=a=a=…`.
  mutating func readValue(at start: Int) -> (range: Range<Int>, percent: Int) {
    if !value.range.contains(start) {
      let end = bytes[start...].firstIndex(where: TokenBytes.endsValue) ?? bytes.count
      value = (start..<end, bytes[start..<end].lastIndex(of: UInt8(ascii: "%")) ?? -1)
    }
    return value
  }
}
