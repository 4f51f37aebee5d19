import GhostlightCore
import GhostlightRecording
import HTTPTypes
import Testing

@Suite struct `Normalization of requests` {
  private static let login = Request.form(
    .post, "/user/accessToken",
    [FormField("username", "jack"), FormField("password", "realPassw0rd")],
    headers: [.stackMobKey: "3f2b8c1e-5d47-4a90-b6e1-0c9d7f5a2e13"])

  private static func use(_ token: String, ts: String, nonce: String, mac: String) -> Request {
    var request = Request(.get, "/todo", headers: [.stackMobKey: "3f2b8c1e"])
    request.headers[.authorization] =
      #"MAC id="\#(token)",ts="\#(ts)",nonce="\#(nonce)",mac="\#(mac)""#
    return request
  }

  private static func refresh(_ token: String) -> Request {
    .form(.post, "/user/refreshToken", [FormField("refresh_token", token)])
  }

  private static let recording = Recording([
    RecordedExchange(
      login, .json(.ok, ["access_token": "a1B2c3D4e5F6", "refresh_token": "r1R2r3R4r5R6"])),
    RecordedExchange(use("a1B2c3D4e5F6", ts: "1", nonce: "n1", mac: "m1"), .json(.ok, [])),
    RecordedExchange(
      refresh("r1R2r3R4r5R6"),
      .json(.ok, ["access_token": "g7H8i9J0k1L2", "refresh_token": "s1S2s3S4s5S6"])),
    RecordedExchange(use("g7H8i9J0k1L2", ts: "2", nonce: "n2", mac: "m2"), .json(.ok, [])),
  ])

  @Test(arguments: [recording, Redactor().redact(recording)])
  func `a request matches the recorded one with any secrets`(_ recording: Recording) {
    let normalise = Redactor().normaliser(for: recording)
    let recorded = recording.exchanges.map { normalise($0.request) }
    var login = Self.login
    login.headers[.stackMobKey] = "another-key"
    login.body = Array("username=jack&password=typed".utf8)
    #expect(normalise(login) == recorded[0])
    #expect(
      normalise(Self.use("REDACTED-access_token-1", ts: "99", nonce: "x", mac: "y=")) == recorded[1]
    )
    #expect(normalise(Self.refresh("REDACTED-refresh_token-1")) == recorded[2])
    #expect(
      normalise(Self.use("REDACTED-access_token-2", ts: "98", nonce: "z", mac: "y=")) == recorded[3]
    )
    #expect(recorded[1] != recorded[3])
    var jill = login
    jill.body = Array("username=jill&password=typed".utf8)
    #expect(normalise(jill) != recorded[0])
  }

  @Test func `the client's own secret is recognized in a place without a secret name`() {
    let request = { (key: String) in
      Request(.get, RequestTarget("/apps/\(key)/items?api_key=\(key)"))
    }
    let recording = Redactor().redact(
      Recording([RecordedExchange(request("k3yk3yk3yK3Y"), Response(.ok))]))
    let normalise = Redactor().normaliser(for: recording)
    #expect(recording.exchanges[0].request == request("REDACTED-api_key-1"))
    #expect(normalise(request("an0th3rK3Y")) == normalise(recording.exchanges[0].request))
  }

  @Test func `sessions whose token had no secret name are kept apart`() throws {
    let use = { (sid: String) in
      Request(.get, "/me", headers: [.cookie: "sid=\(sid); theme=dark"])
    }
    let recording = Redactor().redact(
      Recording([
        RecordedExchange(Request(.post, "/login"), .json(.ok, ["id": "5f3a9c0d77e1b2"])),
        RecordedExchange(use("5f3a9c0d77e1b2"), Response(.ok)),
      ]))
    let normalise = Redactor().normaliser(for: recording)
    let given = try #require(recording.exchanges[0].response.json?["id"]?.string)
    #expect(given == "REDACTED-sid-1")
    #expect(normalise(use(given)) == normalise(recording.exchanges[1].request))
    #expect(normalise(use("foreign")) != normalise(recording.exchanges[1].request))
  }

  @Test func `without a recording, the normaliser only masks secrets`() {
    #expect(
      Redactor().normalise(.json(.post, "/?sid=9", ["passcode": 1, "token": "REDACTED-token-1"]))
        == .json(.post, "/?sid=REDACTED", ["passcode": 0, "token": "REDACTED-token-1"]))
    #expect(Redactor(.off).normalise(Self.login) == Self.login)
    #expect(Redactor(.off).normaliser(for: Self.recording)(Self.login) == Self.login)
  }
}
