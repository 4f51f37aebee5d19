import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import StackMobEmulator
import Testing

/// The requests of web clients, as their public source writes them.
@Suite struct `Web clients of StackMob` {
  /// Returns a request of Sencha's proxy 0.4.1 with cross-origin requests enabled.
  ///
  /// - Source: `StackMobConnector.js`, getRequiredHeaders.
  private static func sencha(
    _ app: StackMobApp, _ method: String, _ target: String, _ body: String = "", key: String? = nil
  ) -> Request {
    var request = app.request(method, target, body)
    request.headers[.field("X-StackMob-API-Key")] = nil
    request.headers[.field("X-StackMob-API-Key-" + (key ?? app.keys.publicKey))] = "1"
    request.headers[.field("X-StackMob-User-Agent")] = "StackMob (Sencha Touch; 0.4.1)/desserts"
    request.headers[.field("X-Requested-With")] = "XMLHttpRequest"
    request.headers[.origin] = "http://localhost:8000"
    return request
  }

  @Test func `Sencha sends its key only in the name of a header field`() throws {
    var app = StackMobApp.withJack()
    var login = Self.sencha(
      app, "POST", "/user/accessToken", "username=jack&password=pw&token_type=mac")
    login.headers[.contentType] = "application/x-www-form-urlencoded; charset=UTF-8"
    let tokens = try #require(Tokens(app.send(login)))
    let create = Self.sencha(app, "POST", "/dessert", #"{"name":"Tarte"}"#)
      .signed(with: tokens.credentials)
    #expect(app.send(create)["sm_owner"] == "user/jack")
    #expect(app.send(Self.sencha(app, "GET", "/dessert")).all("name") == ["Tarte"])
    let logout = Self.sencha(app, "GET", "/user/logout").signed(with: tokens.credentials)
    #expect(app.send(logout) == Reply(200, "{}"))
  }

  @Test(arguments: [
    ("x", "X-StackMob-API-Key is x; this environment's is 3f2b8c1e-5d47-4a90-b6e1-0c9d7f5a2e13"),
    (
      "C2F7A6D4-1B38-4E5F-9A0C-6D8E7B4F3A21",
      "X-StackMob-API-Key is the key of production, and the request is for version 0: check the "
        + "version in Accept"
    ),
  ])
  func `another key in the name of a header field is refused`(_ key: String, _ text: String) throws
  {
    var app = StackMobApp()
    let answer = app.answer(Self.sencha(app, "GET", "/dessert", key: key))
    #expect(Reply(answer.response) == .error(401, "Invalid API key"))
    let reason = try #require(answer.response.headers[.field("X-Ghostlight-Reason")])
    #expect(reason == text + " (StackMob A25)")
  }

  @Test func `the case of a key in the name of a header field does not matter`() {
    var app = StackMobApp.withJack { $0.developmentKeys.publicKey = "My-Key" }
    #expect(app.send(Self.sencha(app, "GET", "/user/jack", key: "MY-KEY")).status == 200)
  }

  /// Returns a request of angular-stackmob, which updates a tree with PUT.
  ///
  /// - Source: `stackmob.js` deepUpdate, `httpInterceptor.js`.
  private static func deepUpdate(
    _ app: StackMobApp, _ target: String, _ body: String, _ relations: String
  ) -> Request {
    app.request(
      "PUT", target, body,
      headers: [
        "Content-Type": "application/json", "X-StackMob-Proxy-Plain": "stackmob-api",
        "X-StackMob-User-Agent": "StackMob (Angular-JS)",
        "X-StackMob-API-Key-\(app.keys.publicKey)": "1", "X-StackMob-Relations": relations,
      ])
  }

  @Test func `Angular updates an object and the objects in it`() {
    var app = StackMobApp()
    app.post("/thing", #"{"thing_id":"1","title":"old","n":1,"createddate":1,"lastmoddate":1}"#)
    app.post("/thing", #"{"thing_id":"2","title":"child","n":2,"createddate":1,"lastmoddate":1}"#)
    let body =
      #"{"thing_id":"1","title":"new","father":{"thing_id":"2","title":"father","#
      + #""children":["1"]}}"#
    let reply = app.send(
      Self.deepUpdate(app, "/thing/1", body, "father=thing&father.children=thing"))
    #expect(
      reply
        == Reply(
          200,
          #"""
          {"thing_id":"1","title":"new","n":1,"createddate":1,"lastmoddate":1371040000123,
           "father":{"thing_id":"2","title":"father","n":2,"createddate":1,
             "lastmoddate":1371040000123,"children":["1"]}}
          """#))
    #expect(app.get("/thing/1")["father"] == "2")
    #expect(app.get("/thing/2")["children"] == ["1"])
  }

  @Test(arguments: [
    ("/thing/9", #"{"father":{}}"#, 404, "object instance does not exist"),
    ("/nix/9", #"{"father":{}}"#, 404, "object instance does not exist"),
    (
      "/thing/1", #"{"thing_id":"2","father":{}}"#, 400, "unable to update primary key thing_id"
    ),
    (
      "/thing/1", #"{"father":{"n":"x"}}"#, 400,
      "Field n has an incompatible type, please check your schema"
    ),
    (
      "/thing/1", #"{"other":{}}"#, 400,
      "Field other holds an object and no relationship was given"
    ),
  ])
  func `a tree that cannot be updated changes nothing`(
    _ target: String, _ body: String, _ status: Int, _ message: String
  ) {
    var app = StackMobApp()
    app.post("/thing", #"{"thing_id":"1","n":1}"#)
    let before = app.fingerprint
    #expect(
      app.send(Self.deepUpdate(app, target, body, "father=thing")) == .error(status, message))
    #expect(app.fingerprint == before)
  }

  @Test func `a tree is updated only with the permission for its root`() throws {
    var app = StackMobApp.withJack()
    try app.schema("thing", permissions: ["update": "owner"])
    try app.logIn("jack")
    app.post("/thing", #"{"thing_id":"1"}"#)
    app.session = nil
    app.post("/user", #"{"username":"jill","password":"pw"}"#)
    #expect(
      app.send(Self.deepUpdate(app, "/thing/1", #"{"father":{}}"#, "father=thing"))
        == StackMobApp.notAuthorized)
    try app.logIn("jill")
    #expect(
      app.send(Self.deepUpdate(app, "/thing/1", #"{"father":{}}"#, "father=thing"))
        == .error(404, "object instance does not exist"))
  }

  /// Returns a request of the PHP app MailBug.
  ///
  /// - Source: `proj-select.php`, `issue-select.php`.
  private static func mailBug(
    _ app: StackMobApp, _ path: String, _ body: String, relations: String? = nil
  ) -> Request {
    var request = app.request(
      "POST", path, body,
      headers: ["Content-Type": "application/json; charset=UTF8", "User-Agent": "PHP"])
    request.headers[.field("X-StackMob-Relations")] = relations
    return request
  }

  @Test func `MailBug reads the id of the related object that it creates`() throws {
    var app = StackMobApp.withJack()
    try app.schema(
      "issue", ["issue2actions": "relationships[action]", "issue2project": "relationship[project]"])
    app.post("/issue", #"{"issue_id":"5","description":"It fails"}"#)
    let created = app.send(
      Self.mailBug(app, "/issue/5/issue2actions", #"{"comment":"Fixed","sm_owner":"jack"}"#))
    let id = try #require(created["action_id"]?.string)
    #expect(created["comment"] == "Fixed")
    let back = app.send(
      Self.mailBug(
        app, "/action", #"{"action_id":"\#(id)","action2issue":"5"}"#,
        relations: "action2issue=issue"))
    #expect(back.status == 200)
    #expect(back["comment"] == "Fixed")
    let status = app.send(
      Self.mailBug(app, "/action/\(id)/action2status", #"{"description":"open"}"#))
    #expect(status.status == 201)
    #expect(app.get("/issue/5")["issue2actions"] == [.string(id)])
    let expanded = app.get("/issue/5", headers: ["X-StackMob-Expand": "1"])
    #expect(expanded["issue2actions"]?[0]?["comment"] == "Fixed")
  }
}
