import Ghostlight
import GhostlightContracts
import GhostlightCore
import GhostlightRecording
import HTTPTypes
import Testing

@Suite struct `Contracts on a stage` {
  private let services = ServiceStage()

  private func user(in namespace: String = Stage.defaultNamespace) -> Int {
    services.send(.get, "/users/1", to: "users", in: namespace).status.code
  }

  @Test func `the provider-state call selects interactions, and a reset any`() throws {
    let namespace = try services.stage.namespace()
    _ = try namespace.setUp("no user exists", in: "users")
    #expect((0..<2).map { _ in user() } == [404, 404])
    #expect((0..<2).map { _ in user(in: "other") } == [200, 404])
    try namespace.reset(emulator: "users")
    _ = try namespace.setUp("user 1 exists", in: "users", parameters: ["name": "Eve"])
    #expect(user() == 200)
    try namespace.reset(emulator: "users")
    #expect((0..<2).map { _ in user() } == [200, 404])
  }

  @Test func `provider states add up`() throws {
    let namespace = try services.stage.namespace()
    for state in ["user 1 exists", "no user exists", "user 1 exists"] {
      #expect(try namespace.setUp(state, in: "users") == [:])
    }
    #expect(
      namespace.snapshot().json["emulators"]?["users"]?["state"]?["given"]
        == ["user 1 exists", "no user exists"])
    #expect((0..<3).map { _ in user() } == [200, 404, 404])
  }

  @Test func `an unknown provider state is refused with the list of known ones`() throws {
    let namespace = try services.stage.namespace()
    let error = ProviderStateError(
      "no provider state is named \"user 2 exists\"; there are: user 1 exists, no user exists")
    #expect(throws: error) { try namespace.setUp("user 2 exists", in: "users") }
    #expect((0..<2).map { _ in user() } == [200, 404])
  }

  @Test func `a request can name its provider state`() {
    var request = Request(.get, "/users/1")
    request.headers[HTTPField.Name("X-Ghostlight-State") ?? .accept] = "no user exists"
    #expect(services.stage.respond(to: request, by: "users").status == .notFound)
  }

  @Test func `namespaces, forks and snapshots have counts and states of their own`() throws {
    let stage = services.stage
    #expect(user(in: "a") == 200)
    try stage.fork("a", as: "b")
    #expect(user(in: "b") == 404)
    #expect(user(in: "c") == 200)
    let namespace = try stage.namespace("a")
    _ = try namespace.setUp("user 1 exists", in: "users")
    let snapshot = namespace.snapshot()
    let text = snapshot.json.text()
    try stage.namespace("b").restore(stage.snapshot(from: JSON.parse(Array(text.utf8))))
    #expect(try stage.namespace("b").snapshot().json == snapshot.json)
    #expect((0..<2).map { _ in user(in: "b") } == [200, 200])
  }

  @Test func `generated dates come from the stage's clock`() throws {
    #expect(services.send(.get, "/time", to: "users").json?["now"] == "2013-06-12T01:20:00Z")
    try services.stage.namespace().changeClock(.advance(milliseconds: 60_000))
    #expect(services.send(.get, "/time", to: "users").json?["now"] == "2013-06-12T01:21:00Z")
  }

  @Test func `the journal names the interaction, and a miss the nearest ones`() throws {
    _ = user()
    let response = services.send(.get, "/users/2", to: "users")
    let entries = try services.stage.namespace().journal
    #expect(entries.map(\.answer.route) == ["a user is read, given user 1 exists", nil])
    #expect(entries.map(\.answer.effect) == [.changed, .unmatched])
    #expect(
      entries[1].answer.nearMisses.first
        == "\"a user is read\", given user 1 exists: path is /users/2, expected /users/1")
    #expect(response.status == .notImplemented)
    #expect(
      response.headers[.ghostlightReason]?.hasPrefix(
        "GET /users/2 is not in the contract; nearest is \"a user is read\"") == true)
    #expect(try services.stage.namespace().requestCount(.get("/users/*"), emulator: "users") == 2)
  }

  @Test func `a fault plan applies to the nth request that an interaction matches`() throws {
    let namespace = try services.stage.namespace()
    try namespace.addFault(
      try FaultPlan(
        json: ["route": "the time is read", "nth": 2, "status": 500],
        emulators: services.stage.configuration.services))
    _ = user()
    let codes = (0..<3).map { _ in services.send(.get, "/time", to: "users").status.code }
    #expect(codes == [200, 500, 200])
  }

  @Test func `the table of entries shows which interactions are unused`() throws {
    _ = (0..<3).map { _ in user() }
    #expect(
      try services.entries(of: "users") == [
        [
          "number": 1, "interaction": "a user is read, given user 1 exists",
          "request": "GET /users/1", "status": 200, "asked": 1,
        ],
        [
          "number": 2, "interaction": "a user is missing, given no user exists",
          "request": "GET /users/1", "status": 404, "asked": 2,
        ],
        [
          "number": 3, "interaction": "the time is read", "request": "GET /time", "status": 200,
          "asked": 0,
        ],
      ])
  }

  @Test func `the catalogue has a route for each interaction, and the states with parameters`() {
    let catalogue = services.stage.configuration.services[2].seed.catalogue
    #expect(
      catalogue.routes.map { "\($0.method) \($0.pattern): \($0.title)" } == [
        "GET /users/1: a user is read, given user 1 exists",
        "GET /users/1: a user is missing, given no user exists", "GET /time: the time is read",
      ])
    #expect(catalogue.providerStates.map(\.name) == ["user 1 exists", "no user exists"])
    #expect(catalogue.providerStates.map { $0.parameters.map(\.name) } == [["name"], []])
  }

  @Test func `a request beyond the work limit is refused with a reason and changes nothing`() {
    let fresh = ContractBackend([ContractFile("users.json", ServiceStage.users)])
    var backend = fresh
    let answer = backend.answer(
      Request(.get, "/time"), at: .numbered(), within: WorkBudget(20))
    #expect(answer.response.status == .badRequest)
    #expect(answer.response.headers[.ghostlightReason]?.contains("more work than 20 units") == true)
    #expect(answer.effect == .refused)
    #expect(backend.snapshot == fresh.snapshot)
  }

  @Test(
    arguments: [
      (
        ["uses": [:]], "$ does not have \"contract\"; the snapshot was not written by this emulator"
      ),
      (
        ["contract": "1", "uses": [:]],
        "$.contract is of different contracts; restore it where the same Pact files respond"
      ),
    ] as [(JSON, String)])
  func `a snapshot of other contracts is refused`(_ snapshot: JSON, _ text: String) {
    var backend = ContractBackend([ContractFile("users.json", ServiceStage.users)])
    #expect(throws: SnapshotError(text)) { try backend.restore(snapshot) }
  }
}
