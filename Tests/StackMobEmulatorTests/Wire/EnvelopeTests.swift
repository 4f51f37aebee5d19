import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import StackMobEmulator
import Testing

@Suite struct `API versions of StackMob` {
  @Test(arguments: [
    "application/vnd.stackmob+json; version=0", "application/vnd.stackmob+json",
    "application/vnd.stackmob+json;version=x", "*/*", "", "version=9",
    "application/vnd.stackmob+json; version=", "application/vnd.stackmob+json; version=-1",
    "application/vnd.stackmob+json; q=1;  version = 0",
    "application/vnd.stackmob+json; version=99999999999999999999",
  ])
  func `a missing or malformed version is development`(_ accept: String) {
    var app = StackMobApp.withJack()
    #expect(app.get("/user/jack", headers: ["Accept": accept]).status == 200)
  }

  @Test func `a request without an Accept field is for development`() {
    var app = StackMobApp.withJack()
    var request = app.request("GET", "/user/jack")
    request.headers[.accept] = nil
    #expect(app.send(request).status == 200)
  }

  @Test(arguments: [1, 2, 999_999_999])
  func `a version that is not deployed returns 404`(_ version: Int) throws {
    var app = StackMobApp()
    app.version = version
    #expect(app.get("/user") == .error(404, "API version \(version) is not deployed"))
    #expect(throws: ProviderStateError.self) {
      try app.given("user exists", ["username": "x", "version": 3])
    }
  }

  @Test func `production has the deployed schemas and its own data`() throws {
    var app = StackMobApp()
    app.post("/todo", #"{"todo_id":"dev","title":"x"}"#)
    try app.given("version deployed", ["version": 1])
    app.post("/todo", #"{"todo_id":"dev2","late":1}"#)
    try app.given("version deployed", ["version": 2])
    app.version = 1
    #expect(app.get("/todo") == Reply(200, "[]"))
    #expect(app.post("/todo", #"{"todo_id":"prod","title":"y"}"#).status == 201)
    #expect(
      app.post("/todo", #"{"late":1}"#)
        == .error(400, "Field late does not exist in schema todo"))
    #expect(app.post("/fresh", "{}") == .error(404, "Schema or method fresh does not exist"))
    #expect(
      app.post("/todo/prod/fresh", "[{}]")
        == .error(400, "Field fresh does not exist in schema todo"))
    app.version = 2
    #expect(app.get("/todo").all("todo_id") == ["prod"])
    #expect(app.put("/todo/prod", #"{"late":1}"#).status == 200)
    app.version = 0
    #expect(app.get("/todo").all("todo_id") == ["dev", "dev2"])
  }

  @Test func `production has its own keys, users and sessions`() throws {
    var app = StackMobApp.withJack()
    try app.given("version deployed", ["version": 1])
    try app.logIn("jack")
    let session = app.session
    app.version = 1
    #expect(app.get("/user/loggedInUser").status == 401)
    app.session = nil
    #expect(app.get("/user/jack").status == 404)
    let developmentKey = app.configuration.developmentKeys.publicKey
    #expect(
      app.get("/user", headers: ["X-StackMob-API-Key": developmentKey])
        == .error(401, "Invalid API key"))
    try app.given("user exists", ["username": "jack", "password": "x", "version": 1])
    try app.logIn("jack")
    #expect(app.get("/user/loggedInUser").status == 200)
    app.version = 0
    app.session = session
    #expect(app.get("/user/loggedInUser").status == 200)
  }
}

@Suite struct `Cross-origin requests` {
  static func answer(
    _ method: String, _ headers: KeyValuePairs<String, String>, allowed: [String] = ["*"]
  ) -> Response {
    var app = StackMobApp.withJack { $0.allowedOrigins = allowed }
    return app.answer(app.request(method, "/user/jack", headers: headers)).response
  }

