import GhostlightPatterns
import Testing

@testable import GhostlightEmulation

@Suite struct `Regular expressions` {
  @Test(arguments: PatternRows.all)
  func `expressions match the same as in PCRE`(_ row: PatternCase) throws {
    let pattern = try CompiledPattern(row.pattern, row.options)
    #expect(pattern.matches(row.text) == row.isFound)
  }

  @Test(arguments: [
    ("(", "missing closing parenthesis"), ("a)", "unmatched closing parenthesis"),
    ("[a", "missing terminating ] for character class"),
    ("[b-a]", "range out of order in character class"),
    ("*a", "quantifier does not follow a repeatable item"),
    ("a**", "quantifier does not follow a repeatable item"),
    ("a{2,1}", "numbers out of order in {} quantifier"),
    ("a{1001}", "number too big in {} quantifier"),
    ("((a{1000}){1000}){1000}", "regular expression is too large"),
    (#"(a)\1"#, "back references are not supported"),
    ("a++", "possessive quantifiers are not supported"),
    ("(?>a)", "unrecognized character after (?"), ("(?R)", "unrecognized character after (?"),
    ("(?u)a", "unrecognized character after (?"), ("(?<>a)", "a group's name is malformed"),
    (#"\k<n>"#, "back references are not supported"),
    ("(?=a{1000}){2}(?:a{1000}){9}b(?<!a{9})", "regular expression is too large"),
    (#"a\"#, #"\ at end of pattern"#), (#"\y"#, #"unrecognized character follows \"#),
    (#"\p{Zebra}"#, #"unknown property after \P or \p"#),
    ("[[:zebra:]]", "unknown POSIX class name"),
    (#"\x{110000}"#, #"character code point value in \x{} is malformed"#),
  ])
  func `unsupported expressions are refused with a reason`(_ pattern: String, _ reason: String) {
    #expect(throws: PatternError(reason)) { _ = try CompiledPattern(pattern) }
  }

  @Test func `expressions over 4,096 bytes or with deep groups are refused`() {
    #expect(throws: PatternError("regular expression is too large")) {
      _ = try CompiledPattern(String(repeating: "a", count: 4_097))
    }
    #expect(throws: PatternError("groups are nested too deep")) {
      let depth = 101
      _ = try CompiledPattern(
        String(repeating: "(", count: depth) + "a+" + String(repeating: ")", count: depth))
    }
  }

  @Test func `expressions with many alternatives and lookarounds are compiled`() throws {
    let names = Array(repeating: "a", count: 2_000).joined(separator: "|")
    #expect(try CompiledPattern(names + "|b").matches("b"))
    let looks = String(repeating: "(?!a)", count: 800)
    #expect(try CompiledPattern("(?:" + looks + "b){2}").matches("abb"))
  }

  /// With these expressions, a backtracking implementation would need 2 to the power of 100,000
  /// steps.
  ///
  /// An implementation that searches for each lookaround at each position would need 100,000 times
  /// 100,000 steps.
  @Test(arguments: [
    "(a+)+$", "^(a|a)*$", "(a*)*b", "^(?=(a+)+$)", "(?=.*b)c", "(?<=b.*)a", "a(?!.*!)",
  ])
  func `matching takes at most text length times expression length`(_ expression: String) throws {
    let pattern = try CompiledPattern(expression)
    #expect(!pattern.matches(String(repeating: "a", count: 100_000) + "!"))
  }
}
