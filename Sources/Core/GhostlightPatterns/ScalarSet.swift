/// A set of Unicode scalars in a regular expression.
struct ScalarSet: Sendable, Hashable {
  private(set) var ranges: [ClosedRange<UInt32>] = []
  /// Sets whose scalars also belong to this set.
  private(set) var parts: [ScalarSet] = []
  /// The names of general categories whose scalars belong to the set, such as `L` and `Lu`.
  private(set) var categories: [String] = []
  /// Whether the set contains exactly the scalars that are not in `ranges`, `parts` or
  /// `categories`.
  var isNegated = false
  /// Whether a scalar also belongs to the set if its upper-case or lower-case form does.
  var ignoresCase = false

  init(_ ranges: ClosedRange<UInt32>...) { self.ranges = ranges }

  init(category: String) { categories = [category] }

  /// The complement of this set.
  var negated: ScalarSet {
    var copy = self
    copy.isNegated.toggle()
    return copy
  }

  mutating func add(_ range: ClosedRange<UInt32>) { ranges.append(range) }

  mutating func add(_ set: ScalarSet) { parts.append(set) }

  /// The estimated work of looking up one scalar, from the number of ranges and categories.
  var weight: Int {
    var sum = ranges.count + 4 * categories.count
    for part in parts { sum += part.weight }
    return ignoresCase ? 3 * sum + 8 : sum
  }

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
    return hasCategory(of: value)
  }

  private func hasCategory(of value: UInt32) -> Bool {
    guard !categories.isEmpty, let scalar = Unicode.Scalar(value) else { return false }
    let letters = scalar.properties.generalCategory.letters
    return categories.contains(where: letters.hasPrefix)
  }

  /// Returns the lower-case and upper-case forms of a scalar, except forms with several scalars.
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
  /// The ASCII scalars of the set as bits: `low` has those below 64, and `high` has the others.
  ///
  /// A pattern has a set for each of its letters, so the bits come from the ranges, not from 128
  /// calls of ``contains(_:)``.
  fileprivate var asciiBits: (low: UInt64, high: UInt64) {
    var (low, high): (UInt64, UInt64) = (0, 0)
    for range in ranges {
      low |= Self.bits(of: range, from: 0)
      high |= Self.bits(of: range, from: 64)
    }
    for part in parts {
      let bits = part.asciiBits
      low |= bits.low
      high |= bits.high
    }
    if !categories.isEmpty {
      for value: UInt32 in 0..<64 {
        if hasCategory(of: value) { low |= 1 << UInt64(value) }
        if hasCategory(of: value + 64) { high |= 1 << UInt64(value) }
      }
    }
    if ignoresCase {
      let letters: UInt64 = 0x07FF_FFFE
      high |= (high & letters) << 32 | (high >> 32 & letters)
    }
    return isNegated ? (~low, ~high) : (low, high)
  }

  /// Returns the bits of a range for the 64 scalars from `start` on.
  private static func bits(of range: ClosedRange<UInt32>, from start: UInt32) -> UInt64 {
    let (first, last) = (max(range.lowerBound, start), min(range.upperBound, start + 63))
    guard first <= last else { return 0 }
    return (UInt64.max >> UInt64(63 - (last - first))) << UInt64(first - start)
  }
}

extension ScalarSet {
  /// `\d`: the ASCII digits.
  static let digit = ScalarSet(48...57)
  /// `\w`: ASCII letters, digits and the underscore.
  static let word = ScalarSet(48...57, 65...90, 95...95, 97...122)
  /// `\s`: ASCII white space.
  static let space = ScalarSet(9...13, 32...32)
  /// `\h`: horizontal white space.
  static let blank = ScalarSet(
    9...9, 32...32, 160...160, 0x1680...0x1680, 0x180E...0x180E, 0x2000...0x200A,
    0x202F...0x202F, 0x205F...0x205F, 0x3000...0x3000)
  /// `\v`: vertical white space.
  static let lineBreak = ScalarSet(10...13, 133...133, 0x2028...0x2029)
  /// Every scalar: `.` with the option `s`.
  static let all = ScalarSet(0...0x10FFFF)
  /// Every scalar except a line feed: `.` without the option `s`.
  static let withinLine = ScalarSet(10...10).negated

  /// The sets that POSIX class names stand for, as in `[[:alpha:]]`.
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
  /// The two-letter name of the category in regular expressions, such as `Lu`.
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

/// A set of scalars whose ASCII part is stored as one bit for each scalar.
struct ScalarTable: Sendable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0
  /// The set for non-ASCII scalars; `init(covering:)` sets it to all scalars.
  private let others: ScalarSet
  /// The work of looking up one non-ASCII scalar.
  let weight: Int

  init(_ set: ScalarSet) {
    others = set
    weight = set.weight
    (low, high) = set.asciiBits
  }

  /// Creates a table that contains the ASCII scalars of all given tables, and every other scalar.
  init(covering tables: [ScalarTable]) {
    others = .all
    weight = 1
    for table in tables {
      low |= table.low
      high |= table.high
    }
  }

  func contains(_ value: UInt32) -> Bool {
    if value < 64 { return low >> UInt64(value) & 1 == 1 }
    return value < 128 ? high >> UInt64(value - 64) & 1 == 1 : others.contains(value)
  }
}
