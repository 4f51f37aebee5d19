import GhostlightCore

/// Finds strings and numbers in a JSON text, with the names that make them secrets.
///
/// It reads what a parser refuses, too: texts that are cut off, several values one after another,
/// names given twice, scripts. So nothing hides in them, and what is no secret keeps its bytes.
struct JSONScalarScanner {
  private let bytes: [UInt8]
  private let rules: RedactionRules
  private var index = 0
  private var frames: [Frame] = [Frame(isObject: true)]
  private var scalars: [ScannedScalar] = []

  /// An object or array that is open; the outermost stands for the text itself.
  private struct Frame {
    var isObject: Bool
    /// The name that its values stand under, where that is secret.
    var inherited: String?
    /// Whether that goes for the values in its objects too.
    var holdsSecrets = false
    /// The name of the value to come, where that is secret.
    var secretName: String?
    /// The last name read.
    var key = ""
    /// What a member `name` says that the member `value` is.
    var pairName: String?
    /// The scalar of the member `value`, if it came first.
    var pairValue: Int?
  }

  /// Strings shorter than this hold nothing but what a name makes a secret.
  private static let shortest = 5

  init(_ bytes: [UInt8], _ rules: RedactionRules) {
    self.bytes = bytes
    self.rules = rules
  }

  /// Whether a text starts as JSON does, behind a byte order mark perhaps.
  static func isLikely(_ bytes: [UInt8]) -> Bool {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    guard let first = bytes[start...].first(where: { !TokenBytes.isSpace($0) }) else {
      return false
    }
    if first == UInt8(ascii: "[") { return !isHeading(bytes[start...]) }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "\"")
  }

  /// Whether a text begins with the name of a section of settings, such as `[database]`.
  private static func isHeading(_ text: ArraySlice<UInt8>) -> Bool {
    let word = text.drop { TokenBytes.isSpace($0) }.dropFirst().prefix { TokenBytes.isWord($0) }
    guard let first = word.first, (UInt8(ascii: "A")...UInt8(ascii: "z")).contains(first) else {
      return false
    }
    return !["true", "false", "null"].contains(String(decoding: word, as: UTF8.self))
  }

  /// All strings and numbers that are secret by name or long enough to hold a secret, in order.
  mutating func scan() -> [ScannedScalar] {
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""): string()
      case UInt8(ascii: "{"): open(isObject: true)
      case UInt8(ascii: "["): open(isObject: false)
      case UInt8(ascii: "}"), UInt8(ascii: "]"): close()
      case UInt8(ascii: ","):
        frames[frames.count - 1].key = ""
        if frames[frames.count - 1].isObject { frames[frames.count - 1].secretName = nil }
        index += 1
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): number()
      case let byte where TokenBytes.isAlphanumeric(byte): word()
      default: index += 1
      }
    }
    return scalars
  }

  private mutating func open(isObject: Bool) {
    let outer = frames[frames.count - 1]
    var frame = Frame(isObject: isObject)
    // A list under a secret name holds secrets; an object only where the name is of several, as
    // `secrets` is: `token` may also be a description of one.
    frame.holdsSecrets = outer.holdsSecrets || Self.holdsSecrets(outer.key)
    if !isObject || frame.holdsSecrets { frame.inherited = outer.secretName ?? outer.inherited }
    frame.secretName = isObject ? nil : frame.inherited
    frames.append(frame)
    index += 1
  }

  private static func holdsSecrets(_ key: String) -> Bool {
    guard key.utf8.contains(where: { $0 | 0x20 == UInt8(ascii: "s") }) else { return false }
    return ["secrets", "passwords", "apikeys", "credentials"].contains(SecretName(key).text)
  }

  private mutating func close() {
    if frames.count > 1 { frames.removeLast() }
    index += 1
  }

  /// Steps over `true`, `null`, and words that are no JSON.
  private mutating func word() {
    while index < bytes.count, TokenBytes.isWord(bytes[index]) { index += 1 }
  }

  private mutating func number() {
    let start = index
    while index < bytes.count, Self.isNumeric(bytes[index]) { index += 1 }
    let frame = frames[frames.count - 1]
    guard let name = frame.secretName ?? frame.inherited, !name.hasSuffix("s") else { return }
    let digits = String(decoding: bytes[start..<index], as: UTF8.self)
    scalars.append(
      ScannedScalar(range: start..<index, value: digits, isNumber: true, secretName: name))
  }

  private static func isNumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }

  private mutating func string() {
    let start = index
    guard let end = endOfString(from: start + 1) else {
      index += 1
      return
    }
    index = end
    let text = decoded(start..<end)
    if isFollowedByColon {
      frames[frames.count - 1].key = text
      frames[frames.count - 1].secretName = rules.isSecret(name: text) ? text : nil
    } else {
      value(text, at: start..<end)
    }
  }

  /// The index after the closing quote, or the end of a text that is cut off; `nil` where the
  /// quote opens no string.
  private func endOfString(from start: Int) -> Int? {
    var position = start
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""): return position + 1
      case UInt8(ascii: "\\"): position += 2
      case UInt8(ascii: "\n"): return nil
      default: position += 1
      }
    }
    return bytes.count
  }

  private var isFollowedByColon: Bool {
    bytes[index...].first { !TokenBytes.isSpace($0) } == UInt8(ascii: ":")
  }

  private func decoded(_ range: Range<Int>) -> String {
    let token = bytes[range]
    let isClosed = token.count > 1 && token.last == UInt8(ascii: "\"")
    let inside = token.dropFirst().dropLast(isClosed ? 1 : 0)
    guard inside.contains(UInt8(ascii: "\\")) else {
      return String(decoding: inside, as: UTF8.self)
    }
    do throws(JSONError) {
      if let text = try JSON.parse(Array(token)).string { return text }
    } catch {}
    return String(decoding: inside, as: UTF8.self)
  }

  private mutating func value(_ text: String, at range: Range<Int>) {
    let frame = frames.count - 1
    let name = frames[frame].secretName ?? frames[frame].inherited
    switch frames[frame].key {
    case "name", "key", "header":
      let pair = rules.isSecret(name: text) ? text : nil
      frames[frame].pairName = pair
      if let position = frames[frame].pairValue, let pair { scalars[position].secretName = pair }
    case "value":
      frames[frame].pairValue = scalars.count
      scalars.append(
        ScannedScalar(
          range: range, value: text, isNumber: false, secretName: name ?? frames[frame].pairName))
      return
    default: break
    }
    guard name != nil || text.utf8.count >= Self.shortest else { return }
    scalars.append(ScannedScalar(range: range, value: text, isNumber: false, secretName: name))
  }
}

/// A string or number that stands in a JSON text.
struct ScannedScalar {
  /// Where it stands, quotes included.
  var range: Range<Int>
  /// The string decoded, or the digits.
  var value: String
  /// Whether it is a number.
  var isNumber: Bool
  /// The name that makes it a secret, where one does.
  var secretName: String?
}
