/// A name of a field, member or parameter, normalized for comparison with other names.
struct SecretName: Sendable, Hashable {
  /// The name's letters and digits, in lower case, as UTF-8.
  let bytes: [UInt8]

  init(_ name: String) { self.init(Array(name.utf8)[...]) }

  init(_ name: ArraySlice<UInt8>) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(name.count)
    for byte in name { Self.compared(byte).map { bytes.append($0) } }
    self.bytes = bytes
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Returns the normalized form of a byte, or `nil` for a separator.
  static func compared(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...: byte
    default: nil
    }
  }
}

/// The certainty with which a name marks its values as secrets.
enum NameStrength: Sendable, Hashable {
  /// The values are never secrets, but identifiers, digests or dates.
  case harmless
  /// The name does not show whether its values are secrets.
  case unknown
  /// The values are secrets if they look like secrets: `session`, `code`, `key`.
  case weak
  /// The values are always secrets: `password`, `access_token`.
  case strong
}

/// The roles that a word can have in a name.
struct WordRole: OptionSet, Sendable, Hashable {
  let rawValue: UInt32

  /// Marks a name as secret at any position: `password`.
  static let strong = WordRole(rawValue: 1 << 0)
  /// Marks a name as secret only as its last word: `cookie`, but not in `cookie_consent`.
  static let strongLast = WordRole(rawValue: 1 << 1)
  /// Marks a name as weak if it is the last word: `session`.
  static let weak = WordRole(rawValue: 1 << 2)
  /// Marks a name as secret after a `secretKey` word (`api_key`), and as harmless after an
  /// `openKey` word (`partition_key`).
  static let key = WordRole(rawValue: 1 << 3)
  static let secretKey = WordRole(rawValue: 1 << 4)
  static let openKey = WordRole(rawValue: 1 << 5)
  /// Marks a name as harmless after a `cursor` word: `page_token`.
  static let token = WordRole(rawValue: 1 << 6)
  static let cursor = WordRole(rawValue: 1 << 7)
  /// Marks a name as secret after a `session` word, and as harmless after a `traced` word such as
  /// `request`.
  static let id = WordRole(rawValue: 1 << 8)
  static let session = WordRole(rawValue: 1 << 9)
  static let traced = WordRole(rawValue: 1 << 10)
  /// Marks a name as secret after a `secretCode` or `secretPin` word: `recovery_code`, `card_pin`.
  static let code = WordRole(rawValue: 1 << 11)
  static let secretCode = WordRole(rawValue: 1 << 12)
  static let pin = WordRole(rawValue: 1 << 13)
  static let secretPin = WordRole(rawValue: 1 << 14)
  /// After a secret word, marks the value as a mere fact about the secret: `password_length`.
  static let metadata = WordRole(rawValue: 1 << 15)
  /// Before a secret word, marks the value as a mere fact about the secret: `forgot_password`,
  /// `max_tokens`.
  static let about = WordRole(rawValue: 1 << 16)
  /// As the last word, marks the name as that of a digest, date or other identifier: `etag`.
  static let identifier = WordRole(rawValue: 1 << 17)
  /// Is ignored, like `v` in `v2` and `value` in `code_value`.
  static let filler = WordRole(rawValue: 1 << 18)
  /// Marks a name as weak if `id` follows: `session_id`.
  static let weakID = WordRole(rawValue: 1 << 19)
}

/// Determines the strength of a name, word by word.
///
/// Words are split at changes of case, at digits and at separators. An unknown word is split
/// further if it begins or ends with a known secret word: `refreshtoken`, `passwordconfirmation`.
struct NameReader {
  private var previous: WordRole = []
  private var last: WordRole = []
  /// `lastNumber` is the number of words read so far, and `strongNumber` that of the last word that
  /// made the name secret.
  private var lastNumber = 0
  private var strongNumber = 0
  private var isAbout = false
  private var isHarmless = false

