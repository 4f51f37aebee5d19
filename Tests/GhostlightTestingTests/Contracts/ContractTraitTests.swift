import Ghostlight
import GhostlightContracts
import GhostlightCore
import GhostlightRecording
import GhostlightTesting
import HTTPTypes
import Testing
import TestSupport

@Suite(.limitedConcurrency) struct `Contract traits` {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      #"""
      {"consumer": {"name": "app"}, "provider": {"name": "stackmob"}, "interactions": [
        {"type": "Synchronous/HTTP", "description": "a todo is read",
         "providerStates": [{"name": "object exists", "params": {"schema": "todo",
          "object": {"todo_id": "1", "title": "milk"}}}],
         "request": {"method": "GET", "path": "/todo/1", "headers": {
          "X-StackMob-API-Key": ["3f2b8c1e-5d47-4a90-b6e1-0c9d7f5a2e13"]}},
         "response": {"status": 200, "body": {"content": {"todo_id": "1", "title": "milk"},
          "contentType": "application/json"}}},
        {"type": "Synchronous/HTTP", "description": "a todo is made",
         "request": {"method": "POST", "path": "/todo", "headers": {
          "X-StackMob-API-Key": ["3f2b8c1e-5d47-4a90-b6e1-0c9d7f5a2e13"]},
          "body": {"content": {"title": "milk"}, "contentType": "application/json"}},
         "response": {"status": 201, "body": {"content": {"title": "milk"},
          "contentType": "application/json"}}}
       ], "metadata": {"pactSpecification": {"version": "4.0"}}}
      """#, to: "shop/app.json")
  }

  /// Returns the issues that were recorded at the line of a trait, and checks that there are no
  /// others.
  private func issues(
    _ trait: some TestTrait & TestScoping, line: Int, behind outer: GhostlightTrait? = nil,
    running body: @escaping @Sendable () async throws -> Void = {}
  ) async throws -> [String] {
    let test = try #require(Test.current)
    let found = await Observed.issues {
      let inner: @Sendable () async throws -> Void = {
        try await trait.provideScope(for: test, testCase: .current, performing: body)
      }
      guard let outer else { return try await inner() }
      try await outer.provideScope(for: test, testCase: .current, performing: inner)
    }
    #expect(found.allSatisfy { $0.line == line || $0.comment == "Failure()" })
    return found.map(\.comment)
  }

  private struct Failure: Error {}

  // Tests of `.contract(…)`: the contract provides the responses.

  @Test func `a contract gives the responses, in the name of its provider`() async throws {
    let found = try await issues(
      .contract("shop/app", folder: folder.path), line: #line
    ) {
      let testContext = try TestContext.current
      #expect(testContext.responder.name == "stackmob")
      let read = try await testContext.transport(to: "stackmob").send(.stackMob(.get, "/todo/1"))
      #expect(read.json == ["todo_id": "1", "title": "milk"])
      #expect(try testContext.contract.report.unused == ["\"a todo is made\""])
      #expect(try testContext.namespace.journal.map(\.emulator) == ["stackmob"])
    }
    #expect(found == [])
  }

  @Test func `a request that the contract does not have is reported, even if ignored`()
    async throws
  {
    let found = try await issues(
      .contract("shop/app.json", folder: folder.path), line: #line
    ) {
      _ = try await TestContext.current.respond(to: .stackMob(.get, "/todo/2"))
      throw Failure()
    }
    #expect(found.count == 2)
    #expect(
      found[0].hasPrefix("shop/app.json: GET /todo/2 is not in the contract; nearest is \"a todo"),
      "\(found)")
    #expect(found[1] == "Failure()")
    let allowed = try await issues(
      .contract("shop/app", folder: folder.path, allowingUnmatched: true), line: #line
    ) { _ = try await TestContext.current.respond(to: .stackMob(.get, "/todo/2")) }
    #expect(allowed == [])
  }

  @Test func `a test can change the provider states in effect`() async throws {
    let found = try await issues(
      .contract("shop/app", given: [], folder: folder.path, allowingUnmatched: true), line: #line
    ) {
      let testContext = try TestContext.current
      let read = Request.stackMob(.get, "/todo/1")
      #expect(await testContext.respond(to: read).status == .notImplemented)
      try testContext.contract.given = ["object exists"]
      #expect(await testContext.respond(to: read).status == .ok)
    }
    #expect(found == [])
  }

  @Test(.ghostlight(.stackMob())) func `a test without the trait has no contract`() throws {
    #expect(throws: TestContextError.noContract) { try TestContext.current.contract }
  }

  // Tests of `.verifies(…)`: the contract is verified.

  @Test func `a contract is verified against new emulators or the test's own`() async throws {
    #expect(
      try await issues(.verifies("shop/app.json", folder: folder.path), line: #line) == [])
    let found = try await issues(
      .verifies("shop/app", folder: folder.path), line: #line, behind: .ghostlight(.stackMob())
    ) {
      var plan = FaultPlan(.answer(.json(.serviceUnavailable, ["error": "busy"])))
      plan.route = "Create"
      try TestContext.current.namespace.addFault(plan)
    }
    #expect(found.count == 1)
    #expect(
      found[0].hasPrefix(
        "shop/app: ✗ a todo is made\n    curl -i -X POST 'http://127.0.0.1:4401/todo' -H "),
      "\(found)")
    #expect(found[0].contains("\n    status\n      expected 201\n      actual   503\n"))
    #expect(found[0].contains("\n    changed by fault plan 1, so not by the provider"))
  }

  @Test func `a contract is verified against any executor, with its own states`() async throws {
    let own = Responder(name: "mine") { request in
      request.method == .get
        ? .json(.ok, ["todo_id": "1", "title": "bread"]) : .json(.created, ["title": "milk"])
    }
    let executor = ContractExecutor.responder(own) { state in
      guard state.name == "object exists" else { throw Failure() }
      return [:]
    }
    let found = try await issues(
      .verifies("shop/app", by: executor, folder: folder.path), line: #line)
    #expect(found.count == 1)
    #expect(found[0].hasPrefix("shop/app: ✗ a todo is read\n    given object exists {"), "\(found)")
    #expect(
      found[0].hasSuffix("\n    $.title\n      expected \"milk\"\n      actual   \"bread\""))
  }

  @Test func `after a failed test no contract is verified, and a run without results is reported`()
    async throws
  {
    let failed = try await issues(
      .verifies(
        "shop/app", by: .responder(Responder.contract(Pact(consumer: "", provider: ""))),
        folder: folder.path), line: #line - 2
    ) { throw Failure() }
    #expect(failed == ["Failure()"])
    var filter = ContractFilter()
    filter.descriptions = ["zebra"]
    #expect(
      try await issues(
        .verifies("shop/app", filter: filter, folder: folder.path), line: #line)
        == ["shop/app: nothing was played: no interaction fits"])
    let unknown = try await issues(
      .verifies("shop/app", providers: ["stackmob": "shop"], folder: folder.path), line: #line)
    #expect(unknown.count == 2)
    #expect(
      unknown[0].hasPrefix(
        "shop/app: \"a todo is read\" was not played: there is no emulator shop, only stackmob"),
      "\(unknown)")
  }

  @Test(arguments: [
    ("../app", "\"../app\" names no contract: use words with a slash between them"),
    ("none", "there is no contract at "),
    ("broken", "broken.json: line 1, column 2: missing } for the { at"),
  ])
  func `an unusable contract is reported`(_ name: String, _ text: String) async throws {
    try folder.write("{", to: "broken.json")
    let stub = try await issues(.contract(name, folder: folder.path), line: #line) {
      Issue.record("the test plays")
    }
    let promise = try await issues(.verifies(name, folder: folder.path), line: #line)
    for found in [stub, promise] {
      #expect(found.count == 1)
      #expect(found[0].contains(text), "\(found)")
    }
  }
}
