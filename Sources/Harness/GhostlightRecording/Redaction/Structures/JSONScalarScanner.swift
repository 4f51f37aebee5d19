import GhostlightCore

/// Finds strings and numbers in JSON, with the names that make them secrets.
///
/// It also accepts input that a JSON parser rejects: truncated JSON, several values in sequence,
/// repeated names, scripts. Secrets cannot hide in such input, and all other values keep their
/// bytes.
struct JSONScalarScanner {
  private let bytes: [UInt8]
  private let rules: RedactionRules
  private var index = 0
  private var frames: [Frame] = [Frame(isObject: true)]
  private var scalars: [ScannedScalar] = []

  /// An open object or array; the outermost frame represents the whole input.
  private struct Frame {
    var isObject: Bool
    /// The name that applies to all values in this frame, if it is a secret name.
    var inherited: ScannedName?
    /// Whether the inherited name also applies to values in nested objects: `secrets`.
    var holdsSecrets = false
    /// The name of the member whose value is this object, if that name is secret.
    var owner: ScannedName?
    /// The name that applies to the next value.
    var name: ScannedName?
    var role = MemberRole.none
    /// The name that a member such as `name` assigns to the member `value`.
    var pair: ScannedName?
    /// The scalars in the member `value`, if that member precedes the member `name`.
    var values = 0..<0
    var openValue: Int?
    /// Whether this array is in such a member, so that a later name applies to its elements.
    var isInOpenValue = false
    /// `count` is the number of elements or members so far; `first` is the first element of an
    /// array, if it is a secret name.
    var count = 0
    var first: ScannedName?
  }

  /// The minimum length of a string that is searched for secrets; a shorter string is secret only
  /// because of its name.
  private static let shortest = 5

  init(_ bytes: [UInt8], _ rules: RedactionRules) {
    self.bytes = bytes
    self.rules = rules
  }

  /// Returns all strings and numbers that have a secret name, or are long enough to contain a
  /// secret.
  mutating func scan() -> [ScannedScalar] {
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""): string()
      case UInt8(ascii: "{"): open(isObject: true)
      case UInt8(ascii: "["): open(isObject: false)
      case UInt8(ascii: "}"), UInt8(ascii: "]"): close()
      case UInt8(ascii: ","):
        endValue()
        index += 1
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): number()
      case let byte where TokenBytes.isAlphanumeric(byte):
        while index < bytes.count, TokenBytes.isWord(bytes[index]) { index += 1 }
      default: index += 1
      }
    }
    return scalars
  }

  private mutating func open(isObject: Bool) {
    let outer = frames[frames.count - 1]
    var frame = Frame(isObject: isObject)
    let name = outer.name ?? outer.inherited
    frame.holdsSecrets = outer.holdsSecrets || outer.name?.isOfMany == true
    if !isObject || frame.holdsSecrets { frame.inherited = name }
    if isObject {
      frame.owner = name
    } else {
      frame.isInOpenValue = outer.openValue != nil || outer.isInOpenValue
    }
    frames.append(frame)
    index += 1
  }

  private mutating func close() {
    endValue()
    if frames.count > 1 {
      let frame = frames.removeLast()
      // In a list of arrays, an array may be a pair of name and value: `["password", "…"]`.
      if !frame.isObject, frame.count == 2, let name = frame.first, !scalars.isEmpty,
        !frames[frames.count - 1].isObject,
        !scalars[scalars.count - 1].isNumber || !name.isPlural
      {
        scalars[scalars.count - 1].name = scalars[scalars.count - 1].name ?? name
      }
    }
    index += 1
  }

  /// Ends the current member or element of the innermost frame.
  private mutating func endValue() {
    let last = frames.count - 1
    frames[last].count += 1
    if frames[last].isObject {
      frames[last].name = nil
      if let start = frames[last].openValue { frames[last].values = start..<scalars.count }
    }
    frames[last].openValue = nil
    frames[last].role = .none
  }

  private mutating func number() {
    let start = index
    while index < bytes.count, Self.isNumeric(bytes[index]) { index += 1 }
    let name = self.name
    let frame = frames[frames.count - 1]
    guard
      name?.strength == .strong && name?.isPlural == false || frame.openValue != nil
        || frame.isInOpenValue || frame.first != nil
    else { return }
    scalars.append(
      ScannedScalar(range: start..<index, content: start..<index, isNumber: true, name: name))
  }

  private static func isNumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }

  /// The secret name that applies to the next scalar; `nil` if there is none.
  private var name: ScannedName? {
    let frame = frames[frames.count - 1]
    return frame.name ?? frame.inherited
  }

  private mutating func string() {
    let start = index
    guard let end = endOfString(from: start + 1) else {
      index += 1
      return
    }
    index = end
    let isClosed = end - start > 1 && bytes[end - 1] == UInt8(ascii: "\"")
    let content = start + 1..<(isClosed ? end - 1 : end)
    if isFollowedByColon {
      key(content)
    } else {
      value(start..<end, content)
    }
  }

  /// Returns the index after the closing quote, or the end of truncated input.
  ///
  /// Returns `nil` if the quote does not begin a string.
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
    var position = index
    while position < bytes.count, TokenBytes.isSpace(bytes[position]) { position += 1 }
    return position < bytes.count && bytes[position] == UInt8(ascii: ":")
  }

  private mutating func key(_ content: Range<Int>) {
    let last = frames.count - 1
    let role = MemberRole(bytes[content])
    var name = ScannedName(bytes[content], rules)
    if frames[last].holdsSecrets, name.strength == .unknown {
      name = frames[last].inherited ?? name
    } else if let owner = frames[last].owner, name.strength != .strong {
      name = owner.name(of: name, role)
    }
    if name.strength == .unknown || name.strength == .harmless, role.isValue,
      let pair = frames[last].pair
    {
      name = pair
    }
    frames[last].name = name.strength == .unknown ? nil : name
    frames[last].role = role
    if role.isValue, frames[last].pair == nil { frames[last].openValue = scalars.count }
  }

  private mutating func value(_ range: Range<Int>, _ content: Range<Int>) {
    let last = frames.count - 1
    let name = self.name
    if frames[last].role.isName {
      pair(content, last)
    } else if !frames[last].isObject, frames[last].count == 0, frames.count > 2,
      !frames[last - 1].isObject
    {
      let first = ScannedName(bytes[content], rules)
      if first.strength == .strong { frames[last].first = first }
    }
    let isWanted =
      name != nil || frames[last].openValue != nil || frames[last].isInOpenValue
      || frames[last].first != nil
      || content.count >= Self.shortest && !TokenBytes.isInert(bytes[content])
    guard isWanted else { return }
    scalars.append(ScannedScalar(range: range, content: content, isNumber: false, name: name))
  }

  /// Handles a member such as `name`, whose value is the name of another member's value.
  private mutating func pair(_ content: Range<Int>, _ last: Int) {
    guard let name = frames[last].role.name(in: bytes[content], rules) else { return }
    frames[last].pair = name
    for position in frames[last].values where scalars[position].name == nil {
      if scalars[position].isNumber, name.strength != .strong || name.isPlural { continue }
      scalars[position].name = name
    }
  }
}

