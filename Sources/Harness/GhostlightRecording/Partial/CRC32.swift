/// Computes the CRC-32 checksum that Ethernet, gzip and PNG use.
///
/// - Source: ISO 3309; RFC 1952, section 8.
struct CRC32 {
  private static let polynomial: UInt32 = 0xEDB8_8320

  /// Eight lookup tables, which together process eight bytes at a time.
  private static let tables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: 2048)
    for index in 0..<256 {
      var value = UInt32(index)
      for _ in 0..<8 { value = value & 1 == 1 ? polynomial ^ (value >> 1) : value >> 1 }
      tables[index] = value
    }
    for index in 256..<2048 {
      let before = tables[index - 256]
      tables[index] = (before >> 8) ^ tables[Int(before & 0xFF)]
    }
    return tables
  }()

  /// The input size in bytes from which four parts of the input are processed in parallel.
  ///
  /// Within one part, each step depends on the previous step, so the processor can work on the
  /// other parts while it waits.
  private static let sideBySide = 4096

  private var state: UInt32 = ~0

  var value: UInt32 { ~state }

  mutating func add(_ bytes: some Sequence<UInt8>) {
    let whole: Void? = bytes.withContiguousStorageIfAvailable { add(UnsafeRawBufferPointer($0)) }
    guard whole == nil else { return }
    add(Array(bytes))
  }

  private mutating func add(_ bytes: UnsafeRawBufferPointer) {
    Self.tables.withUnsafeBufferPointer { tables in
      var place = 0
      if bytes.count >= Self.sideBySide {
        let part = bytes.count / 4 & ~7
        var (first, second, third, fourth) = (state, UInt32(0), UInt32(0), UInt32(0))
        while place < part {
          first = Self.step(first, bytes, place, tables)
          second = Self.step(second, bytes, place + part, tables)
          third = Self.step(third, bytes, place + 2 * part, tables)
          fourth = Self.step(fourth, bytes, place + 3 * part, tables)
          place += 8
        }
        let shift = Self.power(ofBytes: part)
        state = [second, third, fourth].reduce(first) { Self.product(shift, $0) ^ $1 }
        place = 4 * part
      }
      while place + 8 <= bytes.count {
        state = Self.step(state, bytes, place, tables)
        place += 8
      }
      while place < bytes.count {
        state = (state >> 8) ^ tables[Int((state ^ UInt32(bytes[place])) & 0xFF)]
        place += 1
      }
    }
  }

  /// Returns the state after the eight bytes at index `place`.
  @inline(__always)
  private static func step(
    _ state: UInt32, _ bytes: UnsafeRawBufferPointer, _ place: Int,
    _ tables: UnsafeBufferPointer<UInt32>
  ) -> UInt32 {
    let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
    let (low, high) = (UInt32(truncatingIfNeeded: word) ^ state, UInt32(word >> 32))
    return tables[1792 + Int(low & 0xFF)] ^ tables[1536 + Int(low >> 8 & 0xFF)]
      ^ tables[1280 + Int(low >> 16 & 0xFF)] ^ tables[1024 + Int(low >> 24)]
      ^ tables[768 + Int(high & 0xFF)] ^ tables[512 + Int(high >> 8 & 0xFF)]
      ^ tables[256 + Int(high >> 16 & 0xFF)] ^ tables[Int(high >> 24)]
  }

  /// Returns the factor that advances a state by `count` bytes: `x` to the power of `8 * count`.
  ///
  /// States are polynomials; the highest bit is the coefficient of 1.
  private static func power(ofBytes count: Int) -> UInt32 {
    var (result, square, rest): (UInt32, UInt32, Int) = (1 << 31, 1 << 23, count)
    while rest > 0 {
      if rest & 1 == 1 { result = product(square, result) }
      square = product(square, square)
      rest >>= 1
    }
    return result
  }

  /// Returns the product of two polynomials, modulo the CRC polynomial.
  private static func product(_ left: UInt32, _ right: UInt32) -> UInt32 {
    var (product, right): (UInt32, UInt32) = (0, right)
    for bit in stride(from: 31, through: 0, by: -1) {
      if left >> UInt32(bit) & 1 == 1 { product ^= right }
      right = right & 1 == 1 ? polynomial ^ (right >> 1) : right >> 1
    }
    return product
  }
}
