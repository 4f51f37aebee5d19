import GhostlightCore
import GhostlightEmulation
import GhostlightSigning
import HTTPTypes
import StackMobEmulator
import Testing

@Suite struct `Login` {
  @Test func `a login returns tokens and the user without the password`() throws {
    var backend = StackMobBackend()
    let app = StackMobApp()
    let user = app.request("POST", "/user", #"{"username":"jack","password":"pw","age":3}"#)
    _ = backend.respond(to: user, at: .numbered())
    let login = app.request(
      "POST", "/user/accessToken", "username=jack&password=pw&token_type=mac&email=x")
    #expect(
      backend.respond(to: login, at: .numbered()).text
        == #"{"access_token":"access-token-1","mac_key":"mac-key-1","#
        + #""mac_algorithm":"hmac-sha-1","token_type":"mac","expires_in":3600,"#
        + #""refresh_token":"refresh-token-1","stackmob":{"user":{"username":"jack","age":3,"#
        + #""createddate":1371040000123,"lastmoddate":1371040000123,"sm_owner":"user/jack"}}}"#)
  }

  @Test func `tokens have 32 letters and digits`() throws {
    var app = StackMobApp.withJack()
    let tokens = try app.login()
    for token in [tokens.access, tokens.key, tokens.refresh] {
      #expect(token.count == 32)
      #expect(
        token.utf8.allSatisfy { $0 < 128 && Character(UnicodeScalar($0)).isLetter || $0 < 58 })
    }
    #expect(Set([tokens.access, tokens.key, tokens.refresh]).count == 3)
    #expect(app.status(of: tokens) == 200)
  }

  @Test(arguments: [
    "username=jack&password=wrong", "username=jill&password=pw", "username=jack", "password=pw",
    "", "username=Jack&password=pw", "username=jack&password=", "username=jack&password=pw%20",
  ])
  func `wrong names, wrong passwords and missing keys get the same refusal`(_ form: String) throws {
    var app = StackMobApp.withJack()
    let tokens = try app.login()
    #expect(app.post("/user/accessToken", form) == StackMobApp.loginFailed)
    #expect(app.status(of: tokens) == 200)
    #expect(app.refresh(tokens.refresh).status == 200)
  }

  @Test(arguments: ["username=%zz&password=pw", "username=%ff"])
  func `a malformed login form is refused`(_ form: String) {
    var app = StackMobApp.withJack()
    #expect(app.post("/user/accessToken", form) == .error(400, "Bad Request"))
  }

  @Test func `names and passwords are decoded like a form`() {
    var app = StackMobApp()
    app.post("/user", #"{"username":"ann lee","password":"a+b&c=d ü"}"#)
    #expect(
      app.post("/user/accessToken", "username=ann+lee&password=a%2Bb%26c%3Dd%20%C3%BC").status
        == 200)
    #expect(
      app.get("/user/accessToken?username=ann%20lee&password=a+b%26c=d%20%C3%BC").status == 200)
  }

  @Test func `a user without a password cannot log in`() {
    var app = StackMobApp()
    app.post("/user", #"{"username":"jack"}"#)
    app.post("/user", #"{"username":"jill","password":null}"#)
    #expect(app.post("/user/accessToken", "username=jack&password=") == StackMobApp.loginFailed)
    #expect(app.post("/user/accessToken", "username=jill&password=") == StackMobApp.loginFailed)
  }

  @Test(arguments: [#"MAC id="x",ts="1",nonce="n",mac="m""#, "MAC", "Basic abc", ""])
  func `a login ignores the Authorization field`(_ field: String) {
    var app = StackMobApp.withJack { $0.isStrict = true }
    #expect(
      app.post(
        "/user/accessToken", "username=jack&password=pw", headers: ["Authorization": field]
      ).status == 200)
  }

  @Test func `a second login ends the first session`() throws {
    var app = StackMobApp.withJack()
    let first = try app.login()
    let second = try app.login()
    #expect(app.status(of: first) == 401)
    #expect(app.refresh(first.refresh) == StackMobApp.refreshRefused)
    #expect(app.status(of: second) == 200)
  }

  @Test func `the configuration can keep access tokens after a second login`() throws {
    var app = StackMobApp.withJack { $0.loginKeepsAccessTokens = true }
    let first = try app.login()
    let second = try app.login()
    #expect([app.status(of: first), app.status(of: second)] == [200, 200])
    #expect(app.refresh(first.refresh) == StackMobApp.refreshRefused)
  }

  @Test(arguments: [3600, 5, 1])
  func `an access token expires after expires_in seconds`(_ seconds: Int64) throws {
    var app = StackMobApp.withJack { $0.tokenLifetimeSeconds = seconds }
    let reply = app.post("/user/accessToken", "username=jack&password=pw")
    #expect(reply["expires_in"] == .integer(seconds))
    let tokens = try #require(Tokens(reply))
    app.milliseconds += seconds * 1000 - 1
    #expect(app.status(of: tokens) == 200)
    app.milliseconds += 1
    #expect(app.status(of: tokens) == 401)
    #expect(app.refresh(tokens.refresh).status == 200)
  }

  @Test(arguments: [Int64.max, .max / 1000, 0, -1, .min])
  func `a login works with any token lifetime`(_ seconds: Int64) {
    var app = StackMobApp.withJack { $0.tokenLifetimeSeconds = seconds }
    #expect(app.tokens() != nil)
  }

  @Test func `OAuth1 clients log in with GET`() {
    var app = StackMobApp.withJack()
    let signed = app.request("GET", "/user/login?username=jack&password=pw").signed(with: app.keys)
    #expect(app.send(signed)["username"] == "jack")
    let wrong = app.request("GET", "/user/login?username=jack&password=x").signed(with: app.keys)
    #expect(app.send(wrong) == .error(401, "Invalid username or password"))
    #expect(app.get("/user/login?username=jack&password=pw") == StackMobApp.notAuthorized)
  }
}
