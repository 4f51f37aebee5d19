import Ghostlight
import GhostlightCore
import HTTPTypes
import Synchronization
import Testing

@testable import GhostlightContracts

@Suite struct `Executors of contracts` {
  /// A log of requests, each as one line.
  private final class Log: Sendable {
    private let kept = Mutex<[String]>([])

    var lines: [String] { kept.withLock { $0 } }

    func add(_ request: Request, _ url: String) {
      let fields = request.headers.filter { $0.name != .contentType }
        .map { "\($0.name.rawName): \($0.value)" }
      let body = String(decoding: request.body, as: UTF8.self)
      kept.withLock {
        $0.append(
          ([
            url, request.authority, request.method.rawValue, request.target.raw,
          ] + fields + (body.isEmpty ? [] : [body])).joined(separator: " "))
      }
    }
  }

  private static let pact = Pact(consumer: "app", provider: "notes") {
    Interaction(
      "x", given: [.state("one", ["t": 1]), .state("two")],
      request: .get(.fromState("/notes/${id}", "/notes/1"), headers: ["X-A": "a", "X-B": "b"]),
      response: .status(200))
  }

  private static func run(
    _ executor: ContractExecutor, _ pact: Pact = pact
  ) async -> ContractResult? {
    await ContractRunner(executor).run([ContractFile("f", pact)]).results.first
  }

  @Test(arguments: [false, true])
  func `a backend's states are set up, and removed in reverse order`(_ tearsDown: Bool) async throws
  {
    let log = Log()
    var states = try #require(StateChangeURL("http://s:2/states?a=b"))
    states.tearsDown = tearsDown
    let name = try #require(HTTPField.Name("X-B"))
    let executor = ContractExecutor.backend(
      "http://api:1/v1", states: states, headers: [name: "secret"]
    ) { request, url throws(ContractExecutorError) in
      log.add(request, url)
      return request.method == .post ? .json(.created, ["id": "5"]) : Response(.ok)
    }
    #expect(executor.name == "over HTTP at http://api:1/v1")
    #expect(executor.width == 1)
    let result = await Self.run(executor)
    #expect(result?.outcome == .kept)
    #expect(result?.address == "http://api:1/v1")
    #expect(result?.secretFields == ["X-B"])
    let call = { (name: String, parameters: String, action: String) in
      "http://s:2 s:2 POST /states?a=b "
        + #"{"state":"\#(name)","params":\#(parameters),"action":"\#(action)"}"#
    }
    #expect(
      log.lines
        == [
          call("one", #"{"t":1}"#, "setup"), call("two", "{}", "setup"),
          "http://api:1/v1 api:1 GET /notes/5 X-A: a X-B: secret",
        ]
        + (tearsDown ? [call("two", "{}", "teardown"), call("one", #"{"t":1}"#, "teardown")] : []))
  }

  @Test func `a backend without a URL for states skips interactions with states`() async {
    let executor = ContractExecutor.backend("http://api:1") {
      _, _ throws(ContractExecutorError) in Response(.ok)
    }
    #expect(
      await Self.run(executor)?.outcome
        == .skipped(
          "it needs the provider state \"one\": name the URL that sets up states with --state-url or "
            + "--control, or leave states out with --without-states"))
  }

  @Test(
    arguments: [
      (199, "", false), (200, "", true), (299, #"{"id":"5"}"#, true), (300, "x", false),
      (200, "[1]", true),
    ] as [(Int, String, Bool)])
  func `a state is set up if its response is successful`(
    _ status: Int, _ body: String, _ isSetUp: Bool
  ) async throws {
    let states = try #require(StateChangeURL("https://s"))
    let response = Response(HTTPResponse.Status(code: status), body: Array(body.utf8))
    var result: Result<JSONObject, ContractExecutorError>
    do throws(ContractExecutorError) {
      result = .success(
        try await states.change(GivenState("a"), "setup") { _, _ in response })
    } catch {
      result = .failure(error)
    }
    #expect(
      result
        == (isSetUp
          ? .success(body.contains("id") ? ["id": "5"] : [:])
          : .failure(
            ContractExecutorError(
              "the state \"a\" is refused at https://s/: \(status) \(body.isEmpty ? "nothing" : body)"
            ))))
  }

  @Test(
    arguments: [
      ("http://h", "http://h", "/"), ("https://h:1/a/b?c", "https://h:1", "/a/b?c"),
      ("http://h?a", "http://h", "/?a"), ("ftp://h", nil, nil), ("http://", nil, nil),
      ("http:///a", nil, nil), ("http://h#a", nil, nil), ("h", nil, nil),
    ] as [(String, String?, String?)])
  func `a URL for states has an origin and a target`(
    _ url: String, _ origin: String?, _ target: String?
  ) {
    #expect(StateChangeURL(url)?.origin == origin)
    #expect(StateChangeURL(url)?.target == target)
  }

  @Test(arguments: [
    ("http://h:1/a", "h:1"), ("http://h", "h"), ("h:2/x", "h:2"), ("", ""),
  ])
  func `the authority of a URL ends at its path`(_ url: String, _ authority: String) {
    #expect(RemoteNamespace.authority(of: url) == authority)
  }

  private static func remote(
    control: String?, _ log: Log, _ answer: @escaping @Sendable (Request) -> Response
  ) -> RemoteNamespace {
    RemoteNamespace(
      base: "http://api:1", control: control, provider: "notes", namespace: "contract r"
    ) { request, url throws(ContractExecutorError) in
      log.add(request, url)
      guard request.target != "/fail" else { throw ContractExecutorError("cut") }
      return answer(request)
    }
  }

  @Test func `the fault plan of a request is read from the control listener`() async {
    let log = Log()
    let answers: [(JSON, Int?)] = [
      (["requests": [["fault": 3], ["fault": 7]]], 7), (["requests": [["fault": nil]]], nil),
      (["requests": []], nil), ([:], nil),
    ]
    for (json, plan) in answers {
      #expect(
        await Self.remote(control: "http://c:2", log) { _ in .json(.ok, json) }.faultPlan() == plan)
    }
    #expect(
      Set(log.lines) == [
        "http://c:2 c:2 GET /__ghostlight/v1/requests?limit=1&namespace=contract%20r"
      ])
    #expect(await Self.remote(control: nil, log) { _ in Response(.ok) }.faultPlan() == nil)
    #expect(log.lines.count == answers.count)
  }

  @Test(
    arguments: [(404, ["error": "no state"], "no state"), (500, [:], "500")]
      as [(Int, JSON, String)])
  func `a state that the control listener refuses is an error`(
    _ status: Int, _ body: JSON, _ reason: String
  ) async {
    let remote = Self.remote(control: "http://c:2", Log()) { _ in
      .json(HTTPResponse.Status(code: status), body)
    }
    await #expect(throws: ContractExecutorError("the state \"a\" is refused: \(reason)")) {
      try await remote.setUp(GivenState("a"))
    }
  }

