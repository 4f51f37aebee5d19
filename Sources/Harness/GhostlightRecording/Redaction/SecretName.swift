/// A name of a field, a member or a parameter, in the one form in which names are compared.
struct SecretName: Sendable, Hashable {
  /// Lower-case letters and digits only.
  let text: String

  init(_ name: String) {
    var bytes: [UInt8] = []
    for byte in name.utf8 {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): bytes.append(byte | 0x20)
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
        bytes.append(byte)
      default: break
      }
    }
    text = String(decoding: bytes, as: UTF8.self)
  }

  /// The name of one of them, where this may be the name of several: `tokens`.
  var singular: SecretName? {
    text.hasSuffix("s") ? SecretName(String(text.dropLast())) : nil
  }
}
