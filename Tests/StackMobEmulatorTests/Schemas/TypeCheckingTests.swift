import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@Suite struct `Type checks of fields` {
  static let types = #"""
    {"todo_id":"1","s":"x","i":1,"f":1.5,"b":true,"as":["x"],"ai":[1],"af":[1.5],"ab":[true],
    "g":{"lat":1,"lon":2}}
    """#

  struct Row: Sendable, CustomTestStringConvertible {
    let field: String
    let value: String
    var testDescription: String { "\(field)=\(value)" }
    init(_ field: String, _ value: String) { (self.field, self.value) = (field, value) }
  }

  static let wrong = [
    Row("s", "1"), Row("s", "true"), Row("s", "[]"), Row("s", "{}"), Row("i", "1.5"),
    Row("i", "1.0"), Row("i", #""1""#), Row("i", "false"), Row("i", "1e3"), Row("f", #""1""#),
    Row("f", "[1.5]"), Row("f", "1e999"), Row("b", "1"), Row("b", "1.5"), Row("b", "[true]"),
    Row("b", #""true""#), Row("as", "[1]"), Row("as", #""x""#), Row("as", #"["x",null]"#),
    Row("ai", #"["x"]"#), Row("ai", #"[1,"x"]"#), Row("ai", "[1.5]"), Row("ai", "1"),
    Row("af", #"["x"]"#), Row("ab", "[1]"), Row("g", "1"), Row("g", #"{"lat":1}"#),
    Row("g", #"{"lat":91,"lon":2}"#), Row("g", "[1,2]"), Row("s[inc]", "1"), Row("i[inc]", "1.5"),
    Row("i[inc]", #""1""#), Row("as[inc]", "1"), Row("createddate", #""x""#),
    Row("i[inc]", "9223372036854775807"),
  ]

  @Test(arguments: wrong)
  func `a value of a wrong type is refused and changes nothing`(_ row: Row) {
    var app = StackMobApp()
    app.post("/todo", Self.types)
    let before = app.get("/todo")
    let listing = app.get("/listapi")
    let body = #"{"new":1,"\#(row.field)":\#(row.value)}"#
    let field = row.field.replacing("[inc]", with: "")
    if row.value != "9223372036854775807" {
      #expect(
        app.post("/todo", body)
          == .error(400, "Field \(field) has an incompatible type, please check your schema"))
    }
    #expect(
      app.put("/todo/1", body)
        == .error(400, "Field \(field) has invalid type, please check your schema"))
    #expect(app.get("/todo") == before)
    #expect(app.get("/listapi") == listing)
  }

  static let right = [
    Row("s", #""""#), Row("i", "-5"), Row("f", "3"), Row("f", "100.01"), Row("f", "1e300"),
    Row("b", "false"), Row("as", "[]"), Row("ai", "[]"), Row("af", "[1,2.5]"),
    Row("s", "null"), Row("i", "null"), Row("f", "null"), Row("b", "null"), Row("as", "null"),
    Row("g", "null"), Row("g", #"{"lat":-90,"lon":-180}"#), Row("i", "9223372036854775807"),
  ]

  @Test(arguments: right)
  func `a value that fits is stored and returned as sent`(_ row: Row) {
    var app = StackMobApp()
    app.post("/todo", Self.types)
    let answer = app.answer(app.request("PUT", "/todo/1", #"{"\#(row.field)":\#(row.value)}"#))
    #expect(answer.response.status.code == 200)
    #expect(answer.response.text.contains(#""\#(row.field)":\#(row.value)"#))
    let read = app.answer(app.request("GET", "/todo/1"))
    #expect(read.response.body == answer.response.body)
  }

  @Test func `a distance that a client sends back is dropped`() {
    var app = StackMobApp()
    app.post("/todo", Self.types)
    let stored = app.put("/todo/1", #"{"g":{"lat":3,"lon":4,"distance":0.5}}"#)
    #expect(stored["g"] == ["lat": 3, "lon": 4])
  }

  static func related() throws -> StackMobApp {
    var app = StackMobApp()
    try app.schema("t", ["one": "relationship[user]", "many": "relationships[user]"])
    app.post("/t", #"{"t_id":"1","one":"a","many":["a","b"]}"#)
    return app
  }

  @Test(arguments: [
    Row("one", "1"), Row("one", #"["x"]"#), Row("one", #"{"username":"x"}"#), Row("many", #""x""#),
    Row("many", "[1]"), Row("many", #"[{"username":"x"}]"#), Row("many", #"["x",null]"#),
  ])
  func `a relationship accepts ids, but not objects`(_ row: Row) throws {
    var app = try Self.related()
    let body = #"{"\#(row.field)":\#(row.value)}"#
    #expect(
      app.put("/t/1", body)
        == .error(400, "Field \(row.field) has invalid type, please check your schema"))
    #expect(
      app.post("/t", body)
        == .error(
          400, "Field \(row.field) has an incompatible type, please check your schema"))
  }

  @Test(arguments: [
    Row("one", #""x""#), Row("one", "null"), Row("many", #"["c","c"]"#), Row("many", "[]"),
    Row("many", "null"),
  ])
  func `sent ids replace the earlier ids`(_ row: Row) throws {
    var app = try Self.related()
    #expect(
      app.put("/t/1", #"{"\#(row.field)":\#(row.value)}"#)[row.field]
        == (try JSON.parse(row.value)))
  }
}
