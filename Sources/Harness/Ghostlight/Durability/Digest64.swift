/// A fast digest of 64 bits, eight bytes a step, the same on every machine; no secret and no proof
/// against forgery.
package struct Digest64: Sendable {
  /// The digest of all that was added.
  package private(set) var value: UInt64 = 0x9e37_79b9_7f4a_7c15

  /// The digest of nothing.
  package init() {}

  /// Adds a number.
  package mutating func add(_ word: UInt64) {
    let product = (value ^ word ^ 0xd6e8_feb8_6659_fd93)
      .multipliedFullWidth(by: 0xa076_1d64_78bd_642f)
    value = product.high ^ product.low ^ value &>> 47
  }

  /// Adds bytes and how many they are.
  package mutating func add(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { add($0) }
  }

  /// Adds bytes and how many they are.
  package mutating func add(_ bytes: UnsafeRawBufferPointer) {
    let whole = bytes.count & ~7
    for start in stride(from: 0, to: whole, by: 8) {
      let word = bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self)
      add(UInt64(littleEndian: word))
    }
    var rest: UInt64 = 0
    for byte in bytes[whole...] { rest = rest &<< 8 | UInt64(byte) }
    add(rest)
    add(UInt64(bytes.count))
  }
}
