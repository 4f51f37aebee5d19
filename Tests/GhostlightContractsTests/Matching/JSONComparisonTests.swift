import GhostlightCore
import Testing

@testable import GhostlightContracts

@Suite struct `JSON comparison` {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let rules: JSON
    let expected: JSON
    let actual: JSON
    let places: [String]

    init(
      _ text: String, _ rules: [String: JSON], _ expected: JSON, _ actual: JSON,
      _ places: [String] = []
    ) {
      testDescription = text
      self.rules = .object(
        rules.reduce(into: JSONObject()) { object, rule in
          let isWhole = rule.value["matchers"] != nil
          object[rule.key] = isWhole ? rule.value : ["matchers": [rule.value]]
        })
      (self.expected, self.actual, self.places) = (expected, actual, places)
    }
  }

  static let type: JSON = ["match": "type"]

  static let equal: [Case] = [
    Case("without rules objects may have more members", [:], ["a": 1], ["b": 2, "a": 1]),
    Case("a member may not be missing", [:], ["a": 1, "b": 2], ["a": 1], ["$.b"]),
    Case("a value may not differ", [:], ["a": ["b": 1]], ["a": ["b": 2]], ["$.a.b"]),
    Case("arrays have the same length", [:], [1, 2], [1, 2, 3], ["$"]),
    Case("elements stand in order", [:], [1, 2], [2, 1], ["$[0]", "$[1]"]),
    Case("1 and 1.0 are not the same", [:], ["a": 1], ["a": 1.0], ["$.a"]),
    Case("null is a value", [:], ["a": nil], ["a": 0], ["$.a"]),
    Case("equality allows no more members", ["$": ["match": "equality"]], [:], ["a": 1], ["$.a"]),
    Case(
      "equality overrules a type above", ["$": type, "$.a": ["match": "equality"]], ["a": 1],
      ["a": 2], ["$.a"]),
  ]

  static let keys: [Case] = [
    Case(
      "a rule for keys admits any values", ["$.a": eachKey], ["a": ["k": 1, "m": [1]]],
      ["a": ["k": "x", "m": ["y"], "z": 2]]),
    Case("a rule for keys wants members", ["$": eachKey], ["k": ["n": 1]], ["k": [:]], ["$.k.n"]),
    Case("a rule for keys wants objects", ["$": eachKey], ["k": ["n": 1]], ["k": 1], ["$.k"]),
    Case(
      "a key may spell a number", ["$": ["match": "eachKey", "rules": [["match": "integer"]]]],
      ["1": 1], ["22": 1, "z": 1], ["$.z"]),
    Case(
      "a rule for values ends a rule above", ["$": type, "$.a": ["match": "values"]],
      ["a": ["k": 1]], ["a": ["z": 2]], ["$.a.z"]),
    Case(
      "without variants each example must be there",
      ["$": ["match": "arrayContains", "variants": []]], ["x", "y"], ["y"], ["$"]),
    Case(
      "a variant needs an example", ["$": ["match": "arrayContains", "variants": [["index": 3]]]],
      ["x"], ["x"], ["$"]),
    Case(
      "matchers may be combined in small letters",
      ["$.a": ["combine": "or", "matchers": [["match": "integer"], ["match": "boolean"]]]],
      ["a": 1], ["a": true]),
    Case(
      "keys and values have rules",
      ["$": ["matchers": [eachKey, ["match": "eachValue", "rules": [["match": "integer"]]]]]],
      ["k": 1], ["k": 2, "z": "x", "Z": 3], ["$.Z", "$.z"]),
    Case(
      "a rule without matchers has no effect", ["$": ["matchers": []]], ["a": 1], ["a": 2], ["$.a"]),
  ]

  static let eachKey: JSON = [
    "match": "eachKey", "rules": [["match": "regex", "regex": "[a-z]+"]],
  ]

  static let types: [Case] = [
    Case("type cascades", ["$": type], ["a": ["b": [1]]], ["a": ["b": [2, 3]]]),
    Case("type still wants members", ["$": type], ["a": 1], ["b": 1], ["$.a"]),
    Case(
      "type tells kinds apart", ["$": type], ["a": 1, "b": ""], ["a": "", "b": nil],
      ["$.a", "$.b"]),
    Case("type takes any number", ["$": type], [1], [1.5]),
    Case("min counts", ["$.a": ["match": "type", "min": 2]], ["a": [1]], ["a": [1]], ["$.a"]),
    Case("max counts", ["$.a": ["match": "type", "max": 1]], ["a": [1]], ["a": [1, 2]], ["$.a"]),
    Case(
      "min does not cascade", ["$": ["match": "type", "min": 1]], [["a": [1]]], [["a": []]]),
    Case(
      "elements beyond the examples are like the first",
      ["$": ["match": "type", "min": 1], "$[*].id": ["match": "integer"]],
      [["id": 1]], [["id": 1], ["id": 2], ["id": "x"]], ["$[2].id"]),
    Case(
      "the better expression wins", ["$.*": ["match": "integer"], "$.a": ["match": "boolean"]],
      ["a": true, "b": 1], ["a": false, "b": true], ["$.b"]),
  ]

  static let scalars: [Case] = [
    Case("regex matches a part", ["$": ["match": "regex", "regex": "b+"]], "x", "abba", ["$"]),
    Case("regex matches all", ["$": ["match": "regex", "regex": "a|ab+a"]], "x", "abba"),
    Case("regex anchors", ["$": ["match": "regex", "regex": "^b+$"]], "b", "bb"),
    Case("regex reads null", ["$": ["match": "regex", "regex": "null"]], "x", nil),
    Case(
      "regex of an array", ["$": ["match": "regex", "regex": "b"]], ["b"], ["b", "c"], ["$[1]"]),
    Case("integer of an object", ["$": ["match": "integer"]], ["a": 1], ["a": 1], ["$"]),
    Case(
      "a rule keeps an array one", ["$.a": ["match": "notEmpty"]], ["a": [1]], ["a": 1], ["$.a"]),
    Case("regex reads numbers", ["$": ["match": "regex", "regex": "^\\d$"]], 1, 2),
    Case("include", ["$": ["match": "include", "value": "b"]], "b", "abc"),
    Case("include misses", ["$": ["match": "include", "value": "x"]], "x", "abc", ["$"]),
    Case("integer", ["$[*]": ["match": "integer"]], [1, 1, 1], [5, 5.5, "5"], ["$[1]", "$[2]"]),
    Case("decimal", ["$[*]": ["match": "decimal"]], [1, 1, 1], [5, 5.5, "5"], ["$[0]", "$[2]"]),
    Case("number", ["$[*]": ["match": "number"]], [1, 1, 1], [5, 5.5, "5"], ["$[2]"]),
    Case("boolean", ["$[*]": ["match": "boolean"]], [true, true], [false, "true"]),
    Case(
      "no boolean", ["$[*]": ["match": "boolean"]], [true, true], [1, "yes"], ["$[0]", "$[1]"]),
    Case("null", ["$[*]": ["match": "null"]], [nil, nil], [nil, 0], ["$[1]"]),
    Case(
      "not empty", ["$[*]": ["match": "notEmpty"]], [1, 1, 1, 1], [0, "", [], "a"],
      ["$[1]", "$[2]"]),
    Case(
      "semver", ["$[*]": ["match": "semver"]], ["1.0.0", "1.0.0"], ["2.1.0-rc.1", "2.1"],
      ["$[1]"]),
    Case("date", ["$": ["match": "date", "format": "dd.MM.yyyy"]], "01.01.2000", "31.12.2013"),
    Case("date misses", ["$": ["match": "date"]], "2013-01-01", "2013-13-01", ["$"]),
    Case(
      "all of several",
      ["$": ["matchers": [["match": "integer"], ["match": "regex", "regex": "^1"]]]],
      1, 20, ["$"]),
    Case(
      "one of several",
      ["$": ["combine": "OR", "matchers": [["match": "null"], ["match": "integer"]]]], 1, nil),
    Case(
      "none of several",
      ["$": ["combine": "OR", "matchers": [["match": "null"], ["match": "integer"]]]], 1, "x",
      ["$"]),
  ]

  static let collections: [Case] = [
    Case(
      "values", ["$.m": ["match": "values"], "$.m.*": type], ["m": ["a": 1]],
      ["m": ["x": 2, "y": "3"]], ["$.m.y"]),
    Case(
      "each key", ["$": ["match": "eachKey", "rules": [["match": "regex", "regex": "^[a-z]$"]]]],
      ["a": 1], ["b": 2, "C": 3], ["$.C"]),
    Case(
      "each value of an object", ["$": ["match": "eachValue", "rules": [["match": "integer"]]]],
      ["a": 1], ["b": 2, "c": "3"], ["$.c"]),
    Case(
      "each value of an array", ["$": ["match": "eachValue", "rules": [type]]],
      [["a": 1]], [["a": 2], ["b": 2]], ["$[1].a"]),
    Case("each value wants parts", ["$": ["match": "eachValue", "rules": [type]]], [1], 1, ["$"]),
    Case(
      "an array contains, in any order",
      [
        "$": [
          "match": "arrayContains",
          "variants": [
            ["index": 0, "rules": ["$.n": ["matchers": [["match": "integer"]]]]], ["index": 1],
          ],
        ]
      ], [["n": 1], "x"], ["y", "x", ["n": 5]]),
    Case(
      "an array does not contain",
      ["$": ["match": "arrayContains", "variants": [["index": 0, "rules": [:]]]]], ["x"], ["y"],
      ["$"]),
  ]

  @Test(arguments: equal + keys + types + scalars + collections)
  func `a comparison reports the places at which values differ`(_ row: Case) throws {
    let failures = JSONComparison.failures(
      try row.rules.bodyRules, expected: row.expected, actual: row.actual)
    #expect(failures.map(\.place) == row.places)
  }

  @Test func `a difference has the promised and the actual value`() throws {
    let rules = try JSON.object(["$.a": ["matchers": [["match": "integer"]]]]).bodyRules
    #expect(
      JSONComparison.failures(rules, expected: ["a": 1, "b": 2], actual: ["a": "x"]) == [
        ContractFailure(at: "$.a", expected: "a whole number, such as 1", actual: "\"x\""),
        ContractFailure(at: "$.b", expected: "2", actual: "nothing"),
      ])
  }

  /// Counts the quotes of the text within the limit of 400 bytes.
  @Test(arguments: [397, 398, 399, 1000])
  func `a value in a difference is shortened to 400 bytes`(_ letters: Int) {
    let text = "\"" + String(repeating: "a", count: letters) + "\""
    let shown = letters <= 398 ? text : "\"" + String(repeating: "a", count: 399) + "…"
    let long = JSON.string(String(repeating: "a", count: letters))
    #expect(
      JSONComparison.failures([], expected: 1, actual: long) == [
        ContractFailure(at: "$", expected: "1", actual: shown)
      ])
    #expect(
      JSONComparison.failures([], expected: long, actual: 1) == [
        ContractFailure(at: "$", expected: shown, actual: "1")
      ])
  }
}
