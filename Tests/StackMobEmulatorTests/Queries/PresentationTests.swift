import GhostlightCore
import Testing

/// An app with posts and with users whose field `next` forms a ring: jack → jill → joe → jack.
enum Ring {
  static func app() throws -> StackMobApp {
    var app = StackMobApp()
    try app.schema(
      "user", ["age": "integer", "next": "relationship[user]", "posts": "relationships[post]"],
      ofUsers: true)
    try app.schema("post", ["text": "string", "author": "relationship[user]"])
    app.post("/post", #"[{"post_id":"p1","text":"hi","author":"jack"},{"post_id":"p2"}]"#)
    app.post(
      "/user",
      #"""
      [{"username":"jack","password":"x","age":1,"next":"jill","posts":["p1","gone","p2"]},
       {"username":"jill","password":"x","age":2,"next":"joe"},
       {"username":"joe","password":"x","age":3,"next":"jack","posts":[]}]
      """#)
    return app
  }

  /// Returns a body without the members that the server sets.
  static func bare(_ json: JSON) -> JSON {
    switch json {
    case .array(let elements): return .array(elements.map(bare))
    case .object(let object):
      var result = JSONObject()
      for member in object
      where !["createddate", "lastmoddate", "sm_owner"].contains(member.key) {
        result[member.key] = bare(member.value)
      }
      return .object(result)
    default: return json
    }
  }
}

@Suite struct `Expand` {
  static let flat = #"{"username":"jack","age":1,"next":"jill","posts":["p1","gone","p2"]}"#
  static let once = #"""
    {"username":"jack","age":1,"next":{"username":"jill","age":2,"next":"joe"},
     "posts":[{"post_id":"p1","text":"hi","author":"jack"},"gone",{"post_id":"p2"}]}
    """#
  static let twice = #"""
    {"username":"jack","age":1,
     "next":{"username":"jill","age":2,
       "next":{"username":"joe","age":3,"next":"jack","posts":[]}},
     "posts":[{"post_id":"p1","text":"hi","author":
       {"username":"jack","age":1,"next":"jill","posts":["p1","gone","p2"]}},
       "gone",{"post_id":"p2"}]}
    """#

  @Test(arguments: [("0", flat), ("1", once), ("2", twice), (" 1 ", once)])
  func `ids become objects down to a depth, and missing objects stay ids`(
    _ depth: String, _ expected: String
  ) throws {
    var app = try Ring.app()
    let wanted = try JSON.parse(expected)
    let byHeader = app.get("/user/jack", headers: ["X-StackMob-Expand": depth])
    #expect(byHeader.body.map(Ring.bare) == wanted)
    let listed = app.get("/user?username=jack", headers: ["X-StackMob-Expand": depth])
    #expect(listed.body.map(Ring.bare) == .array([wanted]))
    let byQuery = app.get("/user/jack?_expand=\(PercentEncoding.encode(depth))")
    #expect(byQuery == byHeader)
    #expect(app.get("/user?_expand=\(PercentEncoding.encode(depth))&age=1") == listed)
  }

  @Test func `the maximum depth of an expansion is three`() throws {
    var app = try Ring.app()
    let three = app.get("/user/jack?_expand=3")
    #expect(three["next"]?["next"]?["next"]?["next"] == "jill")
    #expect(app.get("/user/jack?_expand=4") == three)
    #expect(app.get("/user/jack?_expand=9223372036854775807") == three)
    #expect(app.get("/user/jack", headers: ["X-StackMob-Expand": "99"]) == three)
  }

  @Test(arguments: ["x", "-1", "1.5", "", "99999999999999999999"])
  func `an invalid depth of an expansion is refused`(_ depth: String) throws {
    var app = try Ring.app()
    #expect(
      app.get("/user/jack", headers: ["X-StackMob-Expand": depth]) == .error(400, "Bad Request"))
    #expect(
      app.get("/user", headers: ["X-StackMob-Expand": depth]) == .error(400, "Bad Request"))
  }

  @Test func `passwords are hidden at each depth of an expansion`() throws {
    var app = try Ring.app()
    let text = "\(app.get("/user?_expand=3"))"
    #expect(!text.contains("password"))
  }
}

@Suite struct `Select` {
  struct Row: Sendable, CustomTestStringConvertible {
    let select: String
    let depth: String
    let body: String
    var testDescription: String { "\(select) at \(depth)" }
    init(_ select: String, _ depth: String, _ body: String) {
      (self.select, self.depth, self.body) = (select, depth, body)
    }
  }

  @Test(arguments: [
    Row("age", "0", #"{"username":"jack","age":1}"#),
    Row(" age , next ", "0", #"{"username":"jack","age":1,"next":"jill"}"#),
    Row("nix", "0", #"{"username":"jack"}"#), Row("password", "0", #"{"username":"jack"}"#),
    Row("*", "0", Expand.flat), Row("age", "1", #"{"username":"jack","age":1}"#),
    Row("next.age", "1", #"{"username":"jack","next":{"username":"jill","age":2}}"#),
    Row("next,next.age", "1", #"{"username":"jack","next":{"username":"jill","age":2}}"#),
    Row("next", "1", #"{"username":"jack","next":{"username":"jill"}}"#),
    Row(
      "next.*", "1", #"{"username":"jack","next":{"username":"jill","age":2,"next":"joe"}}"#),
    Row(
      "age,next.next.age", "2",
      #"{"username":"jack","age":1,"next":{"username":"jill","next":{"username":"joe","age":3}}}"#),
    Row(
      "posts.text", "1",
      #"{"username":"jack","posts":[{"post_id":"p1","text":"hi"},"gone",{"post_id":"p2"}]}"#),
  ])
  func `a selection returns its fields and primary keys`(_ row: Row) throws {
    var app = try Ring.app()
    let expected = try JSON.parse(row.body)
    let headers: KeyValuePairs = ["X-StackMob-Select": row.select, "X-StackMob-Expand": row.depth]
    #expect(app.get("/user/jack", headers: headers).body.map(Ring.bare) == expected)
    #expect(app.get("/user?age=1", headers: headers).body.map(Ring.bare) == .array([expected]))
  }

  @Test(arguments: [("next.age", "0"), ("age,next.next.age", "1"), ("next.*", "0")])
  func `a selection that is deeper than the expansion is refused`(
    _ select: String, _ depth: String
  ) throws {
    var app = try Ring.app()
    let field = select.split(separator: ",").last.map(String.init) ?? ""
    let headers: KeyValuePairs = ["X-StackMob-Select": select, "X-StackMob-Expand": depth]
    let refusal = Reply.error(400, "Cannot select \(field) without expanding")
    #expect(app.get("/user/jack", headers: headers) == refusal)
    #expect(app.get("/user", headers: headers) == refusal)
  }
}
