import GhostlightCore

/// A string or number in a JSON text.
struct ScannedScalar {
  /// Where it stands, quotes included.
  var range: Range<Int>
  /// The same without quotes.
  var content: Range<Int>
  /// Whether it is a number.
  var isNumber: Bool
  /// The name that makes it a secret, for sure or by its looks.
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

/// A name in a JSON text, with how secret it is.
struct ScannedName {
  let text: String
  let strength: NameStrength

  init(_ bytes: ArraySlice<UInt8>, _ rules: RedactionRules) {
    strength = rules.strength(of: bytes)
    let isKept = strength == .strong || strength == .weak
    text = isKept ? String(decoding: bytes, as: UTF8.self) : ""
  }

  /// Whether a number under the name counts something.
  var isPlural: Bool { text.utf8.last.map { $0 | 0x20 == UInt8(ascii: "s") } ?? false }

  /// Whether the objects under the name hold secrets only.
  var isOfMany: Bool {
    isPlural && ["secrets", "passwords", "apikeys"].contains(SecretName(text).text)
  }

  /// Returns the name of a member of an object under this name: `{"password": {"value": "…"}}`.
  func name(of own: ScannedName, _ role: MemberRole) -> ScannedName {
    role.isValue || strength == .strong && own.strength == .weak ? self : own
  }
}
