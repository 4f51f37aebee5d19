/// Reads the numbers of a query.
enum DecimalText {
  /// The finite number that decimal digits, perhaps with fraction and exponent, stand for.
  ///
  /// `nil` for all else that `Double` reads, such as `0x10` and `inf`.
  static func double(_ text: String) -> Double? {
    for byte in text.utf8 where !isPart(byte) { return nil }
    guard let number = Double(text), number.isFinite else { return nil }
    return number
  }

  private static func isPart(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "e"),
      UInt8(ascii: "E"):
      true
    default: false
    }
  }
}
