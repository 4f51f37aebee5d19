import GhostlightContracts
import GhostlightCore
import GhostlightRecording
import HTTPTypes
import Synchronization
import Testing

@Suite struct `Contract runs` {
  static let file = ContractFile("notes.json", Notes.pact)

  private func run(
    _ executor: ContractExecutor = Notes.executor(), _ pact: Pact = Notes.pact,
    filter: ContractFilter = ContractFilter()
  ) async -> ContractReport {
    await ContractRunner(executor, catalogues: [Notes.catalogue])
      .run([ContractFile("notes.json", pact)], filter: filter)
  }

  @Test func `a correct service keeps every promise, each with its own state`() async {
    let report = await run()
    #expect(report.results.map(\.outcome) == [.kept, .kept, .kept])
    #expect(report.results.map { $0.request?.target.raw } == ["/notes", "/notes/7", "/notes/9"])
    #expect(
      report.results.map(\.interaction.description) == Notes.pact.interactions.map(\.description))
  }

  struct Bug: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let change: @Sendable (inout Response) -> Void
    let broken: [[String]]

    init(
      _ text: String, _ broken: [[String]], _ change: @escaping @Sendable (inout Response) -> Void
    ) { (testDescription, self.broken, self.change) = (text, broken, change) }
  }

  static let bugs = [
    Bug("status", [["status"], ["status"], ["status", "fault"]]) { $0.status = .accepted },
    Bug("lost member", [["$.title"], ["$.title"], []]) { $0.edit { $0["title"] = nil } },
    Bug("other type", [["$.id"], [], []]) { $0.edit { if $0["id"] != nil { $0["id"] = true } } },
    Bug("absent field", [["$.secret", "$.secret"], [], []]) { $0.edit { $0["secret"] = 1 } },
    Bug("extra field", [["$.more"], [], []]) { $0.edit { $0["more"] = 1 } },
    Bug("absent header", [["header Set-Cookie"], [], []]) {
      $0.headers[.setCookie] = "a=b"
    },
    Bug(
      "content type",
      [
        ["header Content-Type", "header Content-Type"],
        ["header Content-Type"], ["header Content-Type"],
      ]
    ) {
      $0.headers[.contentType] = "text/html"
    },
    Bug("no header", [["header Content-Type"], [], []]) { $0.headers[.contentType] = nil },
    Bug("no JSON", [["body"], ["body"], ["body", "fault"]]) { $0.body = [1] },
    Bug("another refusal", [[], [], ["fault"]]) {
      $0.edit { if $0["error"] != nil { $0["error"] = "no note" } }
    },
    Bug("damage", [["response"], ["response"], ["response"]]) { $0.delivery = .reset },
    Bug("delay", [["latency"], [], []]) { $0.delayMilliseconds = 60_001 },
  ]

  @Test(arguments: bugs)
  func `a bug breaks exactly the promises that it affects`(_ bug: Bug) async {
    let report = await run(
      Notes.executor { response in
        var copy = response
        bug.change(&copy)
        return copy
      })
    #expect(report.results.map { $0.outcome.failures.map(\.place) } == bug.broken)
  }

  @Test func `an untimed run counts the delay that the provider asked for`() async {
    let late = Notes.executor { response in
      var response = response
      response.delayMilliseconds = 60_001
      return response
    }
    let report = await ContractRunner(late, isTimed: false).run([Self.file])
    #expect(report.results.map { $0.outcome.failures.map(\.place) } == [["latency"], [], []])
  }

  @Test func `only a pending promise may fail without being broken`() async {
    var pact = Notes.pact
    pact.interactions[0].isPending = true
    let report = await run(Notes.executor { _ in Response(.ok) }, pact)
    #expect(report.counts.pending == 1)
    #expect(report.counts.broken == 2)
    #expect(report.counts.kept == 0)
  }

  @Test(arguments: [
    (["MISSING"], 1), (["note", "read"], 1), (["a note"], 1), (["notes.json"], 3), (["zebra"], 0),
  ])
  func `a filter matches all of its words`(words: [String], count: Int) async {
    let report = await run(filter: ContractFilter(words: words))
    #expect(report.results.count == count)
    let others = await run(filter: ContractFilter(words: words, provider: "other"))
    #expect(others.results.isEmpty)
  }

  @Test(
    arguments: [
      (["new", "MISSING"], [], [], 2), ([], ["A NOTE"], [], 1), ([], [""], [], 2),
      ([], ["", "a note"], [], 3), (["read"], [""], [], 0), ([], [], ["app"], 3),
      ([], [], ["App", "other"], 0),
    ] as [([String], [String], [String], Int)])
  func `a filter matches one of its descriptions, states and consumers`(
    _ descriptions: [String], _ states: [String], _ consumers: [String], _ count: Int
  ) async {
    var filter = ContractFilter()
    #expect(filter.isEmpty)
    (filter.descriptions, filter.states) = (descriptions, states)
    filter.consumers = consumers
    #expect(!filter.isEmpty)
    #expect(await run(filter: filter).results.count == count)
  }

  @Test func `a failed state, a missing value and a wrong route break promises`() async {
    let pact = Pact(consumer: "app", provider: "notes") {
      Interaction(
        "a", given: [.state("magic")], request: .get("/"), response: .status(200))
      Interaction(
        "b", given: [.state("a note", ["title": "x"])],
        request: .get("/", headers: ["X": .fromState("${y}", "1")]), response: .status(200))
      Interaction("c", request: .get("/"), response: .status(404), route: "Read")
    }
    let report = await run(Notes.executor(), pact)
    #expect(
      report.results.flatMap(\.outcome.failures) == [
        ContractFailure(
          at: "run", expected: "a response", actual: "no state is named \"magic\""),
        ContractFailure(
          at: "run", expected: "a response",
          actual: "no provider state returned \"y\"; they returned: id, size"),
        ContractFailure(at: "route", expected: "Read", actual: "Notes"),
      ])
  }

  @Test func `the progress handler receives every result`() async {
    let received = Mutex<[String]>([])
    let report = await ContractRunner(Notes.executor()).run([Self.file]) { result, total in
      received.withLock { $0.append("\(result.interaction.description) of \(total)") }
    }
    #expect(
      received.withLock { $0 }.sorted()
        == report.results.map { "\($0.interaction.description) of 3" }.sorted())
  }
}

extension Response {
  fileprivate mutating func edit(_ change: (inout JSONObject) -> Void) {
    guard var object = json?.object else { return }
    change(&object)
    body = JSON.object(object).bytes
  }
}
