import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@Suite struct `Creating and appending related objects` {
  @Test func `related objects are created and their ids are appended`() {
    var app = StackMobApp()
    app.post("/todo", #"{"todo_id":"1"}"#)
    #expect(
      app.post("/todo/1/tags", #"[{"tags_id":"a","n":1},{"tags_id":"b"}]"#)
        == Reply(200, #"{"succeeded":["a","b"],"failed":[]}"#))
    #expect(app.get("/todo/1")["tags"] == ["a", "b"])
    #expect(app.get("/tags").all("tags_id") == ["a", "b"])
    #expect(
      app.get("/listapi")["todo"]?["properties"]?["tags"]
        == [
          "type": "array", "$ref": "tags", "items": ["type": "string", "$ref": "tags"],
          "title": "tags",
        ])
    #expect(
      app.post("/todo/1/tags", #"[{"tags_id":"b"},{"tags_id":"c"},{"tags_id":"d","n":"x"}]"#)
        == Reply(200, #"{"succeeded":["c"],"failed":["b","d"]}"#))
    #expect(app.get("/todo/1")["tags"] == ["a", "b", "c"])
  }

  @Test func `a single related object is created and returned`() {
    var app = StackMobApp()
    app.post("/todo", #"{"todo_id":"1"}"#)
    let reply = app.post("/todo/1/tags", #"{"tags_id":"a","n":1}"#)
    #expect(
      reply
        == Reply(
          201,
          #"{"tags_id":"a","n":1,"createddate":1371040000123,"lastmoddate":1371040000123}"#))
    #expect(app.get("/tags/a") == Reply(200, reply.body?.description ?? ""))
    #expect(app.get("/todo/1")["tags"] == ["a"])
  }

  @Test(arguments: [
    (#"{"tags_id":"a"}"#, 409, "Duplicate key for schema tags: \"a\""),
    (
      #"{"n":"x"}"#, 400, "Field n has an incompatible type, please check your schema"
    ),
  ])
  func `a single related object is refused like any new object`(
    _ body: String, _ status: Int, _ message: String
  ) {
    var app = StackMobApp()
    app.post("/tags", #"{"tags_id":"a","n":1}"#)
    let before = app.fingerprint
    #expect(app.post("/todo/1/tags", body) == .error(status, message))
    #expect(app.fingerprint == before)
  }

  @Test func `the reason for ids instead of objects names PUT`() throws {
    var app = StackMobApp()
    let answer = app.answer(app.request("POST", "/todo/1/tags", #"["a"]"#))
    #expect(Reply(answer.response) == .error(400, "Bad Request"))
    let reason = answer.response.headers[.field("X-Ghostlight-Reason")]
    #expect(
      reason
        == "the array contains an id; use PUT to append existing objects (StackMob A15.1)")
  }

  @Test func `a missing parent is created with only its id`() {
    var app = StackMobApp()
    app.post("/todo/1/tags", #"[{"tags_id":"a"}]"#)
    #expect(
      app.get("/todo/1")
        == Reply(
          200,
          #"{"todo_id":"1","createddate":1371040000123,"lastmoddate":1371040000124,"#
            + #""tags":["a"]}"#))
    app.post("/user/bob/messages", #"[{}]"#)
    #expect(app.get("/user/bob")["sm_owner"] == "user/bob")
    #expect(app.get("/messages").all("messages_id").count == 1)
  }

  @Test func `a to-one field keeps the last object, which may have the same schema`() throws {
    var app = StackMobApp()
    try app.schema("node", ["parent": "relationship[node]", "children": "relationships[node]"])
    app.post("/node", #"{"node_id":"1"}"#)
    app.post("/node/1/parent", #"[{"node_id":"2"},{"node_id":"3"}]"#)
    app.post("/node/1/children", #"[{"node_id":"4","fresh":1}]"#)
    #expect(app.get("/node/1")["parent"] == "3")
    #expect(app.get("/node/1")["children"] == ["4"])
    #expect(app.get("/node?fresh=1").all("node_id") == ["4"])
  }

  @Test func `created related objects belong to the logged-in user`() throws {
    var app = StackMobApp()
    try app.given("user exists", ["username": "bob"])
    try app.logIn("bob")
    app.post("/todo/1/tags", #"[{"tags_id":"a"}]"#)
    #expect(app.get("/tags/a")["sm_owner"] == "user/bob")
    #expect(app.get("/todo/1")["sm_owner"] == "user/bob")
  }

  @Test(arguments: [
    ("/todo/1/title", "[{}]", "Field title has invalid type, please check your schema"),
    ("/todo/1/Tags", "[{}]", "Tags is not a name: use lower-case letters, digits and underscore"),
    ("/Tödö/1/tags", "[{}]", "Tödö is not a name: use lower-case letters, digits and underscore"),
    ("/todo/1/tags", #"["a"]"#, "Bad Request"), ("/todo/1/tags", "1", "Bad Request"),
    ("/todo/1/tags", "", "Bad Request"),
  ])
  func `an invalid relation is refused`(_ target: String, _ body: String, _ message: String) {
    var app = StackMobApp()
    app.post("/todo", #"{"todo_id":"1","title":"x"}"#)
    let listing = app.get("/listapi")
    #expect(app.post(target, body) == .error(400, message))
    #expect(app.get("/listapi") == listing)
  }
}

@Suite struct `Appending values and ids` {
  static func app() throws -> StackMobApp {
    var app = StackMobApp()
    try app.schema(
      "t",
      [
        "one": "relationship[user]", "many": "relationships[user]", "names": "array[string]",
        "numbers": "array[float]", "title": "string",
      ])
    app.post("/t", #"{"t_id":"1","many":["a"],"names":["x"],"one":"a","createddate":1}"#)
    return app
  }

  @Test(arguments: [
    ("names", #"["x","y"]"#, #"["x","x","y"]"#), ("names", "[]", #"["x"]"#),
    ("numbers", "[1,2.5]", "[1,2.5]"), ("many", #"["b","a","b"]"#, #"["a","b"]"#),
    ("many", "[]", #"["a"]"#), ("one", #"["b","c"]"#, #""c""#), ("one", "[]", #""a""#),
    ("fresh", #"["i","j"]"#, #"["i","j"]"#), ("blank", "[]", "[]"),
  ])
  func `arrays keep duplicates, relationships do not, to-one fields keep the last`(
    _ field: String, _ values: String, _ result: String
  ) throws {
    var app = try Self.app()
    let reply = app.put("/t/1/\(field)", values)
    #expect(reply.status == 200)
    #expect(reply[field] == (try JSON.parse(result)))
    #expect(reply["lastmoddate"] == 1_371_040_000_124)
    #expect(app.get("/t/1") == reply)
  }

  @Test func `an unknown field becomes an array, not a relationship`() throws {
    var app = try Self.app()
    app.put("/t/1/fresh", #"["i"]"#)
    #expect(
      app.get("/listapi")["t"]?["properties"]?["fresh"]
        == ["type": "array", "items": ["type": "string"], "title": "fresh"])
  }

  @Test(arguments: [
    ("/t/1/names", "[1]", 400, "Field names has invalid type, please check your schema"),
    ("/t/1/title", #"["x"]"#, 400, "Field title has invalid type, please check your schema"),
    ("/t/1/t_id", #"["x"]"#, 400, "Field t_id has invalid type, please check your schema"),
    ("/t/1/sm_owner", #"["x"]"#, 400, "Field sm_owner has invalid type, please check your schema"),
    ("/t/1/many", "[1]", 400, "Field many has invalid type, please check your schema"),
    ("/t/1/one", "[1]", 400, "Field one has invalid type, please check your schema"),
    ("/t/1/names[inc]", "[1]", 400, "Field names has invalid type, please check your schema"),
    ("/t/1/names", #"{"a":1}"#, 400, "Bad Request"), ("/t/1/names", "", 400, "Bad Request"),
    ("/t/2/names", #"["x"]"#, 404, "object instance does not exist"),
    ("/nix/2/names", #"["x"]"#, 404, "object instance does not exist"),
  ])
  func `values that cannot be appended are refused`(
    _ target: String, _ body: String, _ status: Int, _ message: String
  ) throws {
    var app = try Self.app()
    let before = app.get("/t/1")
    #expect(app.put(target, body) == .error(status, message))
    #expect(app.get("/t/1") == before)
    #expect(app.get("/t").all("t_id") == ["1"])
  }
}

@Suite struct `Removing values and ids` {
  static func app() throws -> StackMobApp {
    var app = StackMobApp()
    try app.schema(
      "t",
      [
        "one": "relationship[tag]", "many": "relationships[tag]", "names": "array[string]",
        "numbers": "array[float]", "flags": "array[boolean]", "title": "string",
      ])
    app.post("/tag", #"[{"tag_id":"a"},{"tag_id":"b"},{"tag_id":"c"},{"tag_id":"b,c"}]"#)
    app.post(
      "/t",
      #"""
      {"t_id":"1","many":["a","b","c"],"names":["x","y","x","y,z","/"],"numbers":[1,2.5,1],
       "flags":[true,false],"one":"a","title":"x"}
      """#)
    return app
  }

  @Test(arguments: [
    ("names/x", "names", #"["y","y,z","/"]"#), ("names/x,y", "names", #"["y,z","/"]"#),
    ("names/x%2Cy", "names", #"["y,z","/"]"#), ("names/y%2Cz", "names", #"["x","y","x","/"]"#),
    ("names/y,z", "names", #"["x","y","x","/"]"#), ("names/%2F", "names", #"["x","y","x","y,z"]"#),
    ("names/q", "names", #"["x","y","x","y,z","/"]"#), ("numbers/1", "numbers", "[2.5]"),
    ("numbers/2.5,1", "numbers", "[]"), ("flags/true", "flags", "[false]"),
    ("many/b,q,c", "many", #"["a"]"#), ("many/a,b,c", "many", "[]"), ("one/a", "one", "null"),
    ("one/b", "one", #""a""#), ("one/b,a", "one", "null"),
  ])
  func `listed values are removed, the others stay`(
    _ path: String, _ field: String, _ rest: String
  ) throws {
    var app = try Self.app()
    #expect(app.delete("/t/1/\(path)") == Reply(200, #"{"status":"OK"}"#))
    #expect(app.get("/t/1")[field] == (try JSON.parse(rest)))
    #expect(app.get("/tag").all("tag_id") == ["a", "b", "c", "b,c"])
  }

  @Test(arguments: [
    ("[1.10,1.1,1]", "1.1", "[1]"), ("[1.10,2.0,2]", "2", "[1.10]"), ("[1E3,5]", "1000", "[5]"),
    ("[1,2]", "1.0,2", "[]"),
    ("[9007199254740993,9007199254740992]", "9007199254740992", "[9007199254740993]"),
    (#"["e\u0301","\u00e9"]"#, "%C3%A9", #"["e\u0301"]"#),
    (#"["x","\u0301y","z"]"#, "x,%CC%81y", #"["z"]"#),
  ])
  func `numbers are removed by value, texts by their bytes`(
    _ values: String, _ path: String, _ rest: String
  ) throws {
    var app = try Self.app()
    app.post("/v", #"{"v_id":"1","values":\#(values)}"#)
    #expect(app.delete("/v/1/values/\(path)") == Reply(200, #"{"status":"OK"}"#))
    #expect(app.get("/v/1")["values"]?.description == (try JSON.parse(rest)).description)
  }

  @Test(
    arguments: [
      ("many/a,c", "true", ["b", "b,c"]), ("many/a", "yes", ["b", "c", "b,c"]),
      ("many/a", "", ["b", "c", "b,c"]), ("many/a", "false", ["a", "b", "c", "b,c"]),
      ("many/a", "FALSE", ["a", "b", "c", "b,c"]), ("one/a", "true", ["b", "c", "b,c"]),
      ("many/q", "true", ["a", "b", "c", "b,c"]), ("one/b", "true", ["a", "b", "c", "b,c"]),
      ("names/x", "true", ["a", "b", "c", "b,c"]),
    ] as [(String, String, [String])])
  func `a cascading removal deletes the objects too`(
    _ path: String, _ cascade: String, _ rest: [String]
  ) throws {
    var app = try Self.app()
    let reply = app.delete("/t/1/\(path)", headers: ["X-StackMob-CascadeDelete": cascade])
    #expect(reply == Reply(200, #"{"status":"OK"}"#))
    #expect(app.get("/tag").all("tag_id") == rest)
  }

  @Test func `a comma in an id does not split a text that is an id`() throws {
    var app = try Self.app()
    app.put("/t/1", #"{"many":["b,c","b","c"]}"#)
    app.delete("/t/1/many/b,c", headers: ["X-StackMob-CascadeDelete": "true"])
    #expect(app.get("/t/1")["many"] == ["b", "c"])
    #expect(app.get("/tag").all("tag_id") == ["a", "b", "c"])
  }

  @Test func `removing from a missing field does not add the field`() throws {
    var app = try Self.app()
    let bare = app.post("/t", #"{"t_id":"2"}"#)
    #expect(app.delete("/t/2/many/a").status == 200)
    #expect(app.get("/t/2").body == bare.body)
  }

  @Test(arguments: [
    ("/t/2/many/a", 404, "This object does not exist"),
    ("/nix/2/many/a", 404, "This object does not exist"),
    ("/t/1/nix/a", 400, "Field nix does not exist in schema t"),
    ("/t/1/title/x", 400, "Field title has invalid type, please check your schema"),
  ])
  func `an invalid removal is refused`(_ target: String, _ status: Int, _ message: String) throws {
    var app = try Self.app()
    #expect(app.delete(target) == .error(status, message))
  }
}
