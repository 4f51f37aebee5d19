import GhostlightCore

/// The byte that stands at a place of some text, escaped or not, and where the next one begins.
struct EscapedByte {
  let byte: UInt8
  let end: Int

  /// Reads `a`, `%61`, `%2561`, `\u0061`, `\/`; `nil` at the end.
  init?(_ bytes: [UInt8], at index: Int) {
    guard index < bytes.count else { return nil }
    switch bytes[index] {
    case UInt8(ascii: "%"):
      guard let escaped = PercentEncoding.escapedByte(in: bytes[...], at: index) else { break }
      if escaped == UInt8(ascii: "%"),
        let twice = PercentEncoding.escapedByte(in: bytes[...], at: index + 2)
      {
        byte = twice
        end = index + 5
      } else {
        byte = escaped
        end = index + 3
      }
      return
    case UInt8(ascii: "\\"):
      guard let (value, length) = Self.jsonEscape(in: bytes, at: index) else { break }
      byte = value
      end = index + length
      return
    default: break
    }
    byte = bytes[index]
    end = index + 1
  }

  private static func jsonEscape(in bytes: [UInt8], at index: Int) -> (UInt8, Int)? {
    guard index + 1 < bytes.count else { return nil }
    switch bytes[index + 1] {
    case UInt8(ascii: "/"), UInt8(ascii: "\""), UInt8(ascii: "\\"): return (bytes[index + 1], 2)
    case UInt8(ascii: "n"): return (0x0A, 2)
    case UInt8(ascii: "r"): return (0x0D, 2)
    case UInt8(ascii: "t"): return (0x09, 2)
    case UInt8(ascii: "u"):
      guard index + 6 <= bytes.count,
        let value = UInt8(
          String(decoding: bytes[(index + 2)..<(index + 6)], as: UTF8.self), radix: 16),
        value < 0x80
      else { return nil }
      return (value, 6)
    default: return nil
    }
  }
}
