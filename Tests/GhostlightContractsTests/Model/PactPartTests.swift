import GhostlightCore
import Testing

@testable import GhostlightContracts

@Suite struct `Parts of contracts` {
  /// The notes of an interaction, in which no member has its default value.
  private static let notes: JSON = [
    "evidence": [["kind": "guide", "source": "g"], ["kind": "decision", "source": "d"]],
    "absentFields": ["$.a"], "noExtraFields": ["$.b"], "absentHeaders": ["C"],
    "order": [
      ["path": "$.d", "direction": "ascending"], ["path": "$.e", "direction": "descending"],
    ], "fault": "f", "latency": "prompt", "route": "r", "future": 1,
  ]

  @Test func `notes of an interaction keep each member`() throws {
    var notes = ContractNotes()
    #expect(notes.json == nil)
    notes.evidence = [.guide("g"), .decision("d")]
    notes.absentFields = ["$.a"]
    notes.noExtraFields = ["$.b"]
    notes.absentHeaders = ["C"]
    notes.order = [.ascending("$.d"), .descending("$.e")]
    (notes.fault, notes.latency, notes.route) = ("f", .prompt, "r")
    notes.extras = ["future": 1]
    #expect(try ContractNotes(reading: PactNode(json: Self.notes, place: "x")) == notes)
    #expect(notes.json == Self.notes)
    #expect(
      Mirror(reflecting: notes).children.count == Self.notes.object?.count)
  }

  @Test func `an interaction written in Swift has each of its parts`() {
    let request = PactRequest.get("/a")
    let response = PactResponse.status(200)
    let interaction = Interaction(
      "x", evidence: .guide("g"), .sdk("s"), given: [.state("a"), .state("b", ["c": 1])],
      request: request, response: response, route: "r", fault: "f", absentFields: ["$.a"],
      noExtraFields: ["$.b"], absentHeaders: ["C"], order: [.ascending("$.d")], latency: .slow,
      isPending: true)
    var expected = Interaction(describedAs: "x", request: request, response: response)
    expected.states = [GivenState("a"), GivenState("b", ["c": 1])]
    expected.isPending = true
    expected.notes.evidence = [Evidence(.guide, "g"), Evidence(.sdk, "s")]
    (expected.notes.route, expected.notes.fault, expected.notes.latency) = ("r", "f", .slow)
    expected.notes.absentFields = ["$.a"]
    expected.notes.noExtraFields = ["$.b"]
    expected.notes.absentHeaders = ["C"]
    expected.notes.order = [OrderRequirement("$.d", .ascending)]
    #expect(interaction == expected)
  }

  @Test func `each kind of evidence has a name, and is ours or from outside`() {
    let all: [(Evidence, String, String, Bool)] = [
      (.guide("x"), "guide", "guide", true), (.sdk("x"), "sdk", "vendor's source", true),
      (.suite("x"), "suite", "vendor's suite", true),
      (.recording("x"), "recording", "recording", true),
      (.documentation("x"), "documentation", "documentation", true),
      (.protocolReference("x"), "reference", "protocol reference", false),
      (.decision("x"), "decision", "decision", false),
    ]
    #expect(all.map(\.0.kind) == Evidence.Kind.allCases)
    for (evidence, name, title, isOutside) in all {
      #expect(evidence.kind.rawValue == name && evidence.source == "x")
      #expect(evidence.kind.title == title)
      #expect(evidence.kind.isOutside == isOutside)
      var notes = ContractNotes()
      #expect(!notes.restsOnUsAlone)
      notes.evidence = [evidence]
      #expect(notes.restsOnUsAlone == !isOutside)
      notes.evidence = [.decision("x"), evidence]
      #expect(notes.restsOnUsAlone == !isOutside)
    }
  }

  private static let requests: [(PactRequest, JSON)] = [
    (.get("/a"), ["method": "GET", "path": "/a"]),
    (.delete("/a", query: ["b": "1"]), ["method": "DELETE", "path": "/a", "query": ["b": ["1"]]]),
    (
      .put("/a", headers: ["B": "1"], json: [1]),
      [
        "method": "PUT", "path": "/a",
        "headers": ["B": ["1"], "Content-Type": ["application/json"]],
        "body": ["content": [1], "contentType": "application/json", "encoded": false],
      ]
    ),
    (
      .post("/a", headers: ["content-type": "x/json"], json: nil),
      ["method": "POST", "path": "/a", "headers": ["content-type": ["x/json"]]]
    ),
    (
      .post("/a", headers: ["content-type": "x/json"], json: ["a": true]),
      [
        "method": "POST", "path": "/a", "headers": ["content-type": ["x/json"]],
        "body": ["content": ["a": true], "contentType": "x/json", "encoded": false],
      ]
    ),
    (
      .request("PATCH", "/a", text: "t"),
      [
        "method": "PATCH", "path": "/a", "headers": ["Content-Type": ["text/plain"]],
        "body": ["content": "t", "contentType": "text/plain", "encoded": false],
      ]
    ),
    (
      .get("/a", query: ["b": ["1", "2"], "c": nil, "b": true]).headers(["D": "1"]).headers([
        "d": "2"
      ]),
      [
        "method": "GET", "path": "/a", "query": ["b": ["1", "2", "true"], "c": []],
        "headers": ["d": ["2"]],
      ]
    ),
  ]

  @Test func `a request written in Swift has each of its parts`() {
    for (request, json) in Self.requests { #expect(request.json == json) }
  }

  @Test func `a header field that is set again loses its rule and its generator`() {
    let request = PactRequest.get(
      "/", headers: ["A": .regex("^.$", "1"), "B": .fromState("${b}", "1")]
    ).headers(["A": "2", "B": "3"])
    #expect(request.rules == PactRules())
    #expect(request.generators == PactGenerators())
    #expect(request.headers == [PactField("A", ["2"]), PactField("B", ["3"])])
  }

  @Test func `a response written in Swift has each of its parts`() {
    #expect(PactResponse.status(204).json == ["status": 204])
    #expect(
      PactResponse.empty(204, headers: ["A": "1"]).json
        == ["status": 204, "headers": ["A": ["1"]], "body": nil])
    #expect(
      PactResponse.status(200, text: "t").json == [
        "status": 200, "body": ["content": "t", "contentType": "text/plain", "encoded": false],
      ])
    #expect(
      PactResponse.status(200, json: .like(1)).json == [
        "status": 200,
        "body": ["content": 1, "contentType": "application/json", "encoded": false],
        "matchingRules": ["body": ["$": ["combine": "AND", "matchers": [["match": "type"]]]]],
      ])
  }
}
