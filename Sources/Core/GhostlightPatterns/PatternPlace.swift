/// A place in a text that a regular expression can ask for.
enum PatternPlace: Sendable {
  /// The start of the text: `\A`, and `^` without the letter m.
  case textStart
  /// The end of the text, or the line break that ends it: `\Z`, and `$` without the letter m.
  case textEnd
  /// The very end of the text: `\z`.
  case lastEnd
  /// The start of the text or of a line: `^` with the letter m.
  case lineStart
  /// The end of the text or of a line: `$` with the letter m.
  case lineEnd
  /// Where a word starts or ends: `\b`.
  case wordEdge
  /// Where none does: `\B`.
  case noWordEdge

  /// Whether a position of a text is such a place.
  func isAt(_ position: Int, in text: [UInt32]) -> Bool {
    switch self {
    case .textStart: position == 0
    case .lastEnd: position == text.count
    case .textEnd:
      position == text.count || position == text.count - 1 && text[position] == Self.lineBreak
    case .lineStart: position == 0 || text[position - 1] == Self.lineBreak
    case .lineEnd: position == text.count || text[position] == Self.lineBreak
    case .wordEdge: Self.isWordEdge(position, in: text)
    case .noWordEdge: !Self.isWordEdge(position, in: text)
    }
  }

  private static let lineBreak: UInt32 = 10

  private static func isWordEdge(_ position: Int, in text: [UInt32]) -> Bool {
    let isBefore = position > 0 && ScalarSet.word.contains(text[position - 1])
    let isAfter = position < text.count && ScalarSet.word.contains(text[position])
    return isBefore != isAfter
  }
}
