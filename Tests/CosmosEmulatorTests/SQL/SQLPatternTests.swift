import GhostlightCore
import GhostlightEmulation
import GhostlightPatterns
import Testing

@testable import CosmosEmulator

/// Tests of `REGEXMATCH` and `LIKE` (B14.4).
@Suite struct `SQL patterns` {
  @Test(arguments: [
    Row("abc", "a.c", "", true), Row("a\nc", "a.c", "", false), Row("a\nc", "a.c", "s", true),
    Row("a\nb", "^b", "", false), Row("a\nb", "^b", "m", true), Row("b\na", "b$", "m", true),
    Row("a\nB", "^b$", "mi", true), Row("a\nB", "^b$", "m", false),
    Row("abc", "a b # c\n c", "x", true), Row("aab", "a {2} b", "x", true),
    Row("A\nB", "a . b", "xsi", true), Row("a", "A", "ii", true), Row("a b", "a b", "", true),
    Row("cats", #"\bcat\b"#, "", false), Row("a cat", #"\bcat\b"#, "", true),
    Row("me@mia.it", #"^\w+@\w+\.(com|it)$"#, "", true), Row("20-04", #"^\d{4}-"#, "", false),
    Row("good", "^(?!.*bad)", "", true), Row("a bad one", "^(?!.*bad)", "", false),
    Row("cb", "(?<=a)b", "", false), Row("AB", "a(?i)b", "", false), Row("é", "É", "i", true),
    Row("é", #"\p{Ll}"#, "", true), Row("é", #"\w"#, "", false), Row("👍", "^.$", "", true),
    Row("x", "[[:alpha:]]", "", true), Row("", "", "", true),
  ])
  func `a regular expression is found in a text, or is not`(_ row: Row) throws {
    let parameters: [String: JSON] = [
      "@t": .string(row.text), "@p": .string(row.pattern), "@m": .string(row.letters),
    ]
    let known = SQLCase("SELECT VALUE REGEXMATCH(@t, @p, @m)", "[\(row.isFound)]", parameters)
    #expect(try known.run(over: []) == known.rows)
    let found = SQLCase("SELECT VALUE REGEXMATCH(c.t, c.p, c.m) FROM c", "[\(row.isFound)]")
    let document: JSON = [
      "t": .string(row.text), "p": .string(row.pattern), "m": .string(row.letters),
    ]
    #expect(try found.run(over: [document]) == found.rows)
  }

  @Test(arguments: [
    (#"(a)\1"#, "back references are not supported"),
    ("(?>a)", "unrecognized character after (?"), ("(?R)", "unrecognized character after (?"),
    ("a++", "possessive quantifiers are not supported"), ("(", "missing closing parenthesis"),
    ("[a", "missing terminating ] for character class"),
    ("*", "quantifier does not follow a repeatable item"),
    ("a{1001}", "number too big in {} quantifier"),
    (#"\p{Greek}"#, #"unknown property after \P or \p"#),
    (String(repeating: "a", count: 4_097), "regular expression is too large"),
  ])
  func `an invalid pattern is refused with a reason`(_ pattern: String, _ reason: String) {
    let error = SQLError.refused("\"\(pattern)\" is not a valid regular expression: \(reason).")
    for query in ["REGEXMATCH('a', @p)", "REGEXMATCH('a', CONCAT(@p, ''), 'i')"] {
      #expect(throws: error) {
        _ = try SQLCase("SELECT VALUE \(query)", "", ["@p": .string(pattern)]).run(over: [])
      }
    }
  }

  @Test(arguments: ["u", "g", "mg", "I", " "])
  func `an invalid modifier is refused, whatever the pattern`(_ letters: String) {
    let error = SQLError.refused(
      "The modifiers of REGEXMATCH are m, s, i and x, not \"\(letters)\".")
    for pattern in ["a", "("] {
      #expect(throws: error) {
        _ = try SQLCase("SELECT VALUE REGEXMATCH('a', '\(pattern)', '\(letters)')", "")
          .run(over: [])
      }
    }
  }

  @Test(arguments: [
    SQLCase.value("REGEXMATCH(1, '(')", nil), .value("REGEXMATCH(undefined, '(', 'q')", nil),
    .value("REGEXMATCH('a', 1)", nil), .value("REGEXMATCH('a', undefined)", nil),
    .value("REGEXMATCH('a', '(', 1)", nil), .value("REGEXMATCH('a', 'a', undefined)", nil),
    .value("'a' LIKE null", nil), .value("'a' LIKE CONCAT('a', '%')", "true"),
    SQLCase("SELECT VALUE REGEXMATCH(c.a, '(') FROM c", "[]"),
    SQLCase("SELECT VALUE COUNT(1) FROM c GROUP BY c.a LIKE 'a%'", "[]"),
  ])
  func `a value that is not text is not compared with a pattern`(_ row: SQLCase) throws {
    #expect(try row.run(over: []) == row.rows)
  }

  @Test func `the result of a pattern can be a key of GROUP BY`() throws {
    let documents: [JSON] = [["a": "xy"], ["a": "yx"], ["a": "xx"]]
    for test in ["REGEXMATCH(c.a, '^x')", "c.a LIKE 'x%'", "c.a LIKE '!x%' ESCAPE '!'"] {
      let query = "SELECT \(test) AS k, COUNT(1) AS n FROM c GROUP BY \(test)"
      #expect(
        try SQLCase(query, "").run(over: documents) == #"[{"k":true,"n":2},{"k":false,"n":1}]"#)
    }
  }

  /// Patterns on which a backtracking matcher would not finish.
  @Test(arguments: [
    "REGEXMATCH(c.t, '(a+)+$')", "REGEXMATCH(c.t, '(?=.*b)c')", "c.t LIKE CONCAT('%', c.u, 'b%')",
    "c.t LIKE '%a_a_a_a%[b-d]%'",
  ])
  func `a hostile pattern is fast over a text of 100,000 letters`(_ test: String) throws {
    let document: JSON = [
      "t": .string(String(repeating: "a", count: 100_000) + "!"),
      "u": .string(String(repeating: "a", count: 50_000)),
    ]
    #expect(try SQLCase("SELECT VALUE \(test) FROM c", "").run(over: [document]) == "[false]")
  }

  @Test func `only a searched part of LIKE has a maximum length`() throws {
    let places = String(repeating: "_", count: 4_097)
    let text = String(repeating: "a", count: 4_097)
    #expect(throws: SQLError.self) {
      _ = try SQLCase("SELECT VALUE 'a' LIKE '%\(places)%'", "").run(over: [])
    }
    for pattern in [places, places + "%", "%" + places, "%" + text + "%"] {
      #expect(
        try SQLCase("SELECT VALUE '\(text)' LIKE '\(pattern)'", "").run(over: []) == "[true]")
    }
  }

  /// Compares each `LIKE` pattern with the equivalent regular expression, which must give the same
  /// result.
  @Test(arguments: 0..<8) func `LIKE agrees with regular expressions`(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed &+ 4_711)
    let pieces = [
      ("a", "a"), ("b", "b"), ("a", "a"), ("b", "b"), ("%", ".*"), ("%", ".*"), ("_", "."),
      ("[ab]", "[ab]"), ("[^a]", "[^a]"), ("[b-d]", "[b-d]"),
    ]
    for _ in 0..<300 {
      let parts = (0..<Int(random.next() % 9)).map { _ in
        pieces[Int(random.next() % UInt64(pieces.count))]
      }
      let like = try SQLPattern(parts.map(\.0).joined(), escape: nil)
      var options = PatternOptions()
      options.dotIsAll = true
      let regex = try CompiledPattern(#"\A"# + parts.map(\.1).joined() + #"\z"#, options)
      for _ in 0..<5 {
        let text = String(
          (0..<Int(random.next() % 9)).map { _ in Array("aabbc\n")[Int(random.next() % 6)] })
        #expect(
          like.matches(text) == regex.matches(text), "\(parts.map(\.0).joined()) on \(text)")
      }
    }
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let text: String
    let pattern: String
    let letters: String
    let isFound: Bool

    init(_ text: String, _ pattern: String, _ letters: String, _ isFound: Bool) {
      self.text = text
      self.pattern = pattern
      self.letters = letters
      self.isFound = isFound
    }

    var testDescription: String { "\(pattern) \(letters) in \(text.debugDescription)" }
  }
}
