/// Work on texts as UTF-16 units.
enum SQLText {
  /// Where `part` first stands in `text` at or after a position.
  static func firstIndex(of part: [UInt16], in text: [UInt16], from start: Int) -> Int? {
    guard let first = part.first else { return start }
    guard text.count - part.count >= start else { return nil }
    for position in start...(text.count - part.count) where text[position] == first {
      if text[position..<(position + part.count)].elementsEqual(part) { return position }
    }
    return nil
  }

  /// The text with all places of `find`, which is not empty, replaced.
  static func replacing(_ find: [UInt16], by replacement: [UInt16], in text: String) -> String {
    let units = Array(text.utf16)
    var result: [UInt16] = []
    var position = 0
    while let found = firstIndex(of: find, in: units, from: position) {
      result += units[position..<found]
      result += replacement
      position = found + find.count
    }
    return String(decoding: result + units[position...], as: UTF16.self)
  }

  /// The text without Unicode white space at its ends.
  static func trimmed(_ text: String, start: Bool = true, end: Bool = true) -> String {
    var scalars = text.unicodeScalars[...]
    if start { scalars = scalars.drop { $0.properties.isWhitespace } }
    while end, let last = scalars.last, last.properties.isWhitespace { scalars.removeLast() }
    return String(scalars)
  }
}
