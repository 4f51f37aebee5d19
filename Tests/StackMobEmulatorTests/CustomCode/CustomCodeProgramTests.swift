import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import StackMobEmulator
import Testing

@Suite struct `Programs of StackMob's custom code` {
  private static let url = "http://127.0.0.1:9000/hello"

  private static func app(_ parameters: JSONObject = [:]) throws -> StackMobApp {
    var app = StackMobApp.withJack()
    var parameters = parameters
    parameters["name"] = parameters["name"] ?? "hello"
    parameters["forward"] = parameters["forward"] ?? .string(url)
    try app.given("custom code exists", parameters)
    return app
  }

  /// Returns the call of the program `http://127.0.0.1:9000<target>`.
  private static func call(
    _ method: HTTPRequest.Method, _ target: RequestTarget, _ fields: HTTPFields,
    body: String = ""
  ) -> ProgramCall {
    ProgramCall(
      Request(
        method, target, authority: "127.0.0.1:9000", headers: fields, body: Array(body.utf8)),
      timeoutSeconds: 25)
  }

  private static func fields(
    _ app: StackMobApp, sent target: String, user: String? = nil, version: Int = 0
  ) -> HTTPFields {
    var fields: HTTPFields = [
      .accept: "application/vnd.stackmob+json; version=\(version)",
      .field("X-StackMob-MethodName"): "hello",
      .field("X-StackMob-Url"): "http://\(StackMobApp.authority)\(target)",
      .field("X-StackMob-ApiVersion"): "\(version)",
      .field("X-StackMob-API-Key"): app.keys.publicKey,
    ]
    fields[.field("X-StackMob-LoggedInUser")] = user
    fields[.field("X-StackMob-LoggedInUserSchema")] = user.map { _ in "user" }
    return fields
  }

  @Test(
    arguments: [
      ("GET", "/hello", "", "/hello"),
      ("POST", "/hello?a=1&b=x%20y&c[]=+", "é\0", "/hello?a=1&b=x%20y&c[]=+"),
      ("PUT", "/HELLO?", #"{"n":1.50}"#, "/hello?"), ("DELETE", "/hello?a", "", "/hello?a"),
    ] as [(String, String, String, RequestTarget)])
  func `a program gets the verb, the query, the body and the user of a call`(
    _ method: String, _ target: String, _ body: String, _ forwarded: RequestTarget
  ) throws {
    var app = try Self.app()
    try app.logIn("jack")
    let answer = app.answer(app.request(method, target, body))
    #expect(
      answer.response.program
        == Self.call(
          try #require(HTTPRequest.Method(rawValue: method)), forwarded,
          Self.fields(app, sent: target, user: "jack"), body: body))
    #expect(answer.route == "Custom code by \(method)")
    #expect(answer.effect == .refused)
    #expect(Reply(answer.response) == .error(500, "Custom code hello failed"))
  }

  @Test func `a program gets no user of an anonymous call, and no field that the client made up`()
    throws
  {
    var app = try Self.app()
    let answer = app.answer(
      app.request(
        "GET", "/hello",
        headers: [
          "X-StackMob-LoggedInUser": "root", "X-StackMob-LoggedInUserSchema": "user",
          "X-StackMob-MethodName": "x", "X-Ghostlight-Namespace": "mine", "Cookie": "a=b",
          "Accept-Encoding": "gzip", "X-More": "yes",
        ]))
    var fields = Self.fields(app, sent: "/hello")
    fields[.field("X-More")] = "yes"
    let call = try #require(answer.response.program)
    #expect(Set(call.request.headers) == Set(fields))
  }

  @Test func `a program gets no token and no signature`() throws {
    var app = try Self.app()
    let signed = app.request("GET", "/hello").signed(with: app.keys)
    let call = try #require(app.answer(signed).response.program)
    #expect(call.request.headers[.authorization] == nil)
    #expect(!"\(call)".contains(app.keys.privateKey))
  }

  @Test func `names that are not ASCII are percent-encoded`() throws {
    var app = try Self.app(["name": "grüße"])
    try app.given("user exists", ["username": "José", "password": "p"])
    try app.logIn("José")
    let call = app.answer(app.request("GET", "/gr%C3%BC%C3%9Fe")).response.program
    #expect(call?.request.headers[.field("X-StackMob-MethodName")] == "gr%C3%BC%C3%9Fe")
    #expect(call?.request.headers[.field("X-StackMob-LoggedInUser")] == "Jos%C3%A9")
  }

