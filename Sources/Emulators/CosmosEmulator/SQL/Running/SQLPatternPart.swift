/// A part of a pattern of `LIKE` without `%`.
///
/// Plain text is found in time that grows with the text alone (Knuth, Morris and Pratt); with `_` or
/// a set in it, with the text times the part, whose length has a limit therefore.
struct SQLPatternPart: Sendable {
  private let places: [SQLPatternPlace]
  /// For each place of plain text, how much of its start stands right up to there too; empty for
  /// what is no plain text.
  private var borders: [Int] = []

  /// The most characters of a part that is searched for and no plain text.
  ///
  /// - Source: assumption: the service's own limit is not known.
  static let longest = 4_096

  /// How many characters it stands for.
  var count: Int { places.count }

  init(_ places: [SQLPatternPlace]) {
    self.places = places
    var text: [UInt32] = []
    for place in places {
      if case .scalar(let value) = place { text.append(value) }
    }
    if text.count == places.count { borders = Self.borders(of: text) }
  }

  /// How many places one character may be held against.
  var effort: Int { borders.isEmpty ? count : 1 }

  /// Whether it is too long to be searched for.
  var isTooLong: Bool { borders.isEmpty && count > Self.longest }

  private static func borders(of text: [UInt32]) -> [Int] {
    var borders = Array(repeating: 0, count: text.count)
    var length = 0
    for position in text.indices.dropFirst() {
      while length > 0, text[position] != text[length] { length = borders[length - 1] }
      if text[position] == text[length] { length += 1 }
      borders[position] = length
    }
    return borders
  }

  /// Whether a text has it at a position, from which on it is long enough.
  func isAt(_ start: Int, in text: [UInt32]) -> Bool {
    for position in places.indices where !places[position].accepts(text[start + position]) {
      return false
    }
    return true
  }

  /// Where it first stands in a stretch of a text.
  func firstIndex(in text: [UInt32], from start: Int, upTo end: Int) -> Int? {
    guard count > 0 else { return start }
    guard !borders.isEmpty else {
      var position = start
      while position + count <= end {
        if isAt(position, in: text) { return position }
        position += 1
      }
      return nil
    }
    var length = 0
    for position in start..<end {
      while length > 0, !places[length].accepts(text[position]) { length = borders[length - 1] }
      if places[length].accepts(text[position]) { length += 1 }
      if length == count { return position + 1 - count }
    }
    return nil
  }
}
