/// A fast 64-bit digest that processes eight bytes at a time and gives the same value on every
/// machine.
///
/// It is not cryptographic: it does not protect against forgery.
package struct Digest64: Sendable {
  /// The digest of all words and bytes that were added so far.
  package private(set) var value: UInt64 = 0x9e37_79b9_7f4a_7c15

  /// Creates the digest of no data.
  package init() {}

  package mutating func add(_ word: UInt64) {
    let product = (value ^ word ^ 0xd6e8_feb8_6659_fd93)
      .multipliedFullWidth(by: 0xa076_1d64_78bd_642f)
    value = product.high ^ product.low ^ value &>> 47
  }

  /// Adds bytes, followed by their number, to the digest.
  package mutating func add(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { add($0) }
  }

  /// Adds the UTF-8 bytes of a string, followed by their number, to the digest.
  package mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { add(UnsafeRawBufferPointer($0)) }
  }

  /// Adds bytes, followed by their number, to the digest.
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
