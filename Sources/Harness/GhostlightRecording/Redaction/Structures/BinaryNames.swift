/// Finds secret names in binary bodies: Protocol Buffers, CBOR, MessagePack, BSON.
///
/// The lint reports the names. Nothing is replaced, because these formats store the length of each
/// value.
struct BinaryNames {
  private let bytes: [UInt8]
  private let rules: RedactionRules
  private var index = 0

  /// The minimum length of a name; shorter names occur by chance in images.
  private static let shortest = 5

  init(_ bytes: [UInt8], _ rules: RedactionRules) {
    self.bytes = bytes
    self.rules = rules
  }

  /// Returns whether a body may have a binary format with names.
  ///
  /// Bodies with such formats are not UTF-8, or contain control characters that text does not have.
  static func areLikely(_ bytes: [UInt8], isText: Bool, type: String) -> Bool {
    let kind = type.prefix { $0 != "/" }.lowercased()
    guard !["image", "audio", "video", "font"].contains(kind) else { return false }
    return !isText || bytes.contains { $0 < 0x09 }
  }

  /// Returns the next secret name and the start of its value; `nil` after the last name.
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

  /// Returns the ranges in a run of word characters that may be a name.
  ///
  /// The byte before a name that encodes the name's length may itself be a word character.
  private func candidates(_ run: Range<Int>) -> [Range<Int>] {
    var ranges = [run]
    // In CBOR, the byte before a short string is 0x60 plus its length, which may be a letter.
    let length = Int(bytes[run.lowerBound]) - 0x60
    if (1...23).contains(length), length < run.count {
      ranges.append(run.lowerBound + 1..<run.lowerBound + 1 + length)
    }
    if run.count > 2 { ranges.append(run.lowerBound + 2..<run.upperBound) }
    if run.count > 1 { ranges.append(run.lowerBound + 1..<run.upperBound) }
    return ranges
  }

  /// Returns the range of the printable string that begins within a few bytes after a name.
  ///
  /// These bytes encode the value's type and length, and may be printable themselves.
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
