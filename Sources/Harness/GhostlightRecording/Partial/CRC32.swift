/// The checksum of Ethernet, gzip and PNG.
///
/// - Source: ISO 3309; RFC 1952, section 8.
struct CRC32 {
  /// Eight tables, for eight bytes at a time.
  private static let tables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: 2048)
    for index in 0..<256 {
      var value = UInt32(index)
      for _ in 0..<8 { value = value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
      tables[index] = value
    }
    for index in 256..<2048 {
      let before = tables[index - 256]
      tables[index] = (before >> 8) ^ tables[Int(before & 0xFF)]
    }
    return tables
  }()

  private var state: UInt32 = ~0

  /// The checksum of all bytes so far.
  var value: UInt32 { ~state }

  mutating func add(_ bytes: some Sequence<UInt8>) {
    let whole: Void? = bytes.withContiguousStorageIfAvailable { add($0) }
    guard whole == nil else { return }
    add(Array(bytes))
  }

  private mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) {
    var state = state
    Self.tables.withUnsafeBufferPointer { tables in
      var index = 0
      let words = UnsafeRawBufferPointer(bytes)
      while index + 8 <= bytes.count {
        let word = UInt64(littleEndian: words.loadUnaligned(fromByteOffset: index, as: UInt64.self))
        let (low, high) = (UInt32(truncatingIfNeeded: word) ^ state, UInt32(word >> 32))
        state =
          tables[1792 + Int(low & 0xFF)] ^ tables[1536 + Int(low >> 8 & 0xFF)]
          ^ tables[1280 + Int(low >> 16 & 0xFF)] ^ tables[1024 + Int(low >> 24)]
          ^ tables[768 + Int(high & 0xFF)] ^ tables[512 + Int(high >> 8 & 0xFF)]
          ^ tables[256 + Int(high >> 16 & 0xFF)] ^ tables[Int(high >> 24)]
        index += 8
      }
      while index < bytes.count {
        state = (state >> 8) ^ tables[Int((state ^ UInt32(bytes[index])) & 0xFF)]
        index += 1
      }
    }
    self.state = state
  }
}
