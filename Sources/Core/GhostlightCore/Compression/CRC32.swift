/// Computes the CRC-32 checksum that Ethernet, gzip, ZIP and PNG use.
///
/// - Source: ISO 3309; RFC 1952, section 8.
package struct CRC32 {
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

  private var state: UInt32 = ~0

  /// The checksum of the bytes that were added.
  package var value: UInt32 { ~state }

  /// Creates the checksum of no bytes.
  package init() {}

  /// Adds bytes after those that were added before.
  package mutating func add(_ bytes: some Sequence<UInt8>) {
    let whole: Void? = bytes.withContiguousStorageIfAvailable { add(UnsafeRawBufferPointer($0)) }
    guard whole == nil else { return }
    add(Array(bytes))
  }

  private mutating func add(_ bytes: UnsafeRawBufferPointer) {
    Self.tables.withUnsafeBufferPointer { tables in
      var place = 0
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
}
