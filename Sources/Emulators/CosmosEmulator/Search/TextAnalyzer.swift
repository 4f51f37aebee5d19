/// Splits texts into the words by which full-text search compares them (B25).
///
/// Words are in lower case. In English, words without a meaning are removed, and the others are
/// reduced to their stems.
///
/// - Source: MicrosoftDocs/nosql-query-docs at c1244792, azure/cosmos-db/gen-ai/full-text-search.md
///   and stopwords.md. Assumption: the borders of words, Porter's stems, and no stems in other
///   languages.
struct TextAnalyzer: Sendable, Hashable {
  private let isEnglish: Bool

  init(language: String) { isEnglish = language == SearchPolicy.english }

  /// Returns the words of a text in their order.
  func words(of text: String) -> [String] {
    var words: [String] = []
    var word = ""
    func end() {
      while word.hasSuffix("'") { word.removeLast() }
      defer { word = "" }
      guard !word.isEmpty else { return }
      guard isEnglish else { return words.append(word) }
      guard !StopWords.english.contains(word) else { return }
      if word.hasSuffix("'s") { word.removeLast(2) }
      words.append(PorterStemmer.stem(word))
    }
    for character in text.lowercased() {
      if character.isLetter || character.isNumber {
        word.append(character)
      } else if character == "'" || character == "’", !word.isEmpty {
        word.append("'")
      } else {
        end()
      }
    }
    end()
    return words
  }
}

/// Words that occur one after another in a text.
struct TextPhrase: Sendable, Hashable {
  private let words: [String]

  init(_ text: String, _ analyzer: TextAnalyzer) { words = analyzer.words(of: text) }

  /// Returns the number of places at which the phrase occurs; 0 for a phrase without words.
  func count(in text: [String]) -> Int {
    guard !words.isEmpty, text.count >= words.count else { return 0 }
    if words.count == 1 { return text.count { $0 == words[0] } }
    return (0...(text.count - words.count)).count { start in
      words.indices.allSatisfy { text[start + $0] == words[$0] }
    }
  }
}
