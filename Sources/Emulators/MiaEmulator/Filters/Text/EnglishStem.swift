/// The stem of an English word: that of `connections` and `connected` is `connect`.
///
/// - Source: M. F. Porter, "The English (Porter2) stemming algorithm".
struct EnglishStem {
  /// The part of the word that remains so far, in lower case.
  ///
  /// A `y` that is a consonant is represented by `Y`.
  private(set) var word: [UInt8]
  /// The start index of region R1, the part after the first consonant that follows a vowel.
  private var first = 0
  /// The start index of region R2, which is to R1 what R1 is to the word.
  private var second = 0

  /// Returns the stem of a lower-case word.
  static func of(_ text: String) -> String {
    guard text.utf8.count > 2 else { return text }
    if let known = exceptions[text] { return known }
    var stem = EnglishStem(text)
    stem.reduce()
    return String(
      decoding: stem.word.map { $0 == consonantY ? UInt8(ascii: "y") : $0 }, as: UTF8.self)
  }

  private init(_ text: String) {
    word = Array(text.utf8)
    if word.first == UInt8(ascii: "'") { word.removeFirst() }
    for position in word.indices where word[position] == UInt8(ascii: "y") {
      if position == 0 || Self.isVowel(word[position - 1]) { word[position] = Self.consonantY }
    }
    first = regionStart(after: 0)
    for prefix in ["gener", "commun", "arsen"] where word.starts(with: Array(prefix.utf8)) {
      first = prefix.utf8.count
    }
    second = regionStart(after: first)
  }

  private mutating func reduce() {
    removePossessive()
    removePlural()
    if Self.complete.contains(String(decoding: word, as: UTF8.self)) { return }
    removeParticiple()
    replaceFinalY()
    replaceSuffix(Self.longSuffixes)
    replaceSuffix(Self.middleSuffixes)
    removeShortSuffix()
    removeFinalLetter()
  }

  private func regionStart(after start: Int) -> Int {
    var position = start
    while position < word.count, !Self.isVowel(word[position]) { position += 1 }
    while position < word.count, Self.isVowel(word[position]) { position += 1 }
    return min(position + 1, word.count)
  }

  static let consonantY = UInt8(ascii: "Y")

  static func isVowel(_ byte: UInt8) -> Bool {
    switch Unicode.Scalar(byte) {
    case "a", "e", "i", "o", "u", "y": true
    default: false
    }
  }
}

extension EnglishStem {
  private func ends(_ suffix: String) -> Bool {
    let bytes = suffix.utf8
    return bytes.count <= word.count && word[(word.count - bytes.count)...].elementsEqual(bytes)
  }

  private mutating func dropLast(_ count: Int, adding text: String = "") {
    word.removeLast(count)
    word += Array(text.utf8)
  }

  private func holdsVowel(before end: Int) -> Bool {
    word[..<max(end, 0)].contains(where: Self.isVowel)
  }

  private func isInFirst(_ suffix: String) -> Bool { word.count - suffix.utf8.count >= first }

  private func isInSecond(_ suffix: String) -> Bool { word.count - suffix.utf8.count >= second }

  /// Returns whether the letters before `end` end with a short syllable: a vowel between
  /// consonants, or a word that starts with a vowel and a consonant.
  private func isShortSyllable(upTo end: Int) -> Bool {
    guard end >= 2, !Self.isVowel(word[end - 1]), Self.isVowel(word[end - 2]) else { return false }
    guard end > 2 else { return true }
    let last = Unicode.Scalar(word[end - 1])
    return !Self.isVowel(word[end - 3]) && last != "w" && last != "x" && last != "Y"
  }

  private mutating func removePossessive() {
    for suffix in ["'s'", "'s", "'"] where ends(suffix) {
      dropLast(suffix.utf8.count)
      return
    }
  }

  private mutating func removePlural() {
    if ends("sses") {
      dropLast(2)
    } else if ends("ied") || ends("ies") {
      dropLast(word.count > 4 ? 2 : 1)
    } else if ends("s"), !ends("us"), !ends("ss"), holdsVowel(before: word.count - 2) {
      dropLast(1)
    }
  }

