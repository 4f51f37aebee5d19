import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@Suite struct `Inference` {
  struct Row: Sendable, CustomTestStringConvertible {
    let value: String
    let listed: String
    var testDescription: String { value }
    init(_ value: String, _ listed: String) { (self.value, self.listed) = (value, listed) }
  }

  static let inferred = [
    Row(#""x""#, #"{"type":"string"}"#), Row(#""""#, #"{"type":"string"}"#),
    Row("1", #"{"type":"integer"}"#), Row("-7", #"{"type":"integer"}"#),
    Row("12345678901234567890", #"{"type":"integer"}"#), Row("1.5", #"{"type":"number"}"#),
    Row("1.0", #"{"type":"number"}"#), Row("1.50", #"{"type":"number"}"#),
    Row("true", #"{"type":"boolean"}"#), Row("[]", #"{"type":"array","items":{"type":"string"}}"#),
    Row(#"["a"]"#, #"{"type":"array","items":{"type":"string"}}"#),
    Row("[1,2]", #"{"type":"array","items":{"type":"integer"}}"#),
    Row("[1.5,2]", #"{"type":"array","items":{"type":"number"}}"#),
    Row("[false]", #"{"type":"array","items":{"type":"boolean"}}"#),
    Row(
      #"{"lat":1,"lon":2.5}"#,
      #"{"type":"object","format":"geopoint","properties":{"lat":{"type":"number"},"lon":{"type":"number"}}}"#
    ),
  ]

  @Test(arguments: inferred)
  func `a new field gets the type of its first value`(_ row: Row) throws {
    var app = StackMobApp()
    let stored = app.answer(app.request("POST", "/todo", #"{"todo_id":"1","f":\#(row.value)}"#))
    #expect(stored.response.text.hasPrefix(#"{"todo_id":"1","f":\#(row.value),"#))
    let fields = app.get("/listapi")["todo"]?["properties"]
    var listed = try #require(JSON.parse(row.listed).object)
    listed["title"] = "f"
    #expect(fields?["f"] == .object(listed))
    #expect(fields?["todo_id"] == ["type": "string", "title": "todo_id", "identity": true])
  }

  static let nullText = "Field f was sent with a null value and its type cannot be inferred"
  static let objectText = "Field f holds an object and no relationship was given"
  static let typeText = "Field f has an incompatible type, please check your schema"
  static let refused = [
    Row("null", nullText), Row("[null]", nullText), Row("{}", objectText),
    Row(#"{"lat":1}"#, objectText), Row(#"{"lat":"1","lon":2}"#, objectText),
    Row(#"{"lat":1,"lon":2,"alt":3}"#, objectText), Row(#"[{"a":1}]"#, objectText),
    Row("[[1]]", objectText), Row(#"[1,"a"]"#, typeText), Row("[1,1.5]", typeText),
    Row(#"{"lat":91,"lon":0}"#, typeText), Row(#"{"lat":0,"lon":180}"#, typeText),
    Row(#"{"lat":-90.5,"lon":0}"#, typeText), Row(#"{"lat":0,"lon":-181}"#, typeText),
  ]

  @Test(arguments: refused)
  func `a value without a type is refused and creates no schema`(_ row: Row) {
    var app = StackMobApp()
    #expect(app.post("/todo", #"{"g":1,"f":\#(row.value)}"#) == .error(400, row.listed))
    #expect(app.get("/todo") == .error(404, "Schema or method todo does not exist"))
    #expect(app.get("/listapi").body?.object?.keys == ["user"])
  }

  @Test func `an empty array gets its element type from the first element`() {
    var app = StackMobApp()
    app.post("/todo", #"{"todo_id":"1","f":[]}"#)
    app.put("/todo/1", #"{"f":["a"]}"#)
    #expect(
      app.put("/todo/1", #"{"f":[1]}"#)
        == .error(400, "Field f has invalid type, please check your schema"))
  }

  @Test(arguments: ["Title", "a b", "a.b", "ä", "a-b", "", "a[dec]", "[inc]"])
  func `a field name with other characters is refused`(_ name: String) {
    var app = StackMobApp()
    let body = JSON.object([name: 1]).description
    let field = name == "[inc]" ? "" : name
    #expect(
      app.post("/todo", body)
        == .error(
          400, "\(field) is not a name: use lower-case letters, digits and underscore"))
  }

  @Test(arguments: [("playerScore", true), ("player-Score", false)])
  func `a capital letter in a name is refused with a hint`(_ name: String, _ isTold: Bool) {
    var app = StackMobApp()
    let response = app.answer(app.request("POST", "/todo", #"{"\#(name)":1}"#)).response
    #expect(response.status == .badRequest)
    let reason = response.headers[.ghostlightReason] ?? ""
    #expect(reason.contains("send playerscore") == isTold)
  }
}
