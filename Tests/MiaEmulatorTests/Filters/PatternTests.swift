import Testing

@testable import MiaEmulator

@Suite struct `Regular expressions` {
  @Test(arguments: PatternRows.all)
  func `find what PCRE finds`(_ row: PatternCase) throws {
    let pattern = try FilterPattern(row.pattern, options: row.options)
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
    ("(?>a)", "unrecognized character after (?"), ("(?<>a)", "a group's name is malformed"),
    (#"a\"#, #"\ at end of pattern"#), (#"\y"#, #"unrecognized character follows \"#),
    (#"\p{Zebra}"#, #"unknown property after \P or \p"#),
    ("[[:zebra:]]", "unknown POSIX class name"),
    (#"\x{110000}"#, #"character code point value in \x{} is malformed"#),
  ])
  func `are refused with a reason`(_ pattern: String, _ reason: String) {
    #expect(throws: FilterProblem.database("Regular expression is invalid: \(reason)")) {
      _ = try FilterPattern(pattern, options: "")
    }
  }

  @Test func `of more than 4,096 bytes, or of too many groups in groups, are refused`() {
    let problem = FilterProblem.database(
      "Regular expression is invalid: regular expression is too large")
    #expect(throws: problem) {
      _ = try FilterPattern(String(repeating: "a", count: 4_097), options: "")
    }
    #expect(
      throws: FilterProblem.database("Regular expression is invalid: groups stand too deep")
    ) {
      let depth = 101
      _ = try FilterPattern(
        String(repeating: "(", count: depth) + "a+" + String(repeating: ")", count: depth),
        options: "")
    }
  }

  /// A machine that tries one way after the other needs 2 to the power of 5,000 steps here.
  @Test(arguments: ["(a+)+$", "^(a|a)*$", "(a*)*b", "^(?=(a+)+$)"])
  func `take no longer than text times expression`(_ expression: String) throws {
    let pattern = try FilterPattern(expression, options: "")
    #expect(!pattern.matches(String(repeating: "a", count: 5_000) + "!"))
  }
}
