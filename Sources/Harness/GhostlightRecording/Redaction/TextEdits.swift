/// Replacements in some bytes, collected from front to back and applied at once.
struct TextEdits {
  private var edits: [(range: Range<Int>, replacement: [UInt8])] = []

  var isEmpty: Bool { edits.isEmpty }

  /// Replaces a range; the caller goes from front to back.
  mutating func replace(_ range: Range<Int>, by replacement: some Sequence<UInt8>) {
    edits.append((range, Array(replacement)))
  }

  /// The bytes with the replacements; `nil` where there are none.
  func applied(to bytes: [UInt8]) -> [UInt8]? {
    guard !edits.isEmpty else { return nil }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + 16 * edits.count)
    var position = 0
    for edit in edits {
      result += bytes[position..<edit.range.lowerBound]
      result += edit.replacement
      position = edit.range.upperBound
    }
    result += bytes[position...]
    return result
  }
}
