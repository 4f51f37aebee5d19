import GhostlightCore
import GhostlightEmulation
import GhostlightSigning
import HTTPTypes
import StackMobEmulator
import Testing

@Suite struct `Refresh` {
  @Test func `all three tokens are new, and the old ones die`() throws {
    var app = StackMobApp.withJack()
    let old = try app.login()
    let reply = app.refresh(old.refresh)
    let new = try #require(Tokens(reply))
    #expect(
      reply.body?.object?.keys == [
        "access_token", "mac_key", "mac_algorithm", "token_type", "expires_in", "refresh_token",
        "stackmob",
      ])
    #expect(reply["stackmob"]?["user"]?["username"] == "jack")
    #expect([app.status(of: old), app.status(of: new)] == [401, 200])
    #expect(new.key != old.key)
    #expect(app.refresh(old.refresh) == StackMobApp.refreshRefused)
    #expect(app.refresh(new.refresh).status == 200)
  }

  @Test(arguments: [
    "grant_type=refresh_token&token_type=mac&mac_algorithm=hmac-sha1&refresh_token=",
    "refresh_token=",
  ])
  func `each client's spelling is accepted`(_ form: String) throws {
    var app = StackMobApp.withJack()
    let tokens = try app.login()
    #expect(app.post("/user/refreshToken", form + tokens.refresh).status == 200)
  }

  @Test(arguments: ["", "refresh_token=x", "refresh_token=", "token_type=mac"])
  func `an unknown token is refused`(_ form: String) {
    var app = StackMobApp.withJack()
    #expect(app.post("/user/refreshToken", form) == StackMobApp.refreshRefused)
  }

  @Test func `a refresh token does not end by time`() throws {
    var app = StackMobApp.withJack()
    let tokens = try app.login()
    app.milliseconds += 10 * 365 * 86_400_000
    #expect(app.refresh(tokens.refresh).status == 200)
  }

  @Test func `another user schema does not know the token`() throws {
    var app = StackMobApp.withJack()
    try app.given("schema exists", ["name": "customer", "user": true])
    let tokens = try app.login()
    #expect(
      app.post("/customer/refreshToken", "refresh_token=\(tokens.refresh)")
        == StackMobApp.refreshRefused)
  }
}

@Suite struct `Who am I and logout` {
  @Test func `the signed-in user comes back, cut and expanded as asked`() throws {
    var app = try Ring.app()
    try app.logIn("jack")
    #expect(app.get("/user/loggedInUser") == app.get("/user/jack"))
    #expect(
      app.get(
        "/user/loggedInUser", headers: ["X-StackMob-Select": "next.age", "X-StackMob-Expand": "1"])
        == Reply(200, #"{"username":"jack","next":{"username":"jill","age":2}}"#))
  }

  @Test func `nobody is answered 401`() {
    var app = StackMobApp.withJack()
    #expect(app.get("/user/loggedInUser") == StackMobApp.notAuthorized)
    #expect(app.get("/user/logout") == StackMobApp.notAuthorized)
  }

  @Test func `after logout all tokens are dead`() throws {
    var app = StackMobApp.withJack()
    let tokens = try app.login()
    app.session = tokens.credentials
    #expect(app.get("/user/logout") == Reply(200, "{}"))
    #expect(app.get("/user/logout") == StackMobApp.notAuthorized)
    #expect(app.get("/user/loggedInUser") == StackMobApp.notAuthorized)
    app.session = nil
    #expect(app.refresh(tokens.refresh) == StackMobApp.refreshRefused)
  }

  @Test func `a user of one schema is nobody in another`() throws {
    var app = StackMobApp.withJack()
    try app.given("schema exists", ["name": "customer", "user": true])
    try app.logIn("jack")
    #expect(app.get("/customer/loggedInUser") == StackMobApp.notAuthorized)
    #expect(app.get("/customer/logout") == StackMobApp.notAuthorized)
    #expect(app.get("/user/loggedInUser").status == 200)
  }
}
