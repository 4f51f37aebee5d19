import Ghostlight
import GhostlightCore
import GhostlightEmulation
import GhostlightServer
import HTTPTypes
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Vendor tables in the control API` {
  private let desk = ControlDesk { $0.services = Service.all }

  /// Returns a control API path below `data`; the parts may contain any characters.
  private func path(_ parts: String..., query: String = "") -> String {
    "data/" + parts.map { PercentEncoding.encode($0) }.joined(separator: "/") + query
  }

  private func tables(of emulator: String) -> [JSON] {
    desk.call(.get, "data?emulator=\(emulator)").json?["tables"]?.array ?? []
  }

  /// Rows that a user stores, with the members that they must have afterwards.
  @Test(
    arguments: [
      ("stackmob", "objects:todo", "todo", "t1", ["todo_id": "t1", "title": "milk"]),
      ("mia", "collections:books", "books", "5f0000000000000000000001", ["title": "milk"]),
      ("mia", "items:notes", "notes", "n1", ["id": "n1", "title": "milk"]),
      ("appcenter", "apps", "apps", "s3", ["secret": "s3", "database": "mbaas"]),
    ] as [(String, String, String, String, JSON)])
  func `each vendor's tables store a row and return it`(
    _ emulator: String, _ table: String, _ title: String, _ key: String, _ row: JSON
  ) throws {
    try seed()
    let found = try #require(tables(of: emulator).first { $0["name"] == .string(table) })
    #expect(found["title"] == .string(title) || table == "apps")
    let answer = desk.call(.put, path(emulator, table, key), row)
    #expect(answer.status == .ok, "\(answer.text)")
    let stored = try #require(answer.json?["row"])
    for member in row.object ?? [:] { #expect(stored[member.key] == member.value) }
    let found2 = desk.call(.get, path(emulator, table, query: "?search=\(key)"))
    #expect(found2.json?["rows"]?.array?.map { $0["key"] } == [.string(key)])
    #expect(desk.call(.delete, path(emulator, table, key)).status == .ok)
    #expect(desk.call(.get, path(emulator, table, key)).status == .notFound)
  }

  /// Creates a schema, two collections, users and a database.
  private func seed() throws {
    let states: [(String, String, JSONObject)] = [
      ("stackmob", "object exists", ["schema": "todo", "object": ["todo_id": "t0"]]),
      ("stackmob", "user exists", ["username": "ada", "password": "pw"]),
      (
        "mia", "collection exists",
        [
          "definition": [
            "name": "books", "endpointBasePath": "/books",
            "fields": .array(Self.fields), "indexes": [],
          ]
        ]
      ),
      ("mia", "item exists", ["collection": "notes", "item": ["id": "n0", "title": "a"]]),
      ("mia", "user exists", ["email": "ada@example.com"]),
      ("egf2", "user exists", ["email": "ada@example.com"]),
      (
        "cosmos", "document exists",
        [
          "database": "shop", "container": "goods",
          "document": ["id": "d0", "PartitionKey": "p"],
        ]
      ),
    ]
    for (emulator, name, parameters) in states {
      _ = try desk.stage.namespace().setUp(name, in: emulator, parameters: parameters)
    }
  }

  private static let fields: [JSON] =
    [
      ("_id", "ObjectId", true), ("__STATE__", "string", true), ("creatorId", "string", true),
      ("createdAt", "Date", true), ("updaterId", "string", true), ("updatedAt", "Date", true),
      ("title", "string", false),
    ].map { name, type, isRequired in
      [
        "name": .string(name), "type": .string(type), "required": .bool(isRequired),
        "nullable": false,
      ]
    }

  @Test func `items of Cosmos DB keep their key and stay in their partition`() throws {
    try seed()
    let rows = desk.call(.get, path("cosmos", "items:shop/goods")).json?["rows"]
    let key = try #require(rows?[0]?["key"]?.string)
    let changed = desk.call(
      .put, path("cosmos", "items:shop/goods", key), ["id": "d0", "PartitionKey": "p", "n": 1])
    #expect(changed.json?["key"] == .string(key))
    #expect(changed.json?["row"]?["n"] == 1)
    #expect(
      desk.call(
        .put, path("cosmos", "items:shop/goods", key), ["id": "d0", "PartitionKey": "q"]
      ).status == .conflict)
    let made = desk.call(
      .post, path("cosmos", "items:shop/goods"), ["id": "d1", "PartitionKey": "q"])
    #expect(made.status == .created)
    #expect(
      desk.call(.get, path("cosmos", "containers", "shop/goods")).json?["row"]?["documents"] == 2)
    for table in ["users", "permissions"] {
      #expect(desk.call(.get, path("cosmos", table)).json?["total"] == 0)
    }
    let user = desk.call(.post, path("cosmos", "users"), ["database": "shop", "id": "ada"])
    #expect(user.json?["key"] == "shop/ada")
    let permission = desk.call(
      .post, path("cosmos", "permissions"),
      ["user": "shop/ada", "id": "p", "resource": "dbs/shop/colls/goods"])
    #expect(permission.json?["key"] == "shop/ada/p")
    #expect(desk.call(.delete, path("cosmos", "databases", "shop")).status == .ok)
    #expect(tables(of: "cosmos").allSatisfy { $0["name"] != "items:shop/goods" })
  }

  @Test func `objects of EGF2 are checked against the schema and linked by edges`() throws {
    try seed()
    let users = desk.call(.get, path("egf2", "objects:user")).json?["rows"]
    let user = try #require(users?[0]?["key"]?.string)
    let name = path("egf2", "objects:user", user)
    var row = try #require(users?[0]?["row"]?.object)
    row["email"] = "eve@example.com"
    #expect(desk.call(.put, name, .object(row)).json?["row"]?["email"] == "eve@example.com")
    row["email"] = 1
    #expect(desk.call(.put, name, .object(row)).status == .conflict)
    let edges = try #require(tables(of: "egf2").last)
    #expect(edges["name"] == "edges")
    #expect(
      edges["columns"] == [
        ["name": "src", "link": "objects:{src_type}"], ["name": "edge"],
        ["name": "dst", "link": "objects:{dst_type}"],
      ])
    let login = desk.call(.post, name, ["action": "log in"]).json?["values"]
    let token = try #require(login?["token"]?.string)
    let session = try #require(token.split(separator: "|").first.map(String.init))
    for (action, isAlive) in [("expire", false), ("refresh", true)] {
      #expect(
        desk.call(.post, path("egf2", "objects:session", session), ["action": .string(action)])
          .status == .ok)
      let read = desk.stage.respond(
        to: Request(.get, RequestTarget("/v1/internal/session?token=" + token)), by: "egf2")
      #expect((read.status == .ok) == isAlive, "\(action): \(read.text)")
    }
  }

  @Test(arguments: [
    ("stackmob", "objects:user", "ada", "access_token"), ("mia", "users", "", "sid"),
  ])
  func `a session can be opened, expired, refreshed and revoked in a table`(
    _ emulator: String, _ table: String, _ user: String, _ token: String
  ) throws {
    try seed()
    let first = desk.call(.get, path(emulator, table)).json?["rows"]?[0]?["key"]?.string
    let user = user.isEmpty ? try #require(first) : user
    let login = desk.call(.post, path(emulator, table, user), ["action": "log in"])
    let key = try #require(login.json?["values"]?[token]?.string, "\(login.text)")
    let ends = { (key: String) -> String? in
      let row = desk.call(.get, path(emulator, "sessions", key)).json?["row"]
      return (row?["expires"] ?? row?["ends"])?.string
    }
    let end = try #require(ends(key))
    #expect(
      desk.call(.post, path(emulator, "sessions", key), ["action": "expire"]).status == .ok)
    #expect(try #require(ends(key)) < end)
    let refreshed = desk.call(.post, path(emulator, "sessions", key), ["action": "refresh"])
    #expect(refreshed.status == .ok)
    let next = refreshed.json?["values"]?[token]?.string ?? key
    #expect(ends(next) == end)
    #expect(desk.call(.delete, path(emulator, "sessions", next)).status == .ok)
    #expect(desk.call(.get, path(emulator, "sessions")).json?["total"] == 0)
  }

  @Test(arguments: [
    ("stackmob", "objects:user"), ("mia", "users"), ("egf2", "objects:user"),
  ])
  func `a user gets a new password in a table, and the old one no longer works`(
    _ emulator: String, _ table: String
  ) throws {
    try seed()
    let user = try #require(
      desk.call(.get, path(emulator, table)).json?["rows"]?[0]?["key"]?.string)
    let answer = desk.call(.post, path(emulator, table, user), ["action": "new password"])
    let password = try #require(answer.json?["values"]?["password"]?.string, "\(answer.text)")
    let statuses = [password, emulator == "stackmob" ? "pw" : "password"].map { password in
      desk.stage.respond(to: login(password, at: emulator), by: emulator).status.code
    }
    #expect(statuses[0] == 200, "\(password)")
    #expect(statuses[1] >= 400)
  }

  /// Returns the login of the seeded user with a password, as a client sends it.
  private func login(_ password: String, at emulator: String) -> Request {
    switch emulator {
    case "stackmob":
      var request = Request(.post, "/user/accessToken")
      request.headers[.stackMobKey] = "3f2b8c1e-5d47-4a90-b6e1-0c9d7f5a2e13"
      request.headers[.accept] = "application/vnd.stackmob+json; version=0"
      request.headers[.contentType] = "application/x-www-form-urlencoded"
      request.body = Array("username=ada&password=\(password)&token_type=mac".utf8)
      return request
    case "mia":
      var request = Request.json(
        .post, "/users/login", ["email": "ada@example.com", "password": .string(password)])
      request.headers[HTTPField.Name("secret") ?? .accept] = "s3cr3t"
      return request
    default:
      return .json(
        .post, "/v1/login", ["email": "ada@example.com", "password": .string(password)])
    }
  }

  @Test func `a table lists the members that the service sets, and when its rows expire`() throws {
    try seed()
    _ = try desk.stage.namespace().setUp(
      "container exists", in: "cosmos",
      parameters: [
        "database": "shop", "container": "brief", "definition": ["defaultTtl": 60],
      ])
    let found = { (emulator: String, name: String) -> [JSON?] in
      let table = tables(of: emulator).first { $0["name"] == .string(name) }
      return [table?["serverFields"], table?["expiry"]]
    }
    #expect(
      found("stackmob", "objects:todo") == [["createddate", "lastmoddate", "sm_owner"], nil])
    #expect(found("stackmob", "sessions") == [[], ["member": "expires"]])
    #expect(found("mia", "sessions") == [[], ["member": "ends"]])
    #expect(
      found("mia", "collections:books") == [
        ["_id", "__STATE__", "creatorId", "createdAt", "updaterId", "updatedAt"], nil,
      ])
    #expect(
      found("mia", "items:notes")[0] == [
        "id", "creatorId", "createdAt", "updaterId", "updatedAt", "sync", "trash",
      ])
    #expect(found("egf2", "objects:session")[1] == ["member": "expires_at"])
    #expect(
      found("cosmos", "items:shop/brief")[1] == ["since": "_ts", "member": "ttl", "seconds": 60])
    #expect(
      found("cosmos", "items:shop/goods") == [
        ["_rid", "_self", "_etag", "_attachments", "_ts"], nil,
      ])
  }

  @Test(arguments: [("read token", "readonly"), ("user token", "user-")])
  func `an app of App Center issues tokens in its table`(
    _ action: String, _ partition: String
  ) throws {
    let app = try #require(
      desk.call(.get, path("appcenter", "apps")).json?["rows"]?[0]?["key"]?.string)
    let answer = desk.call(.post, path("appcenter", "apps", app), ["action": .string(action)])
    let token = try #require(answer.json?["values"]?.object, "\(answer.text)")
    #expect(token["status"] == "Succeed")
    #expect(token["partition"]?.string == partition + (token["accountId"]?.string ?? ""))
    #expect((token["accountId"] == .null) == (partition == "readonly"))
    let text = try #require(token["token"]?.string)
    #expect(text.hasPrefix("type=resource&ver=1&sig="))
    #expect(token["dbName"] == "mbaas")
    #expect(token["dbAccount"] == nil)
  }

  @Test func `a StackMob user keeps the password when the row is edited`() throws {
    try seed()
    let row = try #require(
      desk.call(.get, "data/stackmob/objects:user/ada").json?["row"]?.object)
    #expect(row["password"] == nil)
    var changed = row
    changed["age"] = 36
    #expect(
      desk.call(.put, "data/stackmob/objects:user/ada", .object(changed)).json?["row"]?["age"]
        == 36)
    var login = Request(.post, "/user/accessToken", body: Array("username=ada&password=pw".utf8))
    login.headers[.contentType] = "application/x-www-form-urlencoded"
    login.headers[.stackMobKey] = "3f2b8c1e-5d47-4a90-b6e1-0c9d7f5a2e13"
    #expect(desk.stage.respond(to: login, by: "stackmob").status == .ok)
  }
}
