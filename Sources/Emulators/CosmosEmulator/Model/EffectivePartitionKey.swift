import GhostlightCore

/// Where the hash of a partition key stands between `""` and `"FF"`: 32 hexadecimal digits.
///
/// - Source: protocol reference B10; version 2 of the hash.
enum EffectivePartitionKey {
  /// The place of a key.
  static func text(of key: PartitionKey) -> String {
    var bytes: [UInt8] = []
    for component in key.components { append(component, to: &bytes) }
    var hash = MurmurHash3.x64(bytes)
    hash.reverse()
    hash[0] &= 0x3f
    return hash.map { byte in
      let digits = String(byte, radix: 16, uppercase: true)
      return byte < 16 ? "0" + digits : digits
    }.joined()
  }

  private static func append(_ value: JSON?, to bytes: inout [UInt8]) {
    switch value {
    case nil: bytes.append(0x00)
    case .null: bytes.append(0x01)
    case .bool(let flag): bytes.append(flag ? 0x03 : 0x02)
    case .string(let text):
      bytes.append(0x08)
      bytes.append(contentsOf: text.utf8)
      bytes.append(0xff)
    default:
      bytes.append(0x05)
      withUnsafeBytes(of: (value?.number ?? 0).bitPattern.littleEndian) {
        bytes.append(contentsOf: $0)
      }
    }
  }
}