  private mutating func removeParticiple() {
    for suffix in ["eedly", "eed"] where ends(suffix) {
      if isInFirst(suffix) { dropLast(suffix.utf8.count, adding: "ee") }
      return
    }
    for suffix in ["ingly", "edly", "ing", "ed"] where ends(suffix) {
      guard holdsVowel(before: word.count - suffix.utf8.count) else { return }
      dropLast(suffix.utf8.count)
      if ends("at") || ends("bl") || ends("iz") {
        word.append(UInt8(ascii: "e"))
      } else if endsInDouble {
        dropLast(1)
      } else if first >= word.count, isShortSyllable(upTo: word.count) {
        word.append(UInt8(ascii: "e"))
      }
      return
    }
  }

  private var endsInDouble: Bool {
    ["bb", "dd", "ff", "gg", "mm", "nn", "pp", "rr", "tt"].contains(where: ends)
  }

  private mutating func replaceFinalY() {
    guard word.count > 2, ends("y") || ends("Y"), !Self.isVowel(word[word.count - 2]) else {
      return
    }
    dropLast(1, adding: "i")
  }

  private mutating func replaceSuffix(_ suffixes: [(suffix: String, stem: String)]) {
    for (suffix, stem) in suffixes where ends(suffix) {
      guard isInFirst(suffix), isRemovable(suffix) else { return }
      dropLast(suffix.utf8.count, adding: stem)
      return
    }
  }

  /// Returns whether `suffix` may be removed or replaced after the letters before it; the caller
  /// checks region R1.
  private func isRemovable(_ suffix: String) -> Bool {
    let before = word.count - suffix.utf8.count - 1
    switch suffix {
    case "ogi": return before >= 0 && word[before] == UInt8(ascii: "l")
    case "li": return before >= 0 && Array("cdeghkmnrt".utf8).contains(word[before])
    case "ative": return isInSecond(suffix)
    default: return true
    }
  }

  private mutating func removeShortSuffix() {
    for suffix in Self.shortSuffixes where ends(suffix) {
      let before = word.count - suffix.utf8.count - 1
      let isTaken =
        suffix != "ion" || before >= 0 && Array("st".utf8).contains(word[before])
      if isInSecond(suffix), isTaken { dropLast(suffix.utf8.count) }
      return
    }
  }

  private mutating func removeFinalLetter() {
    if ends("e") {
      if isInSecond("e") || isInFirst("e") && !isShortSyllable(upTo: word.count - 1) { dropLast(1) }
    } else if ends("ll"), isInSecond("l") {
      dropLast(1)
    }
  }
}

extension EnglishStem {
  /// Words for which the rules would give a wrong stem.
  static let exceptions = [
    "skis": "ski", "skies": "sky", "dying": "die", "lying": "lie", "tying": "tie", "idly": "idl",
    "gently": "gentl", "ugly": "ugli", "early": "earli", "only": "onli", "singly": "singl",
    "sky": "sky", "news": "news", "howe": "howe", "atlas": "atlas", "cosmos": "cosmos",
    "bias": "bias", "andes": "andes",
  ]

  /// Words that are not reduced further after the plural is removed.
  static let complete: Set<String> = [
    "inning", "outing", "canning", "herring", "earring", "proceed", "exceed", "succeed",
  ]

  /// Compound suffixes, longest first, and their replacements.
  static let longSuffixes: [(suffix: String, stem: String)] = [
    ("ational", "ate"), ("ization", "ize"), ("fulness", "ful"), ("ousness", "ous"),
    ("iveness", "ive"), ("tional", "tion"), ("biliti", "ble"), ("lessli", "less"),
    ("entli", "ent"), ("ation", "ate"), ("alism", "al"), ("aliti", "al"), ("ousli", "ous"),
    ("iviti", "ive"), ("fulli", "ful"), ("enci", "ence"), ("anci", "ance"), ("abli", "able"),
    ("izer", "ize"), ("ator", "ate"), ("alli", "al"), ("bli", "ble"), ("ogi", "og"), ("li", ""),
  ]

  /// Suffixes that remain after the earlier steps of the algorithm, and their replacements.
  static let middleSuffixes: [(suffix: String, stem: String)] = [
    ("ational", "ate"), ("tional", "tion"), ("alize", "al"), ("icate", "ic"), ("iciti", "ic"),
    ("ative", ""), ("ical", "ic"), ("ness", ""), ("ful", ""),
  ]

  /// Suffixes that are removed, longest first.
  static let shortSuffixes = [
    "ement", "ance", "ence", "able", "ible", "ment", "ant", "ent", "ism", "ate", "iti", "ous",
    "ive", "ize", "ion", "al", "er", "ic",
  ]
}
