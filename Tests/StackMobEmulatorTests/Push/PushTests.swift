import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import StackMobEmulator

@Suite struct `Push` {
  static let ios = String(repeating: "Ab", count: 32)
  static let apple = ios.lowercased()

  static func call(_ method: String, _ target: String, _ body: String, _ app: inout StackMobApp)
    -> Reply
  {
    app.send(app.request(method, target, body).signed(with: app.keys))
  }

  /// Creates an app in which ann has an iOS device and a Google Cloud Messaging device, and bob has
  /// two C2DM devices.
  static func app() -> StackMobApp {
    var app = StackMobApp()
    for (user, device) in [
      ("ann", "ios/\(ios)"), ("ann", "androidGCM/g1"), ("bob", "android/a1"), ("bob", "android/a2"),
    ] {
      _ = call("POST", "/tokens/\(device)", #"{"user":"\#(user)"}"#, &app)
      app.milliseconds += 1
    }
    return app
  }

  @Test(
    arguments: [
      ("/get_tokens_for_users_universal?userIds=bob,zed", "bob", "zed"),
      ("/tokens?user=bob&user=zed", "bob", "zed"),
    ] as [(String, String, String)])
  func `both APIs list devices of users`(_ target: String, _ first: String, _ second: String) {
    var app = Self.app()
    #expect(
      Self.call("GET", target, "", &app)
        == Reply(
          200,
          #"""
          {"tokens":{"bob":[
            {"token":"a1","type":"android","registered_milliseconds":1371040000125},
            {"token":"a2","type":"android","registered_milliseconds":1371040000126}],"zed":[]}}
          """#))
  }

  @Test func `a combining mark at the start of a name does not hide a comma`() {
    var app = Self.app()
    #expect(
      Self.call("GET", "/get_tokens_for_users_universal?userIds=a,%CC%81b", "", &app)
        == Reply(200, #"{"tokens":{"a":[],"\u0301b":[]}}"#))
  }

  @Test(arguments: ["OAuth", "oauth", "OAUTH"])
  func `the scheme of a signature is accepted in any case`(_ scheme: String) {
    var app = Self.app()
    var request = app.request("GET", "/tokens?user=zed").signed(with: app.keys)
    request.headers[.authorization] = request.headers[.authorization]?
      .replacing("OAuth ", with: scheme + " ", maxReplacements: 1)
    #expect(app.send(request) == Reply(200, #"{"tokens":{"zed":[]}}"#))
  }

  @Test(
    arguments: [
      (#"{"userId":"bob","token":{"token":"\#(ios)","type":"iOS"}}"#, 409),
      (#"{"userId":"bob","token":{"token":"\#(apple)","type":"ios"},"overwrite":false}"#, 409),
      (#"{"userId":"bob","token":{"token":"\#(apple)","type":"ios"},"overwrite":true}"#, 200),
      (#"{"userId":"bob","token":{"token":"\#(ios)x","type":"ios"}}"#, 400),
      (#"{"userId":"bob","token":{"token":"zz\#(apple.dropFirst(2))","type":"ios"}}"#, 400),
      (#"{"userId":"bob","token":{"token":"","type":"android"}}"#, 400),
      (#"{"userId":"bob","token":{"token":"é","type":"ANDROID"}}"#, 200),
      (#"{"userId":"bob","token":{"token":"x","type":"windows"}}"#, 400),
      (#"{"userId":"bob"}"#, 400), (#"{"token":{"token":"x","type":"android"}}"#, 400),
      (#"{"userId":"","token":{"token":"x","type":"android"}}"#, 400), ("[]", 400), ("{", 400),
    ] as [(String, Int)])
  func `a device is registered once, or overwritten`(_ body: String, _ status: Int) {
    var app = Self.app()
    let reply = Self.call("POST", "/register_device_token_universal", body, &app)
    #expect(reply.status == status)
    if status == 200 { #expect(reply == Reply(200, "{}")) }
  }

  @Test func `an overwritten device belongs to the new user`() {
    var app = Self.app()
    #expect(Self.call("PUT", "/tokens/ios/\(Self.ios)", #"{"user":"bob"}"#, &app).status == 200)
    let tokens = Self.call("GET", "/tokens?user=ann&user=bob", "", &app)["tokens"]
    #expect(tokens?["ann"]?.array?.map { $0["token"] } == ["g1"])
    #expect(tokens?["bob"]?.array?.map { $0["token"] } == ["a1", "a2", .string(Self.apple)])
  }

  @Test(arguments: [
    ("POST", "/remove_token_universal", #"{"token":"a1","type":"Android"}"#),
    ("DELETE", "/tokens/Android/a1", ""),
  ])
  func `removing a device succeeds even if it is not registered`(
    _ method: String, _ target: String, _ body: String
  ) {
    var app = Self.app()
    for _ in 0..<2 { #expect(Self.call(method, target, body, &app) == Reply(200, "{}")) }
    let bob = Self.call("GET", "/tokens?user=bob", "", &app)["tokens"]?["bob"]
    #expect(bob?.array?.map { $0["token"] } == ["a2"])
  }

  @Test func `deleting a user removes the user's devices`() {
    var app = Self.app()
    app.post("/user", #"{"username":"bob"}"#)
    app.delete("/user/bob")
    #expect(
      Self.call("GET", "/tokens?user=bob", "", &app) == Reply(200, #"{"tokens":{"bob":[]}}"#))
  }

  @Test(arguments: StackMobBackend.pushRoutes.summaries)
  func `a push call needs the private key`(_ route: RouteSummary) throws {
    var app = StackMobApp.withJack()
    try app.logIn("jack")
    let target = route.pattern.replacing("{type}", with: "ios").replacing("{token}", with: "t")
    var request = app.request(route.method, target, "{}")
    request.authority = "push.stackmob.com"
    #expect(app.send(request).status == 401)
    app.session = nil
    request = app.request(route.method, target, "{}")
    request.authority = "push.stackmob.com:80"
    #expect(app.send(request) == StackMobApp.notAuthorized)
    if target.hasSuffix("_universal") {
      #expect(app.send(app.request(route.method, target, "{}")) == StackMobApp.notAuthorized)
    }
  }

  @Test func `schemas named like REST calls can be used without the private key`() {
    var app = StackMobApp()
    #expect(app.post("/notifications", #"{"notifications_id":"1"}"#).status == 201)
    #expect(app.get("/notifications").all("notifications_id") == ["1"])
    #expect(app.get("/tokens").status == 404)
    #expect(app.backend.route(of: app.request("POST", "/notifications")) == "Create")
    let signed = app.request("POST", "/notifications").signed(with: app.keys)
    #expect(app.backend.route(of: signed) == "Send a notification")
  }

  @Test func `expired devices are listed until they are cleared`() throws {
    var app = Self.app()
    try app.given("push token expired", ["type": "androidGCM", "token": "g1"])
    let listed = Reply(
      200, #"[{"token":"g1","type":"androidgcm","registered_milliseconds":1371040000124}]"#)
    #expect(Self.call("GET", "/expired_tokens", "", &app) == listed)
    #expect(Self.call("GET", "/expired_tokens?clear=true", "", &app) == listed)
    #expect(Self.call("GET", "/expired_tokens", "", &app) == Reply(200, "[]"))
    let message = "no such token is registered; use \"push token registered\" first"
    #expect(throws: ProviderStateError(message)) {
      try app.given("push token expired", ["type": "androidGCM", "token": "g1"])
    }
  }
}
