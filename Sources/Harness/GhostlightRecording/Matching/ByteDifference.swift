/// Where two byte strings part, in words.
struct ByteDifference {
  /// Such as `byte 17`.
  let place: String
  let expected: String
  let actual: String

  /// Finds the first byte that differs; `nil` where none does.
  init?(expected: [UInt8], actual: [UInt8]) {
    guard expected != actual else { return nil }
    var offset = 0
    while offset < min(expected.count, actual.count), expected[offset] == actual[offset] {
      offset += 1
    }
    place = "byte \(offset)"
    self.expected = Self.text(expected, from: offset)
    self.actual = Self.text(actual, from: offset)
  }

  /// The bytes from there on, quoted where they are printable ASCII, else in hexadecimal.
  private static func text(_ bytes: [UInt8], from offset: Int) -> String {
    let rest = bytes[offset...].prefix(16)
    let more = bytes.count - offset > rest.count ? "..." : ""
    guard !rest.isEmpty else { return "the end after \(bytes.count) bytes" }
    guard !rest.allSatisfy({ (0x20...0x7E).contains($0) }) else {
      return "\"\(String(decoding: rest, as: UTF8.self))\(more)\""
    }
    let digits = rest.map { byte in
      let text = String(byte, radix: 16)
      return text.utf8.count == 1 ? "0" + text : text
    }
    return digits.joined(separator: " ") + more
  }
}
