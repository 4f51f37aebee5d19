import GhostlightCore
import HTTPTypes
import Testing

@testable import GhostlightContracts

@Suite struct `Multipart bodies` {
  /// A part with header fields, and its content.
  typealias Part = (fields: String, content: String)

  private static func field(_ name: String, _ content: String, _ more: String = "") -> Part {
    ("Content-Disposition: form-data; name=\"\(name)\"\(more)", content)
  }

  private static func file(
    _ content: String, type: String = "application/json", name: String = "a.json"
  ) -> Part {
    field("f", content, "; filename=\"\(name)\"\r\nContent-Type: \(type)")
  }

  private static func body(_ parts: [Part], _ boundary: String) -> [UInt8] {
    let text = parts.map { "--\(boundary)\r\n\($0.fields)\r\n\r\n\($0.content)\r\n" }
    return Array((text.joined() + "--\(boundary)--\r\n").utf8)
  }

  private static func rule(_ path: String, _ matcher: PactMatcher) -> [PactRule] {
    [PactRule(PactPath(path) ?? .root, [matcher])]
  }

  private static func places(
    _ expected: [Part], _ actual: [Part], _ rules: [PactRule] = [], admitsMore: Bool = false
  ) -> [String] {
    let wanted = PactBody.bytes(body(expected, "x"), contentType: "multipart/mixed; boundary=x")
    return BodyComparison(rules: rules, admitsMore: admitsMore)
      .failures(of: body(actual, "yy"), wanted, type: "multipart/mixed; boundary=\"yy\"")
      .map(\.place)
  }

  @Test(
    arguments: [
      ([field("b", "2"), field("a", "1")], []), ([field("a", "1")], ["part b"]),
      ([field("a", "2"), field("b", "2")], ["part a"]),
      ([field("a", "1"), field("b", "2"), field("c", "3")], []),
      ([field("a", "1"), field("b", "2", "; filename=\"x\"")], ["part b"]),
      ([], ["body"]),
    ] as [([Part], [String])])
  func `fields may come in any order, and there may be more of them`(
    actual: [Part], expected: [String]
  ) {
    #expect(Self.places([Self.field("a", "1"), Self.field("b", "2")], actual) == expected)
  }

  @Test func `parts with one name are compared in order`() {
    let parts = [Self.field("a", "1"), Self.field("a", "2")]
    #expect(Self.places(parts, parts) == [])
    #expect(Self.places(parts, parts.reversed()) == ["part a", "part a"])
    #expect(Self.places(parts, [parts[0]]) == ["part a"])
  }

  @Test func `a rule for a name applies to the text of the part`() {
    let parts = [Self.field("a b", "1")]
    for path in ["$['a b']", "$.*", "$"] {
      let rules = Self.rule(path, .integer)
      #expect(Self.places(parts, [Self.field("a b", "25")], rules) == [])
      #expect(Self.places(parts, [Self.field("a b", "x")], rules) == ["part a b"])
    }
  }

  @Test func `a file is compared by its own media type, with the rules below its name`() {
    let file = [Self.file(#"{"a":1}"#)]
    #expect(Self.places(file, [Self.file(#"{ "a": 1 }"#, name: "b.json")]) == [])
    #expect(Self.places(file, [Self.file(#"{"a":2}"#)]) == ["part f, $.a"])
    #expect(Self.places(file, [Self.file(#"{"a":1,"b":2}"#)]) == ["part f, $.b"])
    #expect(Self.places(file, [Self.file(#"{"a":1,"b":2}"#)], admitsMore: true) == [])
    let rules = Self.rule("$.f.a", .integer)
    #expect(Self.places(file, [Self.file(#"{"a":2}"#)], rules) == [])
    #expect(Self.places(file, [Self.file(#"{"a":"x"}"#)], rules) == ["part f, $.a"])
    let other = [Self.file(#"{"a":1}"#, type: "text/plain")]
    #expect(Self.places(file, other) == ["part f, content-type", "part f"])
    let png = [Self.file("\u{89}", type: "image/png")]
    #expect(Self.places(png, [Self.file("x", type: "image/png")]) == ["part f, body"])
  }

  @Test func `a request that is damaged on purpose is compared by its bytes`() {
    var wanted = PactRequest(method: "POST", path: "/")
    wanted.body = .text("--x\r\n", contentType: "multipart/form-data; boundary=x")
    let interaction = Interaction(describedAs: "d", request: wanted, response: .empty(400))
    #expect(interaction.unsupported == nil)
    let places = { (body: String) in
      RequestCheck(wanted).failures(of: Request(.post, "/", body: Array(body.utf8))).map(\.place)
    }
    #expect(places("--x\r\n") == [])
    #expect(places("--x") == ["body"])
  }

  @Test func `a part without a name is compared by its position`() {
    let parts: [Part] = [
      ("Content-Type: text/plain", "1"), ("Content-Type: application/json", "[1]"),
    ]
    #expect(Self.places(parts, parts) == [])
    #expect(Self.places(parts, [parts[0]]) == ["part 1"])
    let other: [Part] = [
      ("Content-Type: text/plain", "2"), ("Content-Type: application/json", "[7]"),
    ]
    #expect(Self.places(parts, other) == ["part 0, body", "part 1, $[0]"])
    let rules = Self.rule("$[0]", .integer) + Self.rule("$[1][*]", .integer)
    #expect(Self.places(parts, other, rules) == [])
  }

  @Test func `header fields of a part are compared, and its content is decoded`() {
    let part = [Self.field("a", "1", "\r\nX-A: 1")]
    #expect(Self.places(part, [Self.field("a", "1", "\r\nx-a: 1\r\nX-B: 2")]) == [])
    #expect(Self.places(part, [Self.field("a", "1", "\r\nX-A: 2")]) == ["part a, x-a"])
    #expect(Self.places(part, [Self.field("a", "1")]) == ["part a, x-a"])
    let rules = Self.rule("$.a['X-A']", .integer)
    #expect(Self.places(part, [Self.field("a", "1", "\r\nX-A: 2")], rules) == [])
    let coded = [Self.field("a", "MQ==", "\r\nContent-Transfer-Encoding: base64")]
    #expect(Self.places(coded, [Self.field("a", "1")]) == [])
  }
}
