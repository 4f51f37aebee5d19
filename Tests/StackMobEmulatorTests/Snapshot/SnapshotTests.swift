import GhostlightCore
import GhostlightEmulation
import StackMobEmulator
import Testing

@Suite struct `Snapshots of StackMob` {
  @Test func `a snapshot restores everything, byte for byte`() throws {
    let world = try World()
    let snapshot = world.app.backend.snapshot
    var copy = world.app
    copy.backend = StackMobBackend()
    try copy.backend.restore(try JSON.parse(snapshot.description))
    #expect(copy.backend.snapshot.description == snapshot.description)
    for row in RouteRow.all {
      var (left, right) = (world.app, copy)
      #expect(left.answer(row.request(world)).response == right.answer(row.request(world)).response)
    }
    for row in RefusalRow.all {
      var (left, right) = (world.app, copy)
      #expect(left.answer(row.request(world)).response == right.answer(row.request(world)).response)
    }
  }

  @Test func `a snapshot contains permissions, roles and custom code`() throws {
    var app = StackMobApp()
    try app.schema(
      "note",
      permissions: [
        "create": "loggedIn", "read": "relationship[sm_owner]", "update": "ownerRelationship[a]",
        "delete": "role[r]",
      ])
    try app.given("version deployed", ["version": 3])
    try app.given(
      "custom code exists",
      [
        "name": "m", "base64": "AAH/", "headers": ["X-A": "b"], "status": 404, "startingCalls": 1,
        "version": 3,
      ])
    try app.given("role exists", ["name": "r", "members": ["a", "é"], "version": 3])
    var copy = StackMobBackend()
    try copy.restore(app.backend.snapshot)
    #expect(copy.snapshot == app.backend.snapshot)
    #expect(
      app.backend.snapshot["production"]?["customCode"]?[0]?["instance"]?["fixture"]?["body"]
        == "AAH/")
  }

  /// A snapshot in format 1.
  static let form1 = #"""
    {"development":{"schemas":[
        {"name":"todo","primaryKey":"todo_id","passwordField":null,
         "fields":{"todo_id":"string","createddate":"integer","lastmoddate":"integer",
           "sm_owner":"string","title":"string"}},
        {"name":"user","primaryKey":"username","passwordField":"password",
         "fields":{"username":"string","password":"password","createddate":"integer",
           "lastmoddate":"integer","sm_owner":"string"}}],
      "objects":{"todo":[{"todo_id":"1","title":"x","createddate":1,"lastmoddate":1}]},
      "credentials":{"user":{}},"sessions":[],"outbox":{"count":0,"messages":[]}},
     "production":{"schemas":[],"objects":{},"credentials":{},"sessions":[],
       "outbox":{"count":0,"messages":[]}},
     "deployed":{"1":[{"name":"todo","primaryKey":"todo_id","passwordField":null,
       "fields":{"todo_id":"string"}}]},
     "nonces":[]}
    """#

  @Test func `a snapshot of format 1 is restored with open permissions`() throws {
    var app = StackMobApp()
    try app.backend.restore(try JSON.parse(Self.form1))
    #expect(
      app.get("/todo/1")
        == Reply(200, #"{"todo_id":"1","title":"x","createddate":1,"lastmoddate":1}"#))
    #expect(app.put("/todo/1", #"{"title":"y"}"#).status == 200)
    #expect(app.backend.snapshot["form"] == 2)
    #expect(
      app.backend.snapshot["deployed"]?["1"]?[0]?["permissions"]
        == ["create": "open", "read": "open", "update": "open", "delete": "open"])
    #expect(StackMobBackend.snapshotVersion == 2)
  }

  @Test(
    arguments: [
      ("form1", #""schemas":[]"#, #""schemas":7"#, "$.production.schemas is not an array"),
      ("form1", #""nonces":[]"#, #""nonces":7"#, "$.nonces is not an array"),
      (
        "form1", #""deployed":{"1":[{"#, #""deployed":{"1":[7,{"#,
        "$.deployed.1[0] does not have \"name\""
      ),
      ("form2", #""form":2"#, #""form":3"#, "$.form is not a supported form"),
      ("form2", #""form":2"#, #""x":3"#, "$ does not have \"form\""),
      (
        "form2", #""create":"notAllowed""#, #""create":"x""#,
        "$.development.schemas[2].permissions.create is not a permission"
      ),
      (
        "form2", #""fixture":"greeting""#, #""fixture":"x""#,
        "$.development.customCode[1].instance.fixture is not a fixture"
      ),
      (
        "form2", #""status":200"#, #""status":7"#,
        "$.development.customCode[2].instance.fixture.status is not a valid status"
      ),
      (
        "form2", #""startingCalls":0"#, #""startingCalls":-1"#,
        "$.development.customCode[0].instance.startingCalls is not a valid count"
      ),
      (
        "form2", #""bytes":"aGVsbG8=""#, #""bytes":"a""#,
        "$.development.files[0].bytes is not valid base64"
      ),
      (
        "form2", #""network":"facebook""#, #""network":"x""#,
        "$.development.socialAccounts.links[0].network is not a network"
      ),
      (
        "form2", #""type":"android""#, #""type":"x""#,
        "$.development.pushTokens.registered[1].type is not a type of token"
      ),
      (
        "form2", #""token":"t2""#, #""token":"""#,
        "$.development.pushTokens.registered[1].token is not a valid token"
      ),
      (
        "form2", #""members":["user/jill"]"#, #""members":7"#,
        "$.development.roles[0].members is not an array"
      ),
    ] as [(String, String, String, String)])
  func `a damaged snapshot is refused with its place, and changes nothing`(
    _ form: String, _ sound: String, _ damaged: String, _ message: String
  ) throws {
    let text =
      form == "form1"
      ? try JSON.parse(Self.form1).description : try World().app.backend.snapshot.description
    try #require(text.contains(sound))
    var backend = try World().app.backend
    let before = backend.snapshot
    do {
      try backend.restore(try JSON.parse(text.replacing(sound, with: damaged, maxReplacements: 1)))
      Issue.record("the damage went unnoticed")
    } catch let error as SnapshotError {
      #expect(
        error.description == message + "; the snapshot was not written by this emulator")
    }
    #expect(backend.snapshot == before)
  }
}
