import GhostlightCore
import GhostlightEmulation
import Testing

@testable import StackMobEmulator

@Suite struct `Provider states of services` {
  @Test func `a provider state sets a temporary password without a mail`() throws {
    var app = StackMobApp.withJack()
    let first = try app.given("password forgotten", ["username": "jack"])
    let second = try app.given("password forgotten", ["username": "jack"])
    #expect(second.keys == ["temporary_password"])
    #expect(app.backend.outbox.messages.isEmpty)
    let passwords = [first, second].compactMap { $0["temporary_password"]?.string }
    #expect(Set(passwords).count == 2)
    #expect(
      passwords.map { app.post("/user/accessToken", "username=jack&password=\($0)") }
        == [StackMobApp.loginFailed, `Forgotten passwords`.required])
    #expect(app.tokens("pw") != nil)
    app.milliseconds += 86_400_000
    #expect(
      app.post("/user/accessToken", "username=jack&password=\(passwords[1])")
        == StackMobApp.loginFailed)
  }

  @Test func `a provider state expires one access token, which can be refreshed`() throws {
    var app = StackMobApp.withJack()
    try app.given("user exists", ["username": "jill"])
    let (jack, jill) = (try app.login(), try app.given("logged in", ["username": "jill"]))
    #expect(
      try app.given("access token expired", ["access_token": .string(jack.access)]) == [:])
    #expect(app.status(of: jack) == 401)
    #expect(app.refresh(jill["refresh_token"]?.string ?? "").status == 200)
    let fresh = try #require(Tokens(app.refresh(jack.refresh)))
    #expect(app.status(of: fresh) == 200)
  }

  @Test(arguments: [
    ("facebook", "facebookAccessToken", "fb_at=t1"),
    ("twitter", "twitterAccessToken", "tw_tk=t1&tw_ts=s"),
    ("gigya", "gigyaAccessToken", "gigya_uid=t1&gigya_ts=1&gigya_sig=s"),
  ])
  func `a provider state links an account, and then to a different user`(
    _ network: String, _ login: String, _ form: String
  ) throws {
    var app = StackMobApp.withJack()
    try app.given("user exists", ["username": "jill"])
    for name in ["jack", "jill"] {
      let link: JSONObject = [
        "username": .string(name), "network": .string(network), "token": "t1",
      ]
      #expect(try app.given("social account linked", link) == ["account": "t1"])
      let reply = app.post("/user/\(login)", form + "&token_type=mac")
      #expect(reply["stackmob"]?["user"]?["username"] == .string(name))
    }
    try app.logIn("jack")
    #expect(app.get("/user/getFacebookUserInfo") == StackMobApp.notAuthorized)
  }

  @Test func `a provider state links the account of a known token`() throws {
    var app = StackMobApp.withJack()
    try app.given(
      "social token valid", ["network": "facebook", "token": "invalid-1", "account": "jack-7"])
    let result = try app.given(
      "social account linked",
      ["username": "jack", "network": "facebook", "token": "invalid-1"])
    #expect(result == ["account": "jack-7"])
    try app.logIn("jack")
    #expect(app.get("/user/getFacebookUserInfo") == Reply(200, #"{"id":"jack-7"}"#))
  }

  @Test func `a provider state registers a device, and then for a different user`() throws {
    var app = StackMobApp()
    for user in ["ann", "bob"] {
      let result = try app.given(
        "push token registered",
        ["type": "iOS", "token": .string(Push.ios), "user": .string(user)])
      #expect(result == [:])
      app.milliseconds += 1
    }
    #expect(
      Push.call("GET", "/tokens?user=ann&user=bob", "", &app)
        == Reply(
          200,
          #"""
          {"tokens":{"ann":[],"bob":[{"token":"\#(Push.apple)","type":"ios",
            "registered_milliseconds":\#(StackMobApp.start + 1)}]}}
          """#))
  }

  @Test(
    arguments: [
      (
        "access token expired", ["access_token": "x"],
        "no session has this access token; use \"logged in\" first"
      ),
      (
        "password forgotten", ["username": "x"],
        "there is no user \"x\"; use \"user exists\" first"
      ),
      (
        "password forgotten", ["username": "jack", "schema": "todo"],
        "\"todo\" is not a user schema; use \"schema exists\" with \"user\": true first"
      ),
      (
        "social account linked", ["username": "x", "network": "gigya", "token": "t"],
        "there is no user \"x\"; use \"user exists\" first"
      ),
      (
        "social account linked", ["username": "jack", "network": "orkut", "token": "t"],
        "\"network\" must be facebook, twitter or gigya"
      ),
      (
        "social account linked", ["username": "jack", "network": "twitter", "token": "invalid"],
        "Twitter does not accept \"invalid\"; use \"social token valid\" first"
      ),
      (
        "push token registered", ["type": "windows", "token": "t", "user": "ann"],
        "\"type\" must be ios, androidgcm or android"
      ),
      (
        "push token registered", ["type": "ios", "token": "0a", "user": "ann"],
        "a \"token\" for ios must be 64 hexadecimal digits"
      ),
    ] as [(String, JSONObject, String)])
  func `an impossible state of a service is refused with a hint`(
    _ state: String, _ parameters: JSONObject, _ text: String
  ) {
    var app = StackMobApp.withJack()
    let before = app.backend.snapshot
    #expect(throws: ProviderStateError(text)) { try app.given(state, parameters) }
    #expect(app.backend.snapshot == before)
  }
}
