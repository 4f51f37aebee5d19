import GhostlightCore
import Testing

@testable import GhostlightContracts

@Suite struct `Text matchers` {
  @Test(arguments: [
    ("yyyy-MM-dd", "2013-06-12", true), ("yyyy-MM-dd", "2013-6-12", false),
    ("yyyy-MM-dd", "2013-06-32", false), ("d.M.yy", "1.12.13", true),
    ("HH:mm:ss.SSS", "23:59:59.123", true), ("HH:mm", "24:00", false),
    ("hh:mm a", "12:30 pm", true), ("EEE, dd MMM yyyy", "Wed, 12 Jun 2013", true),
    ("EEEE, MMMM d", "Wednesday, June 2", true), ("EEE", "Foo", false),
    ("yyyy-MM-dd'T'HH:mm:ssXXX", "2013-06-12T12:00:00+02:00", true),
    ("yyyy-MM-dd'T'HH:mm:ssXXX", "2013-06-12T12:00:00Z", true),
    ("yyyy-MM-dd'T'HH:mm:ssXXX", "2013-06-12 12:00:00Z", false),
    ("ssZ", "05+0100", true), ("ssX", "05-08", true), ("ssX", "05+0100", true),
    ("ssX", "05+0160", false), ("HH 'o''clock", "12 o", false),
    ("''yy", "'13", true), ("yyyy z", "2013 CEST", true), ("yyyy", "2013x", false),
    ("q", "1", false), ("", "", true), ("yyyy-MM-dd", "2021-02-29", false),
    ("yyyy-MM-dd", "2020-02-29", true), ("yyyy-MM-dd", "1900-02-29", false),
    ("dd MMM yy", "31 Apr 21", false), ("dd.MM.", "29.02.", true), ("d MMMM", "31 November", false),
    ("yyyy DDD", "2021 366", false), ("yyyy DDD", "2020 366", true),
    ("yyyyyyyyyyyyyyyyyyyyyyyyy", "1", false),
  ])
  func `a text is checked against a date format`(format: String, text: String, fits: Bool) {
    #expect(DateFormat(format).matches(text) == fits)
  }

  /// The formatted time is 12 June 2013, 13:04:05.067 UTC, a Wednesday.
  @Test(arguments: [
    ("yyyy-MM-dd'T'HH:mm:ss.SSSXXX", "2013-06-12T13:04:05.067Z"), ("d.M.yy", "12.6.13"),
    ("EEE, dd MMM yyyy HH:mm:ss z", "Wed, 12 Jun 2013 13:04:05 GMT"), ("h:mm a", "1:04 PM"),
    ("EEEE, MMMM d, y G", "Wednesday, June 12, 2013 AD"), ("S SS SSSSSS", "0 06 067000"),
    ("D w W e F", "163 24 3 4 2"), ("k K hh", "13 1 01"),
    ("x xx xxx Z ZZZZZ", "+00 +0000 +00:00 +0000 Z"),
    ("HH 'o''clock' ''yy", "13 oclock '13"), ("A", "47045067"), ("qq", "qq"),
  ])
  func `a date is printed in a date format`(format: String, text: String) {
    #expect(DateFormat(format).text(milliseconds: 1_371_042_245_067) == text)
  }

  @Test(
    arguments: [
      (0, "0 24 0 12 AM"), (1, "1 1 1 1 AM"), (11, "11 11 11 11 AM"), (12, "12 12 0 12 PM"),
      (13, "13 13 1 1 PM"), (23, "23 23 11 11 PM"),
    ] as [(Int64, String)])
  func `an hour is printed in each of Java's four ways to count hours`(hour: Int64, text: String) {
    #expect(DateFormat("H k K h a").text(milliseconds: hour * 3_600_000) == text)
  }

  @Test(
    arguments: [
      (".*(/notes/\\d+)$", "http://localhost:80/notes/1", "/notes/1"),
      ("^https?://[^/]+(/.*)?$", "http://a/b/c", "/b/c"),
      ("(a|ab)(c|bcd)d*", "abcd", "ab"), ("[(](x)[)]", "(x)", "x"), ("\\((?:y)(z+)", "(yzz", "zz"),
      ("none", "none", nil), ("(a)", "b", nil), ("(", "(", nil), ("x(.*)", "xß", "ß"),
    ] as [(String, String, String?)])
  func `the first group of an expression is extracted from a text`(
    expression: String, text: String, group: String?
  ) {
    #expect(Pattern.firstGroup(of: expression, in: text).map(String.init) == group)
  }

  @Test(arguments: ["a.b*c?", "(x)[y]{2}", "^$|\\/", "ü-1"])
  func `an escaped text matches only itself`(_ text: String) throws {
    let pattern = try #require(Pattern("^" + Pattern.escaped(text) + "$"))
    #expect(pattern.isFound(in: text))
    #expect(!pattern.isFound(in: text + "x") && !pattern.isFound(in: "x" + text))
  }

