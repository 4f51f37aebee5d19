import GhostlightCore
import Testing

@testable import GhostlightContracts

@Suite struct `Path expressions of contracts` {
  @Test(
    arguments: [
      ("$", [], "$"),
      ("$.a.b-c", [.member("a"), .member("b-c")], "$.a.b-c"),
      ("$[0][*].x", [.element(0), .anyElement, .member("x")], "$[0][*].x"),
      ("$.a[*].b['c d']", [.member("a"), .anyElement, .member("b"), .member("c d")], nil),
      ("$['it\\'s'].*", [.member("it's"), .anyMember], nil),
      ("$['a\\\\b']", [.member("a\\b")], nil),
      ("$[\"x\"]", [.member("x")], "$.x"),
      ("$['']", [.member("")], nil),
      ("$.größe", [.member("größe")], "$['größe']"),
    ] as [(String, [PactPathStep], String?)])
  func `a path is parsed and printed`(text: String, steps: [PactPathStep], printed: String?) {
    #expect(PactPath(text) == PactPath(steps))
    #expect(PactPath(steps).description == printed ?? text)
  }

  @Test(arguments: ["", "a", "$a", "$.", "$..a", "$[", "$[]", "$[-1]", "$['a", "$['a'", "$[a]"])
  func `an invalid path expression is refused`(text: String) {
    #expect(PactPath(text) == nil)
  }

  @Test func `a path expression with too many steps is refused`() {
    #expect(PactPath("$" + String(repeating: ".a", count: 256)) != nil)
    #expect(PactPath("$" + String(repeating: ".a", count: 257)) == nil)
  }

  @Test(arguments: [
    ("$.a.b", ["$", "$.*", "$.a", "$.*.b", "$.a.*", "$.a.b"]),
    ("$.a[0].b", ["$.*[*]", "$.a", "$.a[*]", "$.a[*].*", "$.a[0]", "$.a[*].b", "$.a[0].b"]),
  ])
  func `a more specific path has a greater weight`(path: String, expressions: [String]) throws {
    let place = try #require(PactPath(path))
    let weights = try expressions.map { try #require(PactPath($0)).weight(place) }
    #expect(weights == weights.sorted())
    #expect(weights.first ?? 0 > 0)
  }

  /// The reference implementation writes the path of a member `1` as `[1]`.
  @Test func `a number is an index or the name of a member`() throws {
    let object: JSON = ["1": ["a": "x"]]
    for expression in ["$[1].a", "$['1'].a", "$[*].a", "$.*.a"] {
      let rules = [PactRule(try #require(PactPath(expression)), [.integer])]
      for (value, holds) in [(1, true), ("x", false)] as [(JSON, Bool)] {
        let actual: JSON = ["1": ["a": value]]
        let failures = JSONComparison.failures(rules, expected: object, actual: actual)
        #expect(failures.map(\.place) == (holds ? [] : ["$.1.a"]))
      }
    }
    let found = try #require(PactPath("$[1]")).matches(in: object)
    #expect(found.map(\.path) == [PactPath([.member("1")])])
    #expect(try #require(PactPath("$[*].a")).weight(PactPath([.member("b"), .member("a")])) == 0)
  }

  @Test(arguments: ["$.b", "$.a.b.c", "$[0]", "$.a[*]"])
  func `a path expression that does not match has no weight`(expression: String) throws {
    #expect(try #require(PactPath(expression)).weight(PactPath([.member("a"), .member("b")])) == 0)
  }
}