  /// Returns the certainty with which a name marks its values as secrets.
  static func strength(of name: ArraySlice<UInt8>) -> NameStrength {
    var reader = NameReader()
    var whole = WordHash()
    var word = WordHash()
    var start = name.startIndex
    var kind = Kind.separator
    var index = name.startIndex
    while index < name.endIndex {
      let next = Kind(name[index])
      if kind != .separator, isBoundary(kind, next, name, index) {
        reader.read(name[start..<index], word)
        word = WordHash()
      }
      if word.isEmpty { start = index }
      if next != .separator {
        word.add(name[index])
        whole.add(name[index])
      }
      kind = next
      index += 1
    }
    if kind != .separator { reader.read(name[start...], word) }
    return reader.strength(whole)
  }

  private enum Kind {
    case lower, upper, digit, separator

    init(_ byte: UInt8) {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), 0x80...: self = .lower
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): self = .upper
      case UInt8(ascii: "0")...UInt8(ascii: "9"): self = .digit
      default: self = .separator
      }
    }
  }

  /// Returns whether a word ends before `index`, given the kinds of the bytes on both sides.
  private static func isBoundary(
    _ kind: Kind, _ next: Kind, _ name: ArraySlice<UInt8>, _ index: Int
  ) -> Bool {
    switch (kind, next) {
    case (.lower, .lower), (.digit, .digit), (.upper, .lower): false
    // The last capital letter of an abbreviation begins the next word: `APIKey`.
    case (.upper, .upper): index + 1 < name.endIndex && Kind(name[index + 1]) == .lower
    default: true
    }
  }

  private mutating func read(_ word: ArraySlice<UInt8>, _ hash: WordHash) {
    guard Kind(word[word.startIndex]) != .digit else { return }
    var roles = NameWords.table[hash]
    if roles.isEmpty, word.count >= 6 { roles = compound(word) }
    guard !roles.contains(.filler) else { return }
    add(roles)
  }

  private mutating func add(_ roles: WordRole) {
    lastNumber += 1
    last = roles
    if roles.contains(.token), previous.contains(.cursor) {
      isHarmless = true
    } else if roles.contains(.strong) || isPair(previous, roles) {
      strongNumber = lastNumber
    }
    if roles.contains(.key), previous.contains(.openKey) { isHarmless = true }
    if roles.contains(.id), previous.contains(.traced) { isHarmless = true }
    if roles.contains(.id), previous.contains(.weakID) { last.insert(.weak) }
    if roles.contains(.about) { isAbout = true }
    previous = roles
  }

  private func isPair(_ first: WordRole, _ second: WordRole) -> Bool {
    first.contains(.secretKey) && second.contains(.key)
      || first.contains(.session) && second.contains(.id)
      || first.contains(.secretCode) && second.contains(.code)
      || first.contains(.secretPin) && second.contains(.pin)
      || first.contains(.pin) && second.contains(.code)
  }

  /// Processes the first part of a compound word, and returns the roles of its last part.
  private mutating func compound(_ word: ArraySlice<UInt8>) -> WordRole {
    guard let (ending, rest) = NameWords.ending(of: word) else {
      return beginning(word)
    }
    if !rest.isEmpty {
      var roles = NameWords.table[WordHash(rest)]
      if roles.isEmpty { roles = NameWords.ending(of: rest)?.roles ?? [] }
      add(roles)
    }
    return ending
  }

  private mutating func beginning(_ word: ArraySlice<UInt8>) -> WordRole {
    for length in NameWords.beginnings where word.count > length {
      let first = NameWords.table[WordHash(word.prefix(length))]
      guard first.contains(.strong) else { continue }
      let rest = NameWords.table[WordHash(word.dropFirst(length))]
      guard !rest.isEmpty else { continue }
      add(first)
      return rest
    }
    return []
  }

  private func strength(_ whole: WordHash) -> NameStrength {
    if NameWords.secretNames.contains(whole.value) { return .strong }
    if NameWords.harmlessNames.contains(whole.value) || isHarmless { return .harmless }
    // `ETag` and `PassWord` count as one word, although their case changes.
    let single = NameWords.table[whole]
    if single.contains(.strong) { return .strong }
    if single.contains(.identifier) { return .harmless }
    if last.contains(.strongLast) { return isAbout ? .weak : .strong }
    if strongNumber > 0 {
      let isDescribed = isAbout || strongNumber < lastNumber && last.contains(.metadata)
      return isDescribed ? .weak : .strong
    }
    if last.contains(.identifier) { return .harmless }
    return last.contains(.weak) ? .weak : .unknown
  }
}
