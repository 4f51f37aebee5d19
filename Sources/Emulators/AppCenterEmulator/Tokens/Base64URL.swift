import GhostlightSigning

/// Base64 in the alphabet for URLs, without padding.
///
/// - Source: RFC 7515, section 2.
enum Base64URL {
  static func encode(_ bytes: [UInt8]) -> String {
    String(
      decoding: Base64.encodedBytes(bytes).filter { $0 != UInt8(ascii: "=") }.map {
        switch $0 {
        case UInt8(ascii: "+"): UInt8(ascii: "-")
        case UInt8(ascii: "/"): UInt8(ascii: "_")
        default: $0
        }
      }, as: UTF8.self)
  }

  /// The bytes, or `nil` where the text is in another alphabet or padded.
  static func decode(_ text: String) -> [UInt8]? {
    var symbols: [UInt8] = []
    for symbol in text.utf8 {
      switch symbol {
      case UInt8(ascii: "-"): symbols.append(UInt8(ascii: "+"))
      case UInt8(ascii: "_"): symbols.append(UInt8(ascii: "/"))
      case UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="): return nil
      default: symbols.append(symbol)
      }
    }
    while !symbols.count.isMultiple(of: 4) { symbols.append(UInt8(ascii: "=")) }
    return Base64.decode(String(decoding: symbols, as: UTF8.self))
  }
}
