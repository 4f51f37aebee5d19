import GhostlightCore
import GhostlightEmulation
import GhostlightSigning
import HTTPTypes
import Testing

@testable import StackMobEmulator

/// Tests with the complete example exchanges of the protocol reference (A30).
@Suite struct `Complete exchanges of the reference` {
  @Test func `exchange 1 creates an object and infers its schema`() {
    var app = StackMobApp()
    let answer = app.answer(
      app.request(
        "POST", "/todo", #"{"title":"Take out the trash","done":false,"priority":2}"#,
        headers: ["Content-Type": "application/json"]))
    let id = Reply(answer.response)["todo_id"]?.string ?? ""
    #expect(answer.response.status == .created)
    #expect(answer.response.headers[.contentType] == "application/json; charset=utf-8")
    #expect(
      answer.response.text
        == #"{"todo_id":"\#(id)","title":"Take out the trash","done":false,"priority":2,"#
        + #""createddate":1371040000123,"lastmoddate":1371040000123}"#)
  }

  @Test func `exchange 2 creates several objects, one of them a duplicate`() {
    var app = StackMobApp()
    app.post("/todo", #"{"todo_id":"50756f8900c644c097861d7c72256869"}"#)
    let answer = app.answer(
      app.request(
        "POST", "/todo",
        #"[{"todo_id":"a1","title":"x"},{"todo_id":"50756f8900c644c097861d7c72256869","#
          + #""title":"y"},{"todo_id":"a2","title":"z"}]"#))
    #expect(answer.response.status == .ok)
    #expect(
      answer.response.text
        == #"{"succeeded":["a1","a2"],"failed":["50756f8900c644c097861d7c72256869"]}"#)
  }

  @Test func `exchange 3 is refused, because the user exists`() {
    var app = StackMobApp.withJack()
    let answer = app.answer(app.request("POST", "/user", #"{"username":"jack","password":"pw"}"#))
    #expect(answer.response.status == .conflict)
    #expect(answer.response.headers[.contentType] == "application/json; charset=utf-8")
    #expect(answer.response.text == #"{"error":"Duplicate key for schema user: \"jack\""}"#)
  }

  @Test func `exchange 4 logs in a user`() throws {
    var app = StackMobApp()
    app.milliseconds = 1_371_039_990_000
    app.post("/user", #"{"username":"jack","password":"pw"}"#)
    app.milliseconds = StackMobApp.start
    let reply = app.post(
      "/user/accessToken", "username=jack&password=pw&token_type=mac&mac_algorithm=hmac-sha-1",
      headers: ["Content-Type": "application/x-www-form-urlencoded"])
    let tokens = try #require(Tokens(reply))
    #expect(
      reply
        == Reply(
          200,
          #"""
          {"access_token":"\#(tokens.access)","mac_key":"\#(tokens.key)",
           "mac_algorithm":"hmac-sha-1","token_type":"mac","expires_in":3600,
           "refresh_token":"\#(tokens.refresh)",
           "stackmob":{"user":{"username":"jack","sm_owner":"user/jack",
             "createddate":1371039990000,"lastmoddate":1371039990000}}}
          """#))
  }

  /// Creates an app with five todos of jack, whose session has the keys in the protocol reference.
  static func todos() throws -> StackMobApp {
    var app = try `MAC authentication`.app()
    app.delete("/todo?priority=2")
    app.session = `MAC authentication`.credentials
    for (number, name) in ["one", "two", "three", "four", "five"].enumerated() {
      app.milliseconds = 1_371_040_000_100 + Int64(number) * 100
      let priority = number == 1 ? 3 : 2
      app.post(
        "/todo",
        #"{"todo_id":"t\#(number + 1)","title":"\#(name)","done":false,"priority":\#(priority)}"#)
    }
    app.session = nil
    return app
  }

  @Test func `exchange 5 is a signed query with paging`() throws {
    var app = try Self.todos()
    let authorization =
      #"MAC id="a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6",ts="1371040000",nonce="n4711","#
      + #"mac="yVVN/hMLo9SR0oXehMyiIbhjY6E=""#
    let answer = app.answer(
      app.request(
        "GET", "/todo?done=false&priority[gte]=2",
        headers: [
          "Authorization": authorization, "X-StackMob-OrderBy": "createddate:asc",
          "Range": "objects=0-1",
        ]))
    #expect(answer.response.headers[.contentType] == "application/json; charset=utf-8")
    #expect(answer.response.headers[.contentRange] == "objects 0-1/5")
    #expect(
      Reply(answer.response)
        == Reply(
          206,
          #"""
          [{"todo_id":"t1","title":"one","done":false,"priority":2,"createddate":1371040000100,
            "lastmoddate":1371040000100,"sm_owner":"user/jack"},
           {"todo_id":"t2","title":"two","done":false,"priority":3,"createddate":1371040000200,
            "lastmoddate":1371040000200,"sm_owner":"user/jack"}]
          """#))
  }

  @Test func `exchange 6 counts a single match without a Content-Range`() throws {
    var app = try Self.todos()
    let answer = app.answer(
      app.request("GET", "/todo?title=one", headers: ["Range": "objects=0-0"]))
    #expect(answer.response.status == .ok)
    #expect(answer.response.headers[.contentRange] == nil)
    #expect(Reply(answer.response).all("todo_id") == ["t1"])
  }

  @Test func `exchange 7 refreshes a token, and is refused the second time`() throws {
    var app = StackMobApp.withJack()
    let old = try app.login()
    let reply = app.refresh(old.refresh)
    let new = try #require(Tokens(reply))
    let user =
      #"{"username":"jack","sm_owner":"user/jack","createddate":1371040000123,"#
      + #""lastmoddate":1371040000123}"#
    #expect(
      reply
        == Reply(
          200,
          #"""
          {"access_token":"\#(new.access)","mac_key":"\#(new.key)","mac_algorithm":"hmac-sha-1",
           "token_type":"mac","expires_in":3600,"refresh_token":"\#(new.refresh)",
           "stackmob":{"user":\#(user)}}
          """#))
    #expect(
      app.refresh(old.refresh)
        == Reply(
          401, #"{"error":"invalid_grant","error_description":"Invalid refresh token."}"#))
  }

  @Test func `exchange 8 is a deep upsert`() throws {
    var app = StackMobApp()
    app.post("/category", #"{"category_id":"1234","name":"Old Name","createddate":1}"#)
    let answer = app.answer(
      app.request(
        "POST", "/todo",
        #"{"title":"new todo","category":{"category_id":"1234","name":"Updated Name","#
          + #""genre":{"genre_id":"5678","type":"Home and Living"}}}"#,
        headers: [
          "Content-Type": "application/json",
          "X-StackMob-Relations": "category=category&category.genre=genre",
        ]))
    let reply = Reply(answer.response)
    let id = try #require(reply["todo_id"]?.string)
    let stamps = #""createddate":1371040000123,"lastmoddate":1371040000123"#
    let earlier = #""createddate":1,"lastmoddate":1371040000124"#
    let genre = #"{"genre_id":"5678","type":"Home and Living",\#(stamps)}"#
    #expect(
      reply
        == Reply(
          201,
          #"""
          {"todo_id":"\#(id)","title":"new todo",\#(stamps),
           "category":{"category_id":"1234","name":"Updated Name",\#(earlier),
             "genre":\#(genre)}}
          """#))
    #expect(app.get("/todo/\(id)")["category"] == "1234")
    let expanded = app.get("/todo/\(id)", headers: ["X-StackMob-Expand": "1"])
    #expect(
      expanded["category"]?.description
        == #"{"category_id":"1234","name":"Updated Name",\#(earlier),"genre":"5678"}"#)
  }

  @Test func `exchange 9 creates, appends and removes related objects`() {
    var app = StackMobApp()
    app.post("/todo", #"{"todo_id":"9f","createddate":1}"#)
    app.post("/tags", #"{"tags_id":"i3"}"#)
    #expect(
      app.post("/todo/9f/tags", #"[{"tags_id":"i1","name":"a"},{"tags_id":"i2","name":"b"}]"#)
        == Reply(200, #"{"succeeded":["i1","i2"],"failed":[]}"#))
    #expect(
      app.put("/todo/9f/tags", #"["i2","i3"]"#)
        == Reply(
          200,
          #"{"todo_id":"9f","tags":["i1","i2","i3"],"createddate":1,"#
            + #""lastmoddate":1371040000125}"#))
    #expect(
      app.delete("/todo/9f/tags/i1,i3", headers: ["X-StackMob-CascadeDelete": "true"])
        == Reply(200, #"{"status":"OK"}"#))
    #expect(app.get("/tags").all("tags_id") == ["i2"])
    #expect(app.get("/todo/9f")["tags"] == ["i2"])
  }

  @Test func `exchange 10 queries geopoints`() {
    var app = StackMobApp()
    app.post(
      "/places",
      #"""
      [{"places_id":"p4","name":"San Rafael","createddate":1,"lastmoddate":1,
        "location":{"lat":37.977086,"lon":-122.531033}},
       {"places_id":"p2","name":"San Francisco","createddate":1,"lastmoddate":1,
        "location":{"lat":37.775,"lon":-122.4183}}]
      """#)
    #expect(
      app.get("/places?location[near]=37.775000,-122.418300")
        == Reply(
          200,
          #"""
          [{"places_id":"p2","name":"San Francisco","createddate":1,"lastmoddate":1,
            "location":{"lat":37.775,"lon":-122.4183,"distance":0.0}},
           {"places_id":"p4","name":"San Rafael","createddate":1,"lastmoddate":1,
            "location":{"lat":37.977086,"lon":-122.531033,"distance":0.0038538599176824837}}]
          """#))
  }
}
