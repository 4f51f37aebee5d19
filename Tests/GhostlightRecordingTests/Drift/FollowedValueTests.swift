import GhostlightCore
import HTTPTypes
import Testing

@testable import GhostlightRecording

@Suite struct `Values that are followed` {
  /// Returns the values of two responses with these bodies.
  private static func values(_ expected: JSON, _ actual: JSON) -> IssuedValues {
    var values = IssuedValues()
    values.record(expected: .json(.ok, expected), actual: .json(.ok, actual))
    return values
  }

  @Test(
    arguments: [
      ("a1", "b1", "b1"), ("a", "b", nil), ("a1", "b", nil), ("a", "b1", nil),
      ("abcdefghijklmno", "bbcdefghijklmno", nil),
      (
        "abcdefghijklmnop", "bbcdefghijklmnop",
        "bbcdefghijklmnop"
      ), ("a 1", "b 1", nil), ("a\u{1}1", "b1", nil), ("a1", "a1", nil),
      ("a!1", "b!1", "b!1"),
    ] as [(String, String, String?)])
  func `a text with a digit or 16 characters, and without spaces, is followed`(
    _ expected: String, _ actual: String, _ sent: String?
  ) {
    var values = Self.values(["x": .string(expected)], ["x": .string(actual)])
    #expect(values.rewrite(expected) == sent)
    #expect(values.confirmed == (sent.map { [expected: $0] } ?? [:]))
    #expect(values.translated(expected) == sent ?? expected)
  }

  @Test(
    arguments: [
      (["a": ["id1"]], ["a": ["id2"]], "id2"), ([["id": "id1"]], [["id": "id2"]], "id2"),
      (["a": "id1"], ["b": "id2"], nil), (["a": "id1"], ["a": ["id2"]], nil),
      (["a": 1], ["a": "id2"], nil), (["x1", "id1"], ["x2"], nil),
      ("Bearer id1", "Bearer id2", "id2"), ("k=id1; Path=/", "k=id2; Path=/", "id2"),
      ("https://h/id1?a=b", "https://h/id2?a=b", "id2"), ("a,id1", "a;id2", "id2"),
      ("/x/id1", "/x/y/id2", nil), ("id1 a", "id2", nil), ("k=id1", "k id2", nil),
    ] as [(JSON, JSON, String?)])
  func `a value is followed from the same place of both responses`(
    _ expected: JSON, _ actual: JSON, _ sent: String?
  ) {
    var values = Self.values(expected, actual)
    #expect(values.rewrite("id1") == sent)
  }

  @Test func `a value is followed from the header fields of both responses`() {
    var values = IssuedValues()
    values.record(
      expected: Response(
        .ok, headers: [.location: "/note/id1", .date: "d1", .eTag: "\"e1\"", .server: "s1"]),
      actual: Response(
        .ok, headers: [.location: "/note/id2", .date: "d2", .eTag: "\"e2\"", .server: "s2"]))
    #expect(values.rewrite("id1") == "id2")
    #expect(values.rewrite("\"e1\"") == "\"e2\"")
    #expect(values.rewrite("d1") == nil)
    #expect(values.rewrite("s1") == nil)
  }

  @Test func `a value that the client sent before is its own`() {
    var values = IssuedValues()
    #expect(values.rewrite("id1") == nil)
    values.record(expected: .json(.ok, ["x": "id1"]), actual: .json(.ok, ["x": "id2"]))
    #expect(values.rewrite("id1") == nil)
    #expect(values.confirmed == [:])
    values.record(expected: .json(.ok, ["x": "id3"]), actual: .json(.ok, ["x": "id4"]))
    values.record(expected: .json(.ok, ["x": "id3"]), actual: .json(.ok, ["x": "id5"]))
    #expect(values.rewrite("id3") == "id4")
  }

  private static let rewritten: [(Request, Request)] = [
    (Request(.get, "/note/a%2F1/x?q=a%2F1&r=x#a"), Request(.get, "/note/b%2F22/x?q=b%2F22&r=x#a")),
    (Request(.get, "/note/a%2F1"), Request(.get, "/note/b%2F22")),
    (Request(.get, "/?a%2F1"), Request(.get, "/?b%2F22")),
    (Request(.get, "/%zz/x%20y?%zz=2"), Request(.get, "/%zz/x%20y?%zz=2")),
    (
      Request(.get, "/", headers: [.authorization: "Bearer a/1", .accept: "a/1, b"]),
      Request(.get, "/", headers: [.authorization: "Bearer b/22", .accept: "b/22, b"])
    ),
    (
      .json(.post, "/", ["a/1": ["a/1", 1, ["x": "is a/1"]]]),
      .json(.post, "/", ["a/1": ["b/22", 1, ["x": "is b/22"]]])
    ),
    (
      .form(.post, "/", [FormField("a/1", "a/1"), FormField("b", "c")]),
      .form(.post, "/", [FormField("a/1", "b/22"), FormField("b", "c")])
    ),
    (
      Request(.post, "/", body: Array("a/1".utf8)), Request(.post, "/", body: Array("a/1".utf8))
    ),
  ]

  @Test(arguments: rewritten)
  func `a followed value is replaced in target, fields and body`(
    _ request: Request, _ expected: Request
  ) {
    var values = Self.values(["x": "a/1"], ["x": "b/22"])
    #expect(values.rewrite(request) == expected)
    var none = IssuedValues()
    #expect(none.rewrite(request) == request)
  }

