extension JSONParser {
  /// Decodes the escape whose backslash is at the cursor.
  mutating func appendEscape() throws(JSONError) {
    cursor += 1
    guard cursor < count else { throw JSONError(.unexpectedEnd, at: count) }
    let byte: UInt8
    switch base[cursor] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): byte = base[cursor]
    case UInt8(ascii: "b"): byte = 0x08
    case UInt8(ascii: "f"): byte = 0x0C
    case UInt8(ascii: "n"): byte = 0x0A
    case UInt8(ascii: "r"): byte = 0x0D
    case UInt8(ascii: "t"): byte = 0x09
    case UInt8(ascii: "u"): return try appendUnicodeEscape()
    default: throw JSONError(.unknownEscape, at: cursor)
    }
    cursor += 1
    scratch.append(byte)
  }

  /// Decodes the escape, or the two of a surrogate pair, whose `u` is at the cursor.
  private mutating func appendUnicodeEscape() throws(JSONError) {
    let backslash = cursor - 1
    cursor += 1
    var code = try hexDigits()
    if 0xD800...0xDBFF ~= code, take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) {
      let low = try hexDigits()
      guard 0xDC00...0xDFFF ~= low else { throw JSONError(.loneSurrogate, at: backslash) }
      code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(code) else { throw JSONError(.loneSurrogate, at: backslash) }
    scratch.append(contentsOf: scalar.utf8)
  }

  /// Reads four hex digits.
  private mutating func hexDigits() throws(JSONError) -> UInt32 {
    var code: UInt32 = 0
    for _ in 0..<4 {
      guard cursor < count else { throw JSONError(.unexpectedEnd, at: count) }
      let byte = base[cursor]
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): code = code << 4 | UInt32(byte - 0x30)
      case UInt8(ascii: "A")...UInt8(ascii: "F"): code = code << 4 | UInt32(byte - 0x37)
      case UInt8(ascii: "a")...UInt8(ascii: "f"): code = code << 4 | UInt32(byte - 0x57)
      default: throw JSONError(.expectedHexDigit, at: cursor)
      }
      cursor += 1
    }
    return code
  }
}
