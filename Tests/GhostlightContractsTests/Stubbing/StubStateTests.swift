import GhostlightCore
import GhostlightEmulation
import GhostlightRecording
import HTTPTypes
import Testing

@testable import GhostlightContracts

@Suite struct `States of stubs` {
  private static let pact = Pact(consumer: "a", provider: "b") {
    Interaction("one", given: [.state("s")], request: .get("/"), response: .status(201))
    Interaction("two", given: [.state("t")], request: .get("/"), response: .status(202))
    Interaction("three", request: .get("/x"), response: .status(203))
  }

  private static func backend(
    _ policy: StubPolicy = .last, given: [String]? = nil
  ) -> ContractBackend {
    ContractBackend([ContractFile("f", pact)], policy: policy, given: given)
  }

  private static func statuses(_ backend: inout ContractBackend, _ count: Int) -> [Int] {
    (0..<count).map { _ in
      backend.respond(to: Request(.get, "/"), at: .numbered()).status.code
    }
  }

  @Test(arguments: [
    (StubPolicy.first, [201, 201, 201, 201]), (.last, [201, 202, 202, 202]),
    (.cycle, [201, 202, 201, 202]),
  ])
  func `a policy selects among interactions, and their uses survive a snapshot`(
    _ policy: StubPolicy, _ expected: [Int]
  ) throws {
    var backend = Self.backend(policy)
    for count in 0..<4 {
      var copy = Self.backend(policy)
      try copy.restore(backend.snapshot)
      #expect(copy.snapshot == backend.snapshot)
      #expect(copy.unused == backend.unused)
      #expect(Self.statuses(&copy, 4 - count) == Array(expected.dropFirst(count)))
      _ = Self.statuses(&backend, 1)
    }
  }

  @Test func `given states survive a snapshot, also none and no selection`() throws {
    for given in [nil, [], ["s"], ["s", "t"]] as [[String]?] {
      var copy = Self.backend(given: ["other"])
      try copy.restore(Self.backend(given: given).snapshot)
      #expect(copy.given == given)
    }
    var backend = Self.backend()
    #expect(try backend.setUp("t", parameters: [:], at: .numbered()) == [:])
    #expect(backend.given == ["t"])
    _ = try backend.setUp("t", parameters: [:], at: .numbered())
    _ = try backend.setUp("s", parameters: [:], at: .numbered())
    #expect(backend.given == ["t", "s"])
    _ = try backend.setUp(
      ContractBackend.replacement, parameters: ["given": ["s", 1]], at: .numbered())
    #expect(backend.given == ["s"])
    _ = try backend.setUp(ContractBackend.replacement, parameters: [:], at: .numbered())
    #expect(backend.given == nil)
    #expect(throws: ProviderStateError("no provider state is named \"u\"; there are: s, t")) {
      try backend.setUp("u", parameters: [:], at: .numbered())
    }
    var none = ContractBackend([])
    #expect(throws: ProviderStateError("no provider state is named \"u\"; there are: none")) {
      try none.setUp("u", parameters: [:], at: .numbered())
    }
  }

  @Test func `a stub counts what it served, and a reset keeps the given states only`() async {
    let stub = ContractStub([ContractFile("f", Self.pact)])
    stub.given = ["t"]
    let request = Request(.get, "/")
    #expect(stub.responder.respondNow(request)?.status.code == 202)
    #expect(stub.responder.respondNow(Request(.get, "/y"))?.status == .notImplemented)
    let report = stub.report
    #expect((report.served, report.missCount, report.entries) == (1, 1, 3))
    #expect(report.unused == ["\"one\", given s", "\"three\""])
    stub.reset()
    #expect(stub.given == ["t"])
    let fresh = stub.report
    #expect((fresh.served, fresh.missCount, fresh.entries) == (0, 0, 3))
    #expect(fresh.unused == ["\"one\", given s", "\"two\", given t", "\"three\""])
  }

  @Test func `copies count their uses together`() {
    var one = Self.backend()
    var other = one
    _ = Self.statuses(&one, 1)
    _ = other.respond(to: Request(.get, "/x"), at: .numbered())
    #expect(one.unused == ["\"two\", given t", "\"three\""])
    #expect(one.countingUses(of: [other]).unused == ["\"two\", given t"])
    #expect(one.interactionCount == 3)
  }

  @Test(arguments: [(99, 200), (100, 100), (999, 999), (1000, 200)])
  func `a generated status is valid in HTTP`(_ drawn: Int, _ status: Int) {
    var promise = PactResponse(status: 200)
    promise.headers = [PactField("Content-Length", ["9"]), PactField("A", ["1", "2"])]
    promise.body = .text("t", contentType: "text/x")
    promise.generators[.status] = [PactGenerated(.root, .randomInteger(min: drawn, max: drawn))]
    var filler = ResponseFiller(
      Interaction(
        describedAs: "x", request: PactRequest(method: "GET", path: "/x"), response: promise),
      base: "http://h", source: GeneratorSource(milliseconds: 0, seed: "x"))
    let response = filler.response()
    #expect(response.status.code == status)
    #expect(
      response.headers.map { "\($0.name.rawName): \($0.value)" } == [
        "A: 1", "A: 2", "Content-Type: text/x",
      ])
    #expect(response.text == "t")
  }

  @Test func `a duration has seconds and parts of a millisecond`() {
    #expect(Duration.milliseconds(1_250).milliseconds == 1250)
    #expect(Duration.microseconds(500).milliseconds == 0.5)
    #expect(Duration.seconds(61).milliseconds == 61_000)
  }
}
