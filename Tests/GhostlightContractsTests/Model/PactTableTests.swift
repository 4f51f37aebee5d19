import GhostlightCore
import Testing

@testable import GhostlightContracts

@Suite struct `Members of contract files` {
  private static func node(_ json: JSON) -> PactNode { PactNode(json: json, place: "x") }

  /// Matchers as files of version 4 have them.
  private static let matchers: [(PactMatcher, JSON)] = [
    (.equality, ["match": "equality"]), (.type(min: nil, max: nil), ["match": "type"]),
    (.type(min: 0, max: nil), ["match": "type", "min": 0]),
    (.type(min: nil, max: 1_000_000), ["match": "type", "max": 1_000_000]),
    (.type(min: 1, max: 2), ["match": "type", "min": 1, "max": 2]),
    (.regex("^a$"), ["match": "regex", "regex": "^a$"]),
    (.include("a"), ["match": "include", "value": "a"]), (.integer, ["match": "integer"]),
    (.decimal, ["match": "decimal"]), (.number, ["match": "number"]),
    (.boolean, ["match": "boolean"]), (.null, ["match": "null"]),
    (.date("yyyy"), ["match": "date", "format": "yyyy"]), (.date(nil), ["match": "date"]),
    (.time("HH"), ["match": "time", "format": "HH"]), (.time(nil), ["match": "time"]),
    (.timestamp("yyyy"), ["match": "timestamp", "format": "yyyy"]),
    (.timestamp(nil), ["match": "timestamp"]),
    (.contentType("a/b"), ["match": "contentType", "value": "a/b"]),
    (.notEmpty, ["match": "notEmpty"]), (.semver, ["match": "semver"]),
    (.statusClass("success"), ["match": "statusCode", "status": "success"]),
    (.statusCodes([0, 999]), ["match": "statusCode", "status": [0, 999]]),
    (.eachKey([.integer]), ["match": "eachKey", "rules": [["match": "integer"]]]),
    (
      .eachValue([.integer, .null]),
      ["match": "eachValue", "rules": [["match": "integer"], ["match": "null"]]]
    ),
    (.eachValue([]), ["match": "eachValue", "rules": []]), (.values, ["match": "values"]),
    (
      .arrayContains([
        PactVariant(index: 3, rules: [PactRule(PactPath([.member("a")]), [.integer], .or)])
      ]),
      [
        "match": "arrayContains",
        "variants": [
          [
            "index": 3,
            "rules": ["$.a": ["combine": "OR", "matchers": [["match": "integer"]]]],
          ]
        ],
      ]
    ),
  ]

  @Test func `each matcher is read and written`() throws {
    for (matcher, json) in Self.matchers {
      #expect(matcher.json == json)
      #expect(try PactMatcher(reading: Self.node(json)) == matcher)
    }
  }

  /// Matchers as other versions and tools have them.
  private static let spellings: [(JSON, PactMatcher)] = [
    (["regex": "a"], .regex("a")), (["timestamp": "yyyy"], .timestamp("yyyy")),
    (["date": "yyyy"], .date("yyyy")), (["time": "HH"], .time("HH")),
    (["min": 2], .type(min: 2, max: nil)), (["max": 2], .type(min: nil, max: 2)),
    (["match": "datetime", "datetime": "yyyy"], .timestamp("yyyy")),
    (["match": "datetime", "format": "yyyy"], .timestamp("yyyy")),
    (["match": "array-contains", "variants": [[:]]], .arrayContains([.init(index: 0, rules: [])])),
    (
      ["match": "arrayContains", "variants": [[:], [:]]],
      .arrayContains([.init(index: 0, rules: []), .init(index: 1, rules: [])])
    ),
    (["match": "eachKey"], .eachKey([])),
  ]

  @Test func `a matcher has several spellings`() throws {
    for (json, matcher) in Self.spellings {
      #expect(try PactMatcher(reading: Self.node(json)) == matcher)
    }
  }

  /// Generators as files of version 4 have them.
  private static let generators: [(PactGenerator, JSON)] = [
    (
      .providerState(expression: "${a}", dataType: "STRING"),
      ["type": "ProviderState", "expression": "${a}", "dataType": "STRING"]
    ),
    (
      .providerState(expression: "a", dataType: nil),
      ["type": "ProviderState", "expression": "a"]
    ),
    (.randomInteger(min: -1, max: 3), ["type": "RandomInt", "min": -1, "max": 3]),
    (.randomDecimal(digits: 3), ["type": "RandomDecimal", "digits": 3]),
    (.randomHexadecimal(digits: 4), ["type": "RandomHexadecimal", "digits": 4]),
    (.randomString(size: 5), ["type": "RandomString", "size": 5]),
    (.randomBoolean, ["type": "RandomBoolean"]), (.uuid(format: nil), ["type": "Uuid"]),
    (.uuid(format: "URN"), ["type": "Uuid", "format": "URN"]),
    (.date(format: "yyyy"), ["type": "Date", "format": "yyyy"]),
    (.date(format: nil), ["type": "Date"]),
    (.time(format: "HH"), ["type": "Time", "format": "HH"]), (.time(format: nil), ["type": "Time"]),
    (.timestamp(format: "yyyy"), ["type": "DateTime", "format": "yyyy"]),
    (.timestamp(format: nil), ["type": "DateTime"]),
  ]

  @Test func `each generator is read and written`() throws {
    for (generator, json) in Self.generators {
      #expect(generator.json == json)
      #expect(try PactGenerator(reading: Self.node(json)) == generator)
    }
  }

