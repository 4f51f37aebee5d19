import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import StackMobEmulator
import Testing

@Suite struct `Create` {
  @Test func `a created object has the fields in the sent order, id and dates`() {
    var backend = StackMobBackend()
    let request = StackMobApp().request("POST", "/todo", #"{"title":"x","done":false,"n":2}"#)
    let response = backend.respond(to: request, at: .numbered())
    #expect(
      response.text
        == #"{"todo_id":"todo-1","title":"x","done":false,"n":2,"#
        + #""createddate":1371040000123,"lastmoddate":1371040000123}"#)
    #expect(response.status.code == 201)
    #expect(response.headers[.contentType] == "application/json; charset=utf-8")
    #expect(response.headers[.date] == "Wed, 12 Jun 2013 12:26:40 GMT")
    #expect(response.headers[.field("X-StackMob-Time-MS")] == "1371040000123")
  }

  @Test func `a generated id has 32 lower-case hex digits`() throws {
    var app = StackMobApp()
    let id = try #require(app.post("/todo", "{}")["todo_id"]?.string)
    #expect(id.count == 32)
    #expect(id.allSatisfy { "0123456789abcdef".contains($0) })
    #expect(app.get("/todo/\(id)").status == 200)
  }

  @Test func `two generated ids differ`() {
    var app = StackMobApp()
    #expect(app.post("/todo", "{}")["todo_id"] != app.post("/todo", "{}")["todo_id"])
  }

  @Test func `creating an object with an id in use returns 409 and the guide's text`() {
    var app = StackMobApp()
    app.post("/user", #"{"username":"jack","password":"pw"}"#)
    let again = app.answer(app.request("POST", "/user", #"{"username":"jack","password":"pw"}"#))
    #expect(again.response.status.code == 409)
    #expect(again.response.text == #"{"error":"Duplicate key for schema user: \"jack\""}"#)
    #expect(again.effect == .refused)
    #expect(app.post("/user", #"{"username":"Jack"}"#).status == 201)
  }

  static let ids = [
    "a@b.c", "1+1", "$5", "2^3", "a*b", "hey!", "a#b", "a b", "a/b", "ü", "a%20b", "a,b", "?", "]",
  ]

  @Test(arguments: ids)
  func `any text can be an id`(_ id: String) {
    var app = StackMobApp()
    let body = JSON.object(["todo_id": .string(id)]).description
    let stored = app.post("/todo", body)
    #expect(stored["todo_id"] == .string(id))
    #expect(app.get("/todo/\(PercentEncoding.encode(id))") == Reply(200, "\(stored.body ?? nil)"))
  }

  @Test func `dates that a client sends are stored`() {
    var app = StackMobApp()
    #expect(
      app.post("/todo", #"{"todo_id":"1","createddate":5,"lastmoddate":6}"#)
        == Reply(201, #"{"todo_id":"1","createddate":5,"lastmoddate":6}"#))
    #expect(
      app.post("/todo", #"{"todo_id":"2","createddate":null}"#)
        == Reply(
          201, #"{"todo_id":"2","createddate":1371040000123,"lastmoddate":1371040000123}"#))
  }

  @Test func `null for a known field is stored and returned`() {
    var app = StackMobApp()
    app.post("/todo", #"{"title":"x"}"#)
    #expect(
      app.post("/todo", #"{"todo_id":"1","title":null,"createddate":1,"lastmoddate":1}"#)
        == Reply(201, #"{"todo_id":"1","title":null,"createddate":1,"lastmoddate":1}"#))
  }

  @Test func `a counter starts from zero`() {
    var app = StackMobApp()
    #expect(
      app.post("/todo", #"{"todo_id":"1","n[inc]":-2,"createddate":1,"lastmoddate":1}"#)
        == Reply(201, #"{"todo_id":"1","n":-2,"createddate":1,"lastmoddate":1}"#))
  }

  @Test func `an object belongs to the logged-in user, and a user to itself`() throws {
    var app = StackMobApp()
    #expect(
      app.post("/user", #"{"username":"bob","password":"pw"}"#)
        == Reply(
          201,
          #"{"username":"bob","createddate":1371040000123,"lastmoddate":1371040000123,"#
            + #""sm_owner":"user/bob"}"#))
    #expect(app.post("/todo", "{}")["sm_owner"] == nil)
    try app.logIn("bob")
    #expect(app.post("/todo", #"{"sm_owner":"user/eve"}"#)["sm_owner"] == "user/bob")
    #expect(app.post("/user", #"{"username":"eve"}"#)["sm_owner"] == "user/eve")
  }
}

@Suite struct `Bulk creates of StackMob` {
  @Test func `a bulk create stores the valid objects and lists the others`() {
    var app = StackMobApp()
    app.post("/todo", #"{"todo_id":"taken","n":1}"#)
    #expect(
      app.post(
        "/todo",
        #"[{"todo_id":"b","n":2},{"todo_id":"taken"},{"todo_id":"bad","n":"x"},{"todo_id":"a"}]"#)
        == Reply(200, #"{"succeeded":["b","a"],"failed":["taken","bad"]}"#))
    #expect(app.get("/todo").all("todo_id") == ["taken", "b", "a"])
  }

  @Test func `a failed object without an id is listed under a generated id`() {
    var backend = StackMobBackend()
    let request = StackMobApp().request("POST", "/todo", #"[{"n":1},{"n":"x"},{"todo_id":7}]"#)
    #expect(
      Reply(backend.respond(to: request, at: .numbered()))
        == Reply(200, #"{"succeeded":["todo-1"],"failed":["todo-2","todo-3"]}"#))
  }

  @Test(arguments: ["[1]", #"[{"todo_id":"a"},null]"#, #"[[]]"#])
  func `an element that is not an object refuses the whole call`(_ body: String) {
    var app = StackMobApp()
    #expect(app.post("/todo", body) == .error(400, "Bad Request"))
    #expect(app.get("/todo").status == 404)
  }

  @Test func `a bulk create of no objects returns empty lists`() {
    var app = StackMobApp()
    #expect(app.post("/todo", "[]") == Reply(200, #"{"succeeded":[],"failed":[]}"#))
  }
}
