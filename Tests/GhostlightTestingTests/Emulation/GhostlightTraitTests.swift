import Ghostlight
import GhostlightClient
import GhostlightCore
import GhostlightEmulation
import GhostlightTesting
import HTTPTypes
import Testing

@Suite(.ghostlight(.stackMob(), seed: 7, clock: .frozen(at: 1_371_040_000_123)))
struct `A suite with emulators` {
  @Test(arguments: 1...20)
  func `gives every case a world of its own`(_ number: Int) async throws {
    let testContext = try TestContext.current
    let before = try await testContext.transport.send(.stackMob(.get, "/todo"))
    #expect(before.status == .notFound)
    let stored = try await testContext.transport.send(
      .stackMob(.post, "/todo", ["n": .integer(Int64(number))]))
    #expect(stored.status == .created)
    #expect(stored.json?["todo_id"] == "ede42947104bc6a093ddb9ad9e88149a")
  }

  @Test func `hands the clock to the test`() async throws {
    let testContext = try TestContext.current
    try testContext.namespace.changeClock(.advance(milliseconds: 1000))
    let stored = await testContext.respond(to: .stackMob(.post, "/todo", [:]))
    #expect(stored.json?["createddate"] == 1_371_040_001_123)
  }

  @Test func `hands faults to the test`() async throws {
    let testContext = try TestContext.current
    var plan = FaultPlan(.answer(Response(.serviceUnavailable)))
    plan.route = "Create"
    try testContext.namespace.addFault(plan)
    #expect(await testContext.respond(to: .stackMob(.post, "/todo", [:])).status.code == 503)
  }

  @Test func `hands provider states and the journal to the test`() async throws {
    let testContext = try TestContext.current
    _ = try testContext.namespace.setUp(
      "user exists", in: "stackmob", parameters: ["username": "jack"])
    #expect(await testContext.respond(to: .stackMob(.get, "/user/jack")).status == .ok)
    #expect(try testContext.namespace.journal.map(\.answer.route) == ["Read one"])
  }

  @Test func `stays in its world whatever namespace a client names`() async throws {
    let testContext = try TestContext.current
    var request = Request.stackMob(.post, "/todo", ["todo_id": "1"])
    request.headers[try #require(HTTPField.Name("X-Ghostlight-Namespace"))] = "elsewhere"
    #expect(await testContext.respond(to: request).status == .created)
    request = .stackMob(.get, "/todo/1")
    request.authority = "nowhere.localhost:80"
    #expect(await testContext.respond(to: request).status == .ok)
  }

  @Test(.ghostlight(.stackMob(), seed: 8, clock: .frozen(at: 0)))
  func `yields to the trait of a test`() async throws {
    let stored = try await TestContext.current.respond(to: .stackMob(.post, "/todo", [:]))
    #expect(stored.json?["createddate"] == 0)
  }

  @Test func `knows its emulators by name`() throws {
    let testContext = try TestContext.current
    #expect(try testContext.responder(for: "stackmob").name == "stackmob")
    #expect(throws: TestContextError.noResponder("nix", known: ["stackmob"])) {
      try testContext.transport(to: "nix")
    }
  }
}

@Suite struct `A test without a trait` {
  @Test func `has no testContext`() {
    #expect(throws: TestContextError.noTestContext) { try TestContext.current }
  }
}
