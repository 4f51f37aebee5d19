import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import StackMobEmulator

@Suite struct `OAuth1 authentication` {
  static let post = Request(
    .post, "/register_device_token_universal", authority: "push.stackmob.com",
    headers: [
      .authorization: #"OAuth realm="http://push.stackmob.com","#
        + #"oauth_consumer_key="3f2b8c1e-5d47-4a90-b6e1-0c9d7f5a2e13","#
        + #"oauth_nonce="5E0D8C1A-3A5B-4B6C-9D7E-8F9012345678","#
        + #"oauth_signature_method="HMAC-SHA1",oauth_timestamp="1371040000","#
        + #"oauth_version="1.0",oauth_signature="S0wYaXO8JvAHUjFeAODXSsKnu%2Fw%3D""#
    ])
  static let get = Request(
    .get, "/get_tokens_for_users_universal?userIds=nola%2Cbodie",
    authority: "push.stackmob.com",
    headers: [
      .authorization: #"OAuth oauth_version="1.0", oauth_timestamp="1371040001", "#
        + #"oauth_consumer_key="3f2b8c1e-5d47-4a90-b6e1-0c9d7f5a2e13", "#
        + #"oauth_nonce="0A1B2C3D-4E5F-6071-8293-A4B5C6D7E8F9", "#
        + #"oauth_signature_method="HMAC-SHA1", "#
        + #"oauth_signature="4nx25RINJvVhVHlFilCOrEZ22hw%3D""#
    ])

  static func caller(_ request: Request) throws(Fault) -> Caller {
    let configuration = StackMobConfiguration()
    return try Authentication.caller(
      of: request, ignoringUser: false, configuration.developmentKeys,
      StackMobState(isDevelopment: true, configuration: configuration), .numbered())
  }

  @Test(arguments: [post, get])
  func `the reference's vectors are those of the private key`(_ request: Request) throws {
    #expect(try Self.caller(request) == .administrator)
  }

  @Test(
    arguments: [
      { $0.method = .put }, { $0.scheme = "https" }, { $0.authority = "api.stackmob.com" },
      { $0.target = "/get_tokens_for_users_universal?userIds=nola" }, { $0.target = "/listapi" },
    ] as [@Sendable (inout Request) -> Void])
  func `a changed request is refused`(_ change: @Sendable (inout Request) -> Void) {
    var request = Self.get
    change(&request)
    #expect(throws: Fault.self) {
      try Self.caller(request)
    }
  }

  @Test func `a query may be left out of the OAuth1 signature`() {
    var app = StackMobApp.withJack()
    var request = app.request("GET", "/user").signed(with: app.keys)
    request.target = "/user?username=jack"
    #expect(app.send(request).all("username") == ["jack"])
    request.target = "/todo?username=jack"
    #expect(app.send(request) == StackMobApp.notAuthorized)
    request = app.request("GET", "/user?username=jill").signed(with: app.keys)
    request.target = "/user?username=jack"
    #expect(app.send(request) == StackMobApp.notAuthorized)
  }

  @Test func `an OAuth1 call needs no API key`() {
    var app = StackMobApp.withJack()
    #expect(app.send(app.request("GET", "/user/jack").signed(with: app.keys)).status == 200)
    let created = app.send(app.request("POST", "/todo", "{}").signed(with: app.keys))
    #expect(created.status == 201)
    #expect(created["sm_owner"] == nil)
    #expect(
      app.send(app.request("GET", "/user/loggedInUser").signed(with: app.keys))
        == StackMobApp.notAuthorized)
  }

  @Test func `an OAuth1 query with brackets and escapes is signed as sent`() {
    var app = StackMobApp.withJack()
    for target in ["/user?username[in]=jack,jill", "/user?username%5Bin%5D=jack%2Cj%20l"] {
      #expect(
        app.send(app.request("GET", target).signed(with: app.keys)).all("username") == ["jack"])
    }
  }

  @Test(arguments: [
    StackMobKeys(publicKey: "nobody", privateKey: "x"),
    StackMobKeys(publicKey: "3f2b8c1e-5d47-4a90-b6e1-0c9d7f5a2e13", privateKey: "x"),
    StackMobConfiguration().productionKeys,
  ])
  func `signatures with other keys are refused`(_ keys: StackMobKeys) throws {
    var app = StackMobApp.withJack()
    let answer = app.answer(app.request("GET", "/user").signed(with: keys))
    #expect(Reply(answer.response) == StackMobApp.notAuthorized)
    let reason = try #require(answer.response.headers[.field("X-Ghostlight-Reason")])
    #expect(reason.hasPrefix("wrong OAuth1 signature; our string") || reason.contains("must be"))
  }

  @Test(arguments: ["OAuth", "OAuth x", #"OAuth oauth_consumer_key="x""#, "oauth ="])
  func `a malformed OAuth field is refused`(_ field: String) {
    var app = StackMobApp.withJack()
    #expect(app.get("/user", headers: ["Authorization": field]) == StackMobApp.notAuthorized)
  }
}
