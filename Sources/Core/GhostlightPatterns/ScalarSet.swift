/// A set of Unicode scalars, as regular expressions have them.
struct ScalarSet: Sendable, Hashable {
  /// Scalars from one to another.
  private(set) var ranges: [ClosedRange<UInt32>] = []
  /// Sets that are part of this one.
  private(set) var parts: [ScalarSet] = []
  /// General categories by their letters, such as `L` and `Lu`.
  private(set) var categories: [String] = []
  /// Whether all other scalars are meant.
  var isNegated = false
  /// Whether a scalar is in the set when one of its cases is.
  var ignoresCase = false

  init(_ ranges: ClosedRange<UInt32>...) { self.ranges = ranges }

  init(category: String) { categories = [category] }

  /// The scalars that are not in this set.
  var negated: ScalarSet {
    var copy = self
    copy.isNegated.toggle()
    return copy
  }

  /// Adds scalars from one to another.
  mutating func add(_ range: ClosedRange<UInt32>) { ranges.append(range) }

  /// Adds all of a set.
  mutating func add(_ set: ScalarSet) { parts.append(set) }

  /// How many ranges and categories are looked at for one scalar, both cases included.
  var weight: Int {
    var sum = ranges.count + 4 * categories.count
    for part in parts { sum += part.weight }
    return ignoresCase ? 3 * sum + 8 : sum
  }

  /// Whether a scalar is in the set.
  func contains(_ value: UInt32) -> Bool { holds(value) != isNegated }

  private func holds(_ value: UInt32) -> Bool {
    if lists(value) { return true }
    guard ignoresCase else { return false }
    for other in Self.cases(of: value) where lists(other) { return true }
    return false
  }

  private func lists(_ value: UInt32) -> Bool {
    for range in ranges where range.contains(value) { return true }
    for part in parts where part.contains(value) { return true }
    guard !categories.isEmpty, let scalar = Unicode.Scalar(value) else { return false }
    let letters = scalar.properties.generalCategory.letters
    return categories.contains(where: letters.hasPrefix)
  }

  /// The same letter in the other case.
  private static func cases(of value: UInt32) -> [UInt32] {
    if value < 128 {
      if (65...90).contains(value) { return [value + 32] }
      return (97...122).contains(value) ? [value - 32] : []
    }
    guard let properties = Unicode.Scalar(value)?.properties else { return [] }
    return [properties.lowercaseMapping, properties.uppercaseMapping].compactMap { text in
      text.unicodeScalars.count == 1 ? text.unicodeScalars.first?.value : nil
    }
  }
}

extension ScalarSet {
  /// `\d`: the ten digits.
  static let digit = ScalarSet(48...57)
  /// `\w`: letters of ASCII, digits and the low line.
  static let word = ScalarSet(48...57, 65...90, 95...95, 97...122)
  /// `\s`: the blanks of ASCII.
  static let space = ScalarSet(9...13, 32...32)
  /// `\h`: the blanks within a line.
  static let blank = ScalarSet(
    9...9, 32...32, 160...160, 0x1680...0x1680, 0x180E...0x180E, 0x2000...0x200A,
    0x202F...0x202F, 0x205F...0x205F, 0x3000...0x3000)
  /// `\v`: what ends a line.
  static let lineBreak = ScalarSet(10...13, 133...133, 0x2028...0x2029)
  /// `.` with the letter s.
  static let all = ScalarSet(0...0x10FFFF)
  /// `.` without it.
  static let withinLine = ScalarSet(10...10).negated

  /// The sets that stand in `[[:…:]]`.
  static let named: [String: ScalarSet] = [
    "alpha": ScalarSet(65...90, 97...122), "digit": digit, "word": word, "space": space,
    "alnum": ScalarSet(48...57, 65...90, 97...122), "upper": ScalarSet(65...90),
    "lower": ScalarSet(97...122), "blank": ScalarSet(9...9, 32...32),
    "punct": ScalarSet(33...47, 58...64, 91...96, 123...126),
    "xdigit": ScalarSet(48...57, 65...70, 97...102), "cntrl": ScalarSet(0...31, 127...127),
    "print": ScalarSet(32...126), "graph": ScalarSet(33...126),
  ]
}

extension Unicode.GeneralCategory {
  /// The two letters that regular expressions have for the category.
  var letters: String {
    switch self {
    case .uppercaseLetter: "Lu"
    case .lowercaseLetter: "Ll"
    case .titlecaseLetter: "Lt"
    case .modifierLetter: "Lm"
    case .otherLetter: "Lo"
    case .nonspacingMark: "Mn"
    case .spacingMark: "Mc"
    case .enclosingMark: "Me"
    case .decimalNumber: "Nd"
    case .letterNumber: "Nl"
    case .otherNumber: "No"
    case .connectorPunctuation: "Pc"
    case .dashPunctuation: "Pd"
    case .openPunctuation: "Ps"
    case .closePunctuation: "Pe"
    case .initialPunctuation: "Pi"
    case .finalPunctuation: "Pf"
    case .otherPunctuation: "Po"
    case .mathSymbol: "Sm"
    case .currencySymbol: "Sc"
    case .modifierSymbol: "Sk"
    case .otherSymbol: "So"
    case .spaceSeparator: "Zs"
    case .lineSeparator: "Zl"
    case .paragraphSeparator: "Zp"
    case .control: "Cc"
    case .format: "Cf"
    case .surrogate: "Cs"
    case .privateUse: "Co"
    case .unassigned: "Cn"
    @unknown default: "Cn"
    }
  }
}

/// A set of scalars, with those of ASCII as bits.
struct ScalarTable: Sendable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0
  /// What is beyond ASCII; of several sets, whether anything may be.
  private let others: ScalarSet
  /// How many ranges and categories are looked at for one scalar beyond ASCII.
  let weight: Int

  init(_ set: ScalarSet) {
    others = set
    weight = set.weight
    for value: UInt32 in 0..<64 {
      if set.contains(value) { low |= 1 << UInt64(value) }
      if set.contains(value + 64) { high |= 1 << UInt64(value) }
    }
  }

  /// Holds at least what several sets hold: all that is beyond ASCII.
  init(covering tables: [ScalarTable]) {
    others = .all
    weight = 1
    for table in tables {
      low |= table.low
      high |= table.high
    }
  }

  /// Whether a scalar is in the set.
  func contains(_ value: UInt32) -> Bool {
    if value < 64 { return low >> UInt64(value) & 1 == 1 }
    return value < 128 ? high >> UInt64(value - 64) & 1 == 1 : others.contains(value)
  }
}
