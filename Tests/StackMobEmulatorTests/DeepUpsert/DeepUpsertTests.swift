import GhostlightCore
import GhostlightEmulation
import StackMobEmulator
import Testing

@Suite struct `Deep upserts of StackMob` {
  static func relations(_ text: String) -> KeyValuePairs<String, String> {
    ["X-StackMob-Relations": text]
  }

  @Test func `nested objects, ids and arrays of both are stored as ids`() {
    var app = StackMobApp()
    app.post("/user", #"{"username":"ann","age":1}"#)
    let reply = app.post(
      "/todo",
      #"""
      {"todo_id":"t","author":{"username":"ann","name":"Ann"},"editor":"bob",
       "readers":[{"username":"cid"},"bob",{"username":"dot","best":{"username":"ann","age":2}}]}
      """#,
      headers: Self.relations("author=user&editor=user&readers=USER&readers.best=user"))
    #expect(reply.status == 201)
    let stamps = #""createddate":1371040000123,"lastmoddate":1371040000123"#
    let later = #""createddate":1371040000123,"lastmoddate":1371040000124"#
    let latest = #""createddate":1371040000123,"lastmoddate":1371040000125"#
    #expect(
      reply
        == Reply(
          201,
          #"""
          {"todo_id":"t","editor":"bob",\#(stamps),
           "author":{"username":"ann","age":1,"name":"Ann","sm_owner":"user/ann",\#(later)},
           "readers":[{"username":"cid","sm_owner":"user/cid",\#(stamps)},"bob",
             {"username":"dot","sm_owner":"user/dot",\#(stamps),
              "best":{"username":"ann","age":2,"name":"Ann","sm_owner":"user/ann",\#(latest)}}]}
          """#))
    #expect(app.get("/todo/t")["author"] == "ann")
    #expect(app.get("/todo/t")["readers"] == ["cid", "bob", "dot"])
    #expect(app.get("/user/dot")["best"] == "ann")
    let properties = app.get("/listapi")["todo"]?["properties"]
    #expect(properties?["author"] == ["type": "string", "$ref": "user", "title": "author"])
    #expect(properties?["editor"] == ["type": "string", "$ref": "user", "title": "editor"])
    #expect(properties?["readers"]?["$ref"] == "user")
  }

  @Test(arguments: ["", "x=user"])
  func `a POST with the relations header updates an object`(_ header: String) {
    var app = StackMobApp()
    app.post("/todo", #"{"todo_id":"t","a":1,"b":1}"#)
    let reply = app.post("/todo", #"{"todo_id":"t","b":2}"#, headers: Self.relations(header))
    #expect(reply.status == 200)
    #expect(reply["a"] == 1)
    #expect(reply["b"] == 2)
    #expect(app.post("/todo", #"{"todo_id":"u"}"#, headers: Self.relations(header)).status == 201)
    #expect(app.post("/todo", #"{"todo_id":"t"}"#).status == 409)
  }

  @Test func `several trees return their ids, and a failed tree is not stored`() {
    var app = StackMobApp()
    app.post("/todo", #"{"todo_id":"t","n":1}"#)
    #expect(
      app.post(
        "/todo",
        #"""
        [{"todo_id":"t","n":2},{"todo_id":"u","n":"x","tag":{"tag_id":"lost"}},
         {"todo_id":"v","n":3,"tag":{"tag_id":"kept"}}]
        """#, headers: Self.relations("tag=tag")
      ) == Reply(200, #"{"succeeded":["t","v"],"failed":["u"]}"#))
    #expect(app.get("/tag").all("tag_id") == ["kept"])
    #expect(app.get("/todo").all("n") == ["2", "3"])
  }

  struct Refusal: Sendable, CustomTestStringConvertible {
    let header: String
    let body: String
    let message: String
    var testDescription: String { body }
    init(_ header: String, _ body: String, _ message: String) {
      (self.header, self.body, self.message) = (header, body, message)
    }
  }

  @Test(arguments: [
    Refusal(
      "a=tag", #"{"a":{"tag_id":"x"},"b":{"tag_id":"y"}}"#,
      "Field b holds an object and no relationship was given"),
    Refusal(
      "a=tag", #"{"a":{"tag_id":"x","c":{"d":1}}}"#,
      "Field c holds an object and no relationship was given"),
    Refusal(
      "a=tag&n=tag", #"{"a":{"tag_id":"x"},"n":{"tag_id":"y"}}"#,
      "Field n has an incompatible type, please check your schema"),
    Refusal(
      "a=tag", #"{"a":[{"tag_id":"x"},7]}"#,
      "Field a has an incompatible type, please check your schema"),
    Refusal(
      "a=tag", #"{"a":null}"#,
      "Field a was sent with a null value and its type cannot be inferred"),
    Refusal(
      "a=tag", #"{"a":{"tag_id":7}}"#,
      "Field tag_id has an incompatible type, please check your schema"),
    Refusal(
      "a=tag", #"{"a":{"Tag":7}}"#,
      "Tag is not a name: use lower-case letters, digits and underscore"),
    Refusal("a=t%67", #"[1]"#, "Bad Request"),
    Refusal("a=tag", #""x""#, "Bad Request"),
    Refusal("a=a-b", "{}", "Malformed X-StackMob-Relations header"),
    Refusal("a.b.c.d=tag", "{}", "Malformed X-StackMob-Relations header"),
    Refusal("a..b=tag", "{}", "Malformed X-StackMob-Relations header"),
    Refusal("=tag", "{}", "Malformed X-StackMob-Relations header"),
    Refusal("a=%zz", "{}", "Malformed X-StackMob-Relations header"),
    Refusal("a", "{}", "Malformed X-StackMob-Relations header"),
  ])
  func `a refused tree changes nothing`(_ row: Refusal) {
    var app = StackMobApp()
    app.post("/todo", #"{"todo_id":"t","n":1}"#)
    let before = app.backend.snapshot
    #expect(
      app.post("/todo", row.body, headers: Self.relations(row.header)) == .error(400, row.message))
    #expect(app.backend.snapshot == before)
  }

  @Test func `new objects get an owner, and updated objects keep theirs`() throws {
    var app = StackMobApp.withJack()
    try app.given("object exists", ["schema": "tag", "object": ["tag_id": "x"], "owner": "ann"])
    try app.logIn("jack")
    let reply = app.post(
      "/todo", #"{"tags":[{"tag_id":"x"},{"tag_id":"y"}]}"#, headers: Self.relations("tags=tag"))
    #expect(reply["sm_owner"] == "user/jack")
    #expect(reply["tags"]?[0]?["sm_owner"] == "user/ann")
    #expect(reply["tags"]?[1]?["sm_owner"] == "user/jack")
  }

  @Test func `an object that contains its own root is stored before it`() {
    var app = StackMobApp()
    let reply = app.post(
      "/user", #"{"username":"a","friend":{"username":"a","age":1}}"#,
      headers: Self.relations("friend=user"))
    #expect(reply.status == 201)
    #expect(reply["age"] == 1)
    #expect(app.get("/user/a")["friend"] == "a")
  }

  @Test(arguments: [("create", 201, 401), ("update", 401, 401)])
  func `an upsert needs the permission for each object, or is refused as a whole`(
    _ verb: String, _ fresh: Int, _ known: Int
  ) throws {
    var app = StackMobApp()
    try app.schema("tag", permissions: ["update": "loggedIn"])
    try app.given("object exists", ["schema": "tag", "object": ["tag_id": "x"]])
    if verb == "update" {
      try app.schema("tag", permissions: ["create": "loggedIn", "update": "loggedIn"])
    }
    let header = Self.relations("tag=tag")
    #expect(app.post("/todo", #"{"tag":{"tag_id":"y"}}"#, headers: header).status == fresh)
    #expect(app.post("/todo", #"{"tag":{"tag_id":"x"}}"#, headers: header).status == known)
    #expect(app.post("/todo", #"[{},{"tag":{"tag_id":"x"}}]"#, headers: header).status == known)
    #expect(app.get("/todo").body?.array?.count ?? 0 == (fresh == 201 ? 1 : 0))
  }
}
