import GhostlightCore
import GhostlightEmulation
import GhostlightSigning
import StackMobEmulator

/// An app with a bit of everything, for tests that walk tables of requests.
struct World: Sendable {
  var app: StackMobApp
  /// Jack's session.
  let tokens: Tokens
  /// Jack's temporary password.
  let temporaryPassword: String

  init() throws {
    var app = StackMobApp()
    try app.given(
      "schema exists",
      [
        "name": "user", "user": true,
        "fields": ["email": "forgotpassword", "age": "integer", "friends": "relationships[user]"],
      ])
    try app.given(
      "schema exists",
      [
        "name": "todo",
        "fields": ["title": "string", "n": "integer", "tags": "array[string]", "at": "geopoint"],
      ])
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
    self.app = app
  }

  /// All that can be read, in both environments, to the byte.
  static func fingerprint(_ app: StackMobApp, _ tokens: Tokens) -> [String] {
    var app = app
    app.session = nil
    var texts = app.backend.outbox.messages.map { "\($0)" }
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
