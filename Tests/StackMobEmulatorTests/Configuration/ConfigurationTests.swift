import GhostlightCore
import GhostlightEmulation
import StackMobEmulator
import Testing

@Suite struct `The configuration of StackMob` {
  private static func app(_ section: JSON) throws -> StackMobApp {
    var app = StackMobApp()
    app.backend = try StackMobBackend(configuration: section, at: .numbered())
    return app
  }

  @Test func `the section stackmob sets up schemas, roles, code and tokens`() throws {
    var app = try Self.app([
      "binaryURLPrefix": "http://s3.amazonaws.com", "binaryBucket": "b", "infersBinary": false,
      "refusedSocialTokenPrefix": "no", "onlyKnownSocialTokens": true,
      "schemas": [
        ["name": "todo", "fields": ["pic": "binary"], "permissions": ["delete": "role[admins]"]]
      ],
      "objects": [
        "todo": [["todo_id": "1", "pic": `Binary fields of StackMob`.value("YQ==", name: "a")]],
        "user": [["username": "ann"]],
      ],
      "deployedVersions": [1],
      "roles": [["name": "admins", "members": ["ann"]], ["name": "r", "version": 1]],
      "customCode": [
        ["name": "hello_world", "fixture": "greeting"], ["name": "m", "json": 1, "version": 1],
      ],
      "socialTokens": [["network": "facebook", "token": "T", "account": "4711"]],
    ])
    #expect(app.get("/todo/1")["pic"] == "http://s3.amazonaws.com/b/todo/1/pic/a")
    #expect(app.delete("/todo/1") == StackMobApp.notAuthorized)
    #expect(app.get("/hello_world") == Reply(200, #"{"msg":"Hello, world!","body":""}"#))
    #expect(app.get("/m").status == 404)
    #expect(app.post("/user/facebookAccessTokenWithCreate", "fb_at=T").status == 200)
    #expect(app.post("/user/facebookAccessTokenWithCreate", "fb_at=U").status == 401)
    try app.logIn("ann")
    #expect(app.delete("/todo/1").status == 200)
    app.session = nil
    app.version = 1
    #expect(app.get("/m") == Reply(200, "1"))
  }

