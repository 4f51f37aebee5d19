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
    let name = String(decoding: bytes[start..<offset], as: UTF8.self)
    skipSpace()
    return name.lowercased() == scheme.lowercased()
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
