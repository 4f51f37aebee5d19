/// The form of an issuer's secrets: a prefix, followed by characters of one alphabet.
struct KnownForm: Sendable {
  /// The characters that may follow the prefix.
  enum Alphabet: Sendable {
    case digits, hexadecimal, letters, upper, alphanumeric
    /// Allows letters, digits, `-` and `_`.
    case word
    /// Allows the characters of ``word``, and `.` and `=`.
    case dotted
    /// Allows letters, digits, `+`, `/` and `=`.
    case base64

    func contains(_ byte: UInt8) -> Bool {
      let isDigit = (0x30...0x39).contains(byte)
      let isUpper = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
      let isLower = byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z")
      switch self {
      case .digits: return isDigit
      case .hexadecimal: return isDigit || (isUpper || isLower) && byte & 0xDF <= UInt8(ascii: "F")
      case .letters: return isUpper || isLower
      case .upper: return isDigit || isUpper
      case .alphanumeric: return isDigit || isUpper || isLower
      case .word:
        return isDigit || isUpper || isLower || byte == UInt8(ascii: "-")
          || byte == UInt8(ascii: "_")
      case .dotted:
        return isDigit || isUpper || isLower || "-_.=".utf8.contains(byte)
      case .base64:
        return isDigit || isUpper || isLower || "+/=".utf8.contains(byte)
      }
    }
  }

  /// The name that placeholders for secrets of this form contain.
  let name: String
  let prefix: [UInt8]
  let alphabet: Alphabet
  /// The allowed number of characters after the prefix.
  let length: ClosedRange<Int>
  /// The source of this form: a rule of a public list, other documentation, or an assumption.
  let source: String

  init(
    _ name: String, _ prefix: String, _ alphabet: Alphabet, _ length: ClosedRange<Int>,
    _ source: String
  ) {
    self.name = name
    self.prefix = Array(prefix.utf8)
    self.alphabet = alphabet
    self.length = length
    self.source = source
  }

  /// Returns the end of the secret that begins at `start`, or `nil` if no such secret begins there.
  func end(in bytes: ArraySlice<UInt8>, from start: Int) -> Int? {
    guard bytes[start...].starts(with: prefix) else { return nil }
    let body = start + prefix.count
    var index = body
    while index < bytes.endIndex, alphabet.contains(bytes[index]) { index += 1 }
    guard length.contains(index - body) else { return nil }
    return index
  }
}

extension KnownForms {
  /// The table's rows, sorted by the first two bytes of their prefixes.
  private static let sorted = table.sorted { key($0.prefix) < key($1.prefix) }
  /// The index of the first row, plus one, for each pair of first bytes; 0 if there is no row.
  private static let starts: [UInt8] = {
    var starts = [UInt8](repeating: 0, count: 1 << 16)
    for (index, form) in sorted.enumerated().reversed() {
      starts[key(form.prefix)] = UInt8(index + 1)
    }
    return starts
  }()

  private static func key(_ bytes: [UInt8]) -> Int { Int(bytes[0]) << 8 | Int(bytes[1]) }

  /// Returns the end and the name of the secret that begins at `start`; `nil` if there is none.
  static func match(
    _ bytes: ArraySlice<UInt8>, at start: Int
  ) -> (end: Int, name: String)? {
    guard start + 12 <= bytes.endIndex else { return nil }
    let key = Int(bytes[start]) << 8 | Int(bytes[start + 1])
    var row = Int(starts[key])
    guard row > 0 else { return nil }
    while row <= sorted.count, Self.key(sorted[row - 1].prefix) == key {
      if let end = sorted[row - 1].end(in: bytes, from: start) {
        return (end, sorted[row - 1].name)
      }
      row += 1
    }
    return nil
  }

  /// Returns whether a value begins with a secret of a known form, or is a JSON web token.
  static func contain(_ value: ArraySlice<UInt8>) -> Bool {
    guard !value.isEmpty else { return false }
    return match(value, at: value.startIndex) != nil
      || JSONWebToken.isLikely(value) && JSONWebToken(String(decoding: value, as: UTF8.self)) != nil
  }
}

extension KnownForms {
  /// Returns whether a word is a Mailchimp key: 32 hexadecimal digits and a data center such as
  /// `-us7`.
  ///
  /// - Source: gitleaks 8.30.1, rule `mailchimp-api-key`.
  static func isMailchimp(_ word: ArraySlice<UInt8>) -> Bool {
    guard (36...37).contains(word.count) else { return false }
    return word.dropFirst(32).starts(with: "-us".utf8)
      && word.prefix(32).allSatisfy(KnownForm.Alphabet.hexadecimal.contains)
      && word.dropFirst(35).allSatisfy(KnownForm.Alphabet.digits.contains)
  }

  /// Returns the range of a Telegram bot's key whose number is the given word: `123456789:AA…`.
  ///
  /// - Source: gitleaks 8.30.1, rule `telegram-bot-api-token`.
  static func telegram(_ bytes: [UInt8], _ word: Range<Int>) -> Range<Int>? {
    var start = word.lowerBound
    if bytes[word].starts(with: "bot".utf8) { start += 3 }
    guard (5...16).contains(word.upperBound - start),
      bytes[start..<word.upperBound].allSatisfy(KnownForm.Alphabet.digits.contains),
      word.upperBound + 35 < bytes.count, bytes[word.upperBound] == UInt8(ascii: ":"),
      bytes[word.upperBound + 1] == UInt8(ascii: "A")
    else { return nil }
    var end = word.upperBound + 1
    while end < bytes.count, KnownForm.Alphabet.word.contains(bytes[end]) { end += 1 }
    return end - word.upperBound == 36 ? start..<end : nil
  }

  /// Returns the range of a 64-byte key in base64 whose `==` is at `index`; `nil` if there is none.
  ///
  /// Azure Storage and Cosmos DB accounts have such keys.
  ///
  /// - Source: Microsoft, "View account access keys"; the digests of RFC 6920 and of Subresource
  ///   Integrity, which look the same, have their algorithm before them.
  static func accountKey(_ bytes: [UInt8], endingAt index: Int) -> Range<Int>? {
    let start = index - 86
    guard start >= 0, index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "="),
      index + 2 == bytes.count || bytes[index + 2] != UInt8(ascii: "="),
      bytes[start..<index].allSatisfy(KnownForm.Alphabet.base64.contains),
      start == 0 || !KnownForm.Alphabet.base64.contains(bytes[start - 1])
        || bytes[start - 1] == UInt8(ascii: "=")
    else { return nil }
    let before = bytes[..<start].suffix(9).map { $0 | 0x20 }
    let isDigest = ["sha512-", "sha-512=", "sha-512=:", "sha512:"].contains { algorithm in
      before.suffix(algorithm.utf8.count).elementsEqual(algorithm.utf8.map { $0 | 0x20 })
    }
    return isDigest ? nil : start..<index + 2
  }
}
