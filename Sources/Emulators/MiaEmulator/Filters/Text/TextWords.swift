/// Takes text apart into words that can be compared.
struct TextWords: Sendable, Hashable {
  /// Whether `Tea` and `tea` are two words.
  var isCaseSensitive = false
  /// Whether `tè` and `te` are two words.
  var isDiacriticSensitive = false

  /// The words of a text, in order.
  func split(_ text: String) -> [String] {
    var words: [String] = []
    var word = ""
    for scalar in text.unicodeScalars {
      let properties = scalar.properties
      if properties.generalCategory == .nonspacingMark {
        if isDiacriticSensitive { word.unicodeScalars.append(scalar) }
      } else if properties.isAlphabetic || properties.numericType != nil || scalar == "_" {
        word += folded(scalar)
      } else if scalar == "'", !word.isEmpty {
        word += "'"
      } else if !word.isEmpty {
        words.append(Self.trimmed(word))
        word = ""
      }
    }
    if !word.isEmpty { words.append(Self.trimmed(word)) }
    return words
  }

  /// What a text is found by: the terms of its words, in order, without those that are too common.
  func terms(_ text: String, in language: TextLanguage) -> [String] {
    var terms: [String] = []
    for word in split(text) where !language.skips(word) { terms.append(language.term(word)) }
    return terms
  }

  /// The word without the apostrophes that close it.
  private static func trimmed(_ word: String) -> String {
    var word = word
    while word.hasSuffix("'") { word.removeLast() }
    return word
  }

  private func folded(_ scalar: Unicode.Scalar) -> String {
    let plain = isDiacriticSensitive ? scalar : Self.base(of: scalar)
    return isCaseSensitive ? String(plain) : plain.properties.lowercaseMapping
  }

  /// The letter without its marks, read off the character's name.
  private static func base(of scalar: Unicode.Scalar) -> Unicode.Scalar {
    guard !scalar.isASCII, let name = scalar.properties.name, name.hasPrefix("LATIN "),
      name.contains(" WITH ")
    else { return scalar }
    let words = name.split(separator: " ")
    guard words.count > 4, words[2] == "LETTER", let letter = words[3].unicodeScalars.first,
      words[3].utf8.count == 1
    else { return scalar }
    return words[1] == "SMALL"
      ? letter.properties.lowercaseMapping.unicodeScalars.first ?? scalar
      : letter
  }
}
