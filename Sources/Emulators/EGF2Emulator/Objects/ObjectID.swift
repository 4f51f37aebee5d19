/// The form of objects' ids: a UUID in lower case and the type's code (A3, A8).
enum ObjectID {
  /// The number of bytes of every id.
  static let length = 39

  /// Whether a text is a lower-case UUID of version 1 to 5, a dash and two characters.
  static func isWellFormed(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count == length else { return false }
    for (position, byte) in bytes[..<37].enumerated() {
      switch position {
      case 8, 13, 18, 23, 36: guard byte == UInt8(ascii: "-") else { return false }
      case 14: guard (UInt8(ascii: "1")...UInt8(ascii: "5")).contains(byte) else { return false }
      case 19: guard "89ab".utf8.contains(byte) else { return false }
      default: guard "0123456789abcdef".utf8.contains(byte) else { return false }
      }
    }
    return true
  }
}
