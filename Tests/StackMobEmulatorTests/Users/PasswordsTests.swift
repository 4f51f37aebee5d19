import GhostlightCore
import GhostlightEmulation
import StackMobEmulator
import Testing

@Suite struct `Changing passwords` {
  @Test func `a changed password replaces the old one and keeps the session`() throws {
    var app = StackMobApp.withJack()
    let tokens = try app.login()
    app.session = tokens.credentials
    let reply = app.post(
      "/user/resetPassword", #"{"old":{"password":"pw"},"new":{"password":"new"}}"#)
    #expect(reply == app.get("/user/jack"))
    #expect(app.status(of: tokens) == 200)
    #expect(app.tokens("pw") == nil)
    #expect(app.tokens("new") != nil)
  }

  @Test func `a wrong old password is refused`() throws {
    var app = StackMobApp.withJack()
    try app.logIn("jack")
    #expect(
      app.post("/user/resetPassword", #"{"old":{"password":"x"},"new":{"password":"new"}}"#)
        == .error(401, "Invalid old password"))
    #expect(app.tokens("pw") != nil)
  }

  @Test(arguments: ["{}", "", #"{"old":{"password":"pw"}}"#, #"{"old":"pw","new":"x"}"#, "[]"])
  func `a password change with an invalid body is refused`(_ body: String) throws {
    var app = StackMobApp.withJack()
    try app.logIn("jack")
    #expect(app.post("/user/resetPassword", body) == .error(400, "Bad Request"))
  }

  @Test func `changing a password needs a logged-in user`() {
    var app = StackMobApp.withJack()
    #expect(
      app.post("/user/resetPassword", #"{"old":{"password":"pw"},"new":{"password":"new"}}"#)
        == StackMobApp.notAuthorized)
  }

  @Test func `an update can set the password, which is not returned`() {
    var app = StackMobApp.withJack()
    #expect(app.put("/user/jack", #"{"password":"new"}"#)["password"] == nil)
    #expect(app.tokens("pw") == nil)
    #expect(app.tokens("new") != nil)
    #expect(app.put("/user/jack", #"{"password":1}"#).status == 400)
  }
}

@Suite struct `Forgotten passwords` {
  /// Creates an app with users who have an e-mail address, no e-mail address, and an empty one.
  static func app() throws -> StackMobApp {
    var app = StackMobApp()
    try app.schema("user", ["email": "forgotpassword"], ofUsers: true)
    app.post("/user", #"{"username":"jack","password":"pw","email":"jack@example.com"}"#)
    app.post("/user", #"[{"username":"jill","password":"pw"},{"username":"joe","email":""}]"#)
    return app
  }

  static func temporaryPassword(_ app: StackMobApp) -> String? {
    app.backend.outbox.messages.last?.content["temporary_password"]?.string
  }

  @Test func `a forgotten password sends a mail with a temporary one`() throws {
    var app = try Self.app()
    #expect(app.post("/user/forgotPassword", #"{"username":"jack"}"#) == Reply(200, "{}"))
    let mail = try #require(app.backend.outbox.messages.first)
    #expect(app.backend.outbox.messages.count == 1)
    #expect([mail.number, mail.recipients.count] == [1, 1])
    #expect(mail.kind == .mail)
    #expect(mail.recipients == ["jack@example.com"])
    #expect(mail.milliseconds == StackMobApp.start)
    #expect(mail.content.keys == ["username", "temporary_password"])
    #expect(mail.content["username"] == "jack")
  }

  @Test func `a forgotten password can be reported by query`() throws {
    var app = try Self.app()
    #expect(app.get("/user/forgotPassword?username=jack") == Reply(200, "{}"))
    #expect(app.backend.outbox.messages.count == 1)
    #expect(app.get("/user/forgotPassword") == .error(400, "Bad Request"))
  }

  @Test(arguments: ["jill", "joe", "nobody"])
  func `a forgotten password needs a user with an address`(_ name: String) throws {
    var app = try Self.app()
    #expect(
      app.post("/user/forgotPassword", #"{"username":"\#(name)"}"#)
        == .error(401, "Unable to send a temporary password to \(name)"))
    #expect(app.backend.outbox.messages.isEmpty)
  }

  @Test func `a forgotten password needs a schema with an address field`() {
    var app = StackMobApp.withJack()
    #expect(
      app.post("/user/forgotPassword", #"{"username":"jack"}"#)
        == .error(401, "Unable to send a temporary password to jack"))
  }

  @Test(arguments: ["{}", #"{"username":1}"#, "[]", "username=jack"])
  func `a forgotten password needs a user name`(_ body: String) throws {
    var app = try Self.app()
    #expect(app.post("/user/forgotPassword", body) == .error(400, "Bad Request"))
  }

  static let required = Reply(
    401,
    #"{"error":"Temporary password reset required.","#
      + #""error_description":"Temporary password reset required."}"#)

  @Test func `a temporary password must be changed, and is then used up`() throws {
    var app = try Self.app()
    app.post("/user/forgotPassword", #"{"username":"jack"}"#)
    let temporary = try #require(Self.temporaryPassword(app))
    let form = "username=jack&password=\(temporary)"
    #expect(app.post("/user/accessToken", form) == Self.required)
    #expect(app.get("/user/accessToken?\(form)") == Self.required)
    #expect(app.tokens("pw") != nil)
    #expect(Tokens(app.post("/user/accessToken", form + "&new_password=new")) != nil)
    #expect(app.post("/user/accessToken", form + "&new_password=x") == StackMobApp.loginFailed)
    #expect(app.tokens("pw") == nil)
    #expect(app.tokens("new") != nil)
  }

  @Test func `a new password can be sent in the query`() throws {
    var app = try Self.app()
    app.post("/user/forgotPassword", #"{"username":"jack"}"#)
    let temporary = try #require(Self.temporaryPassword(app))
    let query = "username=jack&password=\(temporary)&new_password=new"
    #expect(Tokens(app.get("/user/accessToken?\(query)")) != nil)
    #expect(app.tokens("new") != nil)
  }

  @Test func `a temporary password is valid for one day`() throws {
    var app = try Self.app()
    app.post("/user/forgotPassword", #"{"username":"jack"}"#)
    let temporary = try #require(Self.temporaryPassword(app))
    let form = "username=jack&password=\(temporary)"
    app.milliseconds += 86_400_000 - 1
    #expect(app.post("/user/accessToken", form) == Self.required)
    app.milliseconds += 1
    #expect(app.post("/user/accessToken", form + "&new_password=new") == StackMobApp.loginFailed)
    #expect(app.tokens("pw") != nil)
  }

  @Test func `only the latest temporary password is valid`() throws {
    var app = try Self.app()
    app.post("/user/forgotPassword", #"{"username":"jack"}"#)
    let first = try #require(Self.temporaryPassword(app))
    app.post("/user/forgotPassword", #"{"username":"jack"}"#)
    #expect(
      app.post("/user/accessToken", "username=jack&password=\(first)") == StackMobApp.loginFailed)
    #expect(app.backend.outbox.messages.map(\.number) == [1, 2])
  }
}

@Suite struct `User schemas of StackMob` {
  static func app() throws -> StackMobApp {
    var app = StackMobApp()
    try app.given(
      "schema exists",
      [
        "name": "customer", "user": true, "usernameField": "mail", "passwordField": "secret",
        "fields": ["address": "forgotpassword"],
      ])
    app.post("/customer", #"{"mail":"a@b.c","secret":"pw","address":"x@y.z"}"#)
    return app
  }

  @Test func `a user schema has its own names of fields`() throws {
    var app = try Self.app()
    #expect(app.get("/customer/a@b.c")["sm_owner"] == "customer/a@b.c")
    #expect(app.get("/customer/a@b.c")["secret"] == nil)
    let reply = app.post("/customer/accessToken", "mail=a%40b.c&secret=pw")
    let tokens = try #require(Tokens(reply))
    #expect(reply["stackmob"]?["user"]?["mail"] == "a@b.c")
    #expect(
      app.post("/customer/accessToken", "username=a%40b.c&password=pw") == StackMobApp.loginFailed)
    app.session = tokens.credentials
    #expect(app.get("/customer/loggedInUser")["mail"] == "a@b.c")
    #expect(app.post("/todo", "{}")["sm_owner"] == "customer/a@b.c")
  }

  @Test func `password calls use fixed names in each user schema`() throws {
    var app = try Self.app()
    #expect(app.post("/customer/forgotPassword", #"{"username":"a@b.c"}"#) == Reply(200, "{}"))
    #expect(app.backend.outbox.messages.first?.recipients == ["x@y.z"])
    try app.logIn("a@b.c", schema: "customer")
    #expect(
      app.post(
        "/customer/resetPassword", #"{"old":{"password":"pw"},"new":{"password":"n"}}"#
      ).status == 200)
    #expect(app.post("/customer/accessToken", "mail=a%40b.c&secret=n").status == 200)
  }

  @Test func `the user name can be the address for forgotten passwords`() throws {
    var app = StackMobApp()
    let teacher: JSONObject = [
      "name": "teacher", "user": true, "usernameField": "email",
      "fields": ["email": "forgotpassword"],
    ]
    try app.given("schema exists", teacher)
    try app.given("version deployed", ["version": 1])
    try app.backend.restore(app.backend.snapshot)
    for version in [0, 1] {
      app.version = version
      app.post("/teacher", #"{"email":"a@b.c","password":"pw"}"#)
      #expect(app.get("/teacher?email=a@b.c").all("sm_owner") == ["teacher/a@b.c"])
      #expect(app.post("/teacher/forgotPassword", #"{"username":"a@b.c"}"#) == Reply(200, "{}"))
      #expect(app.post("/teacher/accessToken", "email=a%40b.c&password=pw").status == 200)
      #expect(app.put("/teacher/a@b.c", #"{"email":"x"}"#).status == 400)
    }
    #expect(app.backend.outbox.messages.map(\.recipients) == [["a@b.c"], ["a@b.c"]])
    #expect(
      throws: ProviderStateError("the field \"email\" always has type string; leave it out")
    ) {
      try app.given(
        "schema exists",
        ["name": "t", "user": true, "usernameField": "email", "fields": ["email": "integer"]])
    }
  }

  @Test(arguments: ["accessToken", "refreshToken", "resetPassword", "forgotPassword"])
  func `a schema without users has no login methods`(_ method: String) throws {
    var app = try Self.app()
    app.post("/todo", #"{"todo_id":"accessToken"}"#)
    #expect(
      app.post("/todo/\(method)", "username=jack&password=pw")
        == .error(404, "Schema or method /todo/\(method) does not exist"))
    #expect(app.get("/todo/accessToken")["todo_id"] == "accessToken")
  }
}
