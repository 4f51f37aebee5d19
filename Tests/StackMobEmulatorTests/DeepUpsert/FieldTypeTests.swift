import GhostlightCore
import GhostlightEmulation
import Testing

@Suite struct `X-StackMob-FieldTypes` {
  private static func type(of field: String, in schema: String, _ app: inout StackMobApp) -> JSON? {
    app.get("/listapi")[schema]?["properties"]?[field]?["format"]
  }

  @Test(arguments: [
    ("a=geopoint", #"{"a":null}"#, "geopoint"),
    ("a=geopoint", #"{"a":{"lat":1,"lon":2,"distance":3}}"#, "geopoint"),
    ("a=binary", #"{"a":"http://x/y"}"#, "binary"),
    ("a=forgotpassword", #"{"a":"x@y.z"}"#, "forgotpassword"),
    ("b=binary&a=ForgotPassword", #"{"a":"x@y.z"}"#, "forgotpassword"),
  ])
  func `an unknown field gets the type in the header field`(
    _ header: String, _ body: String, _ type: String
  ) {
    var app = StackMobApp()
    #expect(app.post("/todo", body, headers: ["X-StackMob-FieldTypes": header]).status == 201)
    #expect(Self.type(of: "a", in: "todo", &app) == .string(type))
  }

  @Test func `types can be set in updates and for nested paths`() {
    var app = StackMobApp()
    app.post("/todo", #"{"todo_id":"1"}"#)
    app.put("/todo/1", #"{"pic":"x"}"#, headers: ["X-StackMob-FieldTypes": "pic=binary"])
    #expect(Self.type(of: "pic", in: "todo", &app) == "binary")
    app.post(
      "/todo", #"{"author":{"author_id":"a","birthplace":null,"photo":"u"}}"#,
      headers: [
        "X-StackMob-Relations": "author=author",
        "X-StackMob-FieldTypes": "author.birthplace=geopoint&author.photo=binary&photo=geopoint",
      ])
    #expect(Self.type(of: "birthplace", in: "author", &app) == "geopoint")
    #expect(Self.type(of: "photo", in: "author", &app) == "binary")
  }

  @Test func `a known field keeps its type, and a value must fit the type`() {
    var app = StackMobApp()
    app.post("/todo", #"{"a":"x"}"#, headers: ["X-StackMob-FieldTypes": ""])
    app.post("/todo", #"{"a":"y"}"#, headers: ["X-StackMob-FieldTypes": "a=binary"])
    #expect(Self.type(of: "a", in: "todo", &app) == nil)
    #expect(
      app.post("/todo", #"{"b":1}"#, headers: ["X-StackMob-FieldTypes": "b=geopoint"])
        == .error(400, "Field b has an incompatible type, please check your schema"))
  }

  @Test(arguments: ["a=string", "a", "a=", "A=binary", "a.=binary", "a=%"])
  func `a malformed header of field types is refused`(_ header: String) {
    var app = StackMobApp()
    #expect(
      app.post("/todo", "{}", headers: ["X-StackMob-FieldTypes": header])
        == .error(400, "Malformed X-StackMob-FieldTypes header"))
  }

  @Test func `ids of a field that X-StackMob-Relations names become a relationship`() {
    var app = StackMobApp()
    app.post("/todo", #"{"todo_id":"1"}"#)
    app.put(
      "/todo/1", #"{"one":"x","many":["y"],"plain":"z"}"#,
      headers: ["X-StackMob-Relations": "one=tag&many=tag"])
    let properties = app.get("/listapi")["todo"]?["properties"]
    #expect(properties?["one"] == ["type": "string", "$ref": "tag", "title": "one"])
    #expect(properties?["many"]?["type"] == "array")
    #expect(properties?["many"]?["$ref"] == "tag")
    #expect(properties?["plain"] == ["type": "string", "title": "plain"])
  }
}
