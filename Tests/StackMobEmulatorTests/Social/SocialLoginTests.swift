import GhostlightCore
import GhostlightEmulation
import GhostlightSigning
import StackMobEmulator
import Testing

@Suite struct `Social login` {
  /// The calls and parameters of a social network, with an accepted token and a refused token.
  struct Network: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let title: String
    let good: String
    let bad: String
    /// The common start of the names of the network's login calls.
    let login: String
  }

  static let facebook = Network(
    testDescription: "facebook", title: "Facebook", good: "fb_at=T1", bad: "fb_at=invalid-1",
    login: "facebookAccessToken")
  static let twitter = Network(
    testDescription: "twitter", title: "Twitter", good: "tw_tk=T1&tw_ts=s", bad: "tw_tk=T1",
    login: "twitterAccessToken")
  static let gigya = Network(
    testDescription: "gigya", title: "Gigya", good: "gigya_uid=T1&gigya_ts=1&gigya_sig=s",
    bad: "gigya_uid=T1&gigya_ts=1", login: "gigyaAccessToken")

  static let refused = Reply(
    401,
    #"{"error":"access_denied","#
      + #""error_description":"The account is not accepted, or linked to no user."}"#)

  /// Returns the parameters in a form as a JSON body.
  static func json(_ form: String) -> String {
    var object = JSONObject()
    for pair in FormURLEncoding.parse(form) ?? [] { object[pair.name] = .string(pair.value) }
    return JSON.object(object).description
  }

  @Test(arguments: [facebook, twitter])
  func `a user is created from an account and logs in with it`(_ network: Network) throws {
    var app = StackMobApp()
    let user = app.post(
      "/user/createUserWith\(network.title)", Self.json(network.good + "&username=ann"))
    let stamps = #""createddate":1371040000123,"lastmoddate":1371040000123"#
    #expect(user == Reply(201, #"{"username":"ann","sm_owner":"user/ann",\#(stamps)}"#))
    let login = app.post("/user/\(network.login)", network.good + "&token_type=mac")
    let tokens = try #require(Tokens(login))
    #expect(login["stackmob"]?["user"] == user.body)
    #expect(login["expires_in"] == 3600)
    #expect(login["mac_algorithm"] == "hmac-sha-1")
    #expect(app.status(of: tokens) == 200)
    #expect(app.post("/user/accessToken", "username=ann&password=").status == 401)
    let again = app.post("/user/\(network.login)", network.good)
    #expect(app.status(of: tokens) == 401)
    #expect(app.status(of: try #require(Tokens(again))) == 200)
    #expect(app.refresh(tokens.refresh).status == 401)
  }

  @Test(arguments: [facebook, twitter, gigya])
  func `an account that is refused or not linked cannot log in`(_ network: Network) {
    var app = StackMobApp()
    #expect(app.post("/user/\(network.login)", network.bad) == Self.refused)
    #expect(app.post("/user/\(network.login)", "") == Self.refused)
    guard network.title != "Gigya" else { return }
    #expect(app.post("/user/\(network.login)", network.good) == Self.refused)
    #expect(app.post("/user/\(network.login)WithCreate", network.bad) == Self.refused)
    #expect(app.get("/user").body == [])
  }

  @Test(
    arguments: [
      (facebook, "&username=ann", "ann"), (facebook, "&username=", "T1"), (facebook, "", "T1"),
      (twitter, "&username=ann", "ann"), (twitter, "", "T1"), (gigya, "", "T1"),
    ] as [(Network, String, String)])
  func `a login with create creates the user once`(
    _ network: Network, _ name: String, _ user: String
  ) {
    var app = StackMobApp()
    let call = "/user/\(network.login)" + (network.title == "Gigya" ? "" : "WithCreate")
    for _ in 0..<2 {
      let reply = app.post(call, network.good + name)
      #expect(reply.status == 200)
      #expect(reply["stackmob"]?["user"]?["username"] == .string(user))
    }
    #expect(app.get("/user").all("username") == [user])
  }

  @Test func `two keys can name the user if the schema has its own field`() throws {
    for key in ["login", "username"] {
      for call in ["createUserWithFacebook", "facebookAccessTokenWithCreate"] {
        var app = StackMobApp()
        try app.given(
          "schema exists",
          ["name": "member", "user": true, "usernameField": "login", "passwordField": "pin"])
        let form = "fb_at=T&\(key)=ann"
        let isForm = call.hasPrefix("facebook")
        #expect(
          [200, 201].contains(app.post("/member/\(call)", isForm ? form : Self.json(form)).status))
        #expect(app.get("/member").all("login") == ["ann"])
      }
    }
  }

  @Test func `a user name or account that is in use is refused`() {
    var app = StackMobApp.withJack()
    #expect(
      app.post("/user/createUserWithFacebook", #"{"fb_at":"T","username":"jack"}"#)
        == .error(400, "User jack already exists"))
    #expect(
      app.post("/user/facebookAccessTokenWithCreate", "fb_at=T&username=jack") == Self.refused)
    #expect(app.post("/user/createUserWithFacebook", #"{"fb_at":"T"}"#).status == 201)
    #expect(
      app.post("/user/createUserWithFacebook", #"{"fb_at":"T","username":"x"}"#)
        == .error(400, "This Facebook account is already linked to a user"))
    #expect(
      app.get("/user/createUserWithTwitter?tw_tk=T&tw_ts=s&username=tweety")["username"]
        == "tweety")
  }

  @Test func `only known tokens are accepted if the app is configured so`() throws {
    var app = StackMobApp { $0.onlyKnownSocialTokens = true }
    #expect(app.post("/user/facebookAccessTokenWithCreate", "fb_at=T") == Self.refused)
    let result = try app.given(
      "social token valid", ["network": "facebook", "token": "T", "account": "4711"])
    #expect(result == ["token": "T", "account": "4711"])
    try app.given("social token valid", ["network": "facebook", "token": "U", "account": "4711"])
    #expect(app.post("/user/facebookAccessTokenWithCreate", "fb_at=T").status == 200)
    #expect(app.post("/user/facebookAccessToken", "fb_at=U").status == 200)
    #expect(app.get("/user").all("username") == ["4711"])
    #expect(app.post("/user/twitterAccessTokenWithCreate", "tw_tk=T&tw_ts=s") == Self.refused)
  }

  @Test func `a known token is accepted even with the refused prefix, which is configurable`()
    throws
  {
    var app = StackMobApp { $0.refusedSocialTokenPrefix = "no-" }
    try app.given("social token valid", ["network": "facebook", "token": "no-1"])
    for (token, status) in [("no-1", 200), ("no-2", 401), ("invalid", 200)] {
      #expect(app.post("/user/facebookAccessTokenWithCreate", "fb_at=\(token)").status == status)
    }
    var open = StackMobApp { $0.refusedSocialTokenPrefix = nil }
    #expect(open.post("/user/facebookAccessTokenWithCreate", "fb_at=invalid").status == 200)
  }

  @Test func `a deleted user is unlinked`() {
    var app = StackMobApp()
    app.post("/user/createUserWithFacebook", #"{"fb_at":"T"}"#)
    app.delete("/user/T")
    #expect(app.post("/user/facebookAccessToken", "fb_at=T") == Self.refused)
    #expect(app.post("/user/createUserWithFacebook", #"{"fb_at":"T"}"#).status == 201)
  }

  @Test(arguments: ["facebookLogin?fb_at=T", "twitterlogin?tw_tk=T&tw_ts=s"])
  func `an OAuth1 login gets the user`(_ call: String) {
    var app = StackMobApp()
    let request = app.request("GET", "/user/\(call)")
    #expect(app.send(request) == StackMobApp.notAuthorized)
    let signed = request.signed(with: app.keys)
    #expect(app.send(signed) == .error(401, "Invalid username or password"))
    app.post("/user/createUserWithFacebook", #"{"fb_at":"T","username":"a"}"#)
    app.post("/user/createUserWithTwitter", #"{"tw_tk":"T","tw_ts":"s","username":"b"}"#)
    #expect(app.send(signed)["username"] == (call.hasPrefix("f") ? "a" : "b"))
  }
}
