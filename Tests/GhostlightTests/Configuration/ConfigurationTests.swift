import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import StackMobEmulator
import Testing

@testable import Ghostlight

@Suite struct `Configuration files` {
  private static let full = #"""
    {
      "$schema": "https://example.com/config-schema.json",
      "seed": 7,
      "clock": {"set": "2013-05-01T00:00:00Z", "freeze": true},
      "journal": {"entries": 50, "bytes": 4096, "totalBytes": 9999},
      "namespaces": 3,
      "maxWork": 5000,
      "limits": {"maxBody": 1024, "idleSeconds": 9},
      "allowHosts": ["mac.local", "*.dev.corp"],
      "faults": [
        {"emulator": "stackmob", "route": "Query", "nth": 2, "status": 503, "retryAfter": 30}
      ],
      "stackmob": {
        "developmentKeys": {"publicKey": "dev", "privateKey": "dev secret"},
        "productionKeys": {"publicKey": "live", "privateKey": "live secret"},
        "tokenLifetimeSeconds": 60,
        "strict": false,
        "loginKeepsAccessTokens": true,
        "pageLimit": 10,
        "httpPorts": [8080, 80],
        "allowedOrigins": ["http://localhost:3000"],
        "schemas": [
          {
            "name": "player", "user": true, "usernameField": "nick", "passwordField": "secret",
            "fields": {"email": "forgotpassword"}
          },
          {"name": "todo", "fields": {"title": "string", "owner": "relationship[player]"}},
          {"name": "badge", "fields": {"color": "string"}, "version": 2}
        ],
        "objects": {
          "player": [{"nick": "ada", "secret": "p", "email": "ada@example.com"}],
          "todo": [{"todo_id": "1", "title": "a"}, {"title": "b", "owner": "ada"}],
          "anything": [{"number": 1}]
        },
        "deployedVersions": [1, 2]
      }
    }
    """#

  private static func read(_ text: String) throws -> StageConfiguration {
    try StageConfiguration(json: try JSON.parse(text))
  }

  private func request(
    _ method: HTTPRequest.Method, _ target: RequestTarget, version: Int = 0, _ body: JSON? = nil
  ) -> Request {
    var request = body.map { .json(method, target, $0) } ?? Request(method, target)
    request.headers[.stackMobAPIKey] = version == 0 ? "dev" : "live"
    request.headers[.accept] = "application/vnd.stackmob+json; version=\(version)"
    return request
  }

  @Test func `a configuration with all members sets everything`() throws {
    let configuration = try Self.read(Self.full)
    #expect(configuration.seed == 7)
    #expect(configuration.clock == .frozen(at: 1_367_366_400_000))
    #expect(configuration.journalEntries == 50)
    #expect(configuration.journalBytes == 4096)
    #expect(configuration.journalTotalBytes == 9999)
    #expect(configuration.namespaces == 3)
    #expect(configuration.maxWork == 5000)
    #expect(configuration.limits == [.maxBody: 1024, .idleSeconds: 9])
    #expect(configuration.allowedHosts == ["mac.local", "*.dev.corp"])
    #expect(configuration.services.map(\.name) == Service.all.map(\.name))
    var plan = FaultPlan(.fail(ServiceFailure(.serviceUnavailable, retryAfterSeconds: 30)))
    (plan.emulator, plan.route, plan.occurrence) = ("stackmob", "Query", .call(2))
    #expect(configuration.faults == [plan])
  }

  @Test func `every namespace serves the documents of the configuration`() throws {
    let stage = Stage(try Self.read(Self.full))
    for name in ["default", "mine"] {
      var list = request(.get, "/todo")
      list.headers[.ghostlightNamespace] = name
      let todos = stage.respond(to: list, by: "stackmob").json?.array ?? []
      #expect(todos.map { $0["title"] } == ["a", "b"])
      #expect(todos.map { $0["createddate"] } == [1_367_366_400_000, 1_367_366_400_000])
      #expect(todos.first?["todo_id"] == "1")
      #expect(todos.last?["todo_id"]?.string?.isEmpty == false)
      #expect(stage.respond(to: list, by: "stackmob").headers[.retryAfter] == "30")
    }
    #expect(
      stage.respond(to: request(.get, "/anything"), by: "stackmob").json?[0]?["number"] == 1)
  }

  @Test func `users of the configuration log in for the configured time`() throws {
    let stage = Stage(try Self.read(Self.full))
    var login = Request.form(
      .post, "/player/accessToken", [.init("nick", "ada"), .init("secret", "p")])
    login.headers[.stackMobAPIKey] = "dev"
    let answer = stage.respond(to: login, by: "stackmob")
    #expect(answer.status == .ok)
    #expect(answer.json?["expires_in"] == 60)
    #expect(answer.json?["stackmob"]?["user"]?["nick"] == "ada")
  }

  @Test func `configured versions are deployed with their own schemas`() throws {
    let stage = Stage(try Self.read(Self.full))
    try stage.namespace().removeFault()
    let codes = [("/todo", 1), ("/todo", 2), ("/todo", 3), ("/badge", 1), ("/badge", 2)].map {
      stage.respond(to: request(.get, RequestTarget($0.0), version: $0.1), by: "stackmob")
        .status.code
    }
    #expect(Array(codes.prefix(2)) == [200, 200])
    #expect(codes[2] >= 400)
    #expect(codes[3] >= 400)
    #expect(codes[4] == 200)
  }

  @Test func `an empty configuration changes nothing and reads the same twice`() throws {
    let (read, plain) = (try Self.read("{}"), StageConfiguration())
    #expect(read.seed == plain.seed)
    #expect(read.clock == plain.clock)
    #expect(read.journalEntries == plain.journalEntries)
    #expect(read.journalBytes == plain.journalBytes)
    #expect(read.journalTotalBytes == 256 << 20)
    #expect(read.namespaces == plain.namespaces)
    #expect(read.faults == [])
    let states = try (0..<2).map { _ in
      try Stage(try Self.read(Self.full)).namespace().snapshot().json.bytes
    }
    #expect(states[0] == states[1])
  }

  @Test(arguments: [
    (#"{"set":"2013-05-01"}"#, false), (#"{"set":"2013-05-01","freeze":false}"#, false),
    (#"{"set":"2013-05-01","freeze":true}"#, true), (#"{"freeze":true}"#, true), ("{}", false),
  ])
  func `the configured clock runs unless it is frozen`(clock: String, isFrozen: Bool) throws {
    let configuration = try Self.read("{\"clock\":\(clock)}")
    let space = try Stage(configuration).namespace()
    let reading = space.clock
    #expect(reading.isFrozen == isFrozen)
    guard clock.contains("set") else { return }
    #expect((1_367_366_400_000..<1_367_367_000_000).contains(reading.milliseconds))
    #expect(!isFrozen || reading.milliseconds == 1_367_366_400_000)
  }

  @Test func `a reset restores the state of the configuration`() throws {
    let stage = Stage(try Self.read(Self.full))
    let before = try stage.namespace().snapshot().json
    _ = stage.respond(to: request(.delete, "/todo/1"), by: "stackmob")
    try stage.namespace().changeClock(.run)
    try stage.namespace().removeFault()
    try stage.namespace().reset()
    #expect(try stage.namespace().snapshot().json == before)
    #expect(try stage.namespace().faults.count == 1)
  }
}