  @Test func `a program gets the overriding verb`() throws {
    var app = try Self.app()
    let answer = app.answer(
      app.request("POST", "/hello", headers: ["X-HTTP-Method-Override": "PUT"]))
    let fields = Self.fields(app, sent: "/hello")
    #expect(answer.response.program == Self.call(.put, "/hello", fields))
  }

  @Test func `a program of production gets the version and the key of production`() throws {
    var app = StackMobApp.withJack()
    try app.given("version deployed", ["version": 3])
    try app.given(
      "custom code exists",
      ["name": "hello", "forward": .string(Self.url), "timeoutSeconds": 600, "version": 3])
    app.version = 3
    let fields = Self.fields(app, sent: "/hello", version: 3)
    let call = app.answer(app.request("GET", "/hello")).response.program
    #expect(call?.request == Self.call(.get, "/hello", fields).request)
    #expect(call?.timeoutSeconds == 600)
  }

  @Test(arguments: [
    ("HTTP://localhost", "http", "localhost", "/"),
    ("https://[::1]:9000/a%20b/", "https", "[::1]:9000", "/a%20b/"),
    ("http://a:1/b@c", "http", "a:1", "/b@c"),
  ])
  func `the URL of a program can have these forms`(
    _ url: String, _ scheme: String, _ authority: String, _ path: String
  ) throws {
    var app = try Self.app(["forward": .string(url)])
    let request = try #require(app.answer(app.request("GET", "/hello?q")).response.program).request
    #expect(
      [request.scheme, request.authority, request.target.raw] == [scheme, authority, path + "?q"])
  }

  @Test func `a method whose URL is that of the emulator is refused`() throws {
    var app = try Self.app()
    let answer = app.answer(
      app.request("GET", "/hello", headers: ["X-Ghostlight-URL": "http://127.0.0.1:4401"]))
    #expect(Reply(answer.response) == .error(500, "Custom code hello failed"))
    #expect(answer.response.program == nil)
    #expect(
      answer.response.headers[.field("X-Ghostlight-Reason")]
        == "\"forward\" of hello is the URL of the emulator itself: give it the URL of a program "
        + "(StackMob A21, D69)")
  }

  @Test func `a program can need time to start`() throws {
    var app = try Self.app(["startingCalls": 1])
    #expect(app.get("/hello").status == 503)
    #expect(app.answer(app.request("GET", "/hello")).response.program != nil)
  }

  @Test func `strict mode uses up the nonce of a forwarded call`() throws {
    var app = StackMobApp.withJack { $0.isStrict = true }
    try app.given("custom code exists", ["name": "hello", "forward": .string(Self.url)])
    try app.logIn("jack")
    let request = app.request("GET", "/hello")
    let first = app.answer(request)
    #expect(first.effect == .changed)
    #expect(first.response.program != nil)
    let second = app.answer(request)
    #expect(second.effect == .refused)
    #expect(second.response.program == nil)
  }

  @Test func `a snapshot contains a program`() throws {
    let app = try Self.app(["timeoutSeconds": 7])
    let snapshot = app.backend.snapshot
    let fixture = snapshot["development"]?["customCode"]?[0]?["instance"]?["fixture"]
    #expect(fixture == ["forward": .string(Self.url), "timeoutSeconds": 7])
    var copy = StackMobBackend()
    try copy.restore(snapshot)
    #expect(copy.snapshot == snapshot)
  }

  @Test(arguments: [
    (
      #""forward":"http"#, #""forward":"ftp"#, "forward",
      "must begin with http:// or https://, as in http://127.0.0.1:9000/hello"
    ),
    (
      #""timeoutSeconds":25"#, #""timeoutSeconds":0"#, "timeoutSeconds",
      "is not a valid number of seconds"
    ),
  ])
  func `a snapshot with an invalid program is refused`(
    _ old: String, _ new: String, _ member: String, _ problem: String
  ) throws {
    let text = try Self.app().backend.snapshot.text().replacing(old, with: new)
    var copy = StackMobBackend()
    #expect {
      try copy.restore(try JSON.parse(text))
    } throws: {
      "\($0)" == "$.development.customCode[0].instance.fixture.\(member) \(problem); "
        + "the snapshot was not written by this emulator"
    }
  }
}
