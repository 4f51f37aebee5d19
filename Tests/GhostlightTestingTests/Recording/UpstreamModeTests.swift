import Foundation
import Ghostlight
import GhostlightCore
import GhostlightRecording
import GhostlightTesting
import HTTPTypes
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Recording traits with an upstream` {
  /// A mode, the recording that it uses, and the bodies in the recording after the test.
  struct Mode: Sendable, CustomTestStringConvertible {
    var record = RecordMode.none
    var replay = ReplayMode.strict
    let name: String
    let recorded: [String]

    var testDescription: String { "\(record), \(replay)" }
  }

  /// The modes in which an upstream responds to all requests.
  private static let forwarding = [
    Mode(record: .once, name: "new", recorded: ["live /charges", "live /charges"]),
    Mode(record: .rewrite, name: "shop/payments", recorded: ["live /charges", "live /charges"]),
    Mode(replay: .live, name: "shop/payments", recorded: ["one", "two", "made"]),
  ]

  private static let spy = Mode(
    replay: .spy, name: "shop/payments", recorded: ["one", "two", "made"])

  private static let emulators = GhostlightTrait.ghostlight(
    .stackMob(), clock: .frozen(at: 1_371_040_000_123))

  private static let upstream = Responder(
    name: "live", respond: { Response(.ok, body: Array("live \($0.target.raw)".utf8)) })

  private let files: ServiceFolder

  init() throws { files = try ServiceFolder() }

  /// Runs a test with a recording trait, optionally after a trait with emulators, and returns the
  /// comments of its issues.
  private func issues(
    _ mode: Mode, from upstream: Responder?, after emulators: GhostlightTrait? = nil,
    running run: @escaping @Sendable (TestContext) async throws -> Void
  ) async throws -> [String] {
    var options = RecordingOptions()
    (options.mode, options.replay, options.upstream) = (mode.record, mode.replay, upstream)
    options.folder = files.path
    let trait = RecordingTrait.recording(mode.name, options, environment: [:])
    let test = try #require(Test.current)
    let body: @Sendable () async throws -> Void = {
      try await trait.provideScope(for: test, testCase: .current) {
        try await run(TestContext.current)
      }
    }
    let found = await Observed.issues {
      guard let emulators else { return try await body() }
      try await emulators.provideScope(for: test, testCase: .current, performing: body)
    }
    return found.map(\.comment)
  }

  /// Sends `GET /charges` several times and returns the bodies, or the status codes of refusals.
  @Sendable private static func charges(_ context: TestContext, _ count: Int) async -> [String] {
    var found: [String] = []
    for _ in 0..<count {
      let response = await context.respond(to: Request(.get, "/charges"))
      found.append(response.status == .ok ? response.text : "\(response.status.code)")
    }
    return found
  }

  private func recorded(_ mode: Mode) throws -> [String] {
    let path = "\(files.path)/\(mode.name).har"
    let bytes = Array(try Data(contentsOf: URL(filePath: path)))
    return try Recording(HARDocument(reading: bytes, named: path)).exchanges.map(\.response.text)
  }

  @Test(arguments: forwarding)
  func `a test with an upstream alone has a namespace with fault plans, a journal and a clock`(
    _ mode: Mode
  ) async throws {
    let found = try await issues(mode, from: Self.upstream) { context in
      let namespace = try context.namespace
      var plan = FaultPlan(.answer(Response(.serviceUnavailable)))
      plan.emulator = mode.name
      plan.occurrence = .call(2)
      try namespace.addFault(plan)
      let time = namespace.clock.milliseconds
      _ = try context.advance(by: .seconds(3600))
      #expect(namespace.clock.milliseconds >= time + 3_600_000)
      #expect(await Self.charges(context, 3) == ["live /charges", "503", "live /charges"])
      #expect(namespace.journal.map(\.answer.effect) == [.forwarded, .injected, .forwarded])
      #expect(namespace.journal.map(\.emulator) == .init(repeating: mode.name, count: 3))
      context.expect(.get("/charges"), times: 3)
    }
    #expect(found == [])
    // The recording has what the upstream sent, and not what the fault plan changed.
    #expect(try recorded(mode) == mode.recorded)
  }

  @Test func `a trait with an upstream as an argument forwards to it`() async throws {
    let trait = RecordingTrait.recording("no/such", replay: .live, from: Self.upstream)
    let test = try #require(Test.current)
    let found = await Observed.issues {
      try await trait.provideScope(for: test, testCase: .current) {
        let context = try TestContext.current
        let charges = await Self.charges(context, 2)
        #expect(charges == ["live /charges", "live /charges"])
      }
    }
    #expect(found == [])
  }

  @Test func `a spy replays, forwards what is used up, and starts again after a reset`()
    async throws
  {
    let found = try await issues(Self.spy, from: Self.upstream) { context in
      let namespace = try context.namespace
      #expect(await Self.charges(context, 3) == ["one", "two", "live /charges"])
      #expect(namespace.journal.map(\.answer.effect) == [.changed, .changed, .forwarded])
      context.expect(.get("/charges"), times: 3)
      try namespace.reset()
      #expect(await Self.charges(context, 1) == ["one"])
    }
    #expect(found == [])
    #expect(try recorded(Self.spy) == Self.spy.recorded)
  }

  @Test(arguments: forwarding + [spy])
  func
    `a request that emulators process through a recording is in their namespace, and counts once`(
      _ mode: Mode
    ) async throws
  {
    let found = try await issues(mode, from: nil, after: Self.emulators) { context in
      let namespace = try context.namespace
      var plan = FaultPlan(.answer(Response(.serviceUnavailable)))
      plan.emulator = "stackmob"
      plan.times = 1
      try namespace.addFault(plan)
      var request = Request.stackMob(.post, "/todo", ["title": "milk"])
      #expect(await context.respond(to: request).status == .serviceUnavailable)
      request.headers[.ghostlightNamespace] = "other"
      #expect(await context.respond(to: request).status == .created)
      (request.headers[.ghostlightNamespace], request.authority) = (nil, "other.localhost")
      #expect(await context.respond(to: request).status == .created)
      #expect(namespace.journal.map(\.answer.effect) == [.injected, .changed, .changed])
      #expect(context.stage.namespaceNames == [Stage.defaultNamespace])
      context.expect(.post("/todo"), times: 3)
    }
    #expect(found == [])
  }

  @Test(arguments: forwarding)
  func `requests to an upstream of its own count after those to emulators`(
    _ mode: Mode
  ) async throws {
    let found = try await issues(mode, from: Self.upstream, after: Self.emulators) { context in
      let namespace = try context.namespace
      #expect(context.responder.name == "stackmob")
      #expect(await Self.charges(context, 2) == ["live /charges", "live /charges"])
      #expect(namespace.journal.map(\.emulator) == [])
      context.expect(.get("/charges"), times: 2)
    }
    #expect(found == [])
    #expect(try recorded(mode) == mode.recorded)
  }

  @Test(arguments: forwarding)
  func `a streamed response of an upstream arrives, whatever the mode`(_ mode: Mode) async throws {
    let events = Responder(name: "events") { _, _ in
      var response = Response(.ok, headers: [.contentType: "text/event-stream"])
      response.stream = BodyStream(Events(rest: ["data: 1\n\n", "data: 2\n\n"]))
      return .answered(response)
    }
    let found = try await issues(mode, from: events) { context in
      let namespace = try context.namespace
      #expect(await Self.charges(context, 1) == ["data: 1\n\ndata: 2\n\n"])
      #expect(namespace.journal.map(\.isStreamed) == [true])
    }
    #expect(found == [])
  }

  @Test(.allowsUnused) func `a fork of a test's namespace continues at the position of its source`()
    async throws
  {
    let found = try await Observed.issues(with: files.trait(policy: .last)) { context in
      let payments = try context.responder(for: "payments")
      #expect(await payments.respond(Request(.get, "/charges")).text == "one")
      try context.stage.fork(as: "copy")
      var request = Request(.get, "/charges")
      request.headers[.ghostlightNamespace] = "copy"
      let copied = await context.stage.responder(for: "payments")?.respond(request)
      #expect(copied?.text == "two")
      #expect(await payments.respond(Request(.get, "/charges")).text == "two")
      #expect(await payments.respond(Request(.post, "/charges")).text == "made")
    }
    #expect(found == [])
  }
}

private struct Events: BodySource {
  var rest: [String]

  mutating func next() -> [UInt8]? { rest.isEmpty ? nil : Array(rest.removeFirst().utf8) }
}
