/// Decides whether a value under a weak name looks like a secret.
///
/// Words, slugs, numbers, dates, URLs, paths, media types and versions do not look like secrets;
/// UUIDs, hexadecimal values and random-looking strings do.
enum SecretShape {
  /// Returns whether a value under a weak name looks like a secret.
  static func isLikely(_ value: ArraySlice<UInt8>) -> Bool {
    guard (8...8192).contains(value.count), let first = value.first,
      !"/{[<".utf8.contains(first), let marks = Marks(value)
    else { return false }
    let letters = marks.lower + marks.upper
    if letters == 0 { return false }
    if marks.isHexadecimal, marks.digits > 0, letters + marks.digits >= 16 { return true }
    let kinds = (marks.lower > 0 ? 1 : 0) + (marks.upper > 0 ? 1 : 0) + (marks.digits > 0 ? 1 : 0)
    if marks.symbols > 0, kinds == 3, !marks.hasSpaces { return true }
    let least = kinds == 3 ? 10 : 12
    guard letters + marks.digits >= least, marks.pairs > 0 else { return false }
    // About 10 % of the pairs are surprising in prose and names, and 60 % in random strings; the
    // limits lie in between.
    return 100 * marks.surprises >= (kinds == 3 ? 36 : 42) * marks.pairs
  }

  /// Counts of the kinds of characters in a value, and of surprising pairs.
  private struct Marks {
    var lower = 0
    var upper = 0
    var digits = 0
    /// The number of punctuation characters that occur in passwords, but not in identifiers.
    var symbols = 0
    var hasSpaces = false
    var isHexadecimal = true
    /// The number of pairs of adjacent letters or digits.
    var pairs = 0
    /// The number of pairs that consist of a letter and a digit, or of two letters that are rarely
    /// adjacent in words.
    var surprises = 0

    /// Counts the characters of a value; returns `nil` if the value contains a URL.
    init?(_ value: ArraySlice<UInt8>) {
      var last: UInt8 = 0
      var start = 0
      for (index, byte) in value.enumerated() {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): lower += 1
        case UInt8(ascii: "A")...UInt8(ascii: "Z"):
          upper += 1
          // A capital letter after only one or two lower-case letters is surprising: the words in
          // names such as `camelCase` are longer.
          if index - start <= 2, index > start, last >= UInt8(ascii: "a") { surprises += 1 }
          start = index + 1
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digits += 1
        case UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "^"),
          UInt8(ascii: "*"), UInt8(ascii: "@"):
          if index > 0, index < value.count - 1 { symbols += 1 }
          isHexadecimal = false
        case 0...0x20: hasSpaces = true
        case UInt8(ascii: "/") where last == UInt8(ascii: "/"): return nil
        case UInt8(ascii: "-"): break
        default: isHexadecimal = false
        }
        if !TokenBytes.isLetter(byte) { start = index + 1 }
        countPair(last, byte)
        last = byte
      }
      if hasSpaces { isHexadecimal = false }
      if symbols == 1, digits < 3, value.contains(UInt8(ascii: "@")) { symbols = 0 }
    }

    private mutating func countPair(_ first: UInt8, _ second: UInt8) {
      let (left, right) = (Bigrams.letter(first), Bigrams.letter(second))
      if let right, right > 5 { isHexadecimal = false }
      let (isDigit, wasDigit) = ((0x30...0x39).contains(second), (0x30...0x39).contains(first))
      guard right != nil || isDigit, left != nil || wasDigit else { return }
      pairs += 1
      switch (left, right) {
      case (let left?, let right?): if !Bigrams.areCommon(left, right) { surprises += 1 }
      case (nil, nil): break
      default: surprises += 1
      }
    }
  }
}

/// Pairs of letters that are common in English words.
///
/// About 300 of the 676 pairs cover 98 % of all occurrences.
enum Bigrams {
  /// The letters that commonly follow each letter, beginning with `a`; one bit for each follower.
  private static let followers: [UInt32] = [
    "bcdfgiklmnprstuvwy", "abeijlorsuy", "acehikloqrstuy", "adegilmorsuvy", "acdefgilmnpqrstvwxy",
    "aefilorstu", "aeghilnorsu", "aehiortuy", "abcdefglmnoprstvxz", "aesou", "aeilnosy",
    "acdefiklmopstuvy", "abeimnopsuy", "acdefgijklnostuvy", "abcdefgiklmnoprstuvwy", "aehiloprstuy",
    "u", "abcdefgiklmnoprstuvwy", "acehiklmnopqstuwy", "acehilmnoprstuwy", "abcdefgiklmnprstz",
    "aeioy", "adehilnorsy", "aceiptu", "aceilmnoprst", "aeiouyz",
  ].map { letters in
    letters.utf8.reduce(0) { bits, letter in bits | 1 << UInt32(letter - UInt8(ascii: "a")) }
  }

  /// Returns a letter's index in the alphabet, from 0; `nil` if the byte is not a letter.
  static func letter(_ byte: UInt8) -> Int? {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(byte - UInt8(ascii: "a"))
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(byte - UInt8(ascii: "A"))
    default: nil
    }
  }

  static func areCommon(_ left: Int, _ right: Int) -> Bool {
    followers[left] >> UInt32(right) & 1 == 1
  }
}
