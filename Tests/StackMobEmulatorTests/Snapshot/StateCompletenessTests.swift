import GhostlightCore
import GhostlightEmulation
import GhostlightSigning
import Testing
import TestSupport

@testable import StackMobEmulator

@Suite struct `The whole state of StackMob` {
  /// Returns the settings of the configuration, which are not part of the state, and values that follow
  /// from others.
  private static func isIgnored(_ property: String) -> Bool {
    property.hasPrefix("StackMobState.configuration") || property == "Session.signingKey"
      || property == "Sessions.accessTokensByUser" || property == "Schema.revision"
      || property == "Schema.forgotPasswordPosition"
  }

  private static func parts(of backend: StackMobBackend) -> [String: Any] {
    [
      "development": backend.development, "production": backend.production,
      "deployed": backend.deployed, "replayGuard": backend.replayGuard,
    ]
  }

  private static func properties(_ backends: StackMobBackend...) -> StateProperties {
    StateProperties(of: backends.map { parts(of: $0) }, ignoring: isIgnored)
  }

  /// Returns an app with at least two different values of each property.
  private static func app() throws -> StackMobApp {
    var world = try World()
    try world.app.schema(
      "agent",
      ["mail": "forgotpassword", "boss": "relationship[user]", "on": "boolean", "rate": "float"],
      permissions: ["update": "ownerRelationship[boss]", "delete": "privateKey"], ofUsers: true)
    try world.app.given(
      "schema exists",
      [
        "name": "spy", "user": true, "usernameField": "code", "passwordField": "secret",
        "fields": ["mail": "forgotpassword"],
        "permissions": ["read": "relationship[boss]", "create": "loggedIn", "update": "owner"],
      ])
    var fields = JSONObject()
    for number in 0..<30 { fields["f\(number)"] = number.isMultiple(of: 2) ? "string" : "integer" }
    try world.app.schema("wide", .object(fields))
    try world.app.given("version deployed", ["version": 2])
    try world.app.given(
      "user exists", ["username": "007", "password": "pw", "schema": "spy", "version": 2])
    try world.app.given("logged in", ["username": "007", "schema": "spy", "version": 2])
    try world.app.given("password forgotten", ["username": "007", "schema": "spy", "version": 2])
    try world.app.given("user exists", ["username": "jim"])
    let late = try world.app.given("logged in", ["username": "jim"])
    world.app.milliseconds += 60_000
    try world.app.given("password forgotten", ["username": "jim"])
    try world.app.given("access token expired", ["access_token": late["access_token"] ?? .null])
    try world.app.given("role exists", ["name": "guards", "members": ["jack", "jim"]])
    try world.app.given("role exists", ["name": "none", "version": 2])
    try world.app.given(
      "social token valid",
      ["network": "gigya", "token": "g", "account": "a", "info": ["age": 7]])
    try world.app.given("social token valid", ["network": "twitter", "token": "t"])
    try world.app.given(
      "custom code exists",
      ["name": "page", "text": "x", "status": 201, "startingCalls": 2, "headers": ["X-A": "b"]])
    try world.app.given(
      "custom code exists",
      [
        "name": "form", "template": ["a": "{{user}}"], "status": 202, "contentType": "text/x",
        "headers": ["X-A": "c"], "version": 2,
      ])
    try world.app.given(
      "custom code exists",
      ["name": "near", "forward": "https://a/b", "timeoutSeconds": 7, "version": 2])
    try world.app.given(
      "push token registered", ["type": "androidgcm", "token": "t9", "user": "jim", "version": 2])
    let file = World.file.replacing("a.txt", with: "b.png").replacing("text/plain", with: "image/x")
    world.app.post("/todo", JSON.object(["todo_id": "2", "pic": .string(file)]).description)
    let credentials = world.jill.credentials
    for request in [
      world.app.request("GET", "/user/linkUserWithTwitter?tw_tk=t&tw_ts=s"),
      world.app.request("POST", "/user/twitterStatusUpdate?tw_st=hi"),
      world.app.request(
        "POST", "/user/resetPassword", #"{"old":{"password":"pw"},"new":{"password":"p2"}}"#),
    ] { _ = world.app.send(request.signed(with: credentials)) }
    _ = world.app.send(
      world.app.request(
        "POST", "/push_broadcast_universal", #"{"kvPairs":{"a":"b"}}"#
      ).signed(with: world.app.keys))
    world.app.backend.replayGuard.remember("id 1 nonce")
    world.app.backend.replayGuard.remember("id 2 nonce")
    return world.app
  }

  @Test func `a snapshot restores each stored property`() throws {
    let app = try Self.app()
    var restored = StackMobBackend()
    try restored.restore(try JSON.parse(app.backend.snapshot.text()))
    #expect(Self.properties(app.backend).differences(from: Self.properties(restored)) == [])
    #expect(restored.snapshot.text() == app.backend.snapshot.text())
  }

  @Test func `each stored property has two values in the app of these tests`() throws {
    let both = Self.properties(StackMobBackend(), try Self.app().backend)
    // The world has one file, and one kind of social link.
    let expected = [
      "BinaryFile.bytes", "Entry.field", "Entry.schema", "FormField.name", "SocialLink.userSchema",
    ]
    #expect(both.constants == expected, "\(both.constants)")
    let names = Mirror(reflecting: StackMobBackend()).children.compactMap(\.label)
    #expect(
      names == [
        "development", "production", "deployed", "replayGuard", "clocks", "configuration",
      ])
  }

  @Test func `a reset restores each stored property of a new app`() throws {
    var app = try Self.app()
    let fresh = StackMobBackend()
    try app.backend.restore(fresh.snapshot)
    #expect(Self.properties(fresh).differences(from: Self.properties(app.backend)) == [])
  }

  @Test(arguments: RouteRow.all)
  func `only a request with the effect changed changes a stored property`(_ row: RouteRow) throws {
    let world = try World()
    var app = world.app
    let answer = app.answer(row.request(world))
    if answer.effect != .changed {
      let (before, after) = (Self.properties(world.app.backend), Self.properties(app.backend))
      #expect(before.differences(from: after) == [])
    }
  }
}
