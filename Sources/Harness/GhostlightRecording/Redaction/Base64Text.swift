#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Base64 of both alphabets, as tokens have it: with and without padding.
enum Base64Text {
  static func encode(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

  /// The text in the alphabet of URLs, without padding.
  static func encodeForURL(_ bytes: [UInt8]) -> String {
    let text = encode(bytes).utf8.compactMap { byte -> UInt8? in
      switch byte {
      case UInt8(ascii: "+"): UInt8(ascii: "-")
      case UInt8(ascii: "/"): UInt8(ascii: "_")
      case UInt8(ascii: "="): nil
      default: byte
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes that a text of either alphabet stands for, `nil` where it is none.
  static func decode(_ text: some StringProtocol) -> [UInt8]? { decode(Array(text.utf8)[...]) }

  /// The bytes that a text of either alphabet stands for, `nil` where it is none.
  static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    var symbols: [UInt8] = []
    symbols.reserveCapacity(text.count + 3)
    for byte in text {
      switch byte {
      case UInt8(ascii: "-"): symbols.append(UInt8(ascii: "+"))
      case UInt8(ascii: "_"): symbols.append(UInt8(ascii: "/"))
      case UInt8(ascii: "="): break
      default: symbols.append(byte)
      }
    }
    guard symbols.count % 4 != 1 else { return nil }
    while !symbols.count.isMultiple(of: 4) { symbols.append(UInt8(ascii: "=")) }
    return Data(base64Encoded: Data(symbols)).map { [UInt8]($0) }
  }
}
