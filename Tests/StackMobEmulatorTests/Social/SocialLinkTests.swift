import GhostlightCore
import GhostlightEmulation
import StackMobEmulator
import Testing

@Suite struct `Social links` {
  typealias Network = `Social login`.Network

  private static let networks = [
    `Social login`.facebook, `Social login`.twitter, `Social login`.gigya,
  ]

  private static func app() throws -> StackMobApp {
    var app = StackMobApp.withJack()
    app.post("/user", #"{"username":"jill","password":"pw"}"#)
    try app.logIn("jack")
    return app
  }

  /// Sends the call that links a user, in the form that clients use for this network.
  private static func link(_ network: Network, _ form: String, _ app: inout StackMobApp) -> Reply {
    let call = "/user/linkUserWith\(network.title)"
    guard network.title == "Gigya" else { return app.get("\(call)?\(form)") }
    return app.post(call, `Social login`.json(form))
  }

  @Test(arguments: networks)
  func `a linked user can log in with the account until unlinked`(_ network: Network) throws {
    var app = try Self.app()
    #expect(Self.link(network, network.good, &app) == Reply(200, "{}"))
    #expect(Self.link(network, network.good, &app) == Reply(200, "{}"))
    let login = app.post("/user/\(network.login)", network.good)
    #expect(login["stackmob"]?["user"]?["username"] == "jack")
    app.session = try #require(Tokens(login)).credentials
    #expect(app.delete("/user/unlinkUserFrom\(network.title)") == Reply(200, "{}"))
    #expect(
      app.delete("/user/unlinkUserFrom\(network.title)")
        == .error(404, "User jack is not linked with \(network.title)"))
    guard network.title != "Gigya" else { return }
    #expect(app.post("/user/\(network.login)", network.good) == `Social login`.refused)
  }

  @Test(arguments: networks)
  func `an account has one user, and a user one account`(_ network: Network) throws {
    var app = try Self.app()
    #expect(Self.link(network, network.good, &app).status == 200)
    try app.logIn("jill")
    #expect(
      Self.link(network, network.good, &app)
        == .error(400, "This \(network.title) account is already linked to a user"))
    try app.logIn("jack")
    let other = network.good.replacing("T1", with: "T2")
    #expect(Self.link(network, other, &app).status == 200)
    try app.logIn("jill")
    #expect(Self.link(network, network.good, &app).status == 200)
  }

  @Test(arguments: networks)
  func `a refused token of a network does not link a user`(_ network: Network) throws {
    var app = try Self.app()
    let answer =
      network.title == "Gigya"
      ? Reply.error(401, "Gigya does not accept the signature")
      : .error(400, "\(network.title) does not accept the token")
    #expect(Self.link(network, network.bad, &app) == answer)
    #expect(app.delete("/user/unlinkUserFrom\(network.title)").status == 404)
  }

  @Test func `an account of Gigya can be linked by form and by query`() throws {
    var app = try Self.app()
    let form = `Social login`.gigya.good
    #expect(app.post("/user/linkUserWithGigya", form).status == 200)
    #expect(app.get("/user/linkUserWithGigya?\(form)").status == 200)
  }

  @Test(arguments: [
    "GET linkUserWithFacebook?fb_at=T", "DELETE unlinkUserFromFacebook", "GET getFacebookUserInfo",
    "GET postFacebookMessage?message=m", "GET linkUserWithTwitter?tw_tk=T&tw_ts=s",
    "DELETE unlinkUserFromTwitter", "GET getTwitterUserInfo", "GET twitterStatusUpdate?tw_st=t",
    "GET linkUserWithGigya?gigya_uid=T&gigya_ts=1&gigya_sig=s", "DELETE unlinkUserFromGigya",
  ])
  func `linking and unlinking need a logged-in user`(_ call: String) throws {
    var app = try Self.app()
    app.session = nil
    let parts = call.split(separator: " ").map(String.init)
    #expect(app.send(app.request(parts[0], "/user/" + parts[1])) == StackMobApp.notAuthorized)
  }

  @Test(
    arguments: [
      (`Social login`.facebook, "getFacebookUserInfo", "postFacebookMessage", "message"),
      (`Social login`.twitter, "getTwitterUserInfo", "twitterStatusUpdate", "tw_st"),
    ] as [(Network, String, String, String)])
  func `a linked account can be read and posted to`(
    _ network: Network, _ info: String, _ post: String, _ key: String
  ) throws {
    var app = try Self.app()
    #expect(app.get("/user/\(info)") == StackMobApp.notAuthorized)
    #expect(app.get("/user/\(post)?\(key)=hi") == StackMobApp.notAuthorized)
    _ = Self.link(network, network.good, &app)
    #expect(app.get("/user/\(info)") == Reply(200, #"{"id":"T1"}"#))
    try app.given(
      "social token valid",
      [
        "network": .string(network.testDescription), "token": "T1", "info": ["name": "Jack"],
      ])
    #expect(app.get("/user/\(info)") == Reply(200, #"{"id":"T1","name":"Jack"}"#))
    #expect(app.get("/user/\(post)") == .error(400, "Bad Request"))
    #expect(app.get("/user/\(post)?\(key)=good%20morning") == Reply(200, "{}"))
    let message = try #require(app.backend.outbox.messages.first)
    #expect(message.kind == .webhook)
    #expect(message.recipients == ["\(network.testDescription)/T1"])
    #expect(message.content == ["username": "jack", .init(key): "good morning"])
  }
}
