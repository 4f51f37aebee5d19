import Ghostlight
import GhostlightCore
import GhostlightServer
import HTTPTypes
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Control API` {
  private let stage: Stage
  private let control: ControlAPI

  init() {
    var configuration = StageConfiguration()
    configuration.clock = .frozen(at: 1_371_040_000_123)
    stage = Stage(configuration)
    let book = ServerAddresses()
    book.setURL("http://127.0.0.1:4401", for: "stackmob")
    control = ControlAPI(stage, addresses: book)
  }

  private func call(
    _ method: HTTPRequest.Method, _ path: String, _ body: JSON? = nil,
    authority: String = "127.0.0.1:4400", headers: HTTPFields = [:]
  ) -> Response {
    control.answer(
      Request(
        method, RequestTarget("/__ghostlight/v1/" + path), authority: authority, headers: headers,
        body: body?.bytes ?? []))
  }

  private func post(_ target: RequestTarget, _ body: JSON) -> Response {
    let key = "3f2b8c1e-5d47-4a90-b6e1-0c9d7f5a2e13"
    var request = Request.json(.post, target, body)
    HTTPField.Name("X-StackMob-API-Key").map { request.headers[$0] = key }
    return stage.respond(to: request, by: "stackmob")
  }

  @Test func `health reports only that the server is alive`() {
    #expect(call(.get, "health") == .json(.ok, ["status": "ok"]))
  }

  @Test func `the control API lists the emulators with their addresses`() {
    let emulator = call(.get, "emulators").json?["emulators"]?[0]
    #expect(emulator?["name"] == "stackmob")
    #expect(emulator?["title"] == "StackMob")
    #expect(emulator?["url"] == "http://127.0.0.1:4401")
    #expect(
      emulator?["routes"]?[2]
        == ["method": "GET", "pattern": "/", "title": "Availability", "changes": false])
  }

  @Test func `a reset restores the seeded state of a namespace`() {
    let first = post("/todo", ["title": "x"])
    #expect(first.status == .created)
    #expect(
      call(.post, "reset", ["namespace": "default"])
        == .json(
          .ok,
          [
            "namespace": "default",
            "emulators": ["stackmob", "mia", "egf2", "appcenter", "cosmos"],
          ]))
    #expect(post("/todo", ["title": "x"]) == first)
  }

  @Test(arguments: [
    (#"{"advance":"1h30m"}"#, 1_371_045_400_123, "2013-06-12T13:56:40.123Z"),
    (#"{"set":"2013-05-01T00:00:00Z"}"#, 1_367_366_400_000, "2013-05-01T00:00:00.000Z"),
    (#"{"set":"2013-05-01","advance":"1s"}"#, 1_367_366_401_000, "2013-05-01T00:00:01.000Z"),
    (#"{"freeze":true}"#, 1_371_040_000_123, "2013-06-12T12:26:40.123Z"),
  ])
  func `a clock call moves the clock`(_ body: String, _ milliseconds: Int64, _ now: String) throws {
    #expect(
      call(.post, "clock", try JSON.parse(body)).json
        == [
          "namespace": "default", "now": .string(now), "milliseconds": .integer(milliseconds),
          "frozen": true,
        ])
    #expect(call(.get, "clock").json?["milliseconds"] == .integer(milliseconds))
  }

  @Test func `a clock call moves the clock of one namespace only`() {
    _ = call(.post, "clock", ["namespace": "other", "advance": "1d"])
    #expect(call(.get, "clock").json?["milliseconds"] == 1_371_040_000_123)
    #expect(
      call(.get, "clock?namespace=other").json?["milliseconds"] == 1_371_126_400_123)
  }

  @Test func `the journal is listed with the newest request last, within limit and after`() {
    for _ in 1...3 { _ = post("/todo", ["title": "x"]) }
    let listing = call(.get, "requests?limit=2").json
    #expect(listing?["total"] == 3)
    #expect(listing?["requests"]?.array?.map { $0["number"] } == [2, 3])
    #expect(listing?["requests"]?[1]?["effect"] == "changed")
    #expect(listing?["requests"]?[1]?["route"] == "Create")
    #expect(listing?["requests"]?[1]?["request"]?["body"] == "{\"title\":\"x\"}")
    #expect(call(.get, "requests?after=3").json?["requests"] == [])
  }

  @Test(arguments: [
    ("path=/todo", 3, 4, []), ("path=/todo&method=POST", 2, 4, []),
    ("path=/todo/*&emulator=stackmob", 1, 4, []), ("path=/*", 3, 4, []),
    ("path=/todo&emulator=mia", 0, 0, []),
    ("path=/todos&method=GET", 0, 4, ["GET /todo", "GET /todo/1", "POST /todo"]),
  ])
  func `requests of a kind are counted, and without any the nearest are listed`(
    _ query: String, _ count: Int64, _ total: Int64, _ nearest: [JSON]
  ) {
    for id in 1...2 { _ = post("/todo", ["todo_id": .string("\(id)")]) }
    for target in ["/todo/1", "/todo?a=b"] {
      _ = stage.respond(to: Request(.get, RequestTarget(target)), by: "stackmob")
    }
    #expect(
      call(.get, "requests/count?\(query)").json
        == [
          "namespace": "default", "count": .integer(count), "total": .integer(total),
          "nearest": .array(nearest),
        ])
  }

  @Test func `requests without a route are listed with the nearest routes`() {
    _ = stage.respond(to: Request(.patch, "/todo/1"), by: "stackmob")
    let entry = call(.get, "requests/unmatched").json?["requests"]?[0]
    #expect(entry?["effect"] == "unmatched")
    #expect(entry?["nearest"]?[0]?.string?.contains("method is PATCH") == true)
  }

  @Test func `a search by an unknown field is listed with its reason`() {
    let targets: [RequestTarget] = ["/v1/search?object=user&q=a", "/v1/search?object=user&sort=b"]
    for target in targets { _ = stage.respond(to: Request(.get, target), by: "egf2") }
    let list = call(.get, "requests/unmatched?brief=true").json
    #expect(list?["total"] == 1)
    #expect(list?["requests"]?[0]?["path"] == "/v1/search?object=user&sort=b")
    let reason =
      "the search index \"user\" does not have the field \"b\"; it has: id, first_name, "
      + "last_name, email; define it in \"elastic\" of the configuration (EGF2 A13)"
    #expect(list?["requests"]?[0]?["reason"] == .string(reason))
  }

  @Test func `the outbox shows mails`() throws {
    let namespace = try stage.namespace()
    _ = try namespace.setUp(
      "schema exists", in: "stackmob",
      parameters: ["name": "user", "user": true, "fields": ["email": "forgotpassword"]])
    _ = try namespace.setUp(
      "user exists", in: "stackmob",
      parameters: ["username": "jack", "password": "pw", "fields": ["email": "jack@example.com"]])
    #expect(post("/user/forgotPassword", ["username": "jack"]).status == .ok)
    let message = call(.get, "outbox").json?["messages"]?[0]
    #expect(message?["to"] == ["jack@example.com"])
    #expect(message?["kind"] == "mail")
    #expect(message?["content"]?["username"] == "jack")
  }

  @Test(arguments: [
    ("POST", "clock", "{}", "the call has no action"),
    ("POST", "clock", #"{"advance":"soon"}"#, "\"soon\" is not a duration such as 1h30m"),
    ("POST", "clock", #"{"set":"2013-13-01"}"#, "\"2013-13-01\" is not a time such as"),
    ("POST", "clock", #"{"freeze":false}"#, "\"freeze\" can only be true"),
    ("POST", "clock", #"{"jump":1}"#, "there is no member \"jump\""),
    ("POST", "clock", "{", "the body is not valid JSON: "),
    ("POST", "clock", "[]", "the body is not a JSON object"),
    ("POST", "reset", #"{"namespace":"a b"}"#, "\"a b\" is not a valid namespace"),
    ("POST", "reset", #"{"namespace":1}"#, "\"namespace\" must be a string"),
    ("POST", "reset", #"{"emulator":"parse"}"#, "no emulator is named \"parse\""),
    (
      "GET", "requests/count", "",
      "the requests are not selected: add \"path\", in which * stands for one"
    ),
    ("GET", "requests/count?path=/a&method=G%20T", "", "\"G T\" is not a valid method"),
    ("GET", "requests/count?path=/a&emulator=parse", "", "no emulator is named \"parse\""),
    ("GET", "requests?limit=-1", "", "\"limit\" must be a whole number from 0"),
    ("GET", "requests?limit=%zz", "", "the query has a malformed percent escape"),
  ])
  func `an invalid control call is refused with the remedy`(
    _ method: String, _ path: String, _ body: String, _ message: String
  ) throws {
    let response = control.answer(
      Request(
        try #require(HTTPRequest.Method(method)), RequestTarget("/__ghostlight/v1/" + path),
        body: Array(body.utf8)))
    #expect(response.status == .badRequest)
    #expect(response.json?["error"]?.string?.hasPrefix(message) == true, "\(response.text)")
  }

  @Test func `an unknown control call is refused with the nearest ones`() {
    let response = call(.get, "helth")
    #expect(response.status == .notFound)
    #expect(
      response.json?["error"]?.string?.hasPrefix(
        "no control call GET /__ghostlight/v1/helth; nearest: GET /__ghostlight/v1/health")
        == true)
  }

  @Test(arguments: [
    ("evil.example", nil), ("127.0.0.1.evil.example:4400", nil), ("192.168.1.5", nil),
    ("127.0.0.1:4400", "http://evil.example"), ("127.0.0.1:4400", "null"),
    ("localhost:4400", "http://localhost:3000"),
  ])
  func `the control API refuses foreign hosts and pages`(_ authority: String, _ origin: String?) {
    let headers: HTTPFields = origin.map { [.origin: $0] } ?? [:]
    #expect(call(.get, "health", authority: authority, headers: headers).status == .forbidden)
  }

  @Test(arguments: ["127.0.0.1:4400", "localhost:4400", "[::1]:4400", "mine.localhost:4400"])
  func `the control API accepts calls of this machine`(_ authority: String) {
    #expect(call(.get, "health", authority: authority).status == .ok)
    let own: HTTPFields = [.origin: "http://\(authority)"]
    #expect(call(.get, "health", authority: authority, headers: own).status == .ok)
  }
}
