/// Finds secret names in bodies that are not text: Protocol Buffers, CBOR, MessagePack, BSON.
///
/// Their values have lengths before them, so nothing is replaced there: the lint reports the names.
struct BinaryNames {
  private let bytes: [UInt8]
  private let rules: RedactionRules
  private var index = 0

  /// Shorter names come up by chance in pictures.
  private static let shortest = 5

  init(_ bytes: [UInt8], _ rules: RedactionRules) {
    self.bytes = bytes
    self.rules = rules
  }

  /// Returns whether bytes are not text, or text with bytes that no text has.
  static func areLikely(_ bytes: [UInt8], isText: Bool, type: String) -> Bool {
    let kind = type.prefix { $0 != "/" }.lowercased()
    guard !["image", "audio", "video", "font"].contains(kind) else { return false }
    return !isText || bytes.contains { $0 < 0x09 }
  }

  /// Returns the next secret name, and how the value after it begins.
  mutating func next() -> (name: String, value: String)? {
    while index < bytes.count {
      let start = index
      while index < bytes.count, TokenBytes.isWord(bytes[index]) { index += 1 }
      if index == start {
        index += 1
        continue
      }
      for candidate in candidates(start..<index) where candidate.count >= Self.shortest {
        let strength = rules.strength(of: bytes[candidate])
        guard strength == .strong || strength == .weak, let value = value(after: candidate) else {
          continue
        }
        if strength == .weak, !SecretShape.isLikely(bytes[value]) { continue }
        return (
          String(decoding: bytes[candidate], as: UTF8.self),
          String(decoding: bytes[value], as: UTF8.self)
        )
      }
    }
    return nil
  }

  /// The names that a run of their characters may be: the byte before a name that says its length
  /// may be a letter itself.
  private func candidates(_ run: Range<Int>) -> [Range<Int>] {
    var ranges = [run]
    // The heads of CBOR are letters: 0x60 and the length.
    let length = Int(bytes[run.lowerBound]) - 0x60
    if (1...23).contains(length), length < run.count {
      ranges.append(run.lowerBound + 1..<run.lowerBound + 1 + length)
    }
    if run.count > 2 { ranges.append(run.lowerBound + 2..<run.upperBound) }
    if run.count > 1 { ranges.append(run.lowerBound + 1..<run.upperBound) }
    return ranges
  }

  /// Returns the text that begins within the few bytes after a name that say its kind and length,
  /// which may be characters themselves.
  private func value(after name: Range<Int>) -> Range<Int>? {
    var start = name.upperBound
    let limit = min(bytes.count, start + 8)
    if start < limit, (0x61...0x7B).contains(bytes[start]) { start += 1 }
    while start < limit {
      while start < limit, !Self.isPrintable(bytes[start]) { start += 1 }
      var end = start
      while end < bytes.count, Self.isPrintable(bytes[end]) { end += 1 }
      if start > name.upperBound, end - start >= 4 { return start..<end }
      start = max(end, start + 1)
    }
    return nil
  }

  private static func isPrintable(_ byte: UInt8) -> Bool { byte > 0x20 && byte < 0x7F }
}
