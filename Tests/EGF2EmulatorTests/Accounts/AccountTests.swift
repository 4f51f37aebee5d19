import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import EGF2Emulator

@Suite struct `Users and sessions of EGF2` {
  private static let form: JSON = [
    "first_name": "Carl", "last_name": "Lee", "email": "carl@example.com",
    "date_of_birth": "1990-01-01T00:00:00.001Z", "password": "secret",
  ]

  private func logIn(_ password: String, _ world: inout GraphFixture) -> Int {
    world.send(
      .post, "/v1/login", ["email": "mark@example.com", "password": .string(password)]
    ).status.code
  }

  @Test func `a registration creates a user and a session and sends a mail`() {
    var world = GraphFixture(empty: GraphTypes.configuration)
    let answer = world.send(.post, "/v1/register", Self.form).json
    let token = answer?["token"]?.string ?? ""
    #expect(answer == ["type": "Bearer", "token": .string(token)])
    #expect(token.utf8.count == 64)
    let user = world.send(.get, "/v1/graph/me", as: token).json
    #expect(user?["name"] == ["given": "Carl", "family": "Lee", "use": "official"])
    #expect(user?["verified"] == false)
    #expect(user?["no_password"] == false)
    #expect(user?["system"]?.string?.hasSuffix("-01") == true)
    #expect(user?["created_at"] == user?["modified_at"])
    let mail = world.backend.outbox.messages.first
    let verifyToken = mail?.content["params"]?["verifyToken"]?.string ?? ""
    #expect(world.backend.outbox.messages.count == 1)
    #expect(mail?.recipients == ["carl@example.com"])
    #expect(
      mail?.content == [
        "template": "confirm_email", "subject": "Please confirm your email",
        "params": ["name": "Carl Lee", "verifyToken": .string(verifyToken)],
        "link": .string(
          "http://127.0.0.1:4403/v1/verify_email?token=" + PercentEncoding.encode(verifyToken)),
      ])
    #expect(verifyToken.utf8.count == 39 + 1 + 88)
  }

  @Test func `parameters of the query have priority over those of the body`() {
    var world = GraphFixture.world
    let response = world.send(
      .post, "/v1/login?email=anna%40example.com",
      ["email": "mark@example.com", "password": "password"])
    let token = response.json?["token"]?.string
    #expect(world.send(.get, "/v1/graph/me", as: token).json?["id"] == .string(world.annaID))
  }

  @Test func `a login opens a new session, and a logout ends only one`() {
    var world = GraphFixture.world
    let answer = world.send(
      .post, "/v1/login", ["email": "mark@example.com", "password": "password"]
    ).json
    let other = answer?["token"]?.string ?? ""
    #expect(other != world.mark)
    #expect(world.send(.get, "/v1/logout", as: other).body.isEmpty)
    #expect(world.send(.get, "/v1/graph/me", as: other).refusal.hasPrefix("404 TokenNotFound"))
    #expect(world.send(.get, "/v1/graph/me", as: world.mark).status == .ok)
  }

  @Test(arguments: [nil, "garbage", "a|b"])
  func `a logout always succeeds`(_ token: String?) {
    var world = GraphFixture.world
    let before = world.fingerprint
    let response = world.send(.post, "/v1/logout", as: token)
    #expect(response.status == .ok)
    #expect(response.body.isEmpty)
    #expect(response.headers[.contentType] == nil)
    #expect(world.fingerprint == before)
  }

  @Test func `a token with a different end does not log anyone out`() {
    var world = GraphFixture.world
    world.send(.get, "/v1/logout", as: String(world.mark.dropLast()) + "x")
    #expect(world.send(.get, "/v1/graph/me", as: world.mark).status == .ok)
  }

  @Test func `a session expires after the configured time`() {
    var world = GraphFixture.world
    world.wait(seconds: 3599)
    #expect(world.send(.get, "/v1/graph/me", as: world.mark).status == .ok)
    world.wait(seconds: 1)
    #expect(
      world.send(.get, "/v1/graph/me", as: world.mark).refusal
        == "419 SessionExpired: session is expired")
  }

  @Test func `the internal session route returns the session for a token`() {
    var world = GraphFixture.world
    let target = "/v1/internal/session?token=" + PercentEncoding.encode(world.mark)
    #expect(
      world.send(.get, target).json == [
        "object_type": "session", "user": .string(world.markID), "token": .string(world.mark),
        "expires_at": "2017-01-20T10:15:00.123Z", "id": .string(String(world.mark.prefix(39))),
        "created_at": .string(GraphFixture.now), "modified_at": .string(GraphFixture.now),
      ])
  }

  @Test func `an address is verified once, by the latest mail`() {
    var world = GraphFixture.world
    world.send(.post, "/v1/resend_email_verification", as: world.mark)
    let params = world.backend.outbox.messages.last?.content["params"]
    let token = params?["verifyToken"]?.string ?? ""
    #expect(token.utf8.count == 39 + 1 + 128)
    let target = "/v1/verify_email?token=" + PercentEncoding.encode(token)
    #expect(world.send(.get, target).body.isEmpty)
    #expect(world.get("/v1/graph/me")["verified"] == true)
    #expect(world.send(.get, target).refusal == "404 TokenNotFound: token not found")
  }

  @Test func `a forgotten password is reset once, and sessions stay valid`() {
    var world = GraphFixture.world
    #expect(world.send(.get, "/v1/forgot_password?email=mark@example.com").body.isEmpty)
    let mail = world.backend.outbox.messages.last
    #expect(mail?.content["template"] == "forgot_password")
    #expect(mail?.content["subject"] == "Reset your password")
    let token = mail?.content["params"]?["resetToken"] ?? .null
    let body: JSON = ["reset_token": token, "new_password": "other"]
    #expect(world.send(.post, "/v1/reset_password", body).status == .ok)
    #expect(world.send(.post, "/v1/reset_password", body).status == .notFound)
    #expect(logIn("password", &world) == 401)
    #expect(logIn("other", &world) == 200)
    #expect(world.send(.get, "/v1/graph/me", as: world.mark).status == .ok)
  }

  @Test func `a user who knows the old password can change it`() {
    var world = GraphFixture.world
    let body: JSON = ["old_password": "password", "new_password": "other"]
    #expect(world.send(.post, "/v1/change_password", body, as: world.mark).body.isEmpty)
    #expect(logIn("other", &world) == 200)
    #expect(
      world.send(.post, "/v1/change_password", body, as: world.mark).refusal
        == "401 WrongOldPassword: wrong old password")
  }

  @Test func `a user without a password can set one without an old one`() {
    var world = GraphFixture.world
    world.setUp("user exists", ["email": "mark@example.com", "no_password": true])
    let body: JSON = ["new_password": "first"]
    #expect(world.send(.post, "/v1/change_password", body, as: world.mark).status == .ok)
    #expect(logIn("first", &world) == 200)
    #expect(
      world.send(.post, "/v1/change_password", body, as: world.mark).json?["code"]
        == "MissingParameter")
  }

  @Test func `a refused registration changes nothing`() {
    var world = GraphFixture.world
    world.setUp("mails cannot be sent", ["problem": "down"])
    let before = world.fingerprint
    #expect(world.send(.post, "/v1/register", Self.form).status.code == 503)
    #expect(world.fingerprint == before)
    world.setUp("mails cannot be sent", ["problem": ""])
    #expect(world.send(.post, "/v1/register", Self.form).status == .ok)
  }

  @Test func `a snapshot contains no password`() {
    var world = GraphFixture.world
    world.setUp("user exists", ["email": "carl@example.com", "password": "hunter2"])
    #expect(!world.fingerprint.contains("hunter2"))
  }
}
