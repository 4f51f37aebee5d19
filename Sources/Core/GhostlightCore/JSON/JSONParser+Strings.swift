extension JSONParser {
  /// Parses the string whose opening quote is at the cursor.
  mutating func string() throws(JSONError) -> String {
    let start = cursor + 1
    cursor = start
    try skipPlainText()
    guard base[cursor] == UInt8(ascii: "\"") else { return try escapedString(from: start) }
    let text = String(
      decoding: UnsafeBufferPointer(start: base + start, count: cursor - start), as: UTF8.self)
    cursor += 1
    return text
  }

  /// Continues a string whose content begins at `start`, with its first escape at the cursor.
  private mutating func escapedString(from start: Int) throws(JSONError) -> String {
    scratch.removeAll(keepingCapacity: true)
    var start = start
    while true {
      scratch.append(contentsOf: UnsafeBufferPointer(start: base + start, count: cursor - start))
      guard base[cursor] == UInt8(ascii: "\\") else { break }
      try appendEscape()
      start = cursor
      try skipPlainText()
    }
    cursor += 1
    return String(decoding: scratch, as: UTF8.self)
  }

  /// Advances the cursor to the next quote or backslash.
  ///
  /// - Throws: ``JSONError`` if the bytes before it are not UTF-8, or contain a control character.
  private mutating func skipPlainText() throws(JSONError) {
    while cursor + 8 <= count {
      let word = JSONWord(at: base + cursor)
      guard word.isPlain, word.isASCII else { break }
      cursor += 8
    }
    while cursor < count {
      let byte = base[cursor]
      if byte >= 0x80 {
        cursor += try characterLength()
        continue
      }
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return }
      guard byte >= 0x20 else { throw JSONError(.controlCharacter, at: cursor) }
      cursor += 1
    }
    throw JSONError(.unexpectedEnd, at: count)
  }

  /// Returns the length of the non-ASCII character at the cursor, in bytes (Unicode, table 3-7).
  private func characterLength() throws(JSONError) -> Int {
    let lead = base[cursor]
    var second: ClosedRange<UInt8> = 0x80...0xBF
    let length: Int
    switch lead {
    case 0xC2...0xDF: length = 2
    case 0xE0...0xEF: length = 3
    case 0xF0...0xF4: length = 4
    default: throw JSONError(.invalidUTF8, at: cursor)
    }
    switch lead {
    case 0xE0: second = 0xA0...0xBF  // otherwise overlong
    case 0xED: second = 0x80...0x9F  // otherwise a surrogate
    case 0xF0: second = 0x90...0xBF  // otherwise overlong
    case 0xF4: second = 0x80...0x8F  // otherwise beyond U+10FFFF
    default: break
    }
    guard cursor + length <= count, second.contains(base[cursor + 1]) else {
      throw JSONError(.invalidUTF8, at: cursor)
    }
    for position in cursor + 2..<cursor + length where base[position] & 0xC0 != 0x80 {
      throw JSONError(.invalidUTF8, at: cursor)
    }
    return length
  }
}

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

  /// Decodes the `\u` escape whose `u` is at the cursor, or both escapes of a surrogate pair.
  private mutating func appendUnicodeEscape() throws(JSONError) {
    let backslash = cursor - 1
    cursor += 1
    var code = try hexDigits()
    if 0xD800...0xDBFF ~= code, consume(UInt8(ascii: "\\")), consume(UInt8(ascii: "u")) {
      let low = try hexDigits()
      guard 0xDC00...0xDFFF ~= low else { throw JSONError(.loneSurrogate, at: backslash) }
      code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(code) else { throw JSONError(.loneSurrogate, at: backslash) }
    scratch.append(contentsOf: scalar.utf8)
  }

  /// Parses the four hexadecimal digits at the cursor.
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
