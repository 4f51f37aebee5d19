/// A pattern that is nothing but a text, perhaps at the start: found by its bytes.
struct PatternLiteral: Sendable {
  private let bytes: [UInt8]
  /// How many bytes before each position, this one included, are the literal's first ones again.
  private let overlaps: [Int]
  private let isAtStart: Bool
  private let ignoresCase: Bool

  /// The literal that a pattern is, or `nil` where it says more.
  init?(_ pattern: String, _ options: PatternOptions) {
    guard !options.hasLines, !options.isSpaced else { return nil }
    var rest = Array(pattern.utf8)[...]
    isAtStart = rest.first == UInt8(ascii: "^")
    if isAtStart { rest = rest.dropFirst() }
    let special = Array(#"\.[]{}()*+?|^$"#.utf8)
    let ignoresCase = options.ignoresCase
    self.ignoresCase = ignoresCase
    // Beyond ASCII case is more than one bit.
    let isPlain = rest.allSatisfy { byte in
      !special.contains(byte) && (!ignoresCase || byte < 128)
    }
    guard isPlain else { return nil }
    bytes = ignoresCase ? rest.map(Self.lower) : Array(rest)
    overlaps = Self.overlaps(of: bytes)
  }

  private static func overlaps(of bytes: [UInt8]) -> [Int] {
    var overlaps = Array(repeating: 0, count: bytes.count)
    var length = 0
    for position in bytes.indices.dropFirst() {
      while length > 0, bytes[position] != bytes[length] { length = overlaps[length - 1] }
      if bytes[position] == bytes[length] { length += 1 }
      overlaps[position] = length
    }
    return overlaps
  }

  private static func lower(_ byte: UInt8) -> UInt8 {
    (65...90).contains(byte) ? byte + 32 : byte
  }

  /// Whether the text has the literal where it must be, in time that grows with both lengths.
  ///
  /// - Source: the algorithm of Knuth, Morris and Pratt.
  func isFound(in text: String) -> Bool {
    guard !bytes.isEmpty else { return true }
    var text = text
    return text.withUTF8 { buffer in
      guard bytes.count <= buffer.count else { return false }
      return isAtStart ? isFound(atStartOf: buffer) : isFound(in: buffer)
    }
  }

  private func isFound(in buffer: UnsafeBufferPointer<UInt8>) -> Bool {
    var length = 0
    for byte in buffer {
      let byte = ignoresCase ? Self.lower(byte) : byte
      while length > 0, bytes[length] != byte { length = overlaps[length - 1] }
      if bytes[length] == byte { length += 1 }
      if length == bytes.count { return true }
    }
    return false
  }

  private func isFound(atStartOf buffer: UnsafeBufferPointer<UInt8>) -> Bool {
    for position in bytes.indices {
      let byte = buffer[position]
      guard bytes[position] == (ignoresCase ? Self.lower(byte) : byte) else { return false }
    }
    return true
  }
}
