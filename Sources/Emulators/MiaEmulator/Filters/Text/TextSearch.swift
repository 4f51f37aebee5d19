import GhostlightCore
import GhostlightEmulation

/// A word search (A6) for any of the words and all phrases in quotes, without words after a dash.
///
/// Stored strings are in the language of the document or of the index. The language of the searched
/// words is part of the search. Phrases are compared word by word, without stems.
struct TextSearch: Sendable {
  private let words: TextWords
  private let options: TextIndexOptions
  private let fields: [FilterPath]
  private let wanted: Set<String>
  private let unwanted: Set<String>
  private let phrases: [[String]]

  init(
    _ search: String, words: TextWords, fields: [String], language: TextLanguage = .english,
    options: TextIndexOptions = TextIndexOptions()
  ) {
    self.words = words
    self.options = options
    self.fields = fields.map(FilterPath.init)
    var wanted: Set<String> = []
    var unwanted: Set<String> = []
    var phrases: [[String]] = []
    for (position, piece) in search.split(separator: "\"", omittingEmptySubsequences: false)
      .enumerated()
    {
      guard position % 2 == 0 else {
        let phrase = words.split(String(piece))
        phrases.append(phrase)
        wanted.formUnion(words.terms(String(piece), in: language))
        continue
      }
      for word in piece.split(separator: " ") {
        if word.hasPrefix("-") {
          unwanted.formUnion(words.terms(String(word), in: language))
        } else {
          wanted.formUnion(words.terms(String(word), in: language))
        }
      }
    }
    self.wanted = wanted
    self.unwanted = unwanted
    self.phrases = phrases
  }

  /// Returns a document's score, computed with the database's formula; 0 if it does not match.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` if the budget is used up.
  func score(_ document: JSONObject, within budget: WorkBudget) throws(Fault) -> Double {
    var score = 0.0
    var missing = phrases
    let language = options.language(of: document)
    for field in fields {
      let weight = options.weight(of: field.text)
      let values = try field.values(in: document, within: budget)
      for text in texts(values) {
        // The work covers splitting the text and stemming each word.
        try budget.spend(text.utf8.count + 1)
        let found = words.terms(text, in: language)
        if found.contains(where: unwanted.contains) { return 0 }
        if !missing.isEmpty {
          let written = words.split(text)
          try budget.spend(missing.count, times: written.count)
          missing.removeAll { Self.holds($0, in: written) }
        }
        score += self.score(found, of: text) * weight
      }
    }
    return missing.isEmpty ? score : 0
  }

  /// Returns the score of a string.
  ///
  /// A word counts less in a longer string, and less each time that it is repeated. A string that
  /// is equal to the searched term scores a tenth more.
  private func score(_ found: [String], of text: String) -> Double {
    var counts: [String: Int] = [:]
    for word in found where wanted.contains(word) { counts[word, default: 0] += 1 }
    let length = Double(found.count)
    let isAlone = found.count == 1 && found[0].lowercased() == text.lowercased()
    return counts.values.sorted().reduce(0) { sum, count in
      let weight = 2 - 1 / Double(sign: .plus, exponent: min(count, 1_000) - 1, significand: 1)
      let share = 0.5 * Double(count) / length + 0.5
      return sum + weight * share * (isAlone ? 1.1 : 1)
    }
  }

  private func texts(_ values: [JSON?]) -> [String] {
    values.flatMap { value -> [String] in
      switch value {
      case .string(let text)?: [text]
      case .array(let elements)?: elements.compactMap(\.string)
      default: []
      }
    }
  }

  private static func holds(_ phrase: [String], in words: [String]) -> Bool {
    guard phrase.count <= words.count else { return false }
    return (0...(words.count - phrase.count)).contains { start in
      words[start..<start + phrase.count].elementsEqual(phrase)
    }
  }
}

