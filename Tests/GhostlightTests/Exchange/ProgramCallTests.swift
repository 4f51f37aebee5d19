import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import StackMobEmulator
import TestSupport
import Testing

@testable import Ghostlight

@Suite struct `Calls of programs` {
  /// A program that shows the requests that it gets, and responds after its gate was opened.
  private struct Program {
    let requests = Mailbox(of: Request.self)
    let gate = Gate()

    func caller(_ response: Response) -> ProgramCaller {
      let responder = Responder(name: "program") { [self] request in
        requests.put(request)
        await gate.wait()
        return response
      }
      return ProgramCaller(responder) { "http://127.0.0.1:4401/of-\($0)" }
    }
  }

  private let program = Program()
  private let log = ChangeMemory()

  /// Returns a stage whose method `hello` is a program, which sends a response.
  private func stage(
    _ response: Response = Response(.ok), isStrict: Bool = false, in names: [String] = ["default"],
    _ change: (inout ProgramCaller) -> Void = { _ in }
  ) throws -> Stage {
    var app = StackMobConfiguration()
    app.isStrict = isStrict
    var configuration = StageConfiguration(services: [.stackMob(StackMobBackend(app))])
    configuration.clock = .frozen(at: Stage.opening)
    let stage = Stage(configuration, log: log)
    var caller = program.caller(response)
    change(&caller)
    stage.callPrograms(by: caller)
    for name in names {
      _ = try stage.namespace(name).setUp(
        "custom code exists", in: "stackmob",
        parameters: ["name": "hello", "forward": "http://127.0.0.1:9000/a"])
    }
    return stage
  }

  private static func request(
    _ method: HTTPRequest.Method = .get, _ target: RequestTarget = "/hello", _ body: String = "",
    in namespace: String? = nil
  ) -> Request {
    var request = Request(method, target, body: Array(body.utf8))
    request.headers[.stackMobKey] = StackMobConfiguration().developmentKeys.publicKey
    request.headers[.ghostlightNamespace] = namespace
    return request
  }

  private func send(_ request: Request, to stage: Stage) throws -> Task<Response, Never> {
    let responder = try #require(stage.responder(for: "stackmob"))
    return Task { await responder.respond(request) }
  }

  private func respond(to request: Request, by stage: Stage) async throws -> Response {
    await (try send(request, to: stage)).value
  }

  private static func journal(
    of stage: Stage, _ name: String = Stage.defaultNamespace
  ) throws -> [String] {
    try stage.namespace(name).journal.map {
      "\($0.answer.effect) \($0.answer.route ?? "-") \($0.answer.response.status.code)"
    }
  }

  private static let refusal = #"{"error":"Custom code hello failed"}"#