  @Test func `a request without a host goes to the base, and names its namespace`() async throws {
    let log = Log()
    for control in [nil, "http://c:2"] {
      let remote = Self.remote(control: control, log) { _ in Response(.ok) }
      _ = try await remote.send(Request(.get, "/a"))
      _ = try await remote.send(Request(.get, "/a", authority: "x.example"))
      await remote.close()
    }
    #expect(
      log.lines == [
        "http://api:1 api:1 GET /a", "http://api:1 x.example GET /a",
        "http://api:1 api:1 GET /a X-Ghostlight-Namespace: contract r",
        "http://api:1 x.example GET /a X-Ghostlight-Namespace: contract r",
        "http://c:2 c:2 DELETE /__ghostlight/v1/namespaces/contract r",
      ])
  }

  @Test func `a responder sets states up and is closed after each interaction`() async {
    let events = Mutex<[String]>([])
    let echo = Responder(
      name: "echo",
      immediate: { request in
        events.withLock { $0.append(request.target.raw) }
        return Response(.ok)
      })
    let executor = ContractExecutor.responder(
      echo,
      setUp: { state in
        events.withLock { $0.append(state.name) }
        if state.name == "two" { throw ContractExecutorError("no") }
        return ["id": 9]
      }, tearDown: { events.withLock { $0.append("closed") } })
    #expect(executor.name == "by echo")
    #expect(executor.width == 1)
    let failure = await Self.run(executor)
    #expect(
      failure?.outcome.failures.map(\.actual) == ["the state \"two\" is refused: no"])
    var pact = Self.pact
    pact.interactions[0].states.removeLast()
    #expect(await Self.run(executor, pact)?.outcome == .kept)
    #expect(events.withLock { $0 } == ["one", "two", "closed", "one", "/notes/9", "closed"])
    #expect(
      await Self.run(.responder(echo))?.outcome
        == .skipped("it needs the provider state \"one\": pass setUp to set up states"))
  }

  @Test func `an emulator that a stage does not have is named`() async {
    let result = await Self.run(.emulators())
    #expect(
      result?.outcome
        == .skipped(
          "there is no emulator notes, only "
            + StageConfiguration().services.map(\.name).joined(separator: ", ")
            + "; name one for it: providers: [\"notes\": \"stackmob\"] in a test, "
            + "--map notes=stackmob for verify"))
  }

  @Test func `a stage's interactions run in forks that are dropped`() async throws {
    let stage = Stage()
    let pact = Pact(consumer: "app", provider: "stackmob") {
      Interaction(
        "x", given: [.state("none such")], request: .get("/a"), response: .status(200))
    }
    let failure = await Self.run(.stage(stage), pact)
    #expect(
      failure?.outcome.failures.first?.actual.hasPrefix("the state \"none such\" is refused: ")
        == true)
    #expect(stage.namespaceNames == [Stage.defaultNamespace])
    let missing = await Self.run(.stage(stage, copying: "none"), pact)
    #expect(missing?.outcome.failures.count == 1)
    #expect(missing?.request == nil)
  }
}