/// The options of a text index (A2).
///
/// - Source: crud-service 7.2.5, lib/createIndexes.js; MongoDB manual, *Text Indexes*.
struct TextIndexOptions: Sendable {
  /// The weights of fields in scores; 1 for other fields.
  var weights: [BytewiseString: Double] = [:]
  /// The language of documents that do not name one, and of searches without `$language`.
  var language = TextLanguage.english
  /// The member of a document that names its language.
  var override = "language"

  func weight(of field: String) -> Double {
    weights.isEmpty ? 1 : weights[BytewiseString(field)] ?? 1
  }

  /// Returns the language of a document's strings.
  func language(of document: JSONObject) -> TextLanguage {
    document[override]?.string.flatMap(TextLanguage.init) ?? language
  }
}

/// The language of a word search (A6).
enum TextLanguage: Sendable, Hashable {
  /// English, the database's default: words are reduced to stems, and stop words are ignored.
  case english
  /// No stems and no stop words: for `none`, and for languages that the emulator does not
  /// implement.
  case plain

  /// Creates a language from its name or two-letter code, or returns `nil` if the database does not
  /// support it.
  init?(_ name: String) {
    let name = name.lowercased()
    guard name != "english", name != "en" else {
      self = .english
      return
    }
    guard Self.others.contains(name) else { return nil }
    self = .plain
  }

  private static let others: Set<String> = [
    "none", "danish", "da", "dutch", "nl", "finnish", "fi", "french", "fr", "german", "de",
    "hungarian", "hu", "italian", "it", "norwegian", "nb", "portuguese", "pt", "romanian", "ro",
    "russian", "ru", "spanish", "es", "swedish", "sv", "turkish", "tr",
  ]

  /// Returns whether a lower-case word is a stop word.
  func skips(_ word: String) -> Bool { self == .english && Self.englishStopWords.contains(word) }

  /// Returns the search term for a word: for English, its stem.
  ///
  /// The term of a capitalized word is as many of its first letters as the lower-case stem has.
  func term(_ word: String) -> String {
    guard self == .english else { return word }
    let lower = word.lowercased()
    let stem = EnglishStem.of(lower)
    if lower == word { return stem }
    return lower.hasPrefix(stem) ? String(word.prefix(stem.count)) : word
  }

  private static let englishStopWords = Set(
    """
    a about above after again against all am an and any are aren't as at be because been before \
    being below between both but by can't cannot could couldn't did didn't do does doesn't doing \
    don't down during each few for from further had hadn't has hasn't have haven't having he he'd \
    he'll he's her here here's hers herself him himself his how how's i i'd i'll i'm i've if in \
    into is isn't it it's its itself let's me more most mustn't my myself no nor not of off on \
    once only or other ought our ours ourselves out over own same shan't she she'd she'll she's \
    should shouldn't so some such than that that's the their theirs them themselves then there \
    there's these they they'd they'll they're they've this those through to too under until up \
    very was wasn't we we'd we'll we're we've were weren't what what's when when's where where's \
    which while who who's whom why why's with won't would wouldn't you you'd you'll you're \
    you've your yours yourself yourselves
    """.split(separator: " ").map(String.init))
}

/// Splits text into words for comparison.
struct TextWords: Sendable, Hashable {
  /// Whether `Tea` and `tea` are different words.
  var isCaseSensitive = false
  /// Whether `tè` and `te` are different words.
  var isDiacriticSensitive = false

  /// Returns the words of a string, in order.
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

  /// Returns the search terms in a string, in order, without stop words.
  func terms(_ text: String, in language: TextLanguage) -> [String] {
    var terms: [String] = []
    for word in split(text) where !language.skips(word) { terms.append(language.term(word)) }
    return terms
  }

  /// Returns a word without the apostrophes at its end.
  private static func trimmed(_ word: String) -> String {
    var word = word
    while word.hasSuffix("'") { word.removeLast() }
    return word
  }

  private func folded(_ scalar: Unicode.Scalar) -> String {
    let plain = isDiacriticSensitive ? scalar : Self.base(of: scalar)
    return isCaseSensitive ? String(plain) : plain.properties.lowercaseMapping
  }

  /// Returns a letter without its diacritics, determined from the letter's Unicode name.
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
