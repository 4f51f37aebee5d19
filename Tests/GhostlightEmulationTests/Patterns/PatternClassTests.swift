import GhostlightPatterns
import Testing

/// Classes of characters with exactly the scalars that belong to them.
@Suite struct `Classes of regular expressions` {
  /// Returns the scalars of a range that a class contains, as ranges of their values.
  private static func ranges(
    _ expression: String, upTo end: UInt32, _ options: PatternOptions = PatternOptions()
  ) throws -> String {
    let pattern = try CompiledPattern("\\A" + expression + "\\z", options)
    var found: [ClosedRange<UInt32>] = []
    for value in 0..<end {
      guard let scalar = Unicode.Scalar(value),
        pattern.matches(String(String.UnicodeScalarView([scalar])))
      else { continue }
      if let last = found.last, last.upperBound + 1 == value {
        found[found.count - 1] = last.lowerBound...value
      } else {
        found.append(value...value)
      }
    }
    return found.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
      .joined(separator: " ")
  }

  @Test(arguments: [
    ("[[:alpha:]]", "65-90 97-122"), ("[[:digit:]]", "48-57"),
    ("[[:alnum:]]", "48-57 65-90 97-122"), ("[[:upper:]]", "65-90"), ("[[:lower:]]", "97-122"),
    ("[[:blank:]]", "9 32"), ("[[:space:]]", "9-13 32"),
    ("[[:word:]]", "48-57 65-90 95 97-122"), ("[[:punct:]]", "33-47 58-64 91-96 123-126"),
    ("[[:xdigit:]]", "48-57 65-70 97-102"), ("[[:cntrl:]]", "0-31 127"),
    ("[[:print:]]", "32-126"), ("[[:graph:]]", "33-126"),
    ("[[:^graph:]]", "0-32 127"), (#"\d"#, "48-57"), (#"\D"#, "0-47 58-127"),
    (#"\w"#, "48-57 65-90 95 97-122"), (#"\W"#, "0-47 58-64 91-94 96 123-127"),
    (#"\s"#, "9-13 32"), (#"\S"#, "0-8 14-31 33-127"), (#"\h"#, "9 32"),
    (#"\H"#, "0-8 10-31 33-127"), (#"\v"#, "10-13"), (#"\V"#, "0-9 14-127"), (#"\R"#, "10-13"),
    (#"\N"#, "0-9 11-127"), (".", "0-9 11-127"), ("(?s).", "0-127"), ("[^a]", "0-96 98-127"),
    ("(?i)[a-c]", "65-67 97-99"), ("(?i)[@-A]", "64-65 97"), ("(?i)[z-{]", "90 122-123"),
    (#"[\w-]"#, "45 48-57 65-90 95 97-122"), (#"[\b]"#, "8"), (#"\a"#, "7"), (#"\e"#, "27"),
    (#"\f"#, "12"), (#"\n"#, "10"), (#"\r"#, "13"), (#"\t"#, "9"), (#"\0"#, "0"),
    (#"\x7"#, "7"), (#"\x7e"#, "126"), (#"\x{7E}"#, "126"), (#"\_"#, "95"), (#"\-"#, "45"),
    (#"[+--]"#, "43-45"), ("[a-c-e]", "45 97-99 101"), ("[^^]", "0-93 95-127"),
    ("[a^]", "94 97"), ("[[]", "91"), (#"[\[:alpha:]"#, "58 91 97 104 108 112"),
  ])
  func `a class contains exactly its ASCII scalars`(
    _ expression: String, _ scalars: String
  ) throws {
    #expect(try Self.ranges(expression, upTo: 128) == scalars)
  }

  /// One scalar of each general category; `Cs` has none that a string can contain.
  private static let samples: [(category: String, scalar: Unicode.Scalar)] = [
    ("Lu", "\u{41}"), ("Ll", "\u{61}"), ("Lt", "\u{1C5}"), ("Lm", "\u{2B0}"), ("Lo", "\u{AA}"),
    ("Mn", "\u{300}"), ("Mc", "\u{903}"), ("Me", "\u{488}"), ("Nd", "\u{30}"),
    ("Nl", "\u{16EE}"), ("No", "\u{B2}"), ("Pc", "\u{5F}"), ("Pd", "\u{2D}"), ("Ps", "\u{28}"),
    ("Pe", "\u{29}"), ("Pi", "\u{AB}"), ("Pf", "\u{BB}"), ("Po", "\u{21}"), ("Sm", "\u{2B}"),
    ("Sc", "\u{24}"), ("Sk", "\u{5E}"), ("So", "\u{A6}"), ("Zs", "\u{20}"), ("Zl", "\u{2028}"),
    ("Zp", "\u{2029}"), ("Cc", "\u{1}"), ("Cf", "\u{AD}"), ("Co", "\u{E000}"),
    ("Cn", "\u{378}"),
  ]

  @Test func `each category contains its own scalars and no others`() throws {
    for row in Self.samples {
      let text = String(String.UnicodeScalarView([row.scalar]))
      for other in Self.samples {
        let isSame = row.category == other.category
        let pattern = try CompiledPattern("^\\p{\(other.category)}")
        #expect(pattern.matches(text) == isSame, "\(row.category) in \(other.category)")
        #expect(try CompiledPattern("^\\P{\(other.category)}").matches(text) != isSame)
      }
      for letter in "LMNPSZC" {
        let isPart = row.category.first == letter
        #expect(try CompiledPattern("^\\p\(letter)").matches(text) == isPart)
        #expect(try CompiledPattern("^\\p{^\(letter)}").matches(text) != isPart)
      }
    }
  }

  @Test(
    arguments: [
      (#"\h"#, [0xA0, 0x1680, 0x180E, 0x2000, 0x200A, 0x202F, 0x205F, 0x3000]),
      (#"\v"#, [0x85, 0x2028, 0x2029]),
    ] as [(String, [UInt32])])
  func `white space outside of ASCII has exact ends`(
    _ expression: String, _ scalars: [UInt32]
  ) throws {
    let pattern = try CompiledPattern("^" + expression + "$")
    for scalar in scalars {
      let text = String(String.UnicodeScalarView([Unicode.Scalar(scalar) ?? "x"]))
      #expect(pattern.matches(text), "\(scalar)")
    }
    for scalar: UInt32 in [
      0x84, 0x86, 0x9F, 0xA1, 0x167F, 0x1681, 0x180D, 0x180F, 0x1FFF, 0x200B, 0x2027, 0x202A,
      0x202E, 0x2030, 0x205E, 0x2060, 0x2FFF, 0x3001,
    ] {
      let text = String(String.UnicodeScalarView([Unicode.Scalar(scalar) ?? "x"]))
      #expect(!pattern.matches(text), "\(scalar)")
    }
  }

  @Test(arguments: [
    (
      "(?:" + String(repeating: "(", count: 99) + "a+" + String(repeating: ")", count: 99) + ")",
      true
    ),
    (String(repeating: "(", count: 101) + "a+" + String(repeating: ")", count: 101), false),
    ("^a{1000}$", true), ("^a{1001}$", false), ("^a{0,1000}$", true), ("^a{0,1001}$", false),
    ("a{2,2}", true), ("a{3,2}", false), (String(repeating: "b", count: 4_096), true),
    (String(repeating: "b", count: 4_097), false), (#"\x{10FFFF}"#, true), (#"\x{110000}"#, false),
    (#"\x{D7FF}"#, true), (#"\x{D800}"#, false), (#"\x{0000001}"#, false), (#"\x{41"#, false),
    (#"\p{L"#, false), (#"\p{Lux}"#, false), (#"\p{"#, false), (#"\pX"#, false),
    ("(?<a b>x)", false), ("(?<a", false), ("(?'a>x)", false), ("(?i", false), ("(?i-m:a)", true),
    ("(?i--m:a)", false), ("[[:alpha]]", false), ("[", false), ("[a", false), ("[]", false),
    (#"[\"#, false), ("(?#a", false), ("(?=a", false), ("|", true), ("a{", true),
    ("a{1", true), ("a{1,", true), ("{1}", true), ("?", false), ("+", false), ("a?+", false),
    ("a{2}+", false), ("a{2}?", true), ("a{2}??", false), ("^*", true), (#"\g1"#, false),
    (#"\1"#, false), (#"\8"#, false), (#"\E"#, true), (#"\Qa"#, true), (#"\i"#, false),
  ])
  func `an expression is accepted up to its limits`(_ expression: String, _ isValid: Bool) {
    do throws(PatternError) {
      _ = try CompiledPattern(expression)
      #expect(isValid)
    } catch {
      #expect(!isValid, "\(error.message)")
    }
  }

  @Test(arguments: [
    ("aab", "", "aaab", true), ("aab", "i", "AAAB", true), ("^aab", "i", "AABx", true),
    ("^aab", "", "xaab", false), ("aab", "i", "aac", false), ("^", "", "", true),
    ("^a", "", "", false), ("aa", "", "a", false), ("[z]", "i", "Z", true), ("@", "i", "`", false),
    ("z", "i", "Z", true), ("a", "i", "A", true),
    (#"\b"#, "", "", false), (#"\b"#, "", "a", true), (#"^\B$"#, "", "", true),
    (#"a\b"#, "", "a", true), (#"\b-"#, "", "-", false), (#"a\b-"#, "", "a-", true),
    ("$", "", "a", true), ("a$.", "s", "a\n", true), ("a$.", "", "a\n", false),
    ("a$\nb", "m", "a\nb", true), ("a\n^b", "m", "a\nb", true), ("^a|b$", "", "xb", true),
    ("(?<=^a)b", "", "ab", true), ("(?<=^a)b", "", "xab", false), ("(?=$)", "", "ab", true),
    ("b(?=$)", "", "ab\n", true), ("(?!)", "", "a", false), ("(?=)", "", "", true),
    ("(?<!^)a", "", "aa", true), ("(?<!^)a", "", "a", false), ("É", "i", "é", true),
    ("[à-é]", "i", "É", true), ("[à-é]", "", "É", false), ("x(?=é)", "", "xé", true),
    ("(?<=é)x", "", "éx", true), ("[^é]", "", "é", false), ("é{2}", "", "éé", true),
  ])
  func `an expression finds what PCRE finds at the edges`(
    _ pattern: String, _ letters: String, _ text: String, _ isFound: Bool
  ) throws {
    var options = PatternOptions()
    for letter in letters {
      let isKnown = options.set(letter)
      #expect(isKnown)
    }
    #expect(try CompiledPattern(pattern, options).matches(text) == isFound)
  }

  @Test func `each letter sets its own option`() {
    for (letter, path) in [
      ("i", \PatternOptions.ignoresCase), ("m", \.hasLines), ("s", \.dotIsAll), ("x", \.isSpaced),
    ] as [(Character, WritableKeyPath<PatternOptions, Bool>)] {
      var options = PatternOptions()
      var expected = PatternOptions()
      expected[keyPath: path] = true
      let isSet = options.set(letter)
      #expect(isSet)
      #expect(options == expected)
      let isCleared = options.set(letter, false)
      #expect(isCleared)
      #expect(options == PatternOptions())
    }
    var options = PatternOptions()
    let isKnown = options.set("u")
    #expect(!isKnown)
    #expect(options == PatternOptions())
  }

  @Test(arguments: [
    ("a", 31, 1), ("a", 32, 2), ("a", 64, 3), ("^a", 64, 3), ("a+", 31, 7),
  ])
  func `a search spends exactly its units`(
    _ expression: String, _ length: Int, _ units: Int
  ) throws {
    let pattern = try CompiledPattern(expression)
    var spent = 0
    let found = pattern.matches(String(repeating: "b", count: length)) { units in
      spent += units
      return true
    }
    #expect(found == false)
    #expect(spent == units)
    var left = units - 1
    let stopped = pattern.matches(String(repeating: "b", count: length)) { units in
      left -= units
      return left >= 0
    }
    #expect(stopped == nil)
  }
}
