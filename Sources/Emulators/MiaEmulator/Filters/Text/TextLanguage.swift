/// The language of a search for words (A6).
enum TextLanguage: Sendable, Hashable {
  /// Stems and stop words of English, the database's default.
  case english
  /// Words as they are written: `none`, and the languages whose stems the emulator does not know.
  case plain

  /// The language of a name or of two letters, or `nil` where the database knows none of it.
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

  /// Whether a word, in lower case, is too common to be searched for.
  func skips(_ word: String) -> Bool { self == .english && Self.englishStopWords.contains(word) }

  /// What a word is known by.
  ///
  /// Of a word in capitals the stem has as many letters as that of the same word without.
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
