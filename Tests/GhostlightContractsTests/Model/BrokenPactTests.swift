import GhostlightContracts
import GhostlightCore
import Testing

@Suite struct `Invalid contract files` {
  static let sound = #"""
    {"consumer":{"name":"app"},"provider":{"name":"notes"},"interactions":[{"description":"d",
    "type":"Synchronous/HTTP","providerStates":[{"name":"s","params":{"a":1}}],
    "comments":{"ghostlight":{"evidence":[{"kind":"guide","source":"x"}],"absentFields":["$.a"]}},
    "request":{"method":"GET","path":"/","query":{"a":["1"]},"headers":{"A":["1"]},
    "generators":{"path":{"type":"RandomInt","min":1,"max":2}}},
    "response":{"status":200,"body":{"content":{"a":[1]},"contentType":"application/json"},
    "matchingRules":{"body":{"$.a":{"combine":"AND","matchers":[{"match":"type"}]}},
    "status":{"matchers":[{"match":"statusCode","status":[200]}]}}}}],
    "metadata":{"pactSpecification":{"version":"4.0"}}}
    """#

  static let breaks: [(String, String, String)] = [
    (
      "{\"consumer\"", "\"consumer\"",
      "line 1, column 11: text after the end of the value; remove it"
    ),
    (#"{"name":"app"}"#, "{}", #"consumer: does not have "name"; add it"#),
    (
      #""description":"d""#, #""description":4"#,
      "interactions[0].description: must be a string, not 4"
    ),
    (
      #""version":"4.0""#, #""version":"9""#,
      #"metadata.pactSpecification.version: version "9" is not supported; use versions 1 to 4"#
    ),
    (#""request""#, #""r""#, #"interactions[0]: does not have "request"; add it"#),
    (
      #""path":"/""#, #""path":"@evil.example/x""#,
      "interactions[0].request.path: must begin with \"/\"; give the path alone, without scheme "
        + "and host"
    ),
    (
      #""path":"/""#, #""path":"http://evil.example/""#,
      "interactions[0].request.path: must begin with \"/\"; give the path alone, without scheme "
        + "and host"
    ),
    (
      #""path":"/""#, #""path":"""#,
      "interactions[0].request.path: must begin with \"/\"; give the path alone, without scheme "
        + "and host"
    ),
    (
      #""query":{"a":["1"]}"#, #""query":{"a":[[]]}"#,
      "interactions[0].request.query.a[0]: must be a string, not []"
    ),
    (
      #""query":{"a":["1"]}"#, #""query":"%zz""#,
      "interactions[0].request.query: has a malformed percent escape"
    ),
    (
      #""min":1"#, #""min":5"#,
      #"interactions[0].request.generators.path: "min" is greater than "max""#
    ),
    (
      #""status":200"#, #""status":"ok""#,
      #"interactions[0].response.status: must be a whole number from 0 to 999, not "ok""#
    ),
    (
      "\"$.a\":{", "\"a.b\":{",
      "interactions[0].response.matchingRules.body.a.b: "
        + "invalid path expression \"a.b\": write one such as $.notes[*]['due date']"
    ),
    (
      #""combine":"AND""#, #""combine":"XOR""#,
      "interactions[0].response.matchingRules.body.$.a.combine: \"XOR\" is not valid; use one of: AND, OR"
    ),
    (
      #"{"match":"type"}"#, #"{}"#,
      "interactions[0].response.matchingRules.body.$.a.matchers[0]: "
        + "a matcher does not have \"match\"; add it"
    ),
    (
      #""status":[200]"#, #""status":"good""#,
      "interactions[0].response.matchingRules.status.matchers[0].status: \"good\" is not valid; use one of: "
        + "info, success, redirect, clientError, serverError, nonError, error"
    ),
    (
      #""contentType":"application/json""#, #""encoded":"base64""#,
      "interactions[0].response.body.content: must be a string, not {\"a\":[1]}"
    ),
    (
      #""kind":"guide""#, #""kind":"rumour""#,
      "interactions[0].comments.ghostlight.evidence[0].kind: \"rumour\" is not valid; use one of: "
        + "guide, sdk, suite, recording, documentation, reference, decision"
    ),
    (
      #"["$.a"]"#, #"["a"]"#,
      "interactions[0].comments.ghostlight.absentFields[0]: "
        + "invalid path expression \"a\": write one such as $.notes[*]['due date']"
    ),
  ]

  @Test(arguments: breaks)
  func `an invalid contract file is refused in one line with place and remedy`(
    old: String, new: String, message: String
  ) throws {
    let text = Self.sound.replacing(old, with: new, maxReplacements: 1)
    #expect(text != Self.sound)
    let error = #expect(throws: PactError.self) { try Pact.parse(Array(text.utf8)) }
    #expect(error?.description == message)
  }

  @Test func `a contract file that exceeds a limit is refused`() throws {
    let bytes = Array(Self.sound.utf8)
    #expect(throws: PactError.self) {
      try Pact.parse(bytes, limits: JSONLimits(bytes: bytes.count - 1))
    }
    let deep = String(repeating: "[", count: 5000)
    let tooDeep = PactError(
      "nested deeper than 128 levels; nest less deeply", at: "line 1, column 129")
    #expect(throws: tooDeep) {
      try Pact.parse(Array(deep.utf8))
    }
    let many = JSON.array(Array(repeating: [:], count: Pact.mostInteractions + 1))
    #expect(throws: PactError("has more than 10000 elements; split the file", at: "interactions")) {
      try Pact(reading: [
        "consumer": ["name": "a"], "provider": ["name": "b"], "interactions": many,
      ])
    }
  }

  @Test func `a mutated contract file never crashes the parser`() throws {
    let sound = Array(Self.sound.utf8)
    #expect(throws: Never.self) { try Pact.parse(sound) }
    let pieces = ["null", "[]", "{}", "-1", "\"$\"", "1e999", "\"\"", "{\"$\":[{}]}"].map {
      Array($0.utf8)
    }
    var seed: UInt64 = 1
    func draw(_ bound: Int) -> Int {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((seed >> 33) % UInt64(bound))
    }
    var refusals = 0
    for round in 0..<4000 {
      var bytes = sound
      let place = draw(bytes.count)
      switch round % 4 {
      case 0: bytes.removeSubrange(place...)
      case 1: bytes[place] = UInt8(draw(256))
      case 2:
        let end = bytes[place...].firstIndex { [44, 125, 93].contains($0) } ?? bytes.count
        let start = bytes[..<place].lastIndex(of: UInt8(ascii: ":")).map { $0 + 1 } ?? 0
        if start < end { bytes.replaceSubrange(start..<end, with: pieces[draw(pieces.count)]) }
      default: bytes.removeSubrange(place..<min(place + 1 + draw(40), bytes.count))
      }
      do throws(PactError) {
        _ = try Pact.parse(bytes).fileText
      } catch {
        refusals += 1
        #expect(!error.description.contains("\n"))
      }
    }
    #expect((1..<4000).contains(refusals))
  }
}