extension JSONScalarScanner {
  /// Returns whether a string begins like JSON, optionally after a byte order mark.
  static func isLikely(_ bytes: [UInt8]) -> Bool {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    guard let first = bytes[start...].first(where: { !TokenBytes.isSpace($0) }) else {
      return false
    }
    if first == UInt8(ascii: "[") { return !isHeading(bytes[start...]) }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "\"")
  }

  /// Returns whether a string begins with brackets that are not JSON.
  ///
  /// An example is the section name of a configuration file, such as `[database]`.
  private static func isHeading(_ text: ArraySlice<UInt8>) -> Bool {
    let inside = text.drop { TokenBytes.isSpace($0) }.dropFirst()
    let word = inside.prefix { TokenBytes.isWord($0) || $0 == UInt8(ascii: ":") }
    guard let first = word.first else { return false }
    if (0x30...0x39).contains(first) {
      // A time in brackets at the start of a log line, such as `[2013-06-12] INFO`.
      let rest = text[word.endIndex...]
      return rest.first == UInt8(ascii: "]")
        && rest.dropFirst().first { $0 != 0x20 }.map(TokenBytes.isWord) == true
    }
    guard TokenBytes.isLetter(first) else { return false }
    return !["true", "false", "null"].contains(String(decoding: word, as: UTF8.self))
  }
}

/// A string or number found in JSON.
struct ScannedScalar {
  /// The scalar's byte range, including quotes.
  var range: Range<Int>
  /// The scalar's byte range, without quotes.
  var content: Range<Int>
  var isNumber: Bool
  /// The strong or weak secret name that applies to the scalar; `nil` if there is none.
  var name: ScannedName?

  /// Returns the string with its escapes decoded, or the number as it was written.
  func value(in bytes: [UInt8]) -> String {
    let inside = bytes[content]
    guard !isNumber, inside.contains(UInt8(ascii: "\\")) else {
      return String(decoding: inside, as: UTF8.self)
    }
    do throws(JSONError) {
      if let text = try JSON.parse(Array(bytes[range])).string { return text }
    } catch {}
    return String(decoding: inside, as: UTF8.self)
  }
}

/// A member name in JSON, with its strength.
struct ScannedName {
  let text: String
  let strength: NameStrength

  init(_ bytes: ArraySlice<UInt8>, _ rules: RedactionRules) {
    strength = rules.strength(of: bytes)
    let isKept = strength == .strong || strength == .weak
    text = isKept ? String(decoding: bytes, as: UTF8.self) : ""
  }

  /// Whether the name is plural, so that a number under it is a count.
  var isPlural: Bool { text.utf8.last.map { $0 | 0x20 == UInt8(ascii: "s") } ?? false }

  /// Whether the name also applies to all values in nested objects, as `secrets` does.
  var isOfMany: Bool {
    isPlural && ["secrets", "passwords", "apikeys"].contains(SecretName(text).text)
  }

  /// Returns the name that applies to a member of the object under this name.
  ///
  /// An example is `{"password": {"value": "…"}}`.
  func name(of own: ScannedName, _ role: MemberRole) -> ScannedName {
    role.isValue || strength == .strong && own.strength == .weak ? self : own
  }
}