  @Test func `a generator without limits has those of Pact`() throws {
    let defaults: [(JSON, PactGenerator)] = [
      (["type": "RandomInt"], .randomInteger(min: 0, max: 10)),
      (["type": "RandomDecimal"], .randomDecimal(digits: 10)),
      (["type": "RandomHexadecimal"], .randomHexadecimal(digits: 10)),
      (["type": "RandomString"], .randomString(size: 20)),
    ]
    for (json, generator) in defaults {
      #expect(try PactGenerator(reading: Self.node(json)) == generator)
    }
  }

  @Test(
    arguments: [
      ("RandomInt", "min", -2_147_483_648, -2_147_483_649),
      ("RandomInt", "max", 2_147_483_647, 2_147_483_648),
      ("RandomDecimal", "digits", 1, 0), ("RandomDecimal", "digits", 100, 101),
      ("RandomHexadecimal", "digits", 1, 0), ("RandomHexadecimal", "digits", 1000, 1001),
      ("RandomString", "size", 0, -1), ("RandomString", "size", 100_000, 100_001),
    ] as [(String, String, Int64, Int64)])
  func `a generator has limits`(_ type: String, _ member: String, _ within: Int64, _ beyond: Int64)
  {
    #expect(throws: Never.self) {
      try PactGenerator(reading: Self.node(["type": .string(type), member: .integer(within)]))
    }
    #expect(throws: PactError.self) {
      try PactGenerator(reading: Self.node(["type": .string(type), member: .integer(beyond)]))
    }
  }

  @Test(arguments: [("min", 1_000_000, 1_000_001), ("max", 0, -1)] as [(String, Int64, Int64)])
  func `a type matcher has limits`(_ member: String, _ within: Int64, _ beyond: Int64) {
    #expect(throws: Never.self) {
      try PactMatcher(reading: Self.node(["match": "type", member: .integer(within)]))
    }
    #expect(throws: PactError.self) {
      try PactMatcher(reading: Self.node(["match": "type", member: .integer(beyond)]))
    }
  }

  @Test(arguments: [(15, true), (16, false)])
  func `matchers are nested at most sixteen deep`(_ depth: Int, _ isRead: Bool) {
    var json: JSON = ["match": "integer"]
    for _ in 0..<depth { json = ["match": "eachKey", "rules": [json]] }
    #expect(((try? PactMatcher(reading: Self.node(json))) != nil) == isRead)
  }

  private static let type = "application/x+json"

  private static let bodies: [(JSON, PactBody?)] = [
    (["body": ["content": [1]]], .json([1], contentType: type)),
    (["body": ["content": "a", "contentType": "a/b"]], .text("a", contentType: "a/b")),
    (["body": ["content": "a"]], .json("a", contentType: type)),
    (["body": ["content": "YQ==", "encoded": true]], .bytes([97], contentType: type)),
    (["body": ["content": "YQ==", "encoded": "BASE64"]], .bytes([97], contentType: type)),
    (
      ["body": ["content": "a", "contentType": "a/b", "encoded": "json"]],
      .text("a", contentType: "a/b")
    ), (["body": nil], .empty), ([:], nil), (["body": [:]], nil),
    (["body": "a"], .json("a", contentType: type)),
  ]

  @Test func `a body is read by its type and encoding`() throws {
    for (json, body) in Self.bodies {
      #expect(
        try PactBody(reading: Self.node(json), fieldType: Self.type, version: 4) == body, "\(json)")
    }
    let plain: JSON = ["body": ["content": 1]]
    #expect(
      try PactBody(reading: Self.node(plain), fieldType: nil, version: 3)
        == .json(["content": 1], contentType: "application/json"))
    #expect(PactBody.empty.content == [] && PactBody.empty.contentType == nil)
    #expect(PactBody.text("é", contentType: nil).content == Array("é".utf8))
    #expect(PactBody.json([1], contentType: "a").content == Array("[1]".utf8))
    #expect(PactBody.bytes([1], contentType: "a").contentType == "a")
  }

  @Test(
    arguments: [
      ("\"encoded\" must be false, \"base64\" or \"json\"", ["content": "a", "encoded": "gzip"]),
      ("\"content\" is not Base64, as \"encoded\" requires", ["content": "a", "encoded": true]),
    ] as [(String, JSON)])
  func `a body with an invalid encoding is refused`(_ message: String, _ body: JSON) {
    #expect(throws: PactError(message, at: "x.body")) {
      try PactBody(reading: Self.node(["body": body]), fieldType: nil, version: 4)
    }
  }

  @Test func `an error of a value names its kind`() {
    let long = JSON.string(String(repeating: "a", count: 41))
    let kinds: [(JSON, String)] = [
      (1, "1"), ([.string(long.text())], "an array"), (["a": long], "an object"),
      (long, "a long string"),
      (.string(String(repeating: "a", count: 38)), "\"\(String(repeating: "a", count: 38))\""),
    ]
    for (json, kind) in kinds {
      #expect(throws: PactError("must be true or false, not \(kind)", at: "x")) {
        try Self.node(json).bool()
      }
    }
    #expect(throws: PactError("must be an array, not 1", at: "x")) { try Self.node(1).elements() }
    #expect(throws: PactError("must be an object, not 1", at: "x")) { try Self.node(1).members() }
    #expect(throws: PactError("must be a whole number from 0 to 5, not 6", at: "x")) {
      try Self.node(6).integer(0...5)
    }
    #expect((try? Self.node(5).integer(0...5)) == 5 && (try? Self.node(0).integer(0...5)) == 0)
    #expect(PactError("r", at: "").description == "r")
  }
}