  @Test(arguments: ["/user", "/", "/a/b/c/d/e", "/listapi", "*", "/user/accessToken"])
  func `a preflight is served on any path without a key`(_ target: String) {
    var backend = StackMobBackend()
    let key = StackMobConfiguration().developmentKeys.publicKey
    let wanted = "x-stackmob-api-key, x-stackmob-api-key-\(key), authorization"
    let request = Request(
      .options, RequestTarget(target),
      headers: [
        .origin: "http://app.example", .accessControlRequestMethod: "PUT",
        .accessControlRequestHeaders: wanted, .authorization: "nonsense",
      ])
    let response = backend.respond(to: request, at: .numbered())
    #expect(response.status == .ok)
    #expect(response.body.isEmpty)
    #expect(response.headers[.accessControlAllowOrigin] == "http://app.example")
    #expect(
      response.headers[.accessControlAllowMethods] == "GET, POST, PUT, DELETE, HEAD, OPTIONS")
    #expect(response.headers[.accessControlAllowHeaders] == wanted)
    #expect(
      response.headers[.accessControlExposeHeaders]
        == "Content-Range, Retry-After, X-StackMob-Time-MS")
    #expect(response.headers[.accessControlMaxAge] == "86400")
    #expect(response.headers[.vary] == "Origin")
  }

  @Test(
    arguments: [
      (["*"], "http://a"), (["http://a"], "http://a"), (["http://b", "http://a"], "http://a"),
      (["http://b"], nil), ([], nil),
    ] as [([String], String?)])
  func `only allowed origins can read`(_ allowed: [String], _ answered: String?) {
    for method in ["GET", "OPTIONS", "DELETE"] {
      let response = Self.answer(method, ["Origin": "http://a"], allowed: allowed)
      #expect(response.headers[.accessControlAllowOrigin] == answered)
      #expect(response.status == .ok)
    }
  }

  @Test(
    arguments: [
      ("X-StackMob-API-Key-3F2B8C1E-5D47-4A90-B6E1-0C9D7F5A2E13", "http://a"),
      ("accept,x-stackmob-api-key-c2f7a6d4-1b38-4e5f-9a0c-6d8e7b4f3a21", "http://a"),
      ("x-stackmob-api-key", "http://a"), ("x-stackmob-api-key-other", nil),
      ("x-stackmob-api-key-", nil),
    ] as [(String, String?)])
  func `a preflight with a different app's key gets no permission`(
    _ fields: String, _ answered: String?
  ) {
    let response = Self.answer(
      "OPTIONS", ["Origin": "http://a", "Access-Control-Request-Headers": fields])
    #expect(response.status == .ok)
    #expect(response.headers[.accessControlAllowOrigin] == answered)
  }

  @Test func `a request without an origin gets no CORS header fields`() {
    #expect(Self.answer("GET", [:]).headers[.accessControlAllowOrigin] == nil)
  }

  @Test func `refusals can be read by allowed origins`() {
    var app = StackMobApp()
    let request = app.request("GET", "/nix/1", headers: ["Origin": "http://a"])
    #expect(app.answer(request).response.headers[.accessControlAllowOrigin] == "http://a")
  }
}

@Suite struct `Method override` {
  @Test(arguments: [
    ("GET", "DELETE", 200, 404), ("GET", "delete", 200, 404), ("GET", "HEAD", 200, 200),
    ("GET", "PUT", 200, 200), ("GET", "POST", 200, 200), ("GET", "", 200, 200),
    ("POST", "DELETE", 404, 200), ("DELETE", "GET", 200, 404), ("PUT", "DELETE", 200, 200),
    ("POST", "PUT", 200, 200),
  ])
  func `GET can become DELETE or HEAD, POST can become PUT, nothing else`(
    _ sent: String, _ wanted: String, _ status: Int, _ afterwards: Int
  ) throws {
    var app = StackMobApp.withJack()
    try app.given("user exists", ["username": "eve"])
    try app.logIn("eve")
    let body = sent == "GET" ? "" : "{}"
    let request = app.request(
      sent, "/user/jack", body, headers: ["X-HTTP-Method-Override": wanted])
    let response = app.answer(request).response
    #expect(response.status.code == status)
    #expect(response.body.isEmpty == (wanted == "HEAD"))
    #expect(app.get("/user/jack").status == afterwards)
  }
}

@Suite struct `HEAD` {
  @Test(arguments: ["/", "/listapi", "/user", "/user/jack", "/user?username=jack", "/nix"])
  func `HEAD returns the header fields of GET`(_ target: String) {
    var app = StackMobApp.withJack()
    let get = app.answer(app.request("GET", target))
    let head = app.answer(app.request("HEAD", target))
    #expect(head.response.headers == get.response.headers || target == "/nix")
    #expect(head.response.status == get.response.status)
    #expect(head.route == get.route)
  }

  @Test func `the base URL responds without a key`() {
    var backend = StackMobBackend()
    let response = backend.respond(to: Request(.head, "/"), at: .numbered())
    #expect(response.status == .ok)
    #expect(response.headers[.field("X-StackMob-Time-MS")] == "1371040000123")
    #expect(response.headers[.date] == "Wed, 12 Jun 2013 12:26:40 GMT")
  }
}
