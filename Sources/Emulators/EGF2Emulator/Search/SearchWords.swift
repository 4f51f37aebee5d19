/// The words of a text: runs of letters and digits, in lower case (A13).
enum SearchWords {
  static func words(of text: String) -> [String] {
    var words: [String] = []
    var word: [UInt8] = []
    for byte in text.utf8 {
      // What is not ASCII needs Unicode's idea of a letter.
      guard byte < 0x80 else { return unicodeWords(of: text) }
      if isLower(byte) || isDigit(byte) {
        word.append(byte)
      } else if isUpper(byte) {
        word.append(byte | 0x20)
      } else if !word.isEmpty {
        words.append(String(decoding: word, as: UTF8.self))
        word.removeAll(keepingCapacity: true)
      }
    }
    if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
    return words
  }

  private static func unicodeWords(of text: String) -> [String] {
    var words: [String] = []
    var word = String.UnicodeScalarView()
    for scalar in text.lowercased().unicodeScalars {
      if isPart(scalar) {
        word.append(scalar)
      } else if !word.isEmpty {
        words.append(String(word))
        word.removeAll()
      }
    }
    if !word.isEmpty { words.append(String(word)) }
    return words
  }

  /// Letters with the marks on them, and digits.
  private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .decimalNumber, .letterNumber, .otherNumber:
      true
    default: false
    }
  }

  private static func isLower(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
  }

  private static func isUpper(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
