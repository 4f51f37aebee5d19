import GhostlightCore
import HTTPTypes
import Testing

@testable import GhostlightContracts

@Suite struct `Matching of bodies and notes` {
  private func places(
    _ body: PactBody?, _ actual: String, type: String? = nil, rules: [PactRule] = [],
    notes: ContractNotes = ContractNotes()
  ) -> [String] {
    var promise = PactResponse(status: 200)
    promise.body = body
    promise.rules[.body] = rules
    var response = Response(.ok, body: Array(actual.utf8))
    response.headers[.contentType] = type
    let check = NotesCheck(notes: notes, promise: promise, response: response, catalogue: nil)
    return (ResponseCheck(promise: promise, response: response).failures + check.failures)
      .map(\.place)
  }

  @Test func `a missing body, an empty one, texts and bytes are distinguished`() {
    #expect(places(nil, "x") == [])
    #expect(places(.empty, "") == [])
    #expect(places(.empty, "x") == ["body"])
    #expect(places(.text("a", contentType: "text/plain"), "a", type: "text/plain") == [])
    #expect(places(.text("a", contentType: "text/plain"), "b") == ["body"])
    #expect(places(.bytes([120], contentType: nil), "x") == [])
    #expect(places(.bytes([1], contentType: nil), "x") == ["body"])
    let image = [PactRule(.root, [.contentType("image/gif")])]
    #expect(places(.bytes([1], contentType: "image/gif"), "GIF89a", rules: image) == [])
    #expect(places(.bytes([1], contentType: "image/gif"), "GUF89a", rules: image) == ["body"])
  }

  @Test func `bytes of a text type are compared as this type`() {
    let json = PactBody.bytes(Array(#"{"a":1}"#.utf8), contentType: "application/json")
    #expect(places(json, #"{ "a": 1, "b": 2 }"#) == [])
    #expect(places(json, #"{"a":2}"#) == ["$.a"])
    let form = PactBody.bytes(Array("a=1&b=2".utf8), contentType: Self.form)
    #expect(places(form, "b=2&a=1") == [])
    #expect(places(form, "b=2&a=2") == ["field a"])
  }

  private static let form = "application/x-www-form-urlencoded"

  @Test(arguments: [
    ("$.*", "a=7", []), ("$.*", "a=x", ["field a"]), ("$", "a=7&a=8", []),
    ("$", "b=7", ["field a", "field b"]),
    ("$.a[0]", "a=7", []), ("$.a[0]", "a=7&a=8", ["field a"]), ("$.b", "a=7", ["field a"]),
  ])
  func `rules for forms cascade`(path: String, body: String, expected: [String]) throws {
    let rules = [PactRule(try #require(PactPath(path)), [.integer])]
    #expect(places(.text("a=1", contentType: Self.form), body, rules: rules) == expected)
  }

  @Test func `the type of a request body is compared, unless a rule is for its field`() {
    var request = PactRequest(method: "POST", path: "/")
    request.body = .json(["a": 1], contentType: "application/json")
    let body = Array(#"{"a":1}"#.utf8)
    let places = { (wanted: PactRequest, type: String?) in
      var request = Request(.post, "/", body: body)
      request.headers[.contentType] = type
      return RequestCheck(wanted).failures(of: request).map(\.place)
    }
    #expect(places(request, nil) == [])
    #expect(places(request, "application/vnd.a+json") == [])
    #expect(places(request, "text/plain") == ["header Content-Type"])
    request.rules[.header] = [PactRule(PactPath([.member("Content-Type")]), [.include("text")])]
    #expect(places(request, "text/plain") == [])
  }

  @Test(arguments: [
    ("/a b/c", "/a%20b/c?q=b+c", []), ("/a b/c", "/a%20b/c?q=b%20c", []),
    ("/a b/c", "/a%20b%2Fc?q=b%20c", ["path"]), ("/a b/c", "/a%20b/c?q=b%2Bc", ["query q"]),
  ])
  func `a space in a query may be a plus sign, and an escaped slash is not a slash`(
    path: String, target: String, expected: [String]
  ) {
    let check = RequestCheck(.get(.value(.string(path)), query: ["q": "b c"]))
    #expect(check.failures(of: Request(.get, RequestTarget(target))).map(\.place) == expected)
  }

  @Test func `a body with an unexpected content type is not compared`() {
    let body = PactBody.json(["a": 1], contentType: "application/json")
    #expect(places(body, "{}", type: "text/html") == ["header Content-Type"])
    #expect(places(body, #"{"a":1}"#, type: "application/vnd.x+json") == [])
    #expect(places(body, "nonsense") == ["body"])
  }

  @Test(
    arguments: [
      (.ascending("$[*].n"), #"[{"n":1},{"n":1},{"n":2.5}]"#, true),
      (.ascending("$[*].n"), #"[{"n":2},{"n":1}]"#, false),
      (.descending("$[*]"), #"["b","a","a"]"#, true),
      (.descending("$[*]"), #"["a","b"]"#, false),
      (.ascending("$[*]"), #"[9007199254740993,9007199254740992]"#, false),
      (.ascending("$[*]"), #"[]"#, true),
    ] as [(OrderRequirement, String, Bool)])
  func `the order of arrays is checked`(promise: OrderRequirement, json: String, holds: Bool) {
    var notes = ContractNotes()
    notes.order = [promise]
    #expect(places(nil, json, notes: notes) == (holds ? [] : [promise.path]))
  }

  @Test func `absent fields and objects without extra fields are checked at any depth`() {
    var notes = ContractNotes()
    notes.absentFields = ["$[*].secret", "$[0].x"]
    notes.noExtraFields = ["$[*]"]
    let body = PactBody.json([["a": 1]], contentType: "application/json")
    let like = [PactRule(.root, [.type(min: 1, max: nil)])]
    #expect(
      places(body, #"[{"a":1},{"a":2,"secret":1}]"#, rules: like, notes: notes) == [
        "$[1].secret", "$[1].secret",
      ])
    #expect(places(body, #"[{"a":1},{"a":2}]"#, rules: like, notes: notes) == [])
  }
}
