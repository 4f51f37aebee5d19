/// Percent-encodes and decodes parts of a URL.
///
/// `+` is an ordinary character here; ``FormURLEncoding`` treats it as a space.
///
/// - Source: RFC 3986, sections 2.1 and 2.3.
public enum PercentEncoding {
  /// Decodes percent-encoded bytes; `+` is unchanged.
  ///
  /// The result is `nil` if an escape does not have two hexadecimal digits, or the decoded bytes
  /// are not UTF-8.
  public static func decode(_ utf8: ArraySlice<UInt8>) -> String? {
    utf8.withUnsafeBufferPointer { source in
      var end = DecodingEnd.ascii
      let text = String(unsafeUninitializedCapacity: source.count) { bytes in
        var count = 0
        end = decode(source, into: bytes, &count)
        return end == .ascii ? count : 0
      }
      switch end {
      case .ascii: return text
      case .other: return decodeUnicode(source)
      case .malformed: return nil
      }
    }
  }

  /// Decodes percent-encoded bytes; `nil` if an escape is invalid or the result is not UTF-8.
  public static func decode(_ utf8: [UInt8]) -> String? {
    decode(utf8[...])
  }

  /// Decodes a percent-encoded string; `nil` if an escape is invalid or the result is not UTF-8.
  public static func decode(_ text: String) -> String? {
    text.utf8.contains(percentSign) ? decode(Array(text.utf8)) : text
  }

  /// Returns the string with all bytes escaped except letters, digits and `-._~`; hexadecimal
  /// digits are in upper case.
  public static func encode(_ text: String) -> String {
    var encoded: [UInt8] = []
    encoded.reserveCapacity(text.utf8.count + 16)
    append(text, to: &encoded)
    return String(decoding: encoded, as: UTF8.self)
  }

  /// Returns a query with percent-encoded names and values; a space becomes `%20`.
  package static func query(_ fields: [FormField]) -> String {
    fields.map { "\(encode($0.name))=\(encode($0.value))" }.joined(separator: "&")
  }

  package static func append(_ text: String, to bytes: inout [UInt8]) {
    for byte in text.utf8 {
      append(byte, to: &bytes)
    }
  }

  /// Appends one byte, escaped unless it is an unreserved character.
  package static func append(_ byte: UInt8, to bytes: inout [UInt8]) {
    guard !isUnreserved(byte) else {
      bytes.append(byte)
      return
    }
    bytes.append(percentSign)
    bytes.append(hexDigit(byte >> 4))
    bytes.append(hexDigit(byte & 0x0F))
  }

  /// Returns the byte of the escape whose `%` is at `index`; `nil` if the escape is invalid.
  package static func escapedByte(in utf8: ArraySlice<UInt8>, at index: Int) -> UInt8? {
    utf8.withUnsafeBufferPointer { escapedByte(in: $0, at: index - utf8.startIndex) }
  }

  private static func escapedByte(in utf8: UnsafeBufferPointer<UInt8>, at index: Int) -> UInt8? {
    guard utf8.count - index > 2,
      let high = hexValue(utf8[index + 1]), let low = hexValue(utf8[index + 2])
    else { return nil }
    return high << 4 | low
  }

  private static let percentSign = UInt8(ascii: "%")

  /// Whether the decoded bytes are ASCII or need validation, or an escape was malformed.
  private enum DecodingEnd {
    case ascii, other, malformed
  }

  /// Writes the decoded bytes to `bytes`, which must have room for as many bytes as `source` has.
  private static func decode(
    _ source: UnsafeBufferPointer<UInt8>, into bytes: UnsafeMutableBufferPointer<UInt8>,
    _ count: inout Int
  ) -> DecodingEnd {
    var index = 0
    var union: UInt8 = 0
    while index < source.count {
      var byte = source[index]
      index += 1
      if byte == percentSign {
        guard let escaped = escapedByte(in: source, at: index - 1) else { return .malformed }
        byte = escaped
        index += 2
      }
      union |= byte
      bytes[count] = byte
      count += 1
    }
    return union < 0x80 ? .ascii : .other
  }

  /// Decodes bytes that are not ASCII; returns `nil` if the result is not UTF-8.
  private static func decodeUnicode(_ source: UnsafeBufferPointer<UInt8>) -> String? {
    let bytes = [UInt8](unsafeUninitializedCapacity: source.count) { bytes, count in
      _ = decode(source, into: bytes, &count)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default:
      false
    }
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") - 10 + value
  }

  private static func hexValue(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