  @Test(arguments: [0, 64 << 10])
  func `a program reads and writes the data of its namespace during the call`(
    _ bytes: Int
  ) async throws {
    let stage = try stage(
      Response(
        .accepted, headers: [.contentType: "text/x", .contentLength: "4", .date: "then"],
        body: Array("done".utf8)), in: ["mine"])
    let body = String(repeating: "x", count: bytes + 1)
    let sent = try send(Self.request(.post, "/hello?a=1", body, in: "mine"), to: stage)
    let call = try #require(await program.requests.next())
    #expect(call.method == .post)
    #expect("\(call.scheme)://\(call.authority)\(call.target)" == "http://127.0.0.1:9000/a?a=1")
    #expect(call.body == Array(body.utf8))
    #expect(
      call.headers[.ghostlightURL] == "http://127.0.0.1:4401/of-stackmob/__ghostlight/ns/mine")
    var caller = StackMobCaller(stage, in: "mine")
    #expect(caller.send(.post, "/note", ["note_id": "n1"]).status == .created)
    #expect(caller.send(.get, "/note/n1").status == .ok)
    try caller.signIn("jack")
    program.gate.open()
    let response = await sent.value
    #expect(response.status == .accepted)
    #expect(response.text == "done")
    #expect(
      response.headers
        == [
          .contentType: "text/x", .date: "Wed, 12 Jun 2013 12:26:40 GMT",
          .stackMobTime: "1371040000123",
        ])
    #expect(
      try Self.journal(of: stage, "mine") == [
        "forwarded Custom code by POST 202", "changed Create 201", "read Read one 200",
      ])
  }

  @Test func `a program of the default namespace gets the plain URL of the emulator`() async throws
  {
    let stage = try stage()
    program.gate.open()
    #expect(try await respond(to: Self.request(), by: stage).status == .ok)
    let call = try #require(await program.requests.next())
    #expect(call.headers[.ghostlightURL] == "http://127.0.0.1:4401/of-stackmob")
  }

  @Test func `a program that does not respond in time is refused`() async throws {
    let clock = Metronome()
    let stage = try stage { $0.clock = clock }
    let response = try await respond(to: Self.request(), by: stage)
    #expect(response.status == .internalServerError)
    #expect(response.text == Self.refusal)
    #expect(
      response.headers[.ghostlightReason]
        == "the program at http://127.0.0.1:9000/a did not respond within 25 s: make it faster, or "
        + "raise \"timeoutSeconds\"")
    #expect(clock.durations == [.seconds(25)])
    #expect(try Self.journal(of: stage) == ["forwarded Custom code by GET 500"])
    program.gate.open()
  }

  @Test(
    arguments: [
      (
        Response.unavailable(because: "the program at U cannot be reached: no; start it"),
        "the program at U cannot be reached: no; start it"
      ),
      (
        Response(.ok, body: Array("123456".utf8)),
        "the program at http://127.0.0.1:9000/a sent more than 5 bytes: make its response shorter"
      ),
      (
        .streamed(["123", "456"]),
        "the program at http://127.0.0.1:9000/a sent no complete response: the response's body has "
          + "more than 5 bytes, the limit for a body in memory"
      ),
    ] as [(Response, String)])
  func `a program that fails or sends too much is refused with the reason`(
    _ response: Response, _ reason: String
  ) async throws {
    let stage = try stage(response) { $0.bodyBytes = 5 }
    program.gate.open()
    let refused = try await respond(to: Self.request(), by: stage)
    #expect(refused.status == .internalServerError)
    #expect(refused.text == Self.refusal)
    #expect(refused.headers[.ghostlightReason] == reason)
    #expect(refused.upstreamFailure == nil)
    #expect(refused.program == nil)
  }

  @Test func `a streamed response of a program is sent whole`() async throws {
    let stage = try stage(.streamed(["12", "34"]))
    program.gate.open()
    let response = try await respond(to: Self.request(), by: stage)
    #expect(response.text == "1234")
    #expect(response.stream == nil)
  }

  @Test func `a stage that calls no programs refuses with a remedy`() async throws {
    let stage = Stage.stackMob()
    _ = try stage.namespace().setUp(
      "custom code exists", in: "stackmob",
      parameters: ["name": "hello", "forward": "http://127.0.0.1:9000/a"])
    let response = try await respond(to: Self.request(), by: stage)
    #expect(response.text == Self.refusal)
    #expect(
      response.headers[.ghostlightReason]
        == "this process does not call programs such as http://127.0.0.1:9000/a: use ghostlight "
        + "serve")
  }

  @Test func `a cancelled call ends without a journal entry`() async throws {
    let stage = try stage()
    let sent = try send(Self.request(), to: stage)
    _ = await program.requests.next()
    sent.cancel()
    #expect(await sent.value.text.contains("the client cancelled the request"))
    #expect(try Self.journal(of: stage) == [])
    program.gate.open()
  }

  @Test func `a fault plan that fails applies before the program is called`() async throws {
    let stage = try stage()
    try stage.namespace().addFault(FaultPlan(.fail(ServiceFailure(.serviceUnavailable))))
    #expect(try await respond(to: Self.request(), by: stage).status == .serviceUnavailable)
    #expect(try Self.journal(of: stage) == ["injected Custom code by GET 503"])
    program.requests.put(Request(.get, "/none"))
    #expect(await program.requests.next()?.target == "/none")
  }

  @Test func `damage and latency apply to the response of a program`() async throws {
    let stage = try stage(Response(.ok, body: Array("done".utf8)))
    var action = FaultAction.latency(milliseconds: 70, isReal: true)
    action.delivery = .truncated(bytes: 2)
    try stage.namespace().addFault(FaultPlan(action))
    program.gate.open()
    let response = try await respond(to: Self.request(), by: stage)
    #expect(response.delayMilliseconds == 70)
    #expect(response.delivery == .truncated(bytes: 2))
    #expect(response.text == "done")
  }

  @Test func `a replay of the log does not call the program, and knows the used nonces`()
    async throws
  {
    let stage = try stage(isStrict: true)
    var caller = StackMobCaller(stage)
    try caller.signIn("jack")
    program.gate.open()
    let before = log.changes.count
    let request = caller.request(.get, "/hello")
    #expect(try await respond(to: request, by: stage).status == .ok)
    #expect(try await respond(to: request, by: stage).status == .unauthorized)
    #expect(log.changes.count == before + 1)
    let again = Stage(stage.configuration)
    try log.replay(into: again)
    #expect(
      try again.namespace().backend("stackmob")?.snapshot
        == stage.namespace().backend("stackmob")?.snapshot)
    #expect(await program.requests.next() != nil)
    program.requests.put(Request(.get, "/none"))
    #expect(await program.requests.next()?.target == "/none")
  }
}

extension HTTPField.Name {
  fileprivate static let stackMobKey = known("X-StackMob-API-Key")
  fileprivate static let stackMobTime = known("X-StackMob-Time-MS")
}

extension Response {
  /// Returns a response whose body is a stream of pieces.
  fileprivate static func streamed(_ pieces: [String]) -> Response {
    var response = Response(.ok)
    response.stream = BodyStream(Pieces(rest: pieces))
    return response
  }
}

/// A source that computes its pieces.
private struct Pieces: BodySource {
  var rest: [String]

  mutating func next() -> [UInt8]? { rest.isEmpty ? nil : Array(rest.removeFirst().utf8) }
}
