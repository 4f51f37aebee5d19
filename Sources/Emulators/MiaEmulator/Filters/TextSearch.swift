import GhostlightCore

/// A search for words (A6): any of the words, all phrases in quotes, none of the words after a dash.
///
/// - Source: assumption: words are taken as they are written, without stemming and stop words.
struct TextSearch: Sendable {
  private let words: TextWords
  private let fields: [FilterPath]
  private let wanted: Set<String>
  private let unwanted: Set<String>
  private let phrases: [[String]]

  init(_ search: String, words: TextWords, fields: [String]) {
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
        wanted.formUnion(phrase)
        continue
      }
      for word in piece.split(separator: " ") {
        if word.hasPrefix("-") {
          unwanted.formUnion(words.split(String(word)))
        } else {
          wanted.formUnion(words.split(String(word)))
        }
      }
    }
    self.wanted = wanted
    self.unwanted = unwanted
    self.phrases = phrases
  }

  /// How well a document fits, by the database's formula; 0 where it does not.
  func score(_ document: JSONObject) -> Double {
    var score = 0.0
    var missing = phrases
    for field in fields {
      for text in texts(field.values(in: document)) {
        let found = words.split(text)
        if found.contains(where: unwanted.contains) { return 0 }
        missing.removeAll { Self.holds($0, in: found) }
        score += self.score(found)
      }
    }
    return missing.isEmpty ? score : 0
  }

  /// Each word counts less the longer the text is, and less each time it stands there again.
  private func score(_ found: [String]) -> Double {
    var counts: [String: Int] = [:]
    for word in found where wanted.contains(word) { counts[word, default: 0] += 1 }
    let length = Double(found.count)
    return counts.values.sorted().reduce(0) { sum, count in
      let weight = 2 - 1 / Double(sign: .plus, exponent: min(count, 1_000) - 1, significand: 1)
      let share = 0.5 * Double(count) / length + 0.5
      return sum + weight * share * (found.count == 1 ? 1.1 : 1)
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
