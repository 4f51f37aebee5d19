import Foundation
import ManagedObjectsBehaviours
import TestSupport
import Testing

@testable import ManagedObjects

@Suite(.limitedConcurrency) struct `The text of predicates` {
  /// Columns: a format, and the description of its predicate; `nil` if it is the same.
  private static let rows: [(String, String?)] = [
    ("a == 1", nil), ("a = 1", "a == 1"), ("a != 1", nil), ("a <> 1", "a != 1"), ("a < 1", nil),
    ("a <= 1", nil), ("a =< 1", "a <= 1"), ("a > 1", nil), ("a >= 1", nil), ("a => 1", "a >= 1"),
    ("a between {1, 2}", "a BETWEEN {1, 2}"), ("a in {1}", "a IN {1}"),
    ("a CONTAINS 'x'", #"a CONTAINS "x""#),
    ("a BEGINSWITH[cd] 'x'", #"a BEGINSWITH[cd] "x""#),
    ("a ENDSWITH[n] 'x'", #"a ENDSWITH[n] "x""#),
    ("a LIKE[dc] 'x'", #"a LIKE[cd] "x""#), ("a MATCHES 'x'", #"a MATCHES "x""#),
    ("a LIKE[l] 'x'", #"a LIKE "x""#), ("a ==[CDN] 'x'", #"a ==[cdn] "x""#),
    ("ANY a.b == 1", nil), ("SOME a.b == 1", "ANY a.b == 1"), ("ALL a.b == 1", nil),
    ("NONE a.b == 1", "NOT ANY a.b == 1"), ("a NOT IN {1}", "NOT a IN {1}"),
    ("NOT a == 1", nil), ("! a == 1", "NOT a == 1"), ("NOT NOT a == 1", "a == 1"),
    ("NOT (a == 1 AND b == 2)", nil), ("a == 1 AND b == 2 AND c == 3", nil),
    ("a == 1 && b == 2", "a == 1 AND b == 2"), ("a == 1 || b == 2", "a == 1 OR b == 2"),
    ("a == 1 OR b == 2 OR c == 3", nil), ("a == 1 AND (b == 2 OR c == 3)", nil),
    ("a == 1 OR b == 2 AND c == 3", "a == 1 OR (b == 2 AND c == 3)"),
    ("TRUEPREDICATE", nil), ("FALSEPREDICATE", nil), ("YES", "TRUEPREDICATE"),
    ("NO", "FALSEPREDICATE"), ("a == nil", nil), ("a == NULL", "a == nil"), ("a == TRUE", "a == 1"),
    ("SELF == 1", nil), ("self.a == 1", "a == 1"), ("$x.a == 1", nil), ("$x == $y", nil),
    ("a.@count == 1", nil), ("a.@sum.b == 1", nil), ("@count == 1", nil), ("#inn == 1", "inn == 1"),
    ("a + 1 == 2", "(a + 1) == 2"), ("a - b * 2 == 2", "(a - (b * 2)) == 2"),
    ("a ** 2 == 4", "(a ** 2) == 4"), ("-a == 4", "(0 - a) == 4"), ("a == -4", nil),
    ("a[FIRST] == 1", nil), ("a[0] == 1", nil), ("a['k'] == 1", "a[k] == 1"), ("a[b] == 1", nil),
    ("(a UNION b) == c", nil), ("length(a) == 2", nil), ("length(a)", "length(a) == 1"),
    ("add:to:(a, 2) == 3", nil), ("FUNCTION(a, 'length:') == 1", "length:(a) == 1"),
    ("CAST(a, 'NSDate') == b", #"CAST(a, "NSDate") == b"#),
    ("cast(a, 'NSDate') == b", #"CAST(a, "NSDate") == b"#),
    ("SUBQUERY(a, $x, $x.b == 1).@count == 1", nil), ("TERNARY(a == 1, b, c) == 2", nil),
    (#"a == "x\"y\\z""#, nil), ("a == 1.5", nil), ("a == 1e300", "a == 1e+300"), ("a == {}", nil),
    ("a == {1, {2, 'x'}}", #"a == {1, {2, "x"}}"#), ("now() > a", nil),
  ]

  @Test func `a predicate prints the form that it has, and the form is the same when it is read`()
    throws
  {
    for (format, text) in Self.rows {
      let predicate = try NSPredicate(parsing: format)
      #expect(predicate.description == text ?? format)
      #expect(predicate.description == predicate.description)
      let again = try NSPredicate(parsing: predicate.description)
      #expect(again.description == predicate.description)
      #expect(again == predicate && again.hash == predicate.hash)
      #expect(predicate != NSPredicate(format: "other == 1"))
      #expect(predicate.copy() as? NSPredicate === predicate)
    }
  }

  @Test func `arguments have the kind that their form asks for`() throws {
    let date = Date(timeIntervalSinceReferenceDate: 2)
    let rows: [(String, [Any], String)] = [
      ("a == %@", ["x"], #"a == "x""#), ("a == %@", [1], "a == 1"), ("a == %@", [1.5], "a == 1.5"),
      ("a == %d", [7.9], "a == 7"), ("a == %i", [7.9], "a == 7"), ("a == %ld", [7.9], "a == 7"),
      ("a == %lld", [7.9], "a == 7"), ("a == %u", [7.9], "a == 7"), ("a == %x", [7.9], "a == 7"),
      ("a == %o", [7.9], "a == 7"), ("a == %hd", [7.9], "a == 7"), ("a == %qd", [7.9], "a == 7"),
      ("a == %zd", [7.9], "a == 7"), ("a == %f", [7.9], "a == 7.9"),
      ("a == %lf", [7.9], "a == 7.9"),
      ("a == %e", [7.9], "a == 7.9"), ("a == %g", [7.9], "a == 7.9"),
      ("a == %d", [-7.9], "a == -7"),
      ("a == %s", ["x"], #"a == "x""#), ("a == %c", ["x"], #"a == "x""#),
      ("%K == 1", ["a.b"], "a.b == 1"),
      ("SELF.%K == 1", ["a"], "a == 1"), ("a.%K == 1", ["b"], "a.b == 1"),
      ("a == %@ AND b == %@", [1, 2], "a == 1 AND b == 2"),
      ("a == %@", [date], #"a == CAST(2.0, "NSDate")"#),
      ("a == %@", [[1, "x"] as [Any]], #"a == {1, "x"}"#),
      ("a == %@", [NSNull()], "a == nil"), ("a == %@", [Decimal(1.5)], "a == 1.5"),
    ]
    for (format, arguments, text) in rows {
      #expect(
        try NSPredicate(parsing: format, arguments: arguments).description == text, "\(format)")
      #expect(NSPredicate(format: format, argumentArray: arguments).description == text)
    }
    #expect(
      NSPredicate(format: "a == %@ AND b == %@", 1, "x").description == #"a == 1 AND b == "x""#)
  }

  /// Columns: a malformed format, the place of the error, and the reason.
  private static let failures: [(String, Int, String)] = [
    ("", 0, "an expression is missing"), ("a ==", 4, "an expression is missing"),
    ("a", 1, "a comparison is missing"), ("a == 1)", 6, "the predicate is followed by other text"),
    ("(a == 1", 7, "')' is missing"), ("a == {1", 7, "'}' is missing"),
    ("a == b[1", 8, "']' is missing"),
    ("a BETWEEN {1}", 13, "BETWEEN needs two bounds"),
    ("a BETWEEN {1, 2, 3}", 19, "BETWEEN needs two bounds"),
    ("ANY a", 5, "a comparison is missing"),
    ("a LIKE[x] 'b'", 7, "the option 'x' is unknown"), ("a == %@", 5, "an argument is missing"),
    ("%K == 1", 0, "an argument is missing"),
    ("a == %y", 5, "the argument has an unsupported type"),
    ("a == 'x", 5, "the string has no closing quotation mark"),
    (#"a == '\u00g0'"#, 8, "the escape is malformed"),
    ("a == 0xg", 5, "the number is malformed"), ("a == ^", 5, "the character is not valid"),
    ("a == $", 6, "a variable needs a name"),
    ("a.@ == 1", 3, "an operator of a key path needs a name"),
    ("# == 1", 1, "an escaped name is missing"), ("a. == 1", 3, "a name is missing"),
    ("a == AND", 5, "the reserved word AND is not an expression"),
    ("sum:x(a) == 1", 5, "':' is missing"), ("sum: == 1", 5, "the arguments of sum: are missing"),
    ("length(a, b) == 1", 6, "the function length is unknown or has invalid arguments"),
    ("now(a) == 1", 3, "the function now is unknown or has invalid arguments"),
    ("SUBQUERY(a, b, c == 1) == 1", 12, "a variable is missing"),
    ("SUBQUERY(a $b) == 1", 11, "',' is missing"),
    ("TERNARY(a == 1, b) == 1", 17, "',' is missing"),
    ("a == (b == 1)", 13, "an expression is missing"), ("NOT a", 5, "a comparison is missing"),
    ("a == 1 AND b", 12, "a comparison is missing"),
  ]

  @Test func `a malformed format has the place and the reason`() {
    for (format, position, reason) in Self.failures {
      let error = #expect(throws: PredicateFormatError.self) { try NSPredicate(parsing: format) }
      #expect(
        error == PredicateFormatError(format: format, position: position, reason: reason),
        "\(error?.position ?? -1) \(error?.reason ?? "")")
    }
    for (format, argument, reason) in [
      ("a == %d", "x", "the argument of %d is not a number"),
      ("%K == 1", 5, "the argument of %K is not a string"),
    ] as [(String, Any, String)] {
      let error = #expect(throws: PredicateFormatError.self) {
        try NSPredicate(parsing: format, arguments: [argument])
      }
      #expect(error?.reason == reason)
    }
    #expect(
      "\(PredicateFormatError(format: "a b", position: 2, reason: "r"))"
        == #"Unable to parse the format string "a b": r at character 2, before "b""#)
    #expect(
      "\(PredicateFormatError(format: "a", position: 1, reason: "r"))"
        == #"Unable to parse the format string "a": r at the end"#)
    func nested(_ depth: Int) -> String {
      String(repeating: "(", count: depth) + "a == 1" + String(repeating: ")", count: depth)
    }
    #expect(throws: Never.self) { try NSPredicate(parsing: nested(198)) }
    #expect(throws: PredicateFormatError.self) { try NSPredicate(parsing: nested(199)) }
  }

  /// Columns: a pattern of `LIKE`, the texts that match, and those that do not.
  @Test(arguments: [
    ("a", ["a"], ["", "b", "aa", "A"]), ("*", ["", "a", "abc"], []),
    ("?", ["a", "é"], ["", "aa"]),
    ("a*", ["a", "ab", "abc"], ["", "ba"]), ("*a", ["a", "ba", "aba"], ["", "ab"]),
    ("a*b", ["ab", "axb", "abb", "axbxb"], ["a", "abx"]), ("a?b", ["axb"], ["ab", "axxb"]),
    ("*a*b*", ["ab", "xaxbx"], ["ba", "a"]), ("a**b", ["ab", "axb"], ["a"]),
    ("\\*", ["*"], ["a", "\\*"]), ("\\?a", ["?a"], ["xa"]), ("?*", ["a", "ab"], [""]),
    ("*?", ["a", "ab"], [""]), ("", [""], ["a"]), ("e\u{301}", ["e\u{301}"], ["é"]),
  ])
  func `a pattern of LIKE matches whole texts`(
    _ pattern: String, _ matching: [String], _ others: [String]
  ) {
    for text in matching { #expect(LikePattern.matches(text, pattern), "\(text)") }
    for text in others { #expect(!LikePattern.matches(text, pattern), "\(text)") }
  }

  @Test func `variables are replaced in each part of a predicate, and others are kept`() {
    let format =
      "$a == $b AND NOT $a.x == 1 AND (ANY {$a, 2} == 1 OR length($a) == 1) AND "
      + "SUBQUERY($a, $a, $a == $b).@count == 1 AND TERNARY($a == 1, $a, $a) == 2 AND TRUEPREDICATE"
    let block = NSPredicate { _, _ in true }
    let both = NSCompoundPredicate(
      andPredicateWithSubpredicates: [NSPredicate(format: format), block])
    let filled = both.withSubstitutionVariables(["a": 7])
    let text = (filled as? NSCompoundPredicate)?.subpredicates.first?.description
    #expect(
      text
        == "7 == $b AND NOT 7.x == 1 AND (ANY {7, 2} == 1 OR length(7) == 1) AND "
        + "SUBQUERY(7, $a, $a == $b).@count == 1 AND TERNARY(7 == 1, 7, 7) == 2 AND TRUEPREDICATE")
  }

  @Test func `a comparison in memory has its operator, its options and its quantifier`() {
    let rows: [(String, String)] = [
      ("SELF BEGINSWITH 'ab'", "10000"), ("SELF ENDSWITH 'bc'", "10100"),
      ("SELF CONTAINS 'b'", "10100"), ("SELF CONTAINS[c] 'B'", "11100"),
      ("SELF CONTAINS[d] 'a'", "10010"), ("SELF CONTAINS[cd] 'A'", "11011"),
      ("SELF ==[cd] 'ABC'", "11000"), ("SELF MATCHES 'a.c'", "10000"),
      ("SELF MATCHES[c] 'a.c'", "11000"), ("SELF IN 'xabcx'", "10100"),
      ("SELF LIKE '*b*'", "10100"),
    ]
    let texts = ["abc", "ABC", "bc", "ä", "Ä"]
    for (format, expected) in rows {
      let predicate = NSPredicate(format: format)
      let found = texts.map { predicate.evaluate(with: $0) ? "1" : "0" }.joined()
      #expect(found == expected, "\(format)")
    }
    let lists: [(String, String)] = [
      ("ANY SELF > 2", "0110"), ("ALL SELF > 2", "1010"), ("NONE SELF > 2", "1001"),
      ("SELF CONTAINS 3", "0110"), ("3 IN SELF", "0110"), ("SELF == {3}", "0010"),
      ("{3} == SELF", "0010"), ("SELF.@count BETWEEN {1, 2}", "0111"), ("SELF[0] > 2", "0010"),
    ]
    let values = [[], [1, 3], [3], [1]]
    for (format, expected) in lists {
      let predicate = NSPredicate(format: format)
      let found = values.map { predicate.evaluate(with: $0) ? "1" : "0" }.joined()
      #expect(found == expected, "\(format)")
    }
    #expect(NSPredicate(format: "SELF CONTAINS 5").evaluate(with: ["a": 5]))
    #expect(!NSPredicate(format: "SELF CONTAINS 6").evaluate(with: ["a": 5]))
  }
}
