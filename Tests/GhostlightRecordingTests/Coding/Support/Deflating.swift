import GhostlightCore

/// Encodes bytes as DEFLATE, with the fixed code and without back-references.
///
/// This encoder is short, and its output contains no readable secret.
enum Deflating {
  /// - Source: RFC 1951, section 3.2.6.
  static func raw(_ bytes: [UInt8]) -> [UInt8] {
    var writer = BitWriter()
    writer.write(0b1, 1)
    writer.write(0b01, 2)
    for byte in bytes {
      let isShort = byte < 144
      writer.writeCode(isShort ? 0x30 + Int(byte) : 0x190 + Int(byte) - 144, isShort ? 8 : 9)
    }
    writer.writeCode(0, 7)
    return writer.bytes
  }

  static func zlib(_ bytes: [UInt8]) -> [UInt8] {
    let sum = Checksum.adler32(bytes[...])
    return [0x78, 0x9C] + raw(bytes) + little(sum).reversed()
  }

  static func gzip(_ bytes: [UInt8]) -> [UInt8] {
    [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF] + raw(bytes)
      + little(Checksum.crc32(bytes[...])) + little(UInt32(truncatingIfNeeded: bytes.count))
  }

  private static func little(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  private struct BitWriter {
    var bytes: [UInt8] = []
    private var used = 8

    mutating func write(_ value: Int, _ count: Int) {
      for bit in 0..<count { append(value >> bit & 1) }
    }

    /// Appends a code word, most significant bit first.
    mutating func writeCode(_ value: Int, _ count: Int) {
      for bit in (0..<count).reversed() { append(value >> bit & 1) }
    }

    private mutating func append(_ bit: Int) {
      if used == 8 {
        bytes.append(0)
        used = 0
      }
      bytes[bytes.count - 1] |= UInt8(bit << used)
      used += 1
    }
  }
}
