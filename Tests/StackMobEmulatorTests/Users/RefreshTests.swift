import GhostlightCore
import GhostlightEmulation
import GhostlightSigning
import HTTPTypes
import StackMobEmulator
import Testing

@Suite struct `Refresh` {
  @Test func `a refresh replaces all three tokens, and the old ones are invalid`() throws {
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
  func `a refresh accepts each client's spelling`(_ form: String) throws {
    var app = StackMobApp.withJack()
    let tokens = try app.login()
    #expect(app.post("/user/refreshToken", form + tokens.refresh).status == 200)
  }

  @Test(arguments: ["", "refresh_token=x", "refresh_token=", "token_type=mac"])
  func `an unknown refresh token is refused`(_ form: String) {
    var app = StackMobApp.withJack()
    #expect(app.post("/user/refreshToken", form) == StackMobApp.refreshRefused)
  }

  @Test func `a refresh token does not expire`() throws {
    var app = StackMobApp.withJack()
    let tokens = try app.login()
    app.milliseconds += 10 * 365 * 86_400_000
    #expect(app.refresh(tokens.refresh).status == 200)
  }

  @Test func `a refresh token is invalid for a different user schema`() throws {
    var app = StackMobApp.withJack()
    try app.schema("customer", ofUsers: true)
    let tokens = try app.login()
    #expect(
      app.post("/customer/refreshToken", "refresh_token=\(tokens.refresh)")
        == StackMobApp.refreshRefused)
  }
}

@Suite struct `The logged-in user and logout` {
  @Test func `loggedInUser returns the user, selected and expanded`() throws {
    var app = try Ring.app()
    try app.logIn("jack")
    #expect(app.get("/user/loggedInUser") == app.get("/user/jack"))
    #expect(
      app.get(
        "/user/loggedInUser", headers: ["X-StackMob-Select": "next.age", "X-StackMob-Expand": "1"])
        == Reply(200, #"{"username":"jack","next":{"username":"jill","age":2}}"#))
  }

  @Test func `loggedInUser and logout need a logged-in user`() {
    var app = StackMobApp.withJack()
    #expect(app.get("/user/loggedInUser") == StackMobApp.notAuthorized)
    #expect(app.get("/user/logout") == StackMobApp.notAuthorized)
  }

  @Test func `a logout ends all tokens`() throws {
    var app = StackMobApp.withJack()
    let tokens = try app.login()
    app.session = tokens.credentials
    #expect(app.get("/user/logout") == Reply(200, "{}"))
    #expect(app.get("/user/logout") == StackMobApp.notAuthorized)
    #expect(app.get("/user/loggedInUser") == StackMobApp.notAuthorized)
    app.session = nil
    #expect(app.refresh(tokens.refresh) == StackMobApp.refreshRefused)
  }

  @Test func `a user of one schema is not logged in for another`() throws {
    var app = StackMobApp.withJack()
    try app.schema("customer", ofUsers: true)
    try app.logIn("jack")
    #expect(app.get("/customer/loggedInUser") == StackMobApp.notAuthorized)
    #expect(app.get("/customer/logout") == StackMobApp.notAuthorized)
    #expect(app.get("/user/loggedInUser").status == 200)
  }
}
