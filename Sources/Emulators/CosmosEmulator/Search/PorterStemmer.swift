/// Reduces English words to their stems, with the algorithm that Martin Porter published in 1980.
///
/// - Source: M.F. Porter, An algorithm for suffix stripping, Program 14 no. 3, pp. 130–137.
struct PorterStemmer {
  private var word: [UInt8]

  /// Returns the stem of a word in lower case; words with other letters than a to z, and words of
  /// more than 64 letters, are unchanged.
  static func stem(_ text: String) -> String {
    // The work for a word is quadratic, and no English word is longer.
    guard (3...64).contains(text.utf8.count), text.utf8.allSatisfy({ (97...122).contains($0) })
    else { return text }
    var stemmer = PorterStemmer(word: Array(text.utf8))
    stemmer.removePlural()
    stemmer.removeTense()
    stemmer.replaceY()
    stemmer.replaceFirst(Self.doubles, measure: 0)
    stemmer.replaceFirst(Self.endings, measure: 0)
    stemmer.removeEnding()
    stemmer.removeE()
    return String(decoding: stemmer.word, as: UTF8.self)
  }

  private func isConsonant(_ position: Int) -> Bool {
    switch word[position] {
    case UInt8(ascii: "a"), UInt8(ascii: "e"), UInt8(ascii: "i"), UInt8(ascii: "o"),
      UInt8(ascii: "u"):
      false
    case UInt8(ascii: "y"): position == 0 || !isConsonant(position - 1)
    default: true
    }
  }

  /// Returns the number of vowels, or runs of them, that a consonant follows in the first letters.
  private func measure(_ count: Int) -> Int {
    guard count > 1 else { return 0 }
    return (1..<count).count { isConsonant($0) && !isConsonant($0 - 1) }
  }

  private func hasVowel(_ count: Int) -> Bool { (0..<count).contains { !isConsonant($0) } }

  private func endsDouble() -> Bool {
    word.count > 1 && word[word.count - 1] == word[word.count - 2] && isConsonant(word.count - 1)
  }

  /// Returns whether the first letters end with consonant, vowel, consonant, and not in w, x or y.
  private func endsShort(_ count: Int) -> Bool {
    count > 2 && isConsonant(count - 3) && !isConsonant(count - 2) && isConsonant(count - 1)
      && !"wxy".utf8.contains(word[count - 1])
  }

  /// Returns the number of letters before an ending, or `nil` if the word does not have it.
  private func stem(before ending: String) -> Int? {
    word.count >= ending.utf8.count && word.suffix(ending.utf8.count).elementsEqual(ending.utf8)
      ? word.count - ending.utf8.count : nil
  }

  private mutating func replace(from count: Int, with ending: String) {
    word.replaceSubrange(count..., with: ending.utf8)
  }

  private mutating func removePlural() {
    for (ending, other) in [("sses", "ss"), ("ies", "i"), ("ss", "ss"), ("s", "")] {
      guard let count = stem(before: ending) else { continue }
      return replace(from: count, with: other)
    }
  }

  private mutating func removeTense() {
    if let count = stem(before: "eed") {
      if measure(count) > 0 { word.removeLast() }
      return
    }
    guard let count = stem(before: "ed") ?? stem(before: "ing"), hasVowel(count) else { return }
    word.removeSubrange(count...)
    if ["at", "bl", "iz"].contains(where: { stem(before: $0) != nil }) {
      word.append(UInt8(ascii: "e"))
    } else if endsDouble(), !"lsz".utf8.contains(word[word.count - 1]) {
      word.removeLast()
    } else if measure(word.count) == 1, endsShort(word.count) {
      word.append(UInt8(ascii: "e"))
    }
  }

  private mutating func replaceY() {
    if let count = stem(before: "y"), hasVowel(count) { replace(from: count, with: "i") }
  }

  private mutating func replaceFirst(_ table: [(String, String)], measure least: Int) {
    for (ending, other) in table {
      guard let count = stem(before: ending) else { continue }
      if measure(count) > least { replace(from: count, with: other) }
      return
    }
  }

  private static let doubles = [
    ("ational", "ate"), ("tional", "tion"), ("enci", "ence"), ("anci", "ance"), ("izer", "ize"),
    ("abli", "able"), ("alli", "al"), ("entli", "ent"), ("eli", "e"), ("ousli", "ous"),
    ("ization", "ize"), ("ation", "ate"), ("ator", "ate"), ("alism", "al"), ("iveness", "ive"),
    ("fulness", "ful"), ("ousness", "ous"), ("aliti", "al"), ("iviti", "ive"), ("biliti", "ble"),
  ]

  private static let endings = [
    ("icate", "ic"), ("ative", ""), ("alize", "al"), ("iciti", "ic"), ("ical", "ic"), ("ful", ""),
    ("ness", ""),
  ]

  private mutating func removeEnding() {
    let endings = [
      "al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ment", "ent", "ion", "ou",
      "ism", "ate", "iti", "ous", "ive", "ize",
    ]
    for ending in endings {
      guard let count = stem(before: ending) else { continue }
      let isFitting = ending != "ion" || count > 0 && "st".utf8.contains(word[count - 1])
      if measure(count) > 1, isFitting { word.removeSubrange(count...) }
      return
    }
  }

  private mutating func removeE() {
    if let count = stem(before: "e"),
      measure(count) > 1 || measure(count) == 1 && !endsShort(count)
    {
      word.removeLast()
    }
    if measure(word.count) > 1, stem(before: "ll") != nil { word.removeLast() }
  }
}
