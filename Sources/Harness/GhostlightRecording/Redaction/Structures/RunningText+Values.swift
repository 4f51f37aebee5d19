extension RunningText {
  /// Returns a finding for `range` if the value there is a secret because of its name.
  func found(
    _ range: Range<Int>, under name: Range<Int>, _ kind: (String) -> Kind
  ) -> Finding? {
    guard !range.isEmpty else { return nil }
    let strength = rules.strength(of: bytes[name])
    let isPlural = bytes[name].last.map { $0 | 0x20 == UInt8(ascii: "s") } ?? false
    guard rules.isSecret(bytes[range], under: strength, isPlural: isPlural) else { return nil }
    let text = String(decoding: bytes[name], as: UTF8.self)
    return Finding(range: range, kind: kind(text), isWeak: strength == .weak)
  }

  /// Returns the secret in `name=value`, as in queries, forms, connection strings and scripts.
  mutating func assignment(_ name: Range<Int>, from start: Int) -> Finding? {
    if start < bytes.count, bytes[start] == UInt8(ascii: ">") {
      return quoted(after: start).flatMap { found($0, under: name) { .secret(name: $0) } }
    }
    if let quoted = quoted(after: start - 1) {
      if let found = found(quoted, under: name, { .escapedSecret(name: $0) }) { return found }
      // A quoted value with an equal sign may be a URL with a query, which is checked separately,
      // parameter by parameter.
      guard bytes[quoted].contains(UInt8(ascii: "%")), !bytes[quoted].contains(UInt8(ascii: "="))
      else { return nil }
      return Finding(range: quoted, kind: .encoded)
    }
    guard start < bytes.count, !"\"'\\".utf8.contains(bytes[start]) else { return nil }
    let (value, percent) = readValue(at: start)
    let range = start..<max(start, value.upperBound)
    guard !range.isEmpty else { return nil }
    if let found = found(range, under: name, { .encodedSecret(name: $0) }) { return found }
    if isSignature(name) {
      return Finding(
        range: range, kind: .volatile(name: String(decoding: bytes[name], as: UTF8.self)))
    }
    guard percent >= start, !bytes[range].contains(UInt8(ascii: "=")) else { return nil }
    return Finding(range: range, kind: .encoded)
  }

  /// Returns the secret in `name[part]=value`.
  mutating func assignmentOfPart(_ name: Range<Int>) -> Finding? {
    var end = name.upperBound
    let limit = min(bytes.count, end + 64)
    while end < limit, TokenBytes.isWord(bytes[end]) || "[]".utf8.contains(bytes[end]) { end += 1 }
    guard end < bytes.count, bytes[end] == UInt8(ascii: "=") else { return nil }
    let (value, _) = readValue(at: end + 1)
    let range = end + 1..<max(end + 1, value.upperBound)
    return found(range, under: name.lowerBound..<end) { .encodedSecret(name: $0) }
  }

  /// Returns the secret in `name = value` or `name := value`; an unquoted value must contain a
  /// digit.
  func spaced(_ name: Range<Int>) -> Finding? {
    var start = name.upperBound + 1
    guard start + 2 < bytes.count else { return nil }
    if bytes[start] == UInt8(ascii: ":") { start += 1 }
    guard bytes[start] == UInt8(ascii: "=") || bytes[start - 1] == UInt8(ascii: ":") else {
      return nil
    }
    if bytes[start] == UInt8(ascii: "="), bytes[start + 1] == UInt8(ascii: ">") { start += 1 }
    let equals = bytes[start] == 0x20 ? start - 1 : start
    if let quoted = quoted(after: equals) {
      return found(quoted, under: name) { .secret(name: $0) }
    }
    guard equals + 1 < bytes.count, bytes[equals + 1] == 0x20 else { return nil }
    let end = bytes[(equals + 2)...].firstIndex(where: TokenBytes.endsValue) ?? bytes.count
    let value = bytes[equals + 2..<end]
    guard value.contains(where: { (0x30...0x39).contains($0) }),
      !value.contains(UInt8(ascii: "(")), SecretStrength(value).reach != .nowhere
    else { return nil }
    return found(equals + 2..<end, under: name) { .secret(name: $0) }
  }

  private func isSignature(_ name: Range<Int>) -> Bool {
    guard (8...24).contains(name.count) else { return false }
    return ["oauthsignature", "xamzsignature", "xgoogsignature", "gigyasig"].contains(
      SecretName(bytes[name]).text)
  }

  /// Returns the secret in `name: value`.
  ///
  /// An unquoted value is a secret if it is the only value of its line, as in a configuration file,
  /// or if it does not look like a word of prose. If the value is on the next line, the name is
  /// remembered.
  mutating func line(_ name: Range<Int>) -> Finding? {
    let colon = name.upperBound
    if let (owner, isWeak, until) = pair, name.lowerBound <= until, isValueName(name) {
      pair = nil
      if let range = quoted(after: colon) ?? restOfLine(after: colon) {
        return remembered(range, owner, isWeak: isWeak, .secret(name: owner))
      }
    }
    let strength = rules.strength(of: bytes[name])
    guard strength == .strong || strength == .weak else {
      if isNameName(name) { remember(quoted(after: colon) ?? restOfLine(after: colon)) }
      return nil
    }
    if let quoted = quoted(after: colon) { return found(quoted, under: name) { .secret(name: $0) } }
    if let rest = restOfLine(after: colon), isSetting(name), !isWord(bytes[rest]) {
      return found(rest, under: name) { .secret(name: $0) }
    }
    var start = colon + 1
    while start < bytes.count, bytes[start] == 0x20 { start += 1 }
    if start < bytes.count, "|>\n\r".utf8.contains(bytes[start]), isSetting(name) {
      return block(after: start, name)
    }
    let end = bytes[start...].firstIndex(where: TokenBytes.endsValue) ?? bytes.count
    guard end > start, SecretStrength(bytes[start..<end]).reach != .nowhere,
      bytes[start..<end].contains(where: { !TokenBytes.isLetter($0) }),
      !bytes[start..<end].allSatisfy({ TokenBytes.isLetter($0) || "!?.:-".utf8.contains($0) })
    else { return nil }
    return found(start..<end, under: name) { .secret(name: $0) }
  }

  /// Returns the line after `name: |` or `name: >` as the value; after `name:` alone, remembers the
  /// name.
  private mutating func block(after start: Int, _ name: Range<Int>) -> Finding? {
    let isBlock = bytes[start] == UInt8(ascii: "|") || bytes[start] == UInt8(ascii: ">")
    guard let newline = bytes[start...].prefix(8).firstIndex(of: 0x0A) else { return nil }
    guard isBlock else {
      let text = String(decoding: bytes[name], as: UTF8.self)
      pair = (text, rules.strength(of: bytes[name]) == .weak, newline + 40)
      return nil
    }
    var begin = newline + 1
    while begin < bytes.count, bytes[begin] == 0x20 { begin += 1 }
    let end = bytes[begin...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
    guard begin > newline + 1 else { return nil }
    return found(begin..<end, under: name) { .secret(name: $0) }
  }

  /// Remembers the text in `range` if it is a secret name, because the next value may be the
  /// secret.
  mutating func remember(_ range: Range<Int>?) {
    guard let range, range.count <= 64 else { return }
    let strength = rules.strength(of: bytes[range])
    guard strength == .strong || strength == .weak else { return }
    pair = (
      String(decoding: bytes[range], as: UTF8.self), strength == .weak, range.upperBound + 80
    )
  }

  /// Returns a finding for the value of a remembered name, if the value is a secret.
  func remembered(
    _ range: Range<Int>, _ name: String, isWeak: Bool, _ kind: Kind
  ) -> Finding? {
    guard !range.isEmpty, !isWeak || rules.isSecret(bytes[range], under: .weak) else { return nil }
    return Finding(range: range, kind: kind, isWeak: isWeak)
  }

  private func isNameName(_ name: Range<Int>) -> Bool {
    name.count <= 9 && MemberRole(bytes[name]) == .name
  }

  private func isValueName(_ name: Range<Int>) -> Bool {
    name.count <= 9 && MemberRole(bytes[name]) == .value
  }

  /// Returns whether a name is the first on its line, as in YAML, optionally after a `-`.
  private func isSetting(_ name: Range<Int>) -> Bool {
    var index = name.lowerBound
    while index > 0,
      bytes[index - 1] == 0x20 || bytes[index - 1] == UInt8(ascii: "-")
        || bytes[index - 1] == 0x09
    {
      index -= 1
    }
    return index == 0 || bytes[index - 1] == 0x0A
  }

  /// Returns the range of the rest of the line after a colon, if it is a single word.
  private func restOfLine(after colon: Int) -> Range<Int>? {
    var start = colon + 1
    while start < bytes.count, bytes[start] == 0x20 { start += 1 }
    guard start > colon + 1 else { return nil }
    var end = start
    while end < bytes.count, bytes[end] > 0x20, bytes[end] != UInt8(ascii: "\\") { end += 1 }
    guard end > start, !"\"'|>{[&*!".utf8.contains(bytes[start]),
      end == bytes.count || bytes[end] == 0x0A || bytes[end] == 0x0D
    else { return nil }
    return start..<end
  }

  /// Returns whether a value is a word that often follows a name in error messages and schemas.
  private func isWord(_ value: ArraySlice<UInt8>) -> Bool {
    guard value.count <= 12 else { return false }
    return Self.words.contains(WordHash(SecretName(value).bytes).value)
  }

  private static let words: Set<UInt64> = Set(
    """
    incorrect invalid required optional string boolean number integer null none nil true false missing
    expired hidden wrong ok yes no changed updated unknown empty failed denied accepted text object
    """.split(whereSeparator: \.isWhitespace).map { WordHash($0.utf8).value })

  /// Returns the secret in `"name": "value"`, in text that is not JSON as a whole.
  ///
  /// Such text includes JSONP, event streams and scripts. The quotes may be single or double, and
  /// escaped or not. `=>` may replace the colon.
  mutating func member(_ name: Range<Int>) -> Finding? {
    let strength = rules.strength(of: bytes[name])
    var end = name.upperBound
    while end < bytes.count, "\\\"' ".utf8.contains(bytes[end]) { end += 1 }
    guard end < bytes.count else { return nil }
    if bytes[end] == UInt8(ascii: "="), end + 1 < bytes.count, bytes[end + 1] == UInt8(ascii: ">") {
      end += 1
    } else if bytes[end] != UInt8(ascii: ":") {
      return nil
    }
    if let (owner, isWeak, until) = pair, name.lowerBound <= until, isValueName(name),
      let range = quoted(after: end)
    {
      pair = nil
      return remembered(range, owner, isWeak: isWeak, .secret(name: owner))
    }
    guard strength == .strong || strength == .weak else {
      if isNameName(name) { remember(quoted(after: end)) }
      return nil
    }
    if let quoted = quoted(after: end) { return found(quoted, under: name) { .secret(name: $0) } }
    return nil
  }

  /// Returns the range of the non-empty quoted string after the index `colon` and any spaces.
  func quoted(after colon: Int) -> Range<Int>? {
    var start = colon + 1
    while start < bytes.count, bytes[start] == 0x20 { start += 1 }
    let isEscaped = start < bytes.count && bytes[start] == UInt8(ascii: "\\")
    while start < bytes.count, bytes[start] == UInt8(ascii: "\\") { start += 1 }
    guard start < bytes.count,
      bytes[start] == UInt8(ascii: "\"") || bytes[start] == UInt8(ascii: "'")
    else { return nil }
    let quote = bytes[start]
    if !isEscaped, bytes[start...].starts(with: [quote, quote, quote]) { start += 2 }
    var end = start + 1
    while end < bytes.count, bytes[end] != quote, bytes[end] != UInt8(ascii: "\n") {
      if bytes[end] == UInt8(ascii: "\\") {
        if isEscaped { break }
        end += 1
      }
      end += 1
    }
    end = min(end, bytes.count)
    return end > start + 1 ? start + 1..<end : nil
  }

  /// Returns the credentials after `Bearer`, or after `Basic` if they decode to user and password.
  func scheme(_ name: Range<Int>) -> Finding? {
    guard (5...6).contains(name.count), bytes[name.lowerBound] | 0x20 == UInt8(ascii: "b") else {
      return nil
    }
    let scheme = String(decoding: bytes[name], as: UTF8.self).lowercased()
    guard scheme == "bearer" || scheme == "basic" else { return nil }
    let start = name.upperBound + 1
    let end = bytes[start...].firstIndex(where: TokenBytes.endsValue) ?? bytes.count
    let range = start..<end
    if scheme == "bearer" {
      let before = bytes[..<name.lowerBound].last { $0 != 0x20 } ?? 0
      let isToken =
        range.count >= 16 || bytes[range].contains { (0x30...0x39).contains($0) }
        || ":\"'=".utf8.contains(before)
      return range.count >= 8 && isToken ? Finding(range: range, kind: .secret(name: scheme)) : nil
    }
    guard Base64Text.decode(bytes[range])?.contains(UInt8(ascii: ":")) == true else { return nil }
    return Finding(range: range, kind: .secret(name: scheme))
  }
}
