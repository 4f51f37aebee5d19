import GhostlightCore
import GhostlightEmulation
import StackMobEmulator
import Testing

@Suite struct `Exports of StackMob` {
  private static func file(_ path: String, _ text: String) -> StackMobExport.File {
    StackMobExport.File(path: path, bytes: Array(text.utf8))
  }

  private static func section(
    _ files: [StackMobExport.File], password: String? = nil, _ section: JSON = [:]
  ) throws(ConfigurationError) -> JSON {
    try StackMobExport(files, password: password).added(to: section)
  }

  @Test func `an export becomes initial objects, whose ids have their fields' names`() throws {
    let section = try Self.section(
      [
        Self.file(
          "9339/todo.json",
          "\u{FEFF}{\"_id\":\"1\",\"title\":\"a } { \\\" b\"}\r\n{\"_id\":\"2\",\"at\":{\"lat\":1.5,\"lon\":2}}{\"_id\":\"3\"}"
        ),
        Self.file("9339/user.json", #"{"_id":"jill"}"#),
        Self.file("9339/Member.json", #" {"_id":"m@example.com","password":"own"} "#),
        Self.file("9339/empty.json", ""),
        Self.file("__MACOSX/9339/._todo.json", "shadow"), Self.file("9339/notes.txt", "text"),
      ], password: "12345",
      [
        "schemas": [
          ["name": "member", "user": true, "usernameField": "email", "passwordField": "password"]
        ], "objects": ["todo": [["todo_id": "4"]], "more": []],
      ])
    #expect(
      section["objects"]
        == [
          "member": [["password": "own", "email": "m@example.com"]], "empty": [],
          "todo": [
            ["todo_id": "4"], ["title": "a } { \" b", "todo_id": "1"],
            ["at": ["lat": 1.5, "lon": 2], "todo_id": "2"], ["todo_id": "3"],
          ], "user": [["username": "jill", "password": "12345"]], "more": [],
        ])
  }

  @Test func `objects of an export keep owners and times, and its users can log in`() throws {
    let section = try Self.section(
      [
        Self.file("a/user.json", #"{"_id":"jill","sm_owner":"user/jill","friends":["jack"]}"#),
        Self.file(
          "a/todo.json",
          #"{"_id":"1","sm_owner":"user/jill","createddate":1371040000000,"#
            + #""lastmoddate":1371050000000,"title":"t"}"#),
      ], password: "12345",
      ["schemas": [["name": "user", "user": true, "fields": ["friends": "relationships[user]"]]]])
    var app = StackMobApp()
    app.backend = try StackMobBackend(configuration: section, at: .numbered())
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

  @Test(
    arguments: [
      ([], "holds no file such as 9339/todo.json"),
      (
        [("a/to do.json", "{}")],
        "a/to do.json: \"to do\" is not a valid schema name"
      ),
      (
        [("a/todo.json", "{}"), ("b/todo.json", "{}")],
        "b/todo.json: another file is of the schema todo too"
      ),
      (
        [("a/todo.json", "{\"_id\":\"1\"}\n{\"_id\":nil}")],
        "a/todo.json: object 2 is not valid JSON: \(JSONError.Reason.expectedLiteral.rawValue)"
      ),
      ([("a/todo.json", "[{}]")], "a/todo.json: object 1 is not an object"),
      (
        [("../todo.json", "{\"_id\":\"1\"}{\"_id\":\"2\"}{\"_id\":\"1\"}")],
        "../todo.json: object 3 has the _id of object 1"
      ),
      (
        [("a/todo.json", "{} x {}")],
        "a/todo.json: the text after object 1 is not an object; objects follow one after another, "
          + "separated by white space"
      ),
      (
        [("a/todo.json", "{}{\"a\":\"b")],
        "a/todo.json: the text after object 1 is not an object; objects follow one after another, "
          + "separated by white space"
      ),
      (
        [("a/todo.json", "{}}")],
        "a/todo.json: the text after object 1 is not an object; objects follow one after another, "
          + "separated by white space"
      ),
    ] as [([(String, String)], String)])
  func `a damaged export is refused with the file and the object`(
    _ files: [(String, String)], _ what: String
  ) {
    #expect(throws: ConfigurationError(path: "$.stackmob.export", what)) {
      try Self.section(files.map { Self.file($0.0, $0.1) })
    }
  }

  @Test func `an object that cannot be stored is named with its file and number`() throws {
    let own: JSON = ["objects": ["todo": [["todo_id": "1"]]]]
    let export = StackMobExport([
      Self.file("a/todo.json", #"{"_id":"2","title":"t"}{"_id":"3","title":{"a":[[]]}}"#)
    ])
    let error = #expect(throws: ConfigurationError.self) {
      try StackMobBackend(configuration: try export.added(to: own), at: .numbered())
    }
    let located = error.map { export.located($0, in: own) }
    #expect(
      located
        == ConfigurationError(
          path: "$.stackmob.export", "a/todo.json: object 2: \(error?.what ?? "")"))
    let elsewhere = ConfigurationError(path: "$.stackmob.objects.todo[0]", "x")
    #expect(export.located(elsewhere, in: own) == elsewhere)
  }
}
