/// Takes a text apart into what an issued value can be: all of it, its words, and parts of these.
enum IssuedWords {
  /// What parts texts, from coarse to fine; tokens in Base64 hold `/`, `+` and, at the end, `=`.
  private static let separators = [" \t,;\"'()<>", "=", "/?&:@#|="].map { Array($0.utf8) }

  /// The text with other words in place of those that have a replacement, coarse ones first.
  ///
  /// Answers `nil` where there is none.
  static func rewrite(
    _ text: String, level: Int = 0, _ replacement: (String) -> String?
  ) -> String? {
    if let other = replacement(text) { return other }
    guard let pieces = split(text, from: level) else { return nil }
    var isChanged = false
    let rewritten = pieces.texts.enumerated().map { position, piece in
      guard position.isMultiple(of: 2), !piece.isEmpty,
        let other = rewrite(piece, level: pieces.level + 1, replacement)
      else { return piece }
      isChanged = true
      return other
    }
    return isChanged ? rewritten.joined() : nil
  }

  /// Visits the words that stand in the same places of two texts, coarse ones first.
  static func pair(
    _ text: String, _ other: String, level: Int = 0, _ visit: (String, String) -> Void
  ) {
    visit(text, other)
    guard let pieces = split(text, from: level), let others = split(other, from: level),
      pieces.level == others.level, pieces.texts.count == others.texts.count
    else { return }
    for position in stride(from: 0, to: pieces.texts.count, by: 2) {
      pair(pieces.texts[position], others.texts[position], level: pieces.level + 1, visit)
    }
  }

  /// Words at even positions with the separators between them, of the first level that parts.
  private static func split(_ text: String, from level: Int) -> (level: Int, texts: [String])? {
    for level in level..<max(level, separators.count) {
      let texts = level == 1 ? splitAtEqualSign(text) : split(text, at: separators[level])
      if texts.count > 1 { return (level, texts) }
    }
    return nil
  }

  private static func split(_ text: String, at separators: [UInt8]) -> [String] {
    var texts: [String] = []
    var piece: [UInt8] = []
    var isWord = true
    for byte in text.utf8 {
      if separators.contains(byte) == isWord {
        texts.append(String(decoding: piece, as: UTF8.self))
        piece = []
        isWord.toggle()
      }
      piece.append(byte)
    }
    return texts + [String(decoding: piece, as: UTF8.self)]
  }

  /// Parts `name=value` at its first sign; those at the end belong to a value in Base64.
  private static func splitAtEqualSign(_ text: String) -> [String] {
    guard let sign = text.utf8.firstIndex(of: UInt8(ascii: "=")),
      text.utf8[sign...].contains(where: { $0 != UInt8(ascii: "=") })
    else { return [text] }
    return [String(text[..<sign]), "=", String(text[text.utf8.index(after: sign)...])]
  }
}
