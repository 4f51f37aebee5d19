/// A pattern that is nothing but a text, perhaps at the start: found by its bytes.
struct PatternLiteral: Sendable {
  private let bytes: [UInt8]
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
  }

  private static func lower(_ byte: UInt8) -> UInt8 {
    (65...90).contains(byte) ? byte + 32 : byte
  }

  /// Whether the text has the literal where it must be.
  func isFound(in text: String) -> Bool {
    var text = text
    return text.withUTF8 { buffer in
      guard bytes.count <= buffer.count else { return false }
      for start in 0...(isAtStart ? 0 : buffer.count - bytes.count)
      where isFound(in: buffer, at: start) {
        return true
      }
      return false
    }
  }

  private func isFound(in buffer: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
    for position in bytes.indices {
      let byte = buffer[start + position]
      guard bytes[position] == (ignoresCase ? Self.lower(byte) : byte) else { return false }
    }
    return true
  }
}
