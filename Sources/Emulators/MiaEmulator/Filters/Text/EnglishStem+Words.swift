extension EnglishStem {
  /// Words that the rules would spoil.
  static let exceptions = [
    "skis": "ski", "skies": "sky", "dying": "die", "lying": "lie", "tying": "tie", "idly": "idl",
    "gently": "gentl", "ugly": "ugli", "early": "earli", "only": "onli", "singly": "singl",
    "sky": "sky", "news": "news", "howe": "howe", "atlas": "atlas", "cosmos": "cosmos",
    "bias": "bias", "andes": "andes",
  ]

  /// Words that are stems as soon as they are no plurals.
  static let complete: Set<String> = [
    "inning", "outing", "canning", "herring", "earring", "proceed", "exceed", "succeed",
  ]

  /// Suffixes of suffixes, the longest first, with what is left of them.
  static let longSuffixes: [(suffix: String, stem: String)] = [
    ("ational", "ate"), ("ization", "ize"), ("fulness", "ful"), ("ousness", "ous"),
    ("iveness", "ive"), ("tional", "tion"), ("biliti", "ble"), ("lessli", "less"),
    ("entli", "ent"), ("ation", "ate"), ("alism", "al"), ("aliti", "al"), ("ousli", "ous"),
    ("iviti", "ive"), ("fulli", "ful"), ("enci", "ence"), ("anci", "ance"), ("abli", "able"),
    ("izer", "ize"), ("ator", "ate"), ("alli", "al"), ("bli", "ble"), ("ogi", "og"), ("li", ""),
  ]

  /// Suffixes that may have come to light by now.
  static let middleSuffixes: [(suffix: String, stem: String)] = [
    ("ational", "ate"), ("tional", "tion"), ("alize", "al"), ("icate", "ic"), ("iciti", "ic"),
    ("ative", ""), ("ical", "ic"), ("ness", ""), ("ful", ""),
  ]

  /// Suffixes that go without a trace, the longest first.
  static let shortSuffixes = [
    "ement", "ance", "ence", "able", "ible", "ment", "ant", "ent", "ism", "ate", "iti", "ous",
    "ive", "ize", "ion", "al", "er", "ic",
  ]
}
