/// An `Authorization` header field made of attributes: `Scheme a="1",b="2"`.
package struct AuthorizationHeader: Sendable, Hashable {
  /// The attributes in the order sent, no name twice.
  package var attributes: [AuthorizationAttribute]

  /// Reads a field of the given scheme, whose name may be in any case.
  ///
  /// Spaces and tabs around commas and equal signs are skipped. A value runs to the next double
  /// quote; there are no backslash escapes.
  ///
  /// - Throws: `otherScheme`, `malformed`, `repeated`.
  package init(parsing field: String, scheme: String) throws(AuthorizationHeaderError) {
    var reader = AuthorizationHeaderReader(field)
    guard reader.takeScheme(scheme) else { throw .otherScheme(expected: scheme) }
    attributes = []
    attributes.reserveCapacity(5)
    while !reader.isAtEnd {
      if !attributes.isEmpty { try reader.takeComma() }
      let attribute = try reader.takeAttribute()
      guard value(of: attribute.name) == nil else { throw .repeated(attribute.name) }
      guard attributes.count < Self.limit else { throw .malformed(offset: reader.offset) }
      attributes.append(attribute)
    }
  }

  /// The value of an attribute as written, nil when it is not given.
  package func value(of name: String) -> String? {
    for attribute in attributes where attribute.name == name {
      return attribute.value
    }
    return nil
  }

  /// The value of an attribute that must be there.
  ///
  /// - Throws: `missing`.
  package func required(_ name: String) throws(AuthorizationHeaderError) -> String {
    guard let value = value(of: name) else { throw .missing(name) }
    return value
  }

  /// More attributes than any scheme knows are an attack on the search for repeated names.
  private static let limit = 32
}

/// Reads the parts of an `Authorization` header field one after another.
struct AuthorizationHeaderReader {
  private let bytes: [UInt8]
  /// The byte that is read next.
  private(set) var offset = 0

  init(_ field: String) {
    bytes = Array(field.utf8)
    skipSpace()
  }

  var isAtEnd: Bool { offset == bytes.count }

  /// Steps over the scheme's name and the space behind it, or answers false.
  mutating func takeScheme(_ scheme: String) -> Bool {
    let start = offset
    while !isAtEnd, !isSpace(bytes[offset]) { offset += 1 }
    let name = bytes[start..<offset]
    skipSpace()
    return name.elementsEqual(scheme.utf8) { Self.lowercased($0) == Self.lowercased($1) }
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }

  mutating func takeComma() throws(AuthorizationHeaderError) {
    try take(UInt8(ascii: ","))
    skipSpace()
  }

  /// Steps over `name="value"` and the space behind it.
  mutating func takeAttribute() throws(AuthorizationHeaderError) -> AuthorizationAttribute {
    let name = try takeName()
    skipSpace()
    try take(UInt8(ascii: "="))
    skipSpace()
    try take(UInt8(ascii: "\""))
    let start = offset
    while !isAtEnd, bytes[offset] != UInt8(ascii: "\""), !isControl(bytes[offset]) { offset += 1 }
    let value = String(decoding: bytes[start..<offset], as: UTF8.self)
    try take(UInt8(ascii: "\""))
    skipSpace()
    return AuthorizationAttribute(name, value)
  }

  private mutating func takeName() throws(AuthorizationHeaderError) -> String {
    let start = offset
    while !isAtEnd, isNameByte(bytes[offset]) { offset += 1 }
    guard offset > start else { throw .malformed(offset: offset) }
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  private mutating func take(_ byte: UInt8) throws(AuthorizationHeaderError) {
    guard !isAtEnd, bytes[offset] == byte else { throw .malformed(offset: offset) }
    offset += 1
  }

  private mutating func skipSpace() {
    while !isAtEnd, isSpace(bytes[offset]) { offset += 1 }
  }

  private func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }

  private func isControl(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == 0x7F
  }

  private func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "="), UInt8(ascii: ","), UInt8(ascii: "\""): false
    default: byte > 0x20 && byte < 0x7F
    }
  }
}

/// One `name="value"` of an `Authorization` header field, as written between the quotes.
package struct AuthorizationAttribute: Sendable, Hashable {
  package var name: String
  package var value: String

  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// What is wrong with an `Authorization` header field; its description is for the client's author.
package enum AuthorizationHeaderError: Error, Hashable {
  /// The field is of another scheme.
  case otherScheme(expected: String)
  /// There is no `name="value"` where one should start, at this byte of the field.
  case malformed(offset: Int)
  /// An attribute is given twice.
  case repeated(String)
  /// An attribute is not given.
  case missing(String)
  /// An attribute's percent-encoding is broken.
  case badEscape(String)
  /// An attribute has a value that this scheme does not know.
  case unsupported(AuthorizationAttribute)
}

extension AuthorizationHeaderError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .otherScheme(let expected):
      "the Authorization field is not of the scheme \(expected)"
    case .malformed(let offset):
      "the Authorization field is malformed at byte \(offset): name=\"value\" pairs,"
        + " separated by commas, were expected"
    case .repeated(let name):
      "the Authorization field gives \(EscapedText.quote(name)) twice"
    case .missing(let name):
      "the Authorization field does not give \(EscapedText.quote(name))"
    case .badEscape(let name):
      "the Authorization field's \(EscapedText.quote(name)) is not percent-encoded UTF-8"
    case .unsupported(let attribute):
      "the Authorization field's \(EscapedText.quote(attribute.name)) cannot be"
        + " \(EscapedText.quote(attribute.value))"
    }
  }
}

/// Text made safe to show on one line and in a header field.
package enum EscapedText {
  /// The text in double quotes, with `\n`, `\r`, `\t`, `\"`, `\\`, and `\u{e9}` for the rest that is
  /// not printable ASCII.
  package static func quote(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case " "..."~": quoted.unicodeScalars.append(scalar)
      default: quoted += "\\u{" + String(scalar.value, radix: 16) + "}"
      }
    }
    return quoted + "\""
  }

  /// Reads what ``quote(_:)`` wrote at the beginning of a text, and leaves what follows.
  package static func unquote(_ text: inout Substring) -> String? {
    guard text.first == "\"" else { return nil }
    var result = ""
    var rest = text.dropFirst().unicodeScalars
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\"":
        text = Substring(rest)
        return result
      case "\\":
        guard let escaped = escape(&rest) else { return nil }
        result.unicodeScalars.append(escaped)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return nil
  }

  private static func escape(_ rest: inout Substring.UnicodeScalarView) -> Unicode.Scalar? {
    switch rest.popFirst() {
    case "n"?: return "\n"
    case "r"?: return "\r"
    case "t"?: return "\t"
    case let quoted? where quoted == "\"" || quoted == "\\": return quoted
    case "u"?:
      guard rest.popFirst() == "{", let end = rest.firstIndex(of: "}") else { return nil }
      let digits = String(rest[..<end])
      rest = rest[rest.index(after: end)...]
      return UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init)
    default: return nil
    }
  }
}
