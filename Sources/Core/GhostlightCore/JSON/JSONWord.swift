/// Eight bytes of a string, looked at in one go.
struct JSONWord {
  private let bytes: UInt64

  /// Reads the eight bytes from `start` on.
  @inline(__always)
  init(at start: UnsafePointer<UInt8>) {
    bytes = UnsafeRawPointer(start).loadUnaligned(as: UInt64.self)
  }

  /// Writes the bytes from `start` on.
  @inline(__always)
  func store(at start: UnsafeMutablePointer<UInt8>) {
    UnsafeMutableRawPointer(start).storeBytes(of: bytes, as: UInt64.self)
  }

  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// Whether none of the bytes is a quote, a backslash or a control character.
  @inline(__always)
  var isPlain: Bool {
    let quotes = bytes ^ (Self.ones &* 0x22)
    let backslashes = bytes ^ (Self.ones &* 0x5C)
    // A subtraction borrows from a byte's high bit where the byte is smaller.
    let special =
      ((quotes &- Self.ones) & ~quotes) | ((backslashes &- Self.ones) & ~backslashes)
      | ((bytes &- Self.ones &* 0x20) & ~bytes)
    return special & Self.highBits == 0
  }

  /// Whether all bytes are ASCII.
  @inline(__always)
  var isASCII: Bool { bytes & Self.highBits == 0 }
}
