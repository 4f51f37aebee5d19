/// An `Authorization` value that consists of a scheme and attributes: `Scheme a="1",b="2"`.
package struct AuthorizationHeader: Sendable, Hashable {
  /// The attributes in order; their names are unique.
  package var attributes: [AuthorizationAttribute]

  /// Parses an `Authorization` value with the given scheme, whose case is ignored.
  ///
  /// Spaces and tabs around commas and equal signs are skipped. A value ends at the next double
  /// quote; there are no backslash escapes.
  ///
  /// - Throws: `otherScheme` for a different scheme, `malformed` if the syntax is invalid or there
  ///   are too many attributes, and `repeated` if a name occurs twice.
  package init(parsing field: String, scheme: String) throws(AuthorizationHeaderError) {
    let parts = try AuthorizationParts(field, scheme: scheme)
    attributes = parts.all.map { part in
      AuthorizationAttribute(parts.text(part.name), parts.text(part.value))
    }
  }

  /// Returns the value of an attribute; `nil` if there is no such attribute.
  package func value(of name: String) -> String? {
    for attribute in attributes where attribute.name == name {
      return attribute.value
    }
    return nil
  }

  /// Returns the value of a required attribute.
  ///
  /// - Throws: `missing` if there is no such attribute.
  package func required(_ name: String) throws(AuthorizationHeaderError) -> String {
    guard let value = value(of: name) else { throw .missing(name) }
    return value
  }
}

/// The attributes of an `Authorization` value as byte ranges, so that only the needed ones are
/// copied.
struct AuthorizationParts {
  /// The byte ranges of one attribute's name and value.
  struct Part {
    let name: Range<Int>
    let value: Range<Int>
  }

  private let bytes: [UInt8]
  /// The attributes in order; their names are unique.
  private(set) var all: [Part] = []

  /// The maximum number of attributes, because the search for repeated names takes quadratic time.
  private static let limit = 32

  /// Parses an `Authorization` value in the same way as ``AuthorizationHeader``.
  ///
  /// - Throws: `otherScheme` for a different scheme, `malformed` if the syntax is invalid or there
  ///   are too many attributes, and `repeated` if a name occurs twice.
  init(_ field: String, scheme: String) throws(AuthorizationHeaderError) {
    bytes = Array(field.utf8)
    var reader = AuthorizationHeaderReader(bytes)
    guard reader.consumeScheme(scheme) else { throw .otherScheme(expected: scheme) }
    all.reserveCapacity(5)
    while !reader.isAtEnd {
      if !all.isEmpty { try reader.consumeComma() }
      let part = try reader.parseAttribute()
      // Compares the lengths first, because most names differ in length.
      for other in all
      where other.name.count == part.name.count && bytes[other.name] == bytes[part.name] {
        throw .repeated(text(part.name))
      }
      guard all.count < Self.limit else { throw .malformed(offset: reader.offset) }
      all.append(part)
    }
  }

  func text(_ part: Range<Int>) -> String { String(decoding: bytes[part], as: UTF8.self) }

  /// Returns the value of a required attribute.
  ///
  /// - Throws: `missing` if there is no such attribute.
  func required(_ name: StaticString) throws(AuthorizationHeaderError) -> String {
    for part in all where isName(part.name, name) { return text(part.value) }
    throw .missing("\(name)")
  }

  private func isName(_ part: Range<Int>, _ name: StaticString) -> Bool {
    guard part.count == name.utf8CodeUnitCount else { return false }
    for place in 0..<part.count where bytes[part.lowerBound + place] != name.utf8Start[place] {
      return false
    }
    return true
  }
}

/// Reads the parts of an `Authorization` value in order.
struct AuthorizationHeaderReader {
  private let bytes: [UInt8]
  /// The index of the next byte.
  private(set) var offset = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    skipSpace()
  }

  var isAtEnd: Bool { offset == bytes.count }

  /// Skips the scheme and the spaces after it; returns `false` if the scheme is a different one.
  mutating func consumeScheme(_ scheme: String) -> Bool {
    let start = offset
    while !isAtEnd, !isSpace(bytes[offset]) { offset += 1 }
    let name = start..<offset
    skipSpace()
    guard name.count == scheme.utf8.count else { return false }
    for (place, byte) in zip(name, scheme.utf8)
    where Self.lowercased(bytes[place]) != Self.lowercased(byte) {
      return false
    }
    return true
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }

  mutating func consumeComma() throws(AuthorizationHeaderError) {
    try consume(UInt8(ascii: ","))
    skipSpace()
  }

  /// Skips `name="value"` and the spaces after it; returns the ranges of name and value.
  mutating func parseAttribute() throws(AuthorizationHeaderError) -> AuthorizationParts.Part {
    let name = try parseName()
    skipSpace()
    try consume(UInt8(ascii: "="))
    skipSpace()
    try consume(UInt8(ascii: "\""))
    let start = offset
    offset = bytes.withUnsafeBufferPointer { bytes in
      var end = start
      while end < bytes.count, bytes[end] != UInt8(ascii: "\""), !Self.isControl(bytes[end]) {
        end += 1
      }
      return end
    }
    let value = start..<offset
    try consume(UInt8(ascii: "\""))
    skipSpace()
    return AuthorizationParts.Part(name: name, value: value)
  }

  private mutating func parseName() throws(AuthorizationHeaderError) -> Range<Int> {
    let start = offset
    while !isAtEnd, isNameByte(bytes[offset]) { offset += 1 }
    guard offset > start else { throw .malformed(offset: offset) }
    return start..<offset
  }

  private mutating func consume(_ byte: UInt8) throws(AuthorizationHeaderError) {
    guard !isAtEnd, bytes[offset] == byte else { throw .malformed(offset: offset) }
    offset += 1
  }

  private mutating func skipSpace() {
    while !isAtEnd, isSpace(bytes[offset]) { offset += 1 }
  }

  private func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }

  private static func isControl(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == 0x7F
  }

  private func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "="), UInt8(ascii: ","), UInt8(ascii: "\""): false
    default: byte > 0x20 && byte < 0x7F
    }
  }
}

/// One attribute `name="value"` of an `Authorization` value, without the quotes.
package struct AuthorizationAttribute: Sendable, Hashable {
  package var name: String
  package var value: String

  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// A problem of an `Authorization` value, described for the client's developer.
package enum AuthorizationHeaderError: Error, Hashable {
  /// The value has a scheme other than the expected one.
  case otherScheme(expected: String)
  /// The syntax is invalid at this byte offset.
  case malformed(offset: Int)
  /// The attribute with this name occurs twice.
  case repeated(String)
  /// The required attribute with this name is missing.
  case missing(String)
  /// The attribute with this name has an invalid percent-encoding.
  case badEscape(String)
  /// The scheme does not support this attribute's value.
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
