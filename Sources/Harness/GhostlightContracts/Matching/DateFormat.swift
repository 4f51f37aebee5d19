/// A format of dates in Java's letters, such as `yyyy-MM-dd'T'HH:mm:ssXXX`.
struct DateFormat {
  /// A run of one letter, or text to be taken as it is.
  enum Field: Hashable {
    case letter(UInt8, count: Int)
    case literal([UInt8])
  }

  let fields: [Field]

  static let isoDate = DateFormat("yyyy-MM-dd")
  static let isoTime = DateFormat("'T'HH:mm:ss")
  static let isoTimestamp = DateFormat("yyyy-MM-dd'T'HH:mm:ssXXX")

  init(_ format: String) {
    let bytes = Array(format.utf8)
    var fields: [Field] = []
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "'") {
        let end = bytes[(index + 1)...].firstIndex(of: byte) ?? bytes.count
        // Two quotes stand for one.
        fields.append(.literal(end == index + 1 ? [byte] : Array(bytes[(index + 1)..<end])))
        index = end + 1
      } else if (97...122).contains(byte | 0x20) {
        let end = bytes[index...].firstIndex { $0 != byte } ?? bytes.count
        fields.append(.letter(byte, count: end - index))
        index = end
      } else {
        fields.append(.literal([byte]))
        index += 1
      }
    }
    self.fields = fields
  }

  /// Whether a text is written in the format, and its numbers are in range.
  func matches(_ text: String) -> Bool {
    var reader = DateReader(Array(text.utf8))
    for field in fields where !reader.take(field) { return false }
    return reader.isAtEnd
  }
}
