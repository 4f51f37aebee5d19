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
