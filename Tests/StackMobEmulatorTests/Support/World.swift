import GhostlightCore
import GhostlightEmulation
import GhostlightSigning
import StackMobEmulator

/// An app with data of every kind, which tests with tables of requests share.
struct World: Sendable {
  var app: StackMobApp
  /// The tokens of the user jack.
  let tokens: Tokens
  /// The tokens of the user jill, who is not linked to a social network.
  let jill: Tokens
  /// The temporary password of the user jack.
  let temporaryPassword: String

  init() throws {
    var app = StackMobApp()
    try app.schema(
      "user", ["email": "forgotpassword", "age": "integer", "friends": "relationships[user]"],
      ofUsers: true)
    try app.schema(
      "todo",
      [
        "title": "string", "n": "integer", "tags": "array[string]", "at": "geopoint",
        "pic": "binary",
      ])
    try app.schema("vault", permissions: ["create": "notAllowed", "read": "role[guards]"])
    try app.given("role exists", ["name": "guards", "members": ["jill"]])
    try app.given("version deployed", ["version": 1])
    app.post("/user", #"{"username":"jack","password":"pw","email":"j@x.y","friends":["jill"]}"#)
    app.post("/user", #"{"username":"jill","password":"pw","age":7}"#)
    app.post("/todo", #"{"todo_id":"1","title":"x","n":2,"tags":["a"],"at":{"lat":1,"lon":2}}"#)
    app.post("/user/forgotPassword", #"{"username":"jack"}"#)
    temporaryPassword =
      app.backend.outbox.messages.first?.content["temporary_password"]?.string ?? ""
    try app.given(
      "object exists", ["schema": "todo", "object": ["todo_id": "p"], "version": 1])
    tokens = try app.login()
    jill = try app.login("jill")
    try Self.surround(&app, tokens)
    self.app = app
  }

  static let file =
    "Content-Type: text/plain\nContent-Disposition: attachment; filename=a.txt\n"
    + "Content-Transfer-Encoding: base64\n\naGVsbG8="

  static let device = String(repeating: "0a", count: 32)

  /// Adds files, custom code, social accounts and devices.
  private static func surround(_ app: inout StackMobApp, _ tokens: Tokens) throws {
    app.put("/todo/1", JSON.object(["pic": .string(file)]).description)
    try app.given("custom code exists", ["name": "hello", "fixture": "greeting"])
    try app.given("custom code exists", ["name": "sleepy", "json": [:], "startSeconds": 60])
    try app.given("custom code exists", ["name": "far", "forward": "http://127.0.0.1:1/"])
    _ = app.get("/sleepy")
    for target in [
      "linkUserWithFacebook?fb_at=fb-jack", "linkUserWithTwitter?tw_tk=tw-jack&tw_ts=s",
      "linkUserWithGigya?gigya_uid=gg-jack&gigya_ts=1&gigya_sig=s",
    ] {
      _ = app.send(app.request("GET", "/user/\(target)").signed(with: tokens.credentials))
    }
    let device = #"{"user":"jack"}"#
    for token in ["ios/\(Self.device)", "android/t1"] {
      _ = app.send(app.request("POST", "/tokens/\(token)", device).signed(with: app.keys))
    }
    try app.given("push token expired", ["type": "android", "token": "t1"])
    _ = app.send(app.request("POST", "/tokens/android/t2", device).signed(with: app.keys))
  }

  /// Returns everything that can be read in both environments, to compare it byte for byte.
  static func fingerprint(_ app: StackMobApp, _ tokens: Tokens) -> [String] {
    var app = app
    app.session = nil
    var texts = app.backend.outbox.messages.map { "\($0)" }
    texts.append(app.backend.snapshot.description)
    for version in [0, 1] {
      app.version = version
      let listing = app.answer(app.request("GET", "/listapi")).response
      texts.append(listing.text)
      for schema in listing.json?.object?.keys ?? [] {
        texts.append(app.answer(app.request("GET", "/\(schema)")).response.text)
      }
    }
    app.version = 0
    texts.append("session: \(app.status(of: tokens))")
    texts.append("refresh: \(app.refresh(tokens.refresh).status)")
    return texts
  }
}
