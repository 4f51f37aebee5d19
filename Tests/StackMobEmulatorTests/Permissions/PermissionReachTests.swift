import GhostlightCore
import GhostlightEmulation
import Testing

@testable import StackMobEmulator

/// Tests of the permissions that calls need if they access several objects.
@Suite struct `Permissions for several objects` {
  /// Creates an app with folders for all callers, and with notes that only their owners can read,
  /// change and delete.
  private static func app() throws -> StackMobApp {
    var app = StackMobApp()
    for name in ["ann", "bob"] { try app.given("user exists", ["username": .string(name)]) }
    try app.schema(
      "note", ["n": "integer"],
      permissions: ["create": "loggedIn", "read": "owner", "update": "owner", "delete": "owner"])
    try app.schema("folder", ["notes": "relationships[note]", "first": "relationship[note]"])
    for (id, owner) in [("a", "ann"), ("b", "bob")] {
      try app.given(
        "object exists",
        [
          "schema": "note", "owner": .string(owner), "object": ["note_id": .string(id), "n": 1],
        ])
    }
    try app.given(
      "object exists",
      ["schema": "folder", "object": ["folder_id": "f", "notes": ["a", "b"], "first": "b"]])
    return app
  }

  @Test func `queries and deletes by query skip hidden objects`() throws {
    var app = try Self.app()
    try app.logIn("ann")
    #expect(app.get("/note").all("note_id") == ["a"])
    #expect(app.get("/note?[or1].n=1&[or1].n=2").all("note_id") == ["a"])
    #expect(app.delete("/note?n=1").status == 200)
    try app.logIn("bob")
    #expect(app.get("/note").all("note_id") == ["b"])
  }

  @Test func `expanding keeps the ids of hidden objects`() throws {
    var app = try Self.app()
    try app.logIn("ann")
    let folder = app.get("/folder/f?_expand=2")
    #expect(folder["notes"]?[0]?["note_id"] == "a")
    #expect(folder["notes"]?[1] == "b")
    #expect(folder["first"] == "b")
    app.session = nil
    #expect(app.get("/folder/f?_expand=1")["notes"] == ["a", "b"])
  }

  @Test func `creating related objects needs the permission to create them`() throws {
    var app = try Self.app()
    #expect(app.post("/folder/f/notes", "[{}]") == StackMobApp.notAuthorized)
    #expect(app.post("/folder/g/notes", "[{}]") == StackMobApp.notAuthorized)
    #expect(app.get("/folder/g").status == 404)
    try app.logIn("ann")
    #expect(app.post("/folder/f/notes", "[{}]").status == 200)
  }

  @Test func `a bulk create without permission is refused as a whole`() throws {
    var app = try Self.app()
    #expect(app.post("/note", "[{},{}]") == StackMobApp.notAuthorized)
  }

  @Test func `arrays and relations need the permission to update the parent`() throws {
    var app = try Self.app()
    try app.schema(
      "folder", ["notes": "relationships[note]", "first": "relationship[note]"],
      permissions: ["update": "owner"])
    let calls = [("POST", "notes", "[{}]"), ("PUT", "notes", #"["a"]"#), ("DELETE", "notes/a", "")]
    for (method, path, body) in calls {
      let request = app.request(method, "/folder/f/\(path)", body)
      #expect(app.send(request) == StackMobApp.notAuthorized)
    }
    try app.logIn("ann")
    for (method, path, body) in calls {
      let missing =
        method == "DELETE" ? "This object does not exist" : "object instance does not exist"
      #expect(app.send(app.request(method, "/folder/f/\(path)", body)) == .error(404, missing))
    }
    #expect(app.get("/folder/f")["notes"] == ["a", "b"])
  }

  @Test func `a cascading delete needs the permission to delete each object`() throws {
    var app = try Self.app()
    let cascade: KeyValuePairs = ["X-StackMob-CascadeDelete": "true"]
    #expect(app.delete("/folder/f/notes/a", headers: cascade) == StackMobApp.notAuthorized)
    try app.logIn("ann")
    #expect(
      app.delete("/folder/f/notes/a,b", headers: cascade)
        == .error(404, "This object does not exist"))
    #expect(app.get("/folder/f")["notes"] == ["a", "b"])
    #expect(app.delete("/folder/f/notes/a", headers: cascade).status == 200)
    #expect(app.get("/note").body == [])
    #expect(app.delete("/folder/f/notes/b").status == 200)
    try app.logIn("bob")
    #expect(app.get("/note").all("note_id") == ["b"])
  }

  @Test func `an owner whose name begins with a combining mark is found`() throws {
    var app = StackMobApp()
    try app.given("user exists", ["username": "bob"])
    try app.given(
      "user exists", ["username": "\u{301}ann", "fields": ["friends": ["bob"]]])
    try app.schema("note", permissions: ["read": "ownerRelationship[friends]"])
    try app.given(
      "object exists",
      ["schema": "note", "owner": "\u{301}ann", "object": ["note_id": "1"]])
    try app.logIn("bob")
    #expect(app.get("/note/1").status == 200)
    #expect(app.get("/note").all("note_id") == ["1"])
  }

  @Test func `logins, logouts and password changes need no permission`() throws {
    var app = StackMobApp()
    try app.schema(
      "user",
      permissions: [
        "create": "privateKey", "read": "notAllowed", "update": "notAllowed",
        "delete": "notAllowed",
      ], ofUsers: true)
    try app.given("user exists", ["username": "jack", "password": "pw"])
    app.session = try app.login().credentials
    #expect(app.get("/user/loggedInUser")["username"] == "jack")
    let passwords = #"{"old":{"password":"pw"},"new":{"password":"x"}}"#
    #expect(app.post("/user/resetPassword", passwords).status == 200)
    #expect(app.get("/user/logout").status == 200)
    app.session = nil
    #expect(app.post("/user/createUserWithFacebook", #"{"fb_at":"t"}"#).status == 401)
    #expect(app.post("/user/facebookAccessTokenWithCreate", "fb_at=t").status == 401)
  }

  @Test func `a deleted user is removed from all roles`() throws {
    var app = StackMobApp()
    try app.schema("note", permissions: ["read": "role[r]"])
    for _ in 0..<2 {
      try app.given("user exists", ["username": "ann"])
      try app.logIn("ann")
      #expect(app.get("/note").status == 401)
      try app.given("role exists", ["name": "r", "members": ["ann"]])
      #expect(app.get("/note").status == 200)
      #expect(app.delete("/user/ann").status == 200)
    }
  }
}
