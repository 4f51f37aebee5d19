import GhostlightCore
import GhostlightEmulation

/// A search for words (A6): any of the words, all phrases in quotes, none of the words after a dash.
///
/// The texts are English, as the database takes them for unless an index says otherwise; the search
/// is of the language that it names. Phrases are compared word by word, as they are written.
struct TextSearch: Sendable {
  private let words: TextWords
  private let fields: [FilterPath]
  private let wanted: Set<String>
  private let unwanted: Set<String>
  private let phrases: [[String]]

  init(
    _ search: String, words: TextWords, fields: [String], language: TextLanguage = .english
  ) {
    self.words = words
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

  /// How well a document fits, by the database's formula; 0 where it does not.
  ///
  /// - Throws: ``Fault/workLimit(_:)``.
  func score(_ document: JSONObject, within budget: WorkBudget) throws(Fault) -> Double {
    var score = 0.0
    var missing = phrases
    for field in fields {
      let values = try field.values(in: document, within: budget)
      for text in texts(values) {
        // Each letter is looked at by itself, each word cut down to its stem.
        try budget.spend(text.utf8.count + 1)
        let found = words.terms(text, in: .english)
        if found.contains(where: unwanted.contains) { return 0 }
        if !missing.isEmpty {
          let written = words.split(text)
          try budget.spend(missing.count, times: written.count)
          missing.removeAll { Self.holds($0, in: written) }
        }
        score += self.score(found, of: text)
      }
    }
    return missing.isEmpty ? score : 0
  }

  /// Each word counts less the longer the text is, and less each time it stands there again.
  ///
  /// A text that is nothing but the term counts a tenth more.
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
