import Foundation
import Ghostlight
import GhostlightCore
import GhostlightTesting
import HTTPTypes
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.limitedConcurrency) struct `Recordings and contracts next to emulators` {
  private let files: ServiceFolder

  init() throws { files = try ServiceFolder() }

  /// Runs a body with the recording, whose last responses are repeated, and the contract, and allows
  /// unused entries.
  private func run(_ body: @escaping @Sendable (TestContext) async throws -> Void) async throws {
    let found = try await Observed.issues(
      with: files.trait(policy: .last, allowingUnmatched: true), body)
    #expect(found.filter { !$0.comment.contains("no request ") } == [])
  }

  /// Sends `GET /charges` several times and returns the bodies, or the status codes of refusals.
  @Sendable private static func charges(
    _ context: TestContext, _ count: Int = 1
  ) async throws -> [String] {
    let payments = try context.responder(for: "payments")
    var found: [String] = []
    for _ in 0..<count {
      let response = await payments.respond(Request(.get, "/charges"))
      found.append(response.status == .ok ? response.text : "\(response.status.code)")
    }
    return found
  }

  @Test func `one stage serves an emulator, a recording and a contract`() async throws {
    try await run { context in
      let stored = await context.respond(to: .stackMob(.post, "/todo", ["todo_id": "1"]))
      #expect(stored.status == .created)
      #expect(try await Self.charges(context, 2) == ["one", "two"])
      let time = try await context.transport(to: "users").send(Request(.get, "/time"))
      #expect(time.json?["now"]?.string?.hasPrefix("2013-06-12T12:26:40") == true)
      let journal = try context.namespace.journal
      #expect(journal.map(\.emulator) == ["stackmob", "payments", "payments", "users"])
      #expect(
        journal.map(\.answer.route) == [
          "Create", "GET /charges", "GET /charges", "the time is read",
        ])
      context.expect(.get("/charges"), times: 2)
    }
  }

  @Test(arguments: [
    ("https://api.payments.example/charges", "payments"),
    ("https://users.example.com/time", "users"), ("https://api.stackmob.com/todo", "stackmob"),
    ("https://elsewhere.example/todo", "stackmob"),
  ])
  func `a request of a URL session reaches the service that has its host`(
    _ url: String, _ service: String
  ) async throws {
    try await run { context in
      let session = URLSession(configuration: context.urlSessionConfiguration)
      _ = try await session.data(from: try #require(URL(string: url)))
      #expect(try context.namespace.journal.map(\.emulator) == [service])
    }
  }

  @Test func `a fault plan applies to a recorded response`() async throws {
    try await run { context in
      var plan = FaultPlan(.answer(Response(.serviceUnavailable)))
      plan.emulator = "payments"
      plan.route = "GET /charges"
      plan.occurrence = .call(2)
      try context.namespace.addFault(plan)
      #expect(try await Self.charges(context, 3) == ["one", "503", "two"])
    }
  }

  @Test func `a restore and a reset set a recording back to an earlier response`() async throws {
    try await run { context in
      let namespace = try context.namespace
      #expect(try await Self.charges(context) == ["one"])
      let snapshot = namespace.snapshot()
      #expect(try await Self.charges(context, 2) == ["two", "two"])
      try namespace.restore(snapshot)
      #expect(try await Self.charges(context) == ["two"])
      try namespace.reset(emulator: "payments")
      #expect(try await Self.charges(context) == ["one"])
      #expect(namespace.requestCount(.get("/charges"), emulator: "payments") == 5)
      try namespace.reset()
      #expect(namespace.requestCount(.get("/charges")) == 0)
      #expect(try await Self.charges(context) == ["one"])
    }
  }

  @Test func `provider states select the interactions of a contract`() async throws {
    try await run { context in
      let users = try context.responder(for: "users")
      let read = Request(.get, "/users/1")
      #expect(await users.respond(read).status == .notImplemented)
      _ = try context.namespace.setUp("user 1 exists", in: "users")
      #expect(await users.respond(read).status == .ok)
      let contract = try context.contract
      #expect(contract.given == ["user 1 exists"])
      contract.given = ["no user exists"]
      #expect(await users.respond(read).status == .notFound)
      let report = contract.report
      #expect(
        report.description == """
          2 answered from 3 interactions, 1 missed, 1 unused
          missed: GET /users/1 is in the contract, but only given user 1 exists; the current states are: none
            "a user is read", given user 1 exists
            "a user is missing", given no user exists
          unused: "the time is read"
          """)
      contract.reset()
      #expect(contract.given == ["no user exists"])
      #expect(contract.report.description.hasPrefix("0 answered from 3 interactions, 0 missed, 3"))
      contract.given = nil
      #expect(await users.respond(read).status == .ok)
    }
  }

  /// The unused entry is named by a miss, so it is not a second issue.
  @Test func `misses are issues at the trait's line, one for each cause`() async throws {
    let line = #line + 1
    let found = try await Observed.issues(with: files.trait()) { context in
      #expect(try await Self.charges(context, 3) == ["one", "two", "501"])
      _ = try await context.responder(for: "payments").respond(Request(.get, "/refunds"))
      _ = try await context.responder(for: "users").respond(Request(.get, "/user"))
      _ = await context.respond(to: .stackMob(.patch, "/todo/1"))
    }
    #expect(found.map(\.line) == [Int](repeating: line, count: 4))
    let starts = [
      "stackmob has no route for PATCH /todo/1; nearest: GET /{schema}/{id}",
      "shop/payments.har: GET /charges was recorded 2 times, and all its responses were already used; ",
      "shop/payments.har: GET /refunds is not in the recording; nearest is entry 1, GET /charges: ",
      "users.json: GET /user is not in the contract; nearest is \"the time is read\": ",
    ]
    for (comment, start) in zip(found.map(\.comment), starts) {
      #expect(comment.hasPrefix(start), "\(comment)")
    }
    #expect(found[2].comment.contains("\n  entry 3, POST /charges: "))
  }

  @Test func `a response that may belong to another server is an issue`() async throws {
    let found = try await Observed.issues(
      with: .ghostlight(.recording("servers.har", policy: .last, folder: files.path))
    ) { context in
      for target in ["/same", "/same"] {
        _ = await context.respond(to: Request(.get, RequestTarget(target), authority: "other"))
      }
    }
    #expect(
      found.map(\.comment) == [
        "servers.har: GET /same names other, and 2 recorded servers have a response; "
          + "https://a.example sent it. Name one in Host, or with the base path https://b.example",
        "servers.har: no request used entry 2, GET /same: nearest: GET /same (its host, query, header "
          + "fields or body differ); record again, remove the entry, or allow it with .allowsUnused",
      ])
  }

  @Test func `after a failure, unused entries are not reported`() async throws {
    struct Failure: Error {}
    let found = try await Observed.issues(with: files.trait()) { _ in throw Failure() }
    #expect(found.map(\.comment) == ["Failure()"])
  }

  @Test(arguments: [
    ("missing", "there is no recording at ", "there is no contract at "),
    ("broken", "broken.har", "broken.json: line 1, column 2: missing } for the { at"),
    ("../x", "\"../x\" names no recording: ", "\"../x\" names no contract: "),
  ])
  func `an unusable file is an issue at the trait's line, and the test does not run`(
    _ name: String, _ recording: String, _ contract: String
  ) async throws {
    let line = #line + 1
    let trait = GhostlightTrait.ghostlight(
      .stackMob(), .recording(name, folder: files.path),
      .contract(name, as: "users", folder: files.path))
    let found = try await Observed.issues(with: trait) { _ in Issue.record("the test runs") }
    #expect(found.map(\.line) == [line, line])
    for (comment, text) in zip(found.map(\.comment), [recording, contract]) {
      #expect(comment.contains(text), "\(comment)")
    }
  }

  @Test func `services of a test need different names and hosts`() async throws {
    let file = "shop/payments.har"
    let named = try await Observed.issues(
      with: .ghostlight(
        .recording(file, folder: files.path), .recording(file, hosts: [], folder: files.path))
    ) { _ in Issue.record("the test runs") }
    #expect(
      named.map(\.comment) == [
        "several services are named \"payments\"; give them different names with as:"
      ])
    let hosted = try await Observed.issues(
      with: .ghostlight(
        .recording(file, folder: files.path), .recording(file, as: "old", folder: files.path))
    ) { _ in Issue.record("the test runs") }
    #expect(
      hosted.map(\.comment) == [
        "$.old.hosts: the emulators payments and old both have the host "
          + #""api.payments.example"; remove it from one of them"#
      ])
  }

  // Tests of the traits `.recording(…)` and `.contract(…)`, which have a stage of one service.

  @Test func `a recording alone has a namespace with faults and a journal`() async throws {
    let test = try #require(Test.current)
    let trait = RecordingTrait.recording("shop/payments", options())
    try await trait.provideScope(for: test, testCase: .current) {
      let context = try TestContext.current
      try context.namespace.addFault(FaultPlan(.latency(milliseconds: 1000)))
      let before = try context.namespace.clock.milliseconds
      for method in [HTTPRequest.Method.get, .get, .post] {
        _ = await context.respond(to: Request(method, "/charges"))
      }
      #expect(try context.namespace.clock.milliseconds >= before + 3000)
      #expect(
        try context.namespace.journal.map(\.emulator) == .init(repeating: "shop/payments", count: 3)
      )
      context.expect(.get("/charges"), times: 2)
      try context.namespace.reset()
      for method in [HTTPRequest.Method.get, .get, .post] {
        _ = await context.respond(to: Request(method, "/charges"))
      }
    }
  }

  @Test(.ghostlight(.stackMob(), clock: .frozen(at: 1_371_040_000_000)))
  func `a recording and a contract before emulators leave them their namespace and clock`()
    async throws
  {
    let test = try #require(Test.current)
    let namespace = try TestContext.current.namespace
    let recording = RecordingTrait.recording("shop/payments", options())
    let contract = ContractTrait.contract("users", folder: files.path)
    try await contract.provideScope(for: test, testCase: .current) {
      try await recording.provideScope(for: test, testCase: .current) {
        let context = try TestContext.current
        #expect(try context.namespace === namespace)
        #expect(context.responder.name == "users")
        for method in [HTTPRequest.Method.get, .get, .post] {
          _ = await context.respond(to: Request(method, "/charges"))
        }
        let stored = try await context.responder(for: "stackmob")
          .respond(.stackMob(.post, "/todo", [:]))
        #expect(stored.status == .created)
        context.expect(.post("/*"), times: 2)
      }
      let context = try TestContext.current
      _ = try context.advance(by: .seconds(3600))
      let time = await context.respond(to: Request(.get, "/time"))
      #expect(time.json?["now"]?.string?.hasPrefix("2013-06-12T13:26:40") == true)
      #expect(try context.contract.report.served == 1)
    }
  }

  private func options() -> RecordingOptions {
    var options = RecordingOptions()
    options.folder = files.path
    return options
  }
}
