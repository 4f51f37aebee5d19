import Ghostlight
import GhostlightCore
import GhostlightEmulation
import GhostlightTesting
import HTTPTypes
import StackMobEmulator
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Unused parts of a test` {
  /// A fault plan, the requests of the test, and the end of the issue about the plan.
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var plan = FaultPlan(.answer(Response(.serviceUnavailable)))
    let requests: [Request]
    let problem: String

    init(
      _ description: String, sending requests: [Request] = [.stackMob(.get, "/todos")],
      _ change: (inout FaultPlan) -> Void, problem: String
    ) {
      (testDescription, self.requests, self.problem) = (description, requests, problem)
      change(&plan)
    }
  }

  private static let rows = [
    Row(
      "nothing was sent", sending: [], { _ in },
      problem: "fault plan 1 applied to no request: no request matched it; the test sent no request"
    ),
    Row(
      "another path", { $0.path = "/todo" },
      problem: "fault plan 1 (/todo) applied to no request: no request matched it; nearest: GET "
        + "/todos (the path is /todos, not /todo)"),
    Row(
      "another method and route", { ($0.method, $0.route) = (.post, "Create") },
      problem:
        #"fault plan 1 (route "Create", POST) applied to no request: no request matched it; "#
        + #"nearest: GET /todos (the method is GET, not POST, its route is "Query", not "Create")"#),
    Row(
      "too few requests", { $0.occurrence = .call(2) },
      problem: "fault plan 1 applied to no request: matched 1 request, but it applies to request 2"),
  ]

  @Test(arguments: rows)
  func `a fault plan that applies to no request is an issue at the trait's line`(
    _ row: Row
  ) async throws {
    let line = #line + 1
    let trait = GhostlightTrait.ghostlight(.stackMob(), allowingUnmatched: true)
    let found = try await Observed.issues(with: trait) { context in
      try context.namespace.addFault(row.plan)
      for request in row.requests { _ = await context.respond(to: request) }
    }
    let remedy = "; remove the plan, or allow it with .allowsUnused"
    #expect(found == [Observed(comment: row.problem + remedy, line: line)])
  }

  @Test func `a fault plan that is removed or reset before it applies is an issue`() async throws {
    let found = try await Observed.issues(with: .ghostlight(.stackMob())) { context in
      let namespace = try context.namespace
      try namespace.addFault(FaultPlan(.latency(milliseconds: 1)))
      namespace.removeFault()
      try namespace.addFault(FaultPlan(.latency(milliseconds: 2)))
      try namespace.reset()
    }
    #expect(
      found.map { $0.comment.prefix(35) } == [
        "fault plan 1 applied to no request:", "fault plan 2 applied to no request:",
      ])
  }

  @Test func `a fault plan that applied before a reset, or in a copy, is not an issue`()
    async throws
  {
    var configuration = StageConfiguration(services: [.stackMob()])
    configuration.faults = [FaultPlan(.latency(milliseconds: 1))]
    let found = try await Observed.issues(with: .ghostlight(configuration)) { context in
      _ = await context.respond(to: .stackMob(.post, "/todo", [:]))
      try context.namespace.reset()
    }
    #expect(found == [])
  }

  @Test func `a fault plan of a configuration that could never apply stops the test`() async throws
  {
    var configuration = StageConfiguration(services: [.stackMob()])
    var plan = FaultPlan(.latency(milliseconds: 1))
    plan.route = "Creat"
    configuration.faults = [plan]
    let found = try await Observed.issues(with: .ghostlight(configuration)) { _ in
      Issue.record("the test runs")
    }
    #expect(found.count == 1)
    #expect(
      found.first?.comment.hasPrefix(
        #"StageConfiguration.faults: no route has the title "Creat"; the nearest are: "Create", "#)
        == true)
  }

  @Test func `a stub that no request got is an issue, with the nearest request`() async throws {
    let line = #line + 1
    let found = try await Observed.issues(with: .ghostlight(.stackMob())) { context in
      context.stub(.get("/todo/1"), Response(.ok))
      context.stub(.get("/todo/2"), Response(.ok))
      _ = await context.respond(to: .stackMob(.get, "/todo/2"))
    }
    #expect(
      found == [
        Observed(
          comment:
            "the stub of GET /todo/1 was not used: nearest: GET /todo/2 (the path is /todo/2, "
            + "not /todo/1); remove the stub, or allow it with .allowsUnused", line: line)
      ])
  }

  @Test func `a contract that no request reached is an issue`() async throws {
    let files = try ServiceFolder()
    let line = #line + 2
    let found = try await Observed.issues(
      with: .ghostlight(.stackMob(), .contract("users.json", folder: files.path))
    ) { context in
      _ = await context.respond(to: .stackMob(.post, "/todo", [:]))
    }
    #expect(
      found == [
        Observed(
          comment:
            "users.json: no request was sent to the contract: POST /todo was sent to stackmob; "
            + "send the app's requests to it, for example with hosts:, or allow it with .allowsUnused",
          line: line)
      ])
  }

  @Test(.allowsUnused) func `the trait allowsUnused allows all of it`() async throws {
    let files = try ServiceFolder()
    let found = try await Observed.issues(with: files.trait()) { context in
      try context.namespace.addFault(FaultPlan(.latency(milliseconds: 1)))
      context.stub(.get("/todo/1"), Response(.ok))
    }
    #expect(found == [])
  }

  @Test(.ghostlight(.stackMob())) func `a fault plan for what does not exist is refused`() throws {
    let namespace = try TestContext.current.namespace
    var plan = FaultPlan(.latency(milliseconds: 1))
    plan.emulator = "mia"
    #expect(throws: FaultPlanError(#"no emulator is named "mia"; there are: stackmob"#)) {
      try namespace.addFault(plan)
    }
    (plan.emulator, plan.route) = (nil, "Logon")
    let error = #expect(throws: FaultPlanError.self) { try namespace.addFault(plan) }
    #expect(
      error?.description.hasPrefix(#"no route has the title "Logon"; the nearest are: "#) == true)
    #expect(namespace.faults.isEmpty)
  }
}
