import GhostlightCore

/// A string or number in a JSON text.
struct ScannedScalar {
  /// Its range, including quotes.
  var range: Range<Int>
  /// Its range without quotes.
  var content: Range<Int>
  var isNumber: Bool
  /// The name that makes it a secret, always or if it looks like one.
  var name: ScannedName?

  /// Returns the string with its escapes decoded, or the digits.
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

/// A name in a JSON text, with its strength.
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

  /// Whether all values in the objects under the name are secrets.
  var isOfMany: Bool {
    isPlural && ["secrets", "passwords", "apikeys"].contains(SecretName(text).text)
  }

  /// Returns the name of a member of an object under this name: `{"password": {"value": "…"}}`.
  func name(of own: ScannedName, _ role: MemberRole) -> ScannedName {
    role.isValue || strength == .strong && own.strength == .weak ? self : own
  }
}
