import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@Suite struct `Reading single objects of StackMob` {
  @Test func `an object is returned as it was stored`() {
    var app = StackMobApp()
    let stored = app.post("/todo", #"{"todo_id":"1","title":"x"}"#)
    #expect(app.get("/todo/1") == Reply(200, "\(stored.body ?? nil)"))
  }

  @Test func `a missing object and a missing schema get different 404 texts`() {
    var app = StackMobApp()
    app.post("/todo", "{}")
    #expect(app.get("/todo/1") == .error(404, "object instance does not exist"))
    #expect(app.get("/nix/1") == .error(404, "Schema or method nix does not exist"))
  }

  @Test func `a field that the object never had is left out`() {
    var app = StackMobApp()
    app.post("/todo", #"{"todo_id":"1"}"#)
    app.post("/todo", #"{"title":"x"}"#)
    #expect(app.get("/todo/1").body?.object?.keys == ["todo_id", "createddate", "lastmoddate"])
  }

  @Test func `ids are case-sensitive`() {
    var app = StackMobApp()
    app.post("/todo", #"{"todo_id":"a"}"#)
    #expect(app.get("/todo/A").status == 404)
  }
}

@Suite struct `Update` {
  /// Creates an app with one object, which was created a second before the app's current time.
  static func app() -> StackMobApp {
    var app = StackMobApp()
    app.milliseconds -= 1000
    app.post("/todo", #"{"todo_id":"1","title":"x","n":5,"r":1.5}"#)
    app.milliseconds += 1000
    return app
  }

  @Test func `an update changes only the sent fields and returns the whole object`() {
    var app = Self.app()
    let answer = app.answer(app.request("PUT", "/todo/1", #"{"n":6,"more":true}"#))
    #expect(answer.response.status.code == 200)
    #expect(
      answer.response.text
        == #"{"todo_id":"1","title":"x","n":6,"r":1.5,"createddate":1371039999123,"#
        + #""lastmoddate":1371040000123,"more":true}"#)
    #expect(Reply(answer.response) == app.get("/todo/1"))
  }

  @Test func `the date of a change always increases`() {
    var app = Self.app()
    let dates = (0..<3).map { _ in app.put("/todo/1", "{}")["lastmoddate"]?.integer }
    #expect(dates == [1_371_040_000_123, 1_371_040_000_124, 1_371_040_000_125])
  }

  @Test func `dates that a client sends are kept until the next write`() {
    var app = Self.app()
    let first = app.post("/todo", #"{"todo_id":"9","createddate":3,"lastmoddate":4}"#)
    #expect([first["createddate"], first["lastmoddate"]] == [3, 4])
    let sent = app.put("/todo/1", #"{"createddate":1,"lastmoddate":2}"#)
    #expect([sent["createddate"], sent["lastmoddate"]] == [1, 2])
    let next = app.put("/todo/1", #"{"createddate":null,"lastmoddate":null}"#)
    #expect([next["createddate"], next["lastmoddate"]] == [1, 1_371_040_000_123])
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let body: String
    let field: String
    let value: JSON?
    var testDescription: String { body }
    init(_ body: String, _ field: String, _ value: JSON?) {
      (self.body, self.field, self.value) = (body, field, value)
    }
  }

  @Test(arguments: [
    Row(#"{"n[inc]":-2}"#, "n", 3), Row(#"{"n[inc]":2,"title":"y"}"#, "n", 7),
    Row(#"{"n":1,"n[inc]":2}"#, "n", 3), Row(#"{"r[inc]":2}"#, "r", 3.5),
    Row(#"{"fresh[inc]":4}"#, "fresh", 4), Row(#"{"n":null,"n[inc]":4}"#, "n", 4),
    Row(#"{"title":null}"#, "title", nil as JSON), Row(#"{"title":"NULL"}"#, "title", "NULL"),
    Row(#"{"todo_id":"1","n":2}"#, "n", 2), Row(#"{"sm_owner":"user/eve"}"#, "sm_owner", nil),
  ])
  func `counters add, null is a value, and the same id is ignored`(_ row: Row) {
    var app = Self.app()
    #expect(app.put("/todo/1", row.body)[row.field] == row.value)
  }

  @Test(arguments: ["/todo/1", "/todo/missing"], [#""2""#, "1", "null", #"["1"]"#])
  func `an update with a different primary key is refused, even without an object`(
    _ target: String, _ key: String
  ) {
    var app = Self.app()
    #expect(
      app.put(target, #"{"todo_id":\#(key)}"#)
        == .error(400, "unable to update primary key todo_id"))
  }

  @Test func `an update never creates an object`() {
    var app = Self.app()
    let missing = Reply.error(404, "object instance does not exist")
    #expect(app.put("/todo/2", #"{"fresh":1}"#) == missing)
    #expect(app.put("/nix/1", "{}") == missing)
    #expect(app.put("/todo", #"{"todo_id":"2","n":1}"#) == missing)
    #expect(app.put("/nix", #"{"nix_id":"2"}"#).status == 404)
    #expect(app.get("/listapi")["todo"]?["properties"]?["fresh"] == nil)
  }

  @Test func `an update without an id in its path finds the object by its body`() {
    var app = Self.app()
    #expect(app.put("/todo", #"{"todo_id":"1","n":9}"#)["n"] == 9)
    #expect(app.put("/todo", #"{"n":9}"#) == .error(400, "Bad Request"))
  }

  @Test(arguments: ["", "[]", "1", "null", "{", #"{"a":1}x"#])
  func `an update whose body is not an object is refused`(_ body: String) {
    var app = Self.app()
    #expect(app.put("/todo/1", body) == .error(400, "Bad Request"))
  }

  @Test func `a counter that exceeds 64 bits is refused`() {
    var app = Self.app()
    app.put("/todo/1", #"{"n":12345678901234567890}"#)
    #expect(app.put("/todo/1", #"{"n[inc]":1}"#).status == 400)
  }
}

@Suite struct `Delete` {
  static func app() -> StackMobApp {
    var app = StackMobApp()
    app.post("/todo", #"[{"todo_id":"1","n":1},{"todo_id":"2","n":2},{"todo_id":"3","n":2}]"#)
    return app
  }

  @Test func `a deleted object is missing, with a text of its own`() {
    var app = Self.app()
    #expect(app.delete("/todo/2") == Reply(200, #"{"status":"OK"}"#))
    #expect(app.get("/todo").all("todo_id") == ["1", "3"])
    #expect(app.delete("/todo/2") == .error(404, "This object does not exist"))
    #expect(app.delete("/nix/2") == .error(404, "This object does not exist"))
  }

  @Test(
    arguments: [
      ("n=2", ["1"]), ("n=9", ["1", "2", "3"]), ("n[gt]=0", []), ("todo_id[in]=1,3", ["2"]),
      ("[or1].n=1&[or1].todo_id=3", ["2"]),
    ] as [(String, [String])])
  func `a delete removes all matching objects`(_ query: String, _ rest: [String]) {
    var app = Self.app()
    #expect(app.delete("/todo?\(query)") == Reply(200, #"{"status":"OK"}"#))
    #expect(app.get("/todo").all("todo_id") == rest)
  }

  @Test(arguments: ["/todo", "/todo?", "/todo?_expand=1", "/todo/"])
  func `a delete without conditions is refused`(_ target: String) {
    var app = Self.app()
    #expect(app.delete(target) == .error(400, "Delete without conditions is not supported"))
    #expect(app.get("/todo").all("todo_id") == ["1", "2", "3"])
  }

  @Test func `a reference to a deleted object is kept`() throws {
    var app = Self.app()
    try app.schema("list", ["todos": "relationships[todo]"])
    app.post("/list", #"{"list_id":"l","todos":["1","2"]}"#)
    app.delete("/todo/1")
    #expect(app.get("/list/l")["todos"] == ["1", "2"])
  }

  @Test func `deleting a user removes password and session`() throws {
    var app = StackMobApp()
    try app.given("user exists", ["username": "bob", "password": "pw"])
    try app.logIn("bob")
    #expect(app.delete("/user/bob").status == 200)
    #expect(app.get("/user/loggedInUser") == .error(401, "Insufficient authorization"))
    app.session = nil
    app.post("/user", #"{"username":"bob"}"#)
    #expect(app.post("/user/accessToken", "username=bob&password=pw").status == 401)
  }
}
