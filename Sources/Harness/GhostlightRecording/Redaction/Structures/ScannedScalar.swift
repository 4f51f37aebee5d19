import GhostlightCore

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