  @Test(
    arguments: [
      (["roles": 1], "$.stackmob.roles", "expected an array, found the number 1"),
      (["roles": [[:]]], "$.stackmob.roles[0]", "\"name\" is missing; give a string"),
      (
        ["roles": [["name": "r", "members": [1]]]], "$.stackmob.roles[0].members[0]",
        "expected a string that is not empty, found the number 1"
      ),
      (
        ["roles": [["name": "r", "schema": "todo"]]], "$.stackmob.roles[0]",
        "\"todo\" is not a user schema; give it \"user\": true in \"schemas\""
      ),
      (
        ["schemas": [["name": "t", "permissions": ["reed": "open"]]]],
        "$.stackmob.schemas[0].permissions.reed",
        "unknown member; did you mean \"read\"? There are: create, read, update, delete"
      ),
      (
        ["schemas": [["name": "t", "permissions": ["read": "relationship[]"]]]],
        "$.stackmob.schemas[0].permissions.read",
        "expected open, loggedIn, owner, relationship[field], ownerRelationship[field], role[name], "
          + "privateKey or notAllowed, found the string \"relationship[]\""
      ),
      (
        ["objects": ["todo": [["todo_id": "1"], ["todo_id": "2"], ["todo_id": "1"]]]],
        "$.stackmob.objects.todo[2]",
        "has the id of $.stackmob.objects.todo[0], \"1\"; give it one of its own"
      ),
      (
        ["objects": ["todo": [["todo_id": "1"]], "Todo": [["todo_id": "1"]]]],
        "$.stackmob.objects.Todo[0]",
        "has the id of $.stackmob.objects.todo[0], \"1\"; give it one of its own"
      ),
      (
        ["customCode": [["name": "m", "template": ["a": "x {{moon.x}}"]]]],
        "$.stackmob.customCode[0].template",
        "{{moon.x}} is not a part of a call; there are: method, path, user, schema, "
          + "time, query, headers, body"
      ),
      (
        ["customCode": [["name": "m"]]], "$.stackmob.customCode[0]",
        "\"m\" has no code in this process; give one of fixture, template, json, text, base64 and forward"
      ),
      (
        ["customCode": [["name": "m", "json": 1, "text": "x"]]], "$.stackmob.customCode[0]",
        "give one of fixture, template, json, text, base64 and forward"
      ),
      (
        ["customCode": [["name": "a/b", "json": 1]]], "$.stackmob.customCode[0].name",
        "\"a/b\" is not a valid method name: it must be one segment of a path"
      ),
      (
        ["customCode": [["name": "m", "fixture": "x"]]], "$.stackmob.customCode[0].fixture",
        "no fixture is named \"x\"; there are: greeting, verb, user, params"
      ),
      (
        ["customCode": [["name": "m", "base64": "x"]]], "$.stackmob.customCode[0].base64",
        "is not valid base64"
      ),
      (
        ["customCode": [["name": "m", "forward": "127.0.0.1:9000"]]],
        "$.stackmob.customCode[0].forward",
        "must begin with http:// or https://, as in http://127.0.0.1:9000/hello"
      ),
      (
        ["customCode": [["name": "m", "forward": "ftp://a"]]], "$.stackmob.customCode[0].forward",
        "must begin with http:// or https://, as in http://127.0.0.1:9000/hello"
      ),
      (
        ["customCode": [["name": "m", "forward": "http://me:pw@a/x"]]],
        "$.stackmob.customCode[0].forward",
        "must not contain a user or a password: leave out the part before the @"
      ),
      (
        ["customCode": [["name": "m", "forward": "http://a/x?y"]]],
        "$.stackmob.customCode[0].forward",
        "must not have a query or a fragment: the program gets the query of the call"
      ),
      (
        ["customCode": [["name": "m", "forward": "http://a:99999"]]],
        "$.stackmob.customCode[0].forward",
        "is not a valid URL; use one such as http://127.0.0.1:9000/hello"
      ),
      (
        ["customCode": [["name": "m", "forward": "http://"]]], "$.stackmob.customCode[0].forward",
        "is not a valid URL; use one such as http://127.0.0.1:9000/hello"
      ),
      (
        ["customCode": [["name": "m", "forward": "http://a/b c"]]],
        "$.stackmob.customCode[0].forward",
        "is not a valid URL; use one such as http://127.0.0.1:9000/hello"
      ),
      (
        ["customCode": [["name": "m", "forward": "http://a", "timeoutSeconds": 0]]],
        "$.stackmob.customCode[0].timeoutSeconds",
        "expected a whole number from 1 to 600, found the number 0"
      ),
      (
        ["customCode": [["name": "m", "forward": "http://a", "timeoutSeconds": 601]]],
        "$.stackmob.customCode[0].timeoutSeconds",
        "expected a whole number from 1 to 600, found the number 601"
      ),
      (
        ["customCode": [["name": "m", "json": 1, "timeoutSeconds": 5]]],
        "$.stackmob.customCode[0].timeoutSeconds",
        "applies only to \"forward\": leave it out"
      ),
      (
        ["customCode": [["name": "m", "forward": "http://a", "status": 201]]],
        "$.stackmob.customCode[0].status",
        "does not apply to \"forward\", whose program sets it: leave it out"
      ),
      (
        ["customCode": [["name": "m", "json": 1, "status": 100]]],
        "$.stackmob.customCode[0].status",
        "expected a whole number from 200 to 599, found the number 100"
      ),
      (
        ["customCode": [["name": "m", "json": 1, "headers": ["a b": "c"]]]],
        "$.stackmob.customCode[0].headers[\"a b\"]",
        "is not a valid header field; give a name and a string that HTTP allows"
      ),
      (
        ["customCode": [["name": "m", "text": "x", "contentType": "a\nb"]]],
        "$.stackmob.customCode[0].contentType", "is not a valid content type"
      ),
      (
        ["socialTokens": [["network": "x", "token": "t"]]], "$.stackmob.socialTokens[0].network",
        "expected facebook, twitter or gigya, found the string \"x\""
      ),
      (
        ["binaryBucket": ""], "$.stackmob.binaryBucket",
        "expected a string that is not empty, found an empty string"
      ),
      (
        ["infersBinary": 1], "$.stackmob.infersBinary",
        "expected true or false, found the number 1"
      ),
    ] as [(JSON, String, String)])
  func `an error is reported with its place`(_ section: JSON, _ path: String, _ what: String) {
    #expect(throws: ConfigurationError(path: path, what)) {
      try StackMobBackend(configuration: section, at: .numbered())
    }
  }

  @Test(
    arguments: [
      ("pageLimit", "", 1_000_000), ("tokenLifetimeSeconds", " of seconds", 1_000_000_000),
    ] as [(String, String, Int64)])
  func `a number is accepted from 1 to the greatest one`(
    _ name: String, _ unit: String, _ greatest: Int64
  ) throws {
    for number in [1, greatest] {
      _ = try StackMobBackend(configuration: [name: .integer(number)], at: .numbered())
    }
    for number in [0, greatest + 1] {
      let what =
        "expected a whole number\(unit) from 1 to \(greatest), found the number \(number)"
      #expect(throws: ConfigurationError(path: "$.stackmob.\(name)", what)) {
        try StackMobBackend(configuration: [name: .integer(number)], at: .numbered())
      }
    }
  }
}
