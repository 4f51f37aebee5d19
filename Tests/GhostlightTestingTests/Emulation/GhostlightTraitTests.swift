import Ghostlight
import GhostlightClient
import GhostlightCore
import GhostlightEmulation
import GhostlightTesting
import HTTPTypes
import TestSupport
import Testing

@Suite(
  .limitedConcurrency, .ghostlight(.stackMob(), seed: 7, clock: .frozen(at: 1_371_040_000_123)))
struct `Ghostlight trait of a suite` {
  @Test(arguments: 1...20)
  func `each test case has its own emulators`(_ number: Int) async throws {
    let testContext = try TestContext.current
    let before = try await testContext.transport.send(.stackMob(.get, "/todo"))
    #expect(before.status == .notFound)
    let stored = try await testContext.transport.send(
      .stackMob(.post, "/todo", ["n": .integer(Int64(number))]))
    #expect(stored.status == .created)
    #expect(stored.json?["todo_id"] == "ede42947104bc6a093ddb9ad9e88149a")
  }

  @Test func `a test can move the clock`() async throws {
    let testContext = try TestContext.current
    try testContext.namespace.changeClock(.advance(milliseconds: 1000))
    let stored = await testContext.respond(to: .stackMob(.post, "/todo", [:]))
    #expect(stored.json?["createddate"] == 1_371_040_001_123)
  }

  @Test func `a test can add faults`() async throws {
    let testContext = try TestContext.current
    var plan = FaultPlan(.answer(Response(.serviceUnavailable)))
    plan.route = "Create"
    try testContext.namespace.addFault(plan)
    #expect(await testContext.respond(to: .stackMob(.post, "/todo", [:])).status.code == 503)
  }

  @Test func `a test can set up provider states and read the journal`() async throws {
    let testContext = try TestContext.current
    _ = try testContext.namespace.setUp(
      "user exists", in: "stackmob", parameters: ["username": "jack"])
    #expect(await testContext.respond(to: .stackMob(.get, "/user/jack")).status == .ok)
    #expect(try testContext.namespace.journal.map(\.answer.route) == ["Read one"])
  }

  @Test func `requests stay in the test's namespace, whatever they name`() async throws {
    let testContext = try TestContext.current
    var request = Request.stackMob(.post, "/todo", ["todo_id": "1"])
    request.headers[try #require(HTTPField.Name("X-Ghostlight-Namespace"))] = "elsewhere"
    #expect(await testContext.respond(to: request).status == .created)
    request = .stackMob(.get, "/todo/1")
    request.authority = "nowhere.localhost:80"
    #expect(await testContext.respond(to: request).status == .ok)
  }

  @Test(.ghostlight(.stackMob(), seed: 8, clock: .frozen(at: 0)))
  func `the trait of a test replaces that of its suite`() async throws {
    let stored = try await TestContext.current.respond(to: .stackMob(.post, "/todo", [:]))
    #expect(stored.json?["createddate"] == 0)
  }

  @Test func `a test finds its emulators by name`() throws {
    let testContext = try TestContext.current
    #expect(try testContext.responder(for: "stackmob").name == "stackmob")
    #expect(throws: TestContextError.noResponder("nix", known: ["stackmob"])) {
      try testContext.transport(to: "nix")
    }
  }

  @Test(arguments: [
    ("mia", ".mia() to the trait .ghostlight(…), or the trait .ghostlight(.mia())"),
    ("shop", #".recording("shop") or .contract("shop") to the list of .ghostlight(…)"#),
  ])
  func `a service that the test does not have names what to add`(_ name: String, _ text: String) {
    #expect(
      "\(TestContextError.noResponder(name, known: ["stackmob"]))"
        == "the test has no service named \"\(name)\", only stackmob: add \(text)")
  }
}

@Suite(.limitedConcurrency) struct `Test without a trait` {
  @Test func `a test without a trait has no context`() {
    #expect(throws: TestContextError.noTestContext) { try TestContext.current }
  }
}
