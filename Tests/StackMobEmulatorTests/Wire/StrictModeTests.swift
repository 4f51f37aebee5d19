import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import StackMobEmulator

@Suite struct `Strict mode of StackMob` {
  static func app() throws -> StackMobApp {
    var app = StackMobApp.withJack { $0.isStrict = true }
    try app.logIn("jack")
    return app
  }

  static func ask(
    _ app: inout StackMobApp, _ target: String = "/user/jack", skew: Int64 = 0,
    nonce: String = "n1"
  ) -> Answer {
    guard let session = app.session else { return app.answer(app.request("GET", "/nix")) }
    let timestamp = StackMobApp.start / 1000 + skew
    return app.answer(
      app.request("GET", target).signed(with: session, timestamp: timestamp, nonce: nonce))
  }

  @Test(arguments: [(0, 200), (300, 200), (-300, 200), (301, 401), (-301, 401), (5000, 401)])
  func `a clock that is off by over 5 minutes is refused`(_ skew: Int64, _ status: Int) throws {
    var app = try Self.app()
    #expect(Self.ask(&app, skew: skew).response.status.code == status)
  }

  @Test func `a nonce can be used once in strict mode`() throws {
    var app = try Self.app()
    let first = Self.ask(&app)
    #expect([first.response.status.code, first.effect == .changed ? 1 : 0] == [200, 1])
    #expect(Reply(Self.ask(&app).response) == StackMobApp.notAuthorized)
    #expect(Self.ask(&app, nonce: "n2").response.status.code == 200)
    #expect(Self.ask(&app, skew: 1).response.status.code == 200)
  }

  @Test func `a refused request does not use up its nonce`() throws {
    var app = try Self.app()
    #expect(Self.ask(&app, "/nix").response.status.code == 404)
    #expect(Self.ask(&app).response.status.code == 200)
  }

  @Test func `OAuth1 calls are also checked in strict mode`() throws {
    var app = try Self.app()
    let request = app.request("GET", "/user").signed(with: app.keys)
    #expect([app.send(request).status, app.send(request).status] == [200, 401])
    let old = app.request("GET", "/user").signed(with: app.keys, timestamp: 1)
    #expect(app.send(old).status == 401)
  }

  @Test func `unsigned calls are not checked in strict mode`() throws {
    var app = try Self.app()
    app.session = nil
    #expect([app.get("/user").status, app.get("/user").status] == [200, 200])
  }

  @Test func `neither clock nor nonce is checked without strict mode`() throws {
    var app = StackMobApp.withJack()
    try app.logIn("jack")
    #expect(Self.ask(&app, skew: 5000).response.status.code == 200)
    #expect(Self.ask(&app, skew: 5000).response.status.code == 200)
  }

  @Test func `the number of recorded nonces is limited`() {
    var guarded = ReplayGuard()
    for number in 0..<10_000 { guarded.remember("\(number)") }
    #expect(guarded.order.count == 10_000)
    guarded.remember("10000")
    #expect(guarded.order == (5_000...10_000).map { "\($0)" })
    #expect(!guarded.knows("4999"))
    #expect(guarded.knows("5000"))
  }

  @Test func `a nonce that is no longer recorded can be used again`() throws {
    var app = try Self.app()
    #expect(Self.ask(&app, "/user/jack", nonce: "old").response.status.code == 200)
    for number in 0..<10_000 { app.backend.replayGuard.remember("\(number)") }
    #expect(Self.ask(&app, "/user/jack", nonce: "old").response.status.code == 200)
  }
}
