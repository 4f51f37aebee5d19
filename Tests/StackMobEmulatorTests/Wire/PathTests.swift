import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import StackMobEmulator
import Testing

@Suite struct `Paths` {
  @Test(arguments: [
    "/USER/jack", "/User/jack", "/user/jack/", "//user//jack", "/%75ser/jack", "user/jack",
    "/user/%6Aack?", "/user/jack?&",
  ])
  func `schemas are found in any case, and with extra slashes`(_ target: String) {
    var app = StackMobApp.withJack()
    #expect(app.get(target)["username"] == "jack")
  }

  @Test(arguments: [
    "/user/accesstoken", "/User/AccessToken", "/USER/ACCESSTOKEN/", "/user/accessToken/",
  ])
  func `methods are found in any case`(_ target: String) {
    var app = StackMobApp.withJack()
    #expect(app.post(target, "username=jack&password=pw").status == 200)
  }

  @Test(arguments: [
    ("PUT", "/user/login", "GET"), ("DELETE", "/user/logout", "GET"),
    ("GET", "/user/resetPassword", "POST"), ("POST", "/User/LoggedInUser", "GET"),
    ("DELETE", "/api/0/shop/user/forgotpassword", "POST or GET"),
    ("PUT", "/user/twitterLogin/x", "POST or GET"),
    ("PATCH", "/user/accessToken?a=b", "POST or GET"),
    ("GET", "/user/unlinkUserFromGigya", "DELETE"),
  ])
  func `a reserved method is not an id, and the reason has the methods that it has`(
    _ method: String, _ target: String, _ verbs: String
  ) throws {
    var app = StackMobApp()
    for name in ["login", "logout", "resetPassword", "forgotpassword"] {
      app.post("/user", #"{"username":"\#(name)"}"#)
    }
    let request = app.request(method, target, "{}")
    let answer = app.answer(request)
    #expect(Reply(answer.response) == .error(405, "Invalid HTTP method"))
    #expect(answer.effect == .refused)
    #expect(app.backend.route(of: request) == nil)
    let reason = try #require(answer.response.headers[.field("X-Ghostlight-Reason")])
    #expect(reason.hasSuffix(", not an object's id; use \(verbs) (StackMob A25)"))
    #expect(app.get("/user").all("username").count == 4)
  }

  @Test func `other schemas may have objects called like a reserved method`() {
    var app = StackMobApp()
    app.post("/todo", #"{"todo_id":"login"}"#)
    #expect(app.get("/todo/login")["todo_id"] == "login")
    #expect(app.put("/todo/login", #"{"n":1}"#).status == 200)
    #expect(app.delete("/todo/login").status == 200)
  }

  @Test func `a schema is created in lower case`() {
    var app = StackMobApp()
    app.post("/TODO", #"{"todo_id":"1"}"#)
    #expect(app.get("/todo/1").status == 200)
    #expect(app.get("/listapi").body?.object?.keys == ["todo", "user"])
  }

  @Test(arguments: [
    "/a b", "/a.b", "/%20", "/a-b", "/%C3%A4", "/a%00b", "/%5Buser%5D", "/[or1].x",
  ])
  func `a schema has letters, digits and underscores`(_ target: String) {
    var app = StackMobApp()
    let reply = app.post(target, "{}")
    let name = PercentEncoding.decode(String(target.dropFirst())) ?? ""
    #expect(
      reply
        == .error(
          400, "\(name) is not a name: use lower-case letters, digits and underscore"))
  }

  @Test(arguments: ["/%", "/%z", "/%zz", "/user/%f", "/user/%ff", "/user/%C3", "/%e4/1", "/user/%"])
  func `a malformed escape is refused`(_ target: String) {
    var app = StackMobApp.withJack()
    for method in ["GET", "POST", "PUT", "DELETE"] {
      #expect(app.send(app.request(method, target, "{}")) == .error(400, "Bad Request"))
    }
  }

  @Test(arguments: [
    ("POST", "/todo/1"), ("PATCH", "/todo/1"), ("GET", "/a/b/c"), ("PUT", "/a/b/c/d"),
    ("DELETE", "/a/b/c"), ("POST", "/"), ("GET", "/a/b/c/d/e/f/g"), ("TRACE", "/"),
    ("PUT", "/"), ("GET", "*"),
  ])
  func `a request without a route returns 404 and names the nearest routes`(
    _ method: String, _ target: String
  ) throws {
    var app = StackMobApp()
    let answer = app.answer(app.request(method, target, "{}"))
    let served = method == "GET" && target == "*"
    #expect(answer.effect == (served ? .refused : .unmatched))
    #expect(answer.nearMisses.count == (served ? 0 : 3))
    #expect(
      Reply(answer.response) == .error(404, "Schema or method \(target) does not exist"))
  }
}

@Suite struct `Bodies` {
  @Test(arguments: [
    "", " ", "{", "}", "[", "{]", "nul", "{'a':1}", #"{"a":1,}"#, #"{"a"}"#, #"{"a":01}"#,
    #"{"a":1} x"#, #"{"a":"\#u{1}"}"#, "\u{FEFF}{}", #"{"a":NaN}"#, #"{"a":"\ud800"}"#, "1",
    "\"x\"",
    "true", "null",
  ])
  func `a body that is not a JSON object or array is refused`(_ body: String) throws {
    var app = StackMobApp()
    let answer = app.answer(app.request("POST", "/todo", body))
    #expect(answer.response.text == #"{"error":"Bad Request"}"#)
    #expect(answer.response.status.code == 400)
    #expect(answer.response.headers[.field("X-Ghostlight-Reason")]?.isEmpty == false)
  }

  @Test func `a body that is not valid UTF-8 is refused`() {
    var app = StackMobApp()
    var request = app.request("POST", "/todo")
    request.body = Array(#"{"a":""#.utf8) + [0xFF] + Array(#""}"#.utf8)
    #expect(app.send(request) == .error(400, "Bad Request"))
  }

  @Test(arguments: [64, 127, 129, 1_000, 100_000])
  func `deep nesting of a body is refused at any depth`(_ depth: Int) {
    var app = StackMobApp()
    let arrays = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    #expect(app.post("/todo", #"{"a":\#(arrays)}"#).status == 400)
    #expect(app.post("/todo", String(repeating: #"{"a":"#, count: depth)).status == 400)
    #expect(app.get("/todo").status == 404)
  }

  @Test func `the last value of a name that occurs twice counts`() {
    var app = StackMobApp()
    #expect(app.post("/todo", #"{"a":1,"a":2}"#)["a"] == 2)
  }
}
