import Foundation
import Ghostlight
import GhostlightCore
import GhostlightRecording
import GhostlightTesting
import HTTPTypes
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Recording traits` {
  private let folder = RecordingFolder()

  private static let emulators = GhostlightTrait.ghostlight(
    .stackMob(), clock: .frozen(at: 1_371_040_000_123))

  /// Returns the comments of the issues that a test with a recording has, optionally with
  /// emulators.
  private func issues(
    _ mode: RecordMode = .none, _ replay: ReplayMode = .strict, name: String = "app/todo",
    environment: [String: String] = [:], onStage: Bool = true,
    matching matcher: Matcher = .standard,
    below base: ReplayBase? = nil,
    running run: @escaping @Sendable (TestContext) async throws -> Void
  ) async throws -> [String] {
    var options = RecordingOptions()
    (options.mode, options.replay) = (mode, replay)
    options.folder = folder.path
    (options.matcher, options.base) = (matcher, base)
    let trait = RecordingTrait.recording(name, options, environment: environment)
    let ownLine = #line - 1
    let test = try #require(Test.current)
    let found = await Observed.issues {
      let body: @Sendable () async throws -> Void = {
        try await trait.provideScope(for: test, testCase: .current) {
          try await run(TestContext.current)
        }
      }
      guard onStage else { return try await body() }
      try await Self.emulators.provideScope(for: test, testCase: .current, performing: body)
    }
    // An error that the test itself throws is reported at the line that caught the error.
    #expect(found.allSatisfy { $0.line == ownLine || $0.comment == "Failure()" })
    return found.map(\.comment)
  }

  @Sendable private static func createAndRead(_ testContext: TestContext) async throws {
    let made = await testContext.respond(to: .stackMob(.post, "/todo", ["title": "milk"]))
    #expect(made.status == .created)
    let id = try #require(made.json?["todo_id"]?.string)
    let read = await testContext.respond(to: .stackMob(.get, RequestTarget("/todo/\(id)")))
    #expect(read.json == made.json)
  }

  @Test func `a test is recorded once from emulators and replayed without them`() async throws {
    #expect(try await issues(.once, running: Self.createAndRead) == [])
    let first = try folder.bytes(of: "app/todo.har")
    #expect(try await issues(.once, onStage: false, running: Self.createAndRead) == [])
    #expect(try await issues(onStage: false, running: Self.createAndRead) == [])
    #expect(try folder.bytes(of: "app/todo.har") == first)
  }

  @Test func `a matcher and a base path decide which recorded request is used`()
    async throws
  {
    #expect(try await issues(.once, running: Self.createAndRead) == [])
    let matcher = try Matcher(parsing: ["method", "path", "body:-$.title"])
    let issues = try await issues(
      onStage: false, matching: matcher, below: ReplayBase("/todo")
    ) { testContext in
      let read = await testContext.respond(
        to: .stackMob(.get, "/none"))
      #expect(read.status == .notImplemented)
    }
    #expect(issues.contains { $0.contains("GET /todo/none is not in the recording") }, "\(issues)")
    let others = try await self.issues(onStage: false, matching: matcher) { testContext in
      let made = await testContext.respond(to: .stackMob(.post, "/todo", ["title": "another"]))
      #expect(made.status == .created)
      let id = made.json?["todo_id"]?.string ?? ""
      _ = await testContext.respond(to: .stackMob(.get, RequestTarget("/todo/\(id)")))
    }
    #expect(others == [])
  }

  @Test func `recording again gives the same bytes`() async throws {
    #expect(try await issues(.rewrite, running: Self.createAndRead) == [])
    let first = try folder.bytes(of: "app/todo.har")
    #expect(try await issues(.rewrite, running: Self.createAndRead) == [])
    #expect(try folder.bytes(of: "app/todo.har") == first)
  }

  @Test func `a recording without secrets can be replayed`() async throws {
    let login: @Sendable (TestContext) async throws -> Void = { testContext in
      let jack: JSON = ["username": "jack", "password": "correct-horse-battery"]
      #expect(await testContext.respond(to: .stackMob(.post, "/user", jack)).status == .created)
      let form = [FormField("username", "jack"), FormField("password", "correct-horse-battery")]
      var request = Request.form(.post, "/user/accessToken", form)
      request.headers.append(contentsOf: Request.stackMob(.get, "/").headers)
      let session = await testContext.respond(to: request)
      let token = try #require(session.json?["refresh_token"]?.string)
      request.target = "/user/refreshToken"
      request.body = FormURLEncoding.encode([FormField("refresh_token", token)])
      #expect(await testContext.respond(to: request).status == .ok)
    }
    #expect(try await issues(.once, running: login) == [])
    #expect(!(try folder.text(of: "app/todo.har")).contains("correct-horse-battery"))
    #expect(try await issues(onStage: false, running: login) == [])
  }

  @Test func `a request that the recording does not have is reported, even if ignored`()
    async throws
  {
    #expect(try await issues(.once, running: Self.createAndRead) == [])
    let found = try await issues(onStage: false) { testContext in
      try await Self.createAndRead(testContext)
      _ = await testContext.respond(to: .stackMob(.get, "/todo/other"))
    }
    #expect(found.count == 1)
    #expect(found[0].hasPrefix("app/todo: GET /todo/other is not in the recording; nearest is"))
  }

  @Test func `unused entries are reported`() async throws {
    #expect(try await issues(.once, running: Self.createAndRead) == [])
    let found = try await issues(onStage: false) { testContext in
      _ = await testContext.respond(to: .stackMob(.post, "/todo", ["title": "milk"]))
    }
    #expect(found.count == 1)
    #expect(found[0].hasPrefix("app/todo: no request used entry 2, GET /todo/"))
  }

  @Test func `a spy passes missing requests to the emulators`() async throws {
    #expect(try await issues(.once, running: Self.createAndRead) == [])
    let found = try await issues(.none, .spy) { testContext in
      let other = await testContext.respond(to: .stackMob(.post, "/note", ["note_id": "1"]))
      #expect(other.status == .created)
    }
    #expect(found == [])
  }

  @Test func `a live test does not read its recording`() async throws {
    #expect(try await issues(.none, .live, name: "no/such", running: Self.createAndRead) == [])
  }

  @Test func `a failed test does not write its recording`() async throws {
    struct Failure: Error {}
    let found = try await issues(.once) { testContext in
      _ = await testContext.respond(to: .stackMob(.get, "/"))
      throw Failure()
    }
    #expect(found == ["Failure()"])
    #expect(!folder.has("app/todo.har"))
  }

  @Test func `the environment overrides the trait's modes`() async throws {
    let once = ["GHOSTLIGHT_RECORD": "once"]
    #expect(try await issues(environment: once, running: Self.createAndRead) == [])
    #expect(folder.has("app/todo.har"))
    let live = ["GHOSTLIGHT_REPLAY": "live"]
    #expect(try await issues(name: "no/such", environment: live, running: Self.createAndRead) == [])
  }

  @Test(arguments: [
    (["GHOSTLIGHT_RECORD": "always"], "x", "GHOSTLIGHT_RECORD is \"always\"; it can be none, once"),
    (
      ["GHOSTLIGHT_REPLAY": "yes"], "x", "GHOSTLIGHT_REPLAY is \"yes\"; it can be strict, spy, live"
    ),
    ([:], "../x", "\"../x\" names no recording: use words with a slash between them"),
    ([:], "nix", "there is no recording at "),
  ])
  func `an unusable recording is reported with the remedy`(
    _ environment: [String: String], _ name: String, _ text: String
  ) async throws {
    let found = try await issues(name: name, environment: environment) { _ in
      Issue.record("the test plays")
    }
    #expect(found.count == 1)
    #expect(found[0].hasPrefix(text))
  }

  @Test func `a recording without an upstream is reported`() async throws {
    let found = try await issues(.once, onStage: false) { _ in Issue.record("the test plays") }
    #expect(found.count == 1)
    #expect(found[0].hasPrefix("app/todo: there is nothing to record from"))
  }

  @Test func `a file that is not a recording is reported`() async throws {
    try folder.write("{\"log\":", to: "nix.har")
    let found = try await issues(name: "nix") { _ in Issue.record("the test plays") }
    #expect(found.count == 1)
    #expect(found[0].contains("nix.har"))
  }
}