  /// A matcher with the values that it admits from JSON, and those that it admits from a header
  /// field or query only.
  private static let values: [JSON] = [
    "", "1", "-1.5e3", "1.0", " 1", "1x", "true", "null", "[1]", "a1", "2013-06-12", "2013-06-12T1",
    "1.0.0", 0, 1, 1.5, 200, 299, true, false, nil, [], [:], [0],
  ]

  private static let nothing: [JSON] = ["", nil, [], [:]]

  @Test(
    arguments: [
      (.integer, [0, 1, 200, 299], ["1"]), (.decimal, [1.5], ["-1.5e3", "1.0"]),
      (.number, [0, 1, 1.5, 200, 299], ["1", "-1.5e3", "1.0"]),
      (.boolean, ["true", true, false], []),
      (.null, [nil], []), (.include("1x"), ["1x"], []),
      (.regex("a\\d|null"), ["null", "a1", nil], []),
      (.date(nil), ["2013-06-12"], []), (.date(""), ["2013-06-12"], []),
      (.date("'a'd"), ["a1"], []), (.time(nil), [], []), (.timestamp(nil), [], []),
      (.semver, ["1.0.0"], []), (.statusClass("success"), [200, 299], []),
      (.statusClass("info"), [], []), (.statusClass("none"), [], []),
      (.statusCodes([1, 299]), [1, 299], []), (.statusCodes([]), [], []), (.other([:]), [], []),
      (.equality, values, []),
      (.type(min: nil, max: nil), values, []), (.eachKey([.null]), values, []),
      (.eachValue([.null]), values, []), (.values, values, []), (.arrayContains([]), values, []),
      (.notEmpty, values.filter { !nothing.contains($0) }, []),
    ] as [(PactMatcher, [JSON], [JSON])])
  func `a matcher admits exactly its values`(
    _ matcher: PactMatcher, _ admitted: [JSON], _ asText: [JSON]
  ) {
    #expect(Self.values.filter { matcher.admits($0) } == admitted)
    #expect(
      Self.values.filter { matcher.admits($0, isText: true) && !matcher.admits($0) } == asText)
  }

  @Test(arguments: [
    ("info", 100, 199), ("success", 200, 299), ("redirect", 300, 399), ("clientError", 400, 499),
    ("serverError", 500, 599), ("nonError", 0, 399), ("error", 400, 999),
  ])
  func `a class of status codes has its first and last code`(
    _ name: String, _ first: Int, _ last: Int
  ) {
    let matcher = PactMatcher.statusClass(name)
    let codes = [first - 1, first, last, last + 1].filter { matcher.admits(.integer(Int64($0))) }
    let isOpen = (below: name == "nonError", above: name == "error")
    #expect(
      codes == (isOpen.below ? [first - 1] : []) + [first, last] + (isOpen.above ? [last + 1] : []))
  }

  /// Java's quotes, which pact-jvm writes around literal parts of a pattern.
  @Test(arguments: [
    ("\\Qa.b\\E", "a.b", true), ("\\Qa.b\\E", "axb", false), ("\\Q/n/\\E\\d+", "/n/12", true),
    ("\\Qab\\E+", "abbb", true), ("\\Qa)(b", "a)(b", true), ("x\\Q\\Ey", "xy", true),
    ("[\\Q]-\\E]+", "]-", true), ("a|ab", "ab", true), ("(?i)a", "A", true), ("a", "a\n", false),
    ("^a$|b", "b", true), ("", "", true), ("", "a", false),
  ])
  func `a pattern matches a whole text`(_ pattern: String, _ text: String, _ fits: Bool) throws {
    #expect(try #require(Pattern(pattern, isWhole: true)).isFound(in: text) == fits)
  }

  @Test(arguments: ["(a)\\1", "a++", "(", "[a"])
  func `an expression that needs more than linear time or is malformed is refused`(
    _ text: String
  ) {
    #expect(Pattern(text) == nil)
  }

  @Test(arguments: [
    ("1.0.0", true), ("1.0.0-alpha.1+build.5", true), ("1.0.0+001", true), ("1.0", false),
    ("01.0.0", false), ("1.0.0-01", false), ("1.0.0-", false), ("v1.0.0", false), ("", false),
    ("0.0.0", true), ("10.20.30", true), ("1..0", false), ("1.0.0.0", false), ("1.0.0+", false),
    ("1.0.0-0", true), ("1.0.0-a.", false), ("1.0.0-01a", true), ("1.0.0-A.z-", true),
    ("1.0.0+a+b", false), ("1.0.0-a_b", false), ("1.0.0-é", false), ("1.a.0", false),
  ])
  func `a text is recognized as a semantic version`(text: String, fits: Bool) {
    #expect(SemanticVersion.isOne(text) == fits)
  }

  @Test(arguments: [
    ("application/json", "{}", true), ("application/json", "{", false),
    ("image/png", "GIF89a", false), ("image/gif", "GIF89a", true), ("text/plain", "ü", true),
    ("application/x-unheard-of", "?", true), ("image/webp", "RIFF....WEBP", true),
    ("image/webp", "RIFF....WAVE", false),
  ])
  func `bytes are checked against a media type`(type: String, text: String, fits: Bool) {
    #expect(ContentSniffer.fits(Array(text.utf8), MediaType(type)) == fits)
  }
}
