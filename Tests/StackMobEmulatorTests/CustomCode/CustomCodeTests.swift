import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import StackMobEmulator
import Testing

@Suite struct `Custom code of StackMob` {
  static let starting =
    "Your custom code instance has been scheduled for start, and should be ready shortly"

  @Test(
    arguments: [
      ("greeting", "GET", "/m", "", #"{"msg":"Hello, world!","body":""}"#),
      ("greeting", "POST", "/m", "hé", #"{"msg":"Hello, world!","body":"hé"}"#),
      ("verb", "PUT", "/m", "x", #"{"verb":"PUT"}"#),
      ("verb", "DELETE", "/m", "", #"{"verb":"DELETE"}"#),
      ("user", "GET", "/m", "", #"{"msg":"jack"}"#),
      (
        "params", "GET", "/m?param1=yo&param2=a%20b", "",
        #"{"param1":"yo","param2":"a b","body":""}"#
      ),
    ] as [(String, String, String, String, String)])
  func `the named fixtures respond as the vendor's test suites expect`(
    _ fixture: String, _ method: String, _ target: String, _ body: String, _ answer: String
  ) throws {
    var app = StackMobApp.withJack()
    try app.given("custom code exists", ["name": "m", "fixture": .string(fixture)])
    try app.logIn("jack")
    #expect(app.send(app.request(method, target, body)) == Reply(200, answer))
  }

  @Test(
    arguments: [
      (
        ["verb": "{{method}}", "msg": "{{user}}"], "/m", "", #"{"verb":"PUT","msg":"jack"}"#
      ),
      ("{{body.list.1.n}}", "/m", #"{"list":[0,{"n":1.50}]}"#, "1.50"),
      (
        ["{{body.a}}", "{{body.b}}", "{{body.c}}", "{{body.moon.x}}"], "/m",
        #"{"a":true,"b":null,"c":{"d":[]}}"#, #"[true,null,{"d":[]},null]"#
      ),
      (
        ["all": "{{ query }}", "one": "{{query.b}}", "none": "{{query.c}}"], "/m?a=1&b=x%20y", "",
        #"{"all":{"a":"1","b":"x y"},"one":"x y","none":null}"#
      ),
      (
        "{{method}} {{path}} by {{schema}}/{{user}}: {{body.n}}{{body.x}}!", "/M", #"{"n":2}"#,
        #""PUT /M by user/jack: 2!""#
      ),
      ("{{headers.X-More}}", "/m", "", #""yes""#), ("{{time}}", "/m", "", "1371040000123"),
      (["{{query}}": nil, "a": 2], "/m?a=1&b=3", "", #"{"a":2,"b":"3"}"#),
      (["a": "}} {{", "n": 1], "/m", "", #"{"a":"}} {{","n":1}"#),
      ("{{body}}", "/m", "{", #""{""#), ("{{body.x}}", "/m", "{", "null"),
    ] as [(JSON, String, String, String)])
  func `a template is filled with parts of the call`(
    _ template: JSON, _ target: String, _ body: String, _ answer: String
  ) throws {
    var app = StackMobApp.withJack()
    try app.given("custom code exists", ["name": "m", "template": template])
    try app.logIn("jack")
    let request = app.request("PUT", target, body, headers: ["X-More": "yes"])
    #expect(app.answer(request).response.text == answer)
  }

  @Test func `a template can set status, type and fields, and is in a snapshot`() throws {
    var app = StackMobApp()
    try app.given(
      "custom code exists",
      [
        "name": "m", "template": ["at": "{{path}}"], "status": 402, "headers": ["X-More": "1"],
        "contentType": "application/vnd.moon+json",
      ])
    for _ in 1...2 {
      let response = app.answer(app.request("GET", "/m")).response
      #expect(response.status.code == 402)
      #expect(response.headers[.contentType] == "application/vnd.moon+json")
      #expect(response.headers[.field("X-More")] == "1")
      #expect(response.text == #"{"at":"/m"}"#)
      let snapshot = app.backend.snapshot
      app = StackMobApp()
      try app.backend.restore(snapshot)
    }
  }

  @Test func `the user in a template is null without a session`() throws {
    var app = StackMobApp()
    try app.given("custom code exists", ["name": "m", "fixture": "user"])
    #expect(app.get("/m") == Reply(200, #"{"msg":null}"#))
  }

  @Test(arguments: [
    ("camelcase", "CAMELCASE", true), ("camelcase", "camelCase", true),
    ("camelcase", "camelcase", true), ("CamelCase", "CamelCase", true),
    ("CamelCase", "camelcase", false), ("CamelCase", "CAMELCASE", false),
  ])
  func `a method in lower case is found in any case, but the sent path is signed`(
    _ name: String, _ path: String, _ isFound: Bool
  ) throws {
    var app = StackMobApp.withJack()
    try app.given("custom code exists", ["name": .string(name), "fixture": "user"])
    try app.logIn("jack")
    #expect(
      app.get("/\(path)")
        == (isFound
          ? Reply(200, #"{"msg":"jack"}"#) : .error(404, "Schema or method \(path) does not exist"))
    )
  }

  struct Answer: Sendable {
    let parameters: JSONObject
    let status: Int
    let type: String
    let text: String
  }

  @Test(arguments: [
    Answer(
      parameters: ["json": ["a": 1]], status: 200, type: "application/json; charset=utf-8",
      text: #"{"a":1}"#),
    Answer(
      parameters: ["json": nil], status: 200, type: "application/json; charset=utf-8", text: "null"),
    Answer(parameters: ["text": "hi"], status: 200, type: "text/plain", text: "hi"),
    Answer(
      parameters: ["text": "a,b", "contentType": "text/csv", "status": 402], status: 402,
      type: "text/csv", text: "a,b"),
    Answer(
      parameters: ["base64": "aGk="], status: 200, type: "application/octet-stream", text: "hi"),
    Answer(
      parameters: ["json": [], "headers": ["X-More": "1"], "status": 599], status: 599,
      type: "application/json; charset=utf-8", text: "[]"),
  ])
  func `an answer can have any status, type and fields`(_ row: Answer) throws {
    var app = StackMobApp()
    var parameters = row.parameters
    parameters["name"] = "m"
    try app.given("custom code exists", parameters)
    let response = app.answer(app.request("POST", "/m", "x")).response
    #expect(response.status.code == row.status)
    #expect(response.headers[.contentType] == row.type)
    #expect(response.text == row.text)
    #expect(response.headers[.field("X-More")] == row.parameters["headers"]?["X-More"]?.string)
  }

  @Test func `custom code comes before a schema and ignores permissions`() throws {
    var app = StackMobApp()
    try app.schema("m", permissions: ["read": "notAllowed"])
    try app.given("custom code exists", ["name": "m", "fixture": "verb"])
    #expect(app.get("/m") == Reply(200, #"{"verb":"GET"}"#))
    #expect(app.get("/m/1") == .error(405, "Invalid HTTP method"))
  }

  @Test func `custom code needs the app's key, and belongs to one environment`() throws {
    var app = StackMobApp()
    try app.given("custom code exists", ["name": "m", "fixture": "verb"])
    #expect(app.get("/m", headers: ["X-StackMob-API-Key": "x"]).status == 401)
    try app.given("version deployed", ["version": 1])
    app.version = 1
    #expect(app.get("/m").status == 404)
    try app.given("custom code exists", ["name": "m", "fixture": "verb", "version": 1])
    #expect(app.get("/m").status == 200)
  }

  @Test func `a closure receives the call and returns the response`() throws {
    var app = StackMobApp.withJack {
      $0.customCode["square"] = CustomCode { call in
        let number = call.parameter("n").flatMap { Int64($0) } ?? 0
        var response = Response.json(
          .created,
          [
            "square": .integer(number * number), "user": call.userName.map(JSON.string) ?? .null,
            "schema": call.userSchema.map(JSON.string) ?? .null, "now": .integer(call.milliseconds),
            "body": .string(String(decoding: call.request.body, as: UTF8.self)),
            "method": .string(call.method),
          ])
        response.headers[.field("X-Custom")] = "1"
        return response
      }
    }
    try app.logIn("jack")
    let answer = app.answer(app.request("PUT", "/SQUARE?n=7&n=9", "b"))
    #expect(answer.route == "Custom code by PUT")
    #expect(answer.response.headers[.field("X-Custom")] == "1")
    #expect(
      Reply(answer.response)
        == Reply(
          201,
          #"{"square":81,"user":"jack","schema":"user","now":1371040000123,"body":"b","#
            + #""method":"SQUARE"}"#))
  }

  @Test func `the first call starts custom code, and earlier calls get a delay`() throws {
    var app = StackMobApp()
    try app.given("custom code exists", ["name": "m", "fixture": "greeting", "startSeconds": 5])
    func call(after milliseconds: Int64) -> (status: Int, retryAfter: String?) {
      app.milliseconds = StackMobApp.start + milliseconds
      let response = app.answer(app.request("GET", "/m")).response
      return (response.status.code, response.headers[.retryAfter])
    }
    for (after, status, seconds) in [
      (1000, 503, "5"), (1001, 503, "5"), (2000, 503, "4"), (5999, 503, "1"), (6000, 200, nil),
      (999_000, 200, nil),
    ] as [(Int64, Int, String?)] {
      let answer = call(after: after)
      #expect(answer.status == status)
      #expect(answer.retryAfter == seconds)
    }
  }

  @Test func `startingCalls is the number of calls that are refused`() throws {
    var app = StackMobApp { $0.customCode["c"] = CustomCode { _ in .json(.ok, [:]) } }
    try app.given("custom code exists", ["name": "m", "json": [:], "startingCalls": 2])
    try app.given("custom code exists", ["name": "c", "startingCalls": 1, "startSeconds": 7])
    #expect((0..<4).map { _ in app.get("/m").status } == [503, 503, 200, 200])
    let first = app.answer(app.request("POST", "/c")).response
    #expect(first.headers[.retryAfter] == "7")
    #expect(Reply(first) == .error(503, Self.starting))
    #expect(app.post("/c", "").status == 200)
  }

  @Test func `a closure with startSeconds is not ready before`() {
    var app = StackMobApp {
      $0.customCode["c"] = CustomCode(startSeconds: 1) { _ in .json(.ok, [:]) }
    }
    #expect(app.get("/c") == .error(503, Self.starting))
    #expect(app.get("/c") == .error(503, Self.starting))
    app.milliseconds += 1000
    #expect(app.get("/c") == Reply(200, "{}"))
  }
}
