/// Binary bodies with one name and one value; the lint must report the name.
///
/// Redaction must leave these bodies unchanged.
enum BinaryBodies {
  static let types = [
    "application/x-protobuf", "application/cbor", "application/msgpack", "application/bson",
  ]

  static func body(_ type: String, _ name: String, _ value: String) -> TrialBody {
    let key = Array(name.utf8)
    let text = Array(value.utf8)
    let bytes: [UInt8] =
      switch type {
      case "application/x-protobuf": protobuf(key, text)
      case "application/cbor": [0xA2] + cbor("id") + [0x07] + cbor(name) + cbor(value)
      case "application/msgpack":
        [0x82] + [0xA2] + Array("id".utf8) + [0x07] + [0xD9]
          + counted(key) + [0xD9] + counted(text)
      default: bson(key, text)
      }
    return TrialBody(type, bytes: bytes)
  }

  /// Returns a Protocol Buffers message whose field 1 is a map with one entry of two strings.
  private static func protobuf(_ key: [UInt8], _ text: [UInt8]) -> [UInt8] {
    let entry = [0x0A] + counted(key) + [0x12] + counted(text)
    return [0x0A] + counted(entry) + [0x10, 0x07]
  }

  private static func counted(_ bytes: [UInt8]) -> [UInt8] {
    // Only Protocol Buffers bodies contain strings of 128 bytes or more here. Their length needs a
    // second byte.
    bytes.count < 0x80
      ? [UInt8(bytes.count)] + bytes
      : [UInt8(bytes.count & 0x7F | 0x80), UInt8(bytes.count >> 7)] + bytes
  }

  private static func cbor(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    let head: [UInt8] =
      bytes.count < 24 ? [0x60 | UInt8(bytes.count)] : [0x78, UInt8(bytes.count)]
    return head + bytes
  }

  private static func bson(_ key: [UInt8], _ text: [UInt8]) -> [UInt8] {
    let element = [0x02] + key + [0] + int32(text.count + 1) + text + [0]
    return int32(element.count + 5) + element + [0]
  }

  private static func int32(_ value: Int) -> [UInt8] {
    [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}
