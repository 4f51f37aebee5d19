import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import StackMobEmulator
import Testing

@Suite struct `Data of the configuration for production` {
  private static let objects: JSON = [
    "todo": [["todo_id": "1", "title": "t", "sm_owner": "user/jill"]],
    "user": [["username": "jill", "password": "secret"]],
  ]

  private static func app(_ section: JSON, version: Int = 1) throws -> StackMobApp {
    var app = StackMobApp()
    app.backend = try StackMobBackend(configuration: section, at: .numbered())
    app.version = version
    return app
  }

  private static func versioned(_ version: JSON?) -> JSON {
    var members = objects.object ?? [:]
    members["version"] = version
    return .object(members)
  }

  private static func reason(_ app: inout StackMobApp, _ request: Request) -> String {
    app.answer(request).response.headers[.field("X-Ghostlight-Reason")] ?? "-"
  }

  /// Tests which of the versions 0 to 3 find the objects.
  @Test(
    arguments: [
      (nil, [], [0]), (0, [1], [0]), (1, [], [1]), (3, [], [3]), (2, [1, 2, 3], [1, 2, 3]),
      ("production", [], [1]), ("production", [1, 3], [1, 3]), ("all", [], [0, 1]),
      ("all", [2], [0, 2]),
    ] as [(JSON?, JSON, [Int])])
  func `the version of the objects selects the versions that find them`(
    _ version: JSON?, _ deployed: JSON, _ found: [Int]
  ) throws {
    let section: JSON = ["objects": Self.versioned(version), "deployedVersions": deployed]
    let finding = try (0...3).filter { number in
      var app = try Self.app(section, version: number)
      let login = app.post("/user/accessToken", "username=jill&password=secret&token_type=mac")
      return app.get("/user/jill").status == 200 && login.status == 200
    }
    #expect(finding == found)
  }

  @Test func `objects define the fields of the production versions that they are for`() throws {
    let section: JSON = [
      "objects": Self.versioned("production"), "deployedVersions": [1, 2],
      "schemas": [
        ["name": "todo", "fields": ["done": "boolean"], "permissions": ["delete": "notAllowed"]],
        ["name": "todo", "version": 2, "fields": ["title": "string", "late": "integer"]],
      ],
    ]
    var app = try Self.app(section)
    #expect(app.put("/todo/1", #"{"title":"u","done":true}"#).status == 200)
    #expect(app.put("/todo/1", #"{"late":1}"#).status == 400)
    #expect(app.delete("/todo/1").status == 405)
    app.version = 2
    #expect(app.get("/todo/1")["title"] == "u")
    #expect(app.put("/todo/1", #"{"late":1}"#).status == 200)
    #expect(app.delete("/todo/1").status == 200)
    app.version = 0
    #expect(app.get("/user") == Reply(200, "[]"))
  }

  @Test func `a schema may have the name version`() throws {
    var app = try Self.app(["objects": ["version": [["version_id": "1"]]]], version: 0)
    #expect(app.get("/version").all("version_id") == ["1"])
  }

  @Test func `production infers schemas, fields and versions if the configuration allows it`()
    throws
  {
    var app = try Self.app(
      ["inferSchemas": true, "objects": Self.versioned("production")], version: 7)
    #expect(app.put("/todo/1", #"{"done":true}"#).status == 200)
    #expect(app.post("/note", #"{"note_id":"n"}"#).status == 201)
    app.post("/note/n/tags", #"[{"tags_id":"a"}]"#)
    #expect(app.get("/todo/1")["done"] == true)
    #expect(app.get("/listapi")["note"]?["properties"]?["tags"]?["$ref"] == "tags")
    app.version = 1
    #expect(app.get("/note/n").status == 404)
    let restored = try StackMobBackend(configuration: ["inferSchemas": true], at: .numbered())
    var copy = app
    copy.backend = restored
    try copy.backend.restore(app.backend.snapshot)
    copy.version = 7
    #expect(copy.get("/note/n")["tags"] == ["a"])
  }

  private static let missing =
    #""objects" of ghostlight.json was loaded for development, version 0, and this request is for "#
    + #"production: add "version": "production" to "objects" (StackMob D65)"#

  @Test(
    arguments: [
      ("GET", "/todo", "", 404), ("GET", "/user", "", 200), ("GET", "/user/jill", "", 404),
      ("DELETE", "/user/jill", "", 404), ("PUT", "/user/jill", "{}", 404),
      ("POST", "/user/accessToken", "username=jill&password=secret&token_type=mac", 401),
    ])
  func `a request in production that finds nothing names the member of the configuration`(
    _ method: String, _ target: String, _ body: String, _ status: Int
  ) throws {
    var app = try Self.app(["objects": Self.objects, "inferSchemas": true])
    let answer = app.answer(app.request(method, target, body))
    #expect(answer.response.status.code == status)
    #expect(answer.response.headers[.field("X-Ghostlight-Reason")] == Self.missing)
    // The reason is not given when production has objects, or when nothing was loaded.
    app.post("/note", "{}")
    #expect(Self.reason(&app, app.request(method, target, body)) != Self.missing)
    var empty = try Self.app(["inferSchemas": true])
    #expect(Self.reason(&empty, empty.request(method, target, body)) != Self.missing)
  }

  @Test func `a request for a version that is not deployed names the member too`() throws {
    var app = try Self.app(["objects": Self.objects], version: 2)
    let answer = app.answer(app.request("GET", "/todo/1")).response
    #expect(Reply(answer) == .error(404, "API version 2 is not deployed"))
    #expect(answer.headers[.field("X-Ghostlight-Reason")] == Self.missing)
  }

  @Test(
    arguments: [
      (
        0, 1,
        "X-StackMob-API-Key is the key of production, and the request is for version 0: check the "
          + "version in Accept (StackMob A25)"
      ),
      (
        1, 0,
        "X-StackMob-API-Key is the key of development, and the request is for version 1 or higher: "
          + "check the version in Accept (StackMob A25)"
      ),
    ])
  func `the key of the other environment is refused with the version`(
    _ version: Int, _ ofKey: Int, _ reason: String
  ) throws {
    var app = try Self.app(["deployedVersions": [1]], version: ofKey)
    let key = app.keys.publicKey
    app.version = version
    let request = app.request("GET", "/user", headers: ["X-StackMob-API-Key": key])
    #expect(Self.reason(&app, request) == reason)
  }

  @Test(
    arguments: [
      (["version": "dev"], "$.stackmob.objects.version"),
      (["version": -1], "$.stackmob.objects.version"),
      (["version": 1_000_001], "$.stackmob.objects.version"),
    ] as [(JSON, String)])
  func `an invalid version is refused`(_ objects: JSON, _ path: String) {
    let error = ConfigurationError(
      path: path, "must be a version such as 1, \"production\" or \"all\"")
    #expect(throws: error) {
      try StackMobBackend(configuration: ["objects": objects], at: .numbered())
    }
  }
}
