import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import StackMobEmulator
import Testing

@Suite struct `Exports of StackMob` {
  @Test func `an export becomes initial objects, whose ids have their fields' names`() throws {
    var (app, skipped) = try StackMobApp.load(
      [
        (
          "9339/todo.json",
          "\u{FEFF}{\"_id\":\"1\",\"title\":\"a } { \\\" b\"}\r\n{\"_id\":\"2\",\"at\":{\"lat\":1.5,\"lon\":2}}{\"_id\":\"3\"}"
        ),
        ("9339/user.json", #"{"_id":"jill"}"#),
        ("9339/Member.json", #" {"_id":"m@example.com","password":"own"} "#),
        ("9339/empty.json", ""), ("__MACOSX/9339/._todo.json", "shadow"),
        ("9339/notes.txt", "text"),
      ],
      [
        "schemas": [
          ["name": "member", "user": true, "usernameField": "email", "passwordField": "password"]
        ], "objects": ["todo": [["todo_id": "4"]], "more": []],
      ], export: ["path": "9339", "password": "12345"])
    #expect(skipped == [])
    #expect(app.get("/todo").all("todo_id") == ["4", "1", "2", "3"])
    #expect(app.get("/todo/1")["title"] == "a } { \" b")
    #expect(app.get("/todo/2")["at"] == ["lat": 1.5, "lon": 2])
    #expect(app.get("/empty") == Reply(200, "[]"))
    for login in [
      "/user/accessToken?username=jill&password=12345",
      "/member/accessToken?email=m@example.com&password=own",
    ] {
      let parts = login.split(separator: "?").map(String.init)
      #expect(app.post(parts[0], parts[1] + "&token_type=mac").status == 200, "\(login)")
    }
  }

  @Test func `objects of an export keep owners and times, and its users can log in`() throws {
    var (app, skipped) = try StackMobApp.load(
      [
        ("a/user.json", #"{"_id":"jill","sm_owner":"user/jill","friends":["jack"]}"#),
        (
          "a/todo.json",
          #"{"_id":"1","sm_owner":"user/jill","createddate":1371040000000,"#
            + #""lastmoddate":1371050000000,"title":"t"}"#
        ),
      ],
      ["schemas": [["name": "user", "user": true, "fields": ["friends": "relationships[user]"]]]],
      export: ["path": "a", "password": "12345"])
    #expect(skipped == [])
    #expect(
      app.get("/todo/1")
        == Reply(
          200,
          #"{"todo_id":"1","createddate":1371040000000,"lastmoddate":1371050000000,"title":"t","#
            + #""sm_owner":"user/jill"}"#))
    #expect(app.get("/user/jill")["friends"] == ["jack"])
    #expect(
      app.post("/user/accessToken", "username=jill&password=12345&token_type=mac").status == 200)
    let properties = app.get("/listapi")["user"]?["properties"]
    #expect(properties?["username"] == ["type": "string", "title": "username", "identity": true])
    #expect(properties?["friends"]?["$ref"] == "user")
  }

  @Test(arguments: ["user/jill", "user/\u{301}jill", "nobody"])
  func `an owner in an export is recognized by a slash in its bytes`(_ owner: String) throws {
    var app = StackMobApp()
    app.backend = try StackMobBackend(
      configuration: ["objects": ["todo": [["todo_id": "1", "sm_owner": .string(owner)]]]],
      at: .numbered())
    let known: JSON? = owner == "nobody" ? nil : .string(owner)
    #expect(app.get("/todo/1")["sm_owner"] == known)
  }

  /// - Source: MacMannes/stackmob-docs, resources/dataexport/data-export.md (38de6cc), for `$oid`.
  @Test func `identifiers, times and numbers have no marks of MongoDB`() throws {
    let lines = [
      #"[{"_id":{"$oid":"1fe27a8fed39384d87865e56fe9"},"#,
      #""createddate":{"$numberLong":"1371040000000"},"lastmoddate":{"$date":1371050000000},"#,
      #""due":{"$date":"2013-06-12T12:26:40.123Z"},"late":{"$date":{"$numberLong":"5"}},"#,
      #""others":[{"$oid":"a"}],"gone":null},"#,
      #"{"_id":"2","ratio":2},{"_id":"3","ratio":2.5,"gone":"x"}]"#,
    ]
    var (app, skipped) = try StackMobApp.load([("todo.json", lines.joined(separator: "\n"))])
    #expect(skipped == [])
    #expect(
      app.get("/todo/1fe27a8fed39384d87865e56fe9")
        == Reply(
          200,
          #"{"todo_id":"1fe27a8fed39384d87865e56fe9","createddate":1371040000000,"#
            + #""lastmoddate":1371050000000,"due":1371040000123,"late":5,"others":["a"]}"#))
    #expect(app.get("/todo?ratio[gte]=2").all("ratio") == ["2", "2.5"])
  }

  @Test func `a CSV file has the types of its schema, or of all values of a column`() throws {
    let lines = [
      "\u{FEFF}_id,createddate,title,number,ratio,done,tags,place,code,zip,sm_owner",
      #"1,1371040000000,"a ""b"",\#nc",1,1,true,"[""x""]","{""lat"":1.5,""lon"":2}",7,1234,user/jill"#,
      "ObjectId(5a),2013-06-12T12:26:40.123Z,,-2,2.5,false,[],,007,K1A,", "",
      "3,,plain,,,,,,,,",
    ]
    var (app, skipped) = try StackMobApp.load(
      [("9339/todo.csv", lines.joined(separator: "\r\n"))],
      ["schemas": [["name": "todo", "fields": ["code": "string"]]]])
    #expect(skipped == [])
    #expect(
      app.get("/todo/1").body?.object?.keys.contains("lastmoddate") == true)
    var first = app.get("/todo/1").body?.object ?? [:]
    first["lastmoddate"] = nil
    #expect(
      JSON.object(first) == [
        "todo_id": "1", "createddate": 1_371_040_000_000, "title": "a \"b\",\nc", "number": 1,
        "ratio": 1, "done": true, "tags": ["x"], "place": ["lat": 1.5, "lon": 2], "code": "7",
        "zip": "1234", "sm_owner": "user/jill",
      ])
    #expect(app.get("/todo/5a")["createddate"] == 1_371_040_000_123)
    #expect(app.get("/todo/5a")["code"] == "007")
    #expect(app.get("/todo?ratio[gt]=1&done=false&zip=K1A").all("todo_id") == ["5a"])
    #expect(app.get("/todo/3")["title"] == "plain")
  }

  @Test func `devices and accounts of an export belong to its users`() throws {
    let token = String(repeating: "ab", count: 32)
    let tokens = [
      #"{"_id":"x","token":"\#(token)","type":"iOS","user":"jill","registered_milliseconds":5}"#,
      #"{"token":{"type":"androidgcm","token":"t"},"userId":"jack"}"#,
      #"{"token":"short","type":"ios","user":"jill"}"#, #"{"_id":"y"}"#,
    ]
    var (app, skipped) = try StackMobApp.load(
      [
        ("9339/user.json", #"{"_id":"jill"}"#),
        ("9339/push_tokens.json", tokens.joined(separator: "\n")),
        ("9339/facebook_credentials.csv", "username,facebook_id\njill,4711\njack,4712\n"),
        ("9339/twitter.json", #"{"_id":"jill","account":"bird"}"#),
      ], export: ["path": "9339", "version": "all"])
    let reasons = [
      "9339/facebook_credentials.csv:3: there is no user \"jack\" in user",
      "9339/push_tokens.json:3: a token for ios has 64 hexadecimal digits",
      "9339/push_tokens.json:4: a push token has the members token, type and user; if these are "
        + "objects of a schema, add the schema to \"schemas\"",
    ]
    #expect(skipped == reasons + reasons)
    for version in [0, 1] {
      app.version = version
      let facebook = "fb_at=4711&token_type=mac"
      #expect(app.post("/user/facebookAccessToken", facebook).status == 200)
      let twitter = "tw_tk=bird&tw_ts=s&token_type=mac"
      #expect(app.post("/user/twitterAccessToken", twitter).status == 200)
      let request = app.request("GET", "/get_tokens_for_users_universal?userIds=jill")
      #expect(
        app.send(request.signed(with: app.keys))["tokens"]?["jill"]
          == [["token": .string(token), "type": "ios", "registered_milliseconds": 5]])
    }
  }

  @Test(
    arguments: [
      ([], "holds no file such as 9339/todo.json"),
      (
        [("a/to do.json", "{}")],
        "a/to do.json: \"to do\" is not a valid schema name"
      ),
      (
        [("a/todo.json", "{}"), ("b/todo.csv", "_id")],
        "b/todo.csv: another file is of the schema todo too"
      ),
    ] as [([(String, String)], String)])
  func `an export whose files have no schema is refused`(
    _ files: [(String, String)], _ what: String
  ) {
    #expect(throws: ConfigurationError(path: "$.stackmob.export", what)) {
      try StackMobApp.load(files)
    }
  }

  @Test(
    arguments: [
      (
        1, "$.stackmob.export",
        "must be the path of a ZIP or a folder, or an object of path, password and version"
      ),
      (
        [""], "$.stackmob.export[0]",
        "must be the path of a ZIP or a folder, or an object of path, password and version"
      ),
      (
        ["path": "a", "version": "x"], "$.stackmob.export.version",
        "must be a version such as 1, \"production\" or \"all\""
      ),
      (
        ["a", "b"], "$.stackmob.export",
        "only the command line reads an export: use \"objects\", or start ghostlight serve"
      ),
    ] as [(JSON, String, String)])
  func `an invalid member is refused with its place`(
    _ export: JSON, _ path: String, _ what: String
  ) {
    #expect(throws: ConfigurationError(path: path, what)) {
      try StackMobApp.load([("todo.json", "{}")], export: export)
    }
  }

  @Test(arguments: [("production", [1]), ("all", [0, 1]), (3, [3]), (0, [0])] as [(JSON, [Int])])
  func `the version of an export selects the versions that find it`(
    _ version: JSON, _ found: [Int]
  ) throws {
    var (app, _) = try StackMobApp.load(
      [("todo.json", #"{"_id":"1"}"#)], export: [["path": "a", "version": version]])
    let finding = (0...3).filter { number in
      app.version = number
      return app.get("/todo/1").status == 200
    }
    #expect(finding == found)
    app.version = 2
    let reason = app.answer(app.request("GET", "/todo/1")).response
      .headers[.field("X-Ghostlight-Reason")]
    let missing =
      #""export" of ghostlight.json was loaded for development, version 0, and this request is "#
      + #"for production: add "version": "production" to "export" (StackMob D65)"#
    let isMissing = found == [0]
    #expect(reason == (isMissing ? missing : "API version 2 is not deployed (StackMob D44)"))
  }
}
