package import HTTPTypes

/// Carries header values that are not UTF-8 through code that has only strings.
///
/// A header value may have any byte from 0x80 on, such as those of ISO 8859-1, and so can an
/// `HTTPField`. A string cannot: each byte that is not part of valid UTF-8 is replaced by a
/// character of its own, from U+F780 to U+F7FF. These characters themselves are replaced byte by
/// byte, so that every value has exactly one string, and every string that was made here has exactly
/// one value.
///
/// - Source: RFC 9110, section 5.5 (`obs-text`).
package enum HeaderBytes {
  /// The first byte of all characters that replace a byte.
  private static let lead: UInt8 = 0xEF

  /// Returns the bytes as valid UTF-8.
  package static func escaped(_ bytes: some RandomAccessCollection<UInt8>) -> [UInt8] {
    var escaped: [UInt8] = []
    escaped.reserveCapacity(bytes.count + 16)
    var rest = bytes[...]
    while let byte = rest.first {
      let length = byte < 0x80 ? 1 : sequenceLength(rest)
      if length > 0 {
        escaped += rest.prefix(length)
      } else {
        let number = byte - 0x80
        escaped += [lead, 0x9E + number >> 6, 0x80 + number & 0x3F]
      }
      rest = rest.dropFirst(max(1, length))
    }
    return escaped
  }

  /// Returns the bytes that ``escaped(_:)`` was called with.
  package static func unescaped(_ bytes: some RandomAccessCollection<UInt8>) -> [UInt8] {
    var unescaped: [UInt8] = []
    unescaped.reserveCapacity(bytes.count)
    var rest = bytes[...]
    while let byte = rest.first {
      if byte == lead, let original = original(rest) {
        unescaped.append(original)
        rest = rest.dropFirst(3)
      } else {
        unescaped.append(byte)
        rest = rest.dropFirst()
      }
    }
    return unescaped
  }

  /// Returns whether bytes may have a character that replaces a byte.
  package static func mayBeEscaped(_ bytes: some Sequence<UInt8>) -> Bool {
    bytes.contains(lead)
  }

  /// Returns the byte that the first character of `bytes` replaces; `nil` if it replaces none.
  private static func original(_ bytes: some RandomAccessCollection<UInt8>) -> UInt8? {
    let three = Array(bytes.prefix(3))
    guard three.count == 3, three[1] == 0x9E || three[1] == 0x9F, three[2] & 0xC0 == 0x80 else {
      return nil
    }
    return 0x80 + (three[1] - 0x9E) << 6 + three[2] & 0x3F
  }

  /// Returns the number of bytes of the first character, which is not ASCII; 0 if the bytes are not
  /// valid UTF-8, or if the character replaces a byte.
  ///
  /// - Source: The Unicode Standard 15, table 3-7.
  private static func sequenceLength(_ bytes: some RandomAccessCollection<UInt8>) -> Int {
    let four = Array(bytes.prefix(4))
    let (length, second): (Int, ClosedRange<UInt8>) =
      switch four[0] {
      case 0xC2...0xDF: (2, 0x80...0xBF)
      case 0xE0: (3, 0xA0...0xBF)
      case 0xED: (3, 0x80...0x9F)
      case 0xE1...0xEF: (3, 0x80...0xBF)
      case 0xF0: (4, 0x90...0xBF)
      case 0xF1...0xF3: (4, 0x80...0xBF)
      case 0xF4: (4, 0x80...0x8F)
      default: (0, 0x80...0xBF)
      }
    guard length > 0, four.count >= length, second.contains(four[1]),
      four[2..<length].allSatisfy({ $0 & 0xC0 == 0x80 }),
      original(four[...]) == nil
        || four[0] != lead
    else { return 0 }
    return length
  }
}

extension HTTPField {
  /// The value as a string from which ``init(name:escapedValue:)`` creates the same bytes.
  package var escapedValue: String {
    let value = value
    // The string of a value that is not UTF-8 has U+FFFD, whose first byte is the same.
    guard HeaderBytes.mayBeEscaped(value.utf8) else { return value }
    return withUnsafeBytesOfValue { String(decoding: HeaderBytes.escaped($0), as: UTF8.self) }
  }

  /// Creates a field from a string of ``HeaderBytes``.
  package init(name: Name, escapedValue: String) {
    if HeaderBytes.mayBeEscaped(escapedValue.utf8) {
      self.init(name: name, value: HeaderBytes.unescaped(Array(escapedValue.utf8)))
    } else {
      self.init(name: name, value: escapedValue)
    }
  }
}