  @Test(
    arguments: [
      ("a", "A"), ("a b", "A b"), ("b, a;c", "b, A;c"), ("\"a\"", "\"A\""), ("(a)", "(A)"),
      ("<a>", "<A>"), ("k=a", "k=A"), ("a=k", "A=k"), ("a==", "A=="), ("k=a=", "k=A="),
      ("k=b=a", "k=b=A"),
      ("/b/a?c&d:a@b#a", "/b/A?c&d:A@b#A"), ("b|a", "b|A"), ("b", nil), ("ba", nil), ("", nil),
      ("a\ta", "A\tA"), ("b-a", nil),
    ] as [(String, String?)])
  func `the pieces of a text are replaced one by one`(_ text: String, _ expected: String?) {
    #expect(TokenCandidates.rewrite(text) { $0 == "a" ? "A" : nil } == expected)
  }

  @Test func `the largest piece of a text that has a replacement is replaced`() {
    let names = ["a=b c": "1", "a=b": "2", "b": "3"]
    #expect(TokenCandidates.rewrite("a=b c") { names[$0] } == "1")
    #expect(TokenCandidates.rewrite("a=b d") { names[$0] } == "2 d")
    #expect(TokenCandidates.rewrite("x=b d") { names[$0] } == "x=3 d")
  }

  @Test(arguments: [
    ("a b", "c d", ["a b~c d", "a~c", "b~d"]), ("a b", "c", ["a b~c"]),
    (
      "k=a", "k=b",
      [
        "k=a~k=b", "k~k", "a~b",
      ]
    ), ("a b", "k=b", ["a b~k=b"]), ("a/b", "c/d", ["a/b~c/d", "a~c", "b~d"]),
    ("a", "b", ["a~b"]),
    (
      "x k=a/b", "y k=c/d",
      [
        "x k=a/b~y k=c/d", "x~y", "k=a/b~k=c/d", "k~k", "a/b~c/d", "a~c", "b~d",
      ]
    ),
  ])
  func `the pieces of two texts are paired by their places`(
    _ one: String, _ other: String, _ expected: [String]
  ) {
    var pairs: [String] = []
    TokenCandidates.pair(one, other) { pairs.append("\($0)~\($1)") }
    #expect(pairs == expected)
  }

  @Test(arguments: [
    (Difference.Kind.added, Difference.Kind.removed), (.removed, .added), (.type, .type),
    (.value, .value), (.order, .order), (.status, .status), (.header, .header), (.body, .body),
  ])
  func `a mirrored difference has its values exchanged`(
    _ kind: Difference.Kind, _ other: Difference.Kind
  ) {
    let difference = Difference(kind, at: .body, expected: 1, actual: "x")
    #expect(difference.mirrored == Difference(other, at: .body, expected: "x", actual: 1))
    #expect(
      difference.json == [
        "kind": .string(kind.rawValue), "place": "body", "expected": 1, "actual": "x",
      ])
  }

  @Test func `a difference is one line with its place`() {
    let places: [(Difference.Place, String)] = [
      (.status, "value at status"), (.header(.eTag), "value at header ETag"),
      (.json(JSONPath([.member("a")])), "value at $.a"), (.body, "value at body"),
      (.exchange, "value at exchange"),
    ]
    for (place, text) in places {
      let difference = Difference(.value, at: place, expected: nil, actual: "x")
      #expect(difference.description == "\(text): expected none, actual \"x\"")
      #expect(
        difference.json == [
          "kind": "value", "place": .string(place.description), "actual": "x",
        ])
    }
    #expect(
      Difference(.body, at: .body, expected: 1, actual: nil).description
        == "body: expected 1, actual none")
  }

  @Test func `two recordings are compared with followed values, a matcher and a mask`() {
    let issue = { (id: String, status: HTTPResponse.Status) in
      Recording([
        RecordedExchange(Request(.post, "/"), .json(.ok, ["id": .string(id)])),
        RecordedExchange(
          Request(.get, RequestTarget("/\(id)"), headers: [.accept: "\(id)x"]),
          Response(status, headers: [.eTag: "\"\(id)\""])),
      ])
    }
    let report = Drift.compare(issue("a1", .ok), issue("b2", .ok))
    #expect(
      report
        == DriftReport(
          expected: "recording", actual: "other recording", compared: 2, followed: 1))
    let one = Recording([RecordedExchange(Request(.get, "/x"), Response(.ok))])
    let other = Recording([RecordedExchange(Request(.get, "/y"), Response(.ok))])
    #expect(!Drift.compare(one, other).isClean)
    #expect(Drift.compare(one, other, matcher: Matcher([.method])).isClean)
    #expect(!Drift.compare(issue("a1", .ok), issue("a1", .gone), matcher: Matcher([])).isClean)
    let gone = Drift.compare(issue("a1", .ok), issue("b2", .gone))
    #expect(gone.drifted.flatMap(\.differences).map(\.kind) == [.status])
    let drifted = DriftReport(
      expected: "a", actual: "b", compared: 1, drifted: gone.drifted, followed: 2)
    #expect(!drifted.isClean)
    #expect(
      drifted.description.hasPrefix(
        "b against a: 1 exchanges compared, 1 drifted, 2 issued values followed\n2. GET /a1\n"))
  }
}
