import GhostlightContracts
import GhostlightCore
import Testing

@Suite struct `Contract matrix` {
  private static let matrix = ContractMatrix(NotesApp.files, catalogues: [Notes.catalogue])

  @Test func `a matrix has the promise for each request, or the differences from the nearest`() {
    #expect(
      Self.matrix.requests.map(\.finding) == [
        .promised(0),
        .unpromised(nearest: 1, differences: ["status 410, not 200"]),
        .unpromised(nearest: nil, differences: ["there is no promise for DELETE Notes"]),
      ])
    #expect(Self.matrix.users == [[0], [], []])
    #expect(
      Self.matrix.unused.map(\.interaction.description) == [
        "a note is read", "a missing note is refused",
      ])
  }

  @Test(arguments: [
    (["a", "b"], 200, PromiseIndex.Finding.promised(1)),
    (["a"], 200, .promised(0)),
    ([], 200, .promised(0)),
    (["b"], 200, .promised(1)),
    (["c"], 200, .unpromised(nearest: 0, differences: ["query c"])),
    (["a", "b"], 404, .unpromised(nearest: 1, differences: ["status 404, not 200"])),
  ])
  func `a request is covered by the promise with the fewest additional words`(
    _ names: [String], _ status: Int, _ finding: PromiseIndex.Finding
  ) {
    func interaction(_ names: [String], _ status: Int = 200) -> Interaction {
      var request = PactRequest(method: "GET", path: "/")
      request.query = names.map { PactField($0, ["1"]) }
      var interaction = Interaction(
        describedAs: names.joined(), request: request, response: PactResponse(status: status))
      interaction.notes.route = "Notes"
      return interaction
    }
    let pact = Pact(
      consumer: "x", provider: "notes",
      interactions: [interaction(["a"]), interaction(["a", "b"])])
    let index = PromiseIndex([ContractFile("x.json", pact)], catalogues: [])
    #expect(index.finding(interaction(names, status), provider: "notes") == finding)
    #expect(
      index.finding(interaction(names), provider: "others")
        == .unpromised(nearest: nil, differences: ["there is no promise for GET Notes"]))
  }

  @Test func `a matrix counts the outcomes of each executor, and the worst one applies`() throws {
    var results = ContractResults()
    try results.add(NotesApp.report("in process", writing: "kept"))
    try results.add(NotesApp.report("over HTTP", writing: "kept"))
    try results.add(NotesApp.report("over HTTP", writing: "broken"))
    let matrix = ContractMatrix(NotesApp.files, catalogues: [Notes.catalogue], results: results)
    #expect(matrix.executors == ["in process", "over HTTP"])
    #expect(matrix.variants[0].kept == ["in process": 1])
    #expect(matrix.variants[0].broken == ["over HTTP": 1])
    #expect(matrix.outcomes[0] == ["in process": .kept, "over HTTP": .kept])
    #expect(!matrix.isKept)
    #expect(
      matrix.gaps == [
        "over HTTP: consumers/app.json: writing: 1. POST /notes",
        "in process: consumers/app.json: reading: 1. GET /notes/1",
        "over HTTP: consumers/app.json: reading: 1. GET /notes/1",
        "in process: consumers/app.json: cleaning: 1. DELETE /notes",
        "over HTTP: consumers/app.json: cleaning: 1. DELETE /notes",
        "in process: notes.json: a note is read", "over HTTP: notes.json: a note is read",
        "in process: notes.json: a missing note is refused",
        "over HTTP: notes.json: a missing note is refused",
      ])
    #expect(
      matrix.markdown == """
        | SDK and mode | requests | promises | not promised | in process | over HTTP |
        | --- | :-: | :-: | :-: | :-: | :-: |
        | App: await | 3 | 1 | 2 | ✓ 1 | ✗ 1 of 3 |

        """)
    #expect(
      matrix.text() == """
        App: await  3 requests, 1 promises, in process 2 not run, over HTTP 1 broken
        ✗ App: await: reading: 1. GET /notes/1
            not promised: status 410, not 200; the nearest is “a note is read” in notes.json
        ✗ App: await: cleaning: 1. DELETE /notes
            not promised: there is no promise for DELETE Notes
        3 requests: 2 not promised; 2 of 3 promises are used by no SDK
        """)
  }

  private static let malformed: [(JSON, String)] = [
    (["results": []], "does not have \"executor\"; add it"),
    (
      ["executor": "x", "results": [["outcome": "good"]]],
      "results[0]: \"outcome\" must be one of kept, skipped, pending, broken"
    ),
    (["executor": "x", "results": 1], "results: must be an array, not 1"),
  ]

  @Test(arguments: malformed)
  func `an invalid report is refused with the place`(_ report: JSON, _ message: String) {
    var results = ContractResults()
    #expect {
      try results.add(report)
    } throws: {
      "\($0)" == message
    }
  }
}
