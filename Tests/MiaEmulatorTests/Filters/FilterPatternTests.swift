import GhostlightEmulation
import Testing

@testable import MiaEmulator

@Suite struct `Regular expressions in filters` {
  @Test(arguments: [
    ("A.C", "i", true), ("A.C", "iu", true), ("A.C", "u", false), ("b$", "m", true),
    ("b$", "", false), ("b.c", "s", true), ("b.c", "", false), ("a b", "x", true),
  ])
  func `a pattern accepts options`(_ pattern: String, _ letters: String, _ isFound: Bool) throws {
    #expect(
      try FilterPattern(pattern, options: letters).matches("abc ab\ncd", within: .unlimited)
        == isFound)
  }

  @Test(arguments: [
    ("(", "", "Regular expression is invalid: missing closing parenthesis"),
    (#"(a)\1"#, "", "Regular expression is invalid: back references are not supported"),
    ("(?u)a", "", "Regular expression is invalid: unrecognized character after (?"),
    ("a", "iq", "invalid flag in regex options: q"),
    ("(", "g", "invalid flag in regex options: g"),
  ])
  func `an invalid regular expression is refused in the database's words`(
    _ pattern: String, _ letters: String, _ message: String
  ) {
    #expect(throws: FilterError.database(message)) {
      _ = try FilterPattern(pattern, options: letters)
    }
  }
}
