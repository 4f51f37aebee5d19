import Ghostlight
import GhostlightCore
import GhostlightEmulation
import GhostlightServer
import HTTPTypes
import Testing

@Suite struct `Data over the control API` {
  private let desk = ControlDesk { configuration in
    configuration.emulators = Emulator.all
    configuration.emulators.append(
      Emulator(name: "library", title: "Library", port: 1, seed: LibraryBackend()))
  }

  /// A path below `data`, whose parts may have any characters.
  private func path(_ parts: String..., query: String = "") -> String {
    "data/" + parts.map { PercentEncoding.encode($0) }.joined(separator: "/") + query
  }

  private func tables(of emulator: String) -> [JSON] {
    desk.call(.get, "data?emulator=\(emulator)").json?["tables"]?.array ?? []
  }

  @Test func `a vendor that nobody knows of shows its tables, and takes edits`() {
    #expect(
      tables(of: "library") == [
        [
          "emulator": "library", "name": "books", "title": "Books", "group": "Shelf", "count": 2,
          "editable": true, "deletable": true, "key": "isbn",
          "columns": [["name": "title"], ["name": "lender", "link": "lenders"]],
          "actions": [["name": "return", "title": "Bring back"]],
        ],
        [
          "emulator": "library", "name": "lenders", "title": "Lenders", "group": "People",
          "count": 1, "editable": false, "deletable": false, "key": "name", "columns": [],
          "actions": [],
        ],
      ])
    let emma: JSON = ["title": "Emma", "lender": "ada"]
    #expect(
      desk.call(.put, "data/library/books/emma", emma)
        == .json(.ok, ["key": "emma", "row": emma]))
    #expect(
      desk.call(.post, "data/library/books/emma", ["action": "return"])
        == .json(.ok, ["key": "emma", "values": ["lender": "ada"]]))
    #expect(
      desk.call(.get, "data/library/books/emma")
        == .json(.ok, ["key": "emma", "row": ["title": "Emma", "lender": .null]]))
    #expect(desk.call(.post, "data/library/books", ["title": "New"]).status == .created)
    #expect(desk.call(.delete, "data/library/books/moby") == .json(.ok, ["key": "moby"]))
    #expect(
      desk.call(.get, "data/library/books?limit=1").json
        == [
          "emulator": "library", "table": "books", "total": 2,
          "rows": [["key": "emma", "row": ["title": "Emma", "lender": .null]]], "next": "0",
          "scanned": 1,
        ])
  }

  @Test(arguments: [
    ("GET", "data/library/none", "404 library has no table \"none\"; GET data lists them"),
    ("GET", "data/none/books", "404 none has no table \"books\"; GET data lists them"),
    ("GET", "data/library/books/no", "404 \"books\" has no row \"no\""),
    ("DELETE", "data/library/books/no", "404 \"books\" has no row \"no\""),
    ("PUT", "data/library/books/moby", "409 a book has a \"title\""),
    ("PUT", "data/library/lenders/ada", "409 rows of \"lenders\" cannot be stored"),
    ("DELETE", "data/library/lenders/ada", "409 rows of \"lenders\" cannot be deleted"),
    (
      "GET", "data/library/books?limit=1001",
      "400 \"limit\" must be a whole number from 1 to 1000"
    ),
    ("GET", "data/library/books?after=x", "400 \"after\" must be a whole number from 0"),
    (
      "POST", "data/library/books/moby",
      "400 say what to do: {\"action\":\"expire\"}; GET data lists actions"
    ),
  ])
  func `a call that does not fit is refused with the remedy`(
    _ method: String, _ path: String, _ text: String
  ) throws {
    let method = try #require(HTTPRequest.Method(method))
    #expect(desk.refusal(method, path, method == .get || method == .delete ? nil : [:]) == text)
  }

  @Test func `a row is any object, whatever its members are called`() {
    let row: JSON = ["title": "x", "namespace": "other", "__proto__": ["a": 1]]
    #expect(desk.call(.put, "data/library/books/odd", row).json?["row"] == row)
    #expect(desk.refusal(.put, "data/library/books/odd", .array([])).hasPrefix("400 the body is"))
  }

  @Test func `other namespaces have rows of their own, and looking makes none`() {
    #expect(
      desk.call(.put, "data/library/books/b?namespace=mine", ["title": "b"]).status == .ok)
    #expect(desk.call(.get, "data/library/books/b").status == .notFound)
    #expect(desk.call(.get, "data/library/books?namespace=none").json?["total"] == 2)
    #expect(desk.stage.namespaceNames == ["default", "mine"])
  }

  /// What each vendor's own client reads of a row that was stored by hand.
  @Test(
    arguments: [
      ("stackmob", "objects:todo", "todo", "t1", ["todo_id": "t1", "title": "milk"]),
      ("mia", "collections:books", "books", "5f0000000000000000000001", ["title": "milk"]),
      ("mia", "items:notes", "notes", "n1", ["id": "n1", "title": "milk"]),
      ("appcenter", "apps", "apps", "s3", ["secret": "s3", "database": "mbaas"]),
    ] as [(String, String, String, String, JSON)])
  func `each vendor's tables store what they are given, and show it`(
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

  /// A schema, two collections, a database.
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

  @Test func `items of Cosmos DB keep their key, and stay in their partition`() throws {
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

  @Test func `objects of EGF2 follow its schema, and edges link them`() throws {
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
  func `sessions are opened, expired, refreshed and revoked by hand`(
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

  @Test func `a user of StackMob keeps the password when it is edited`() throws {
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

  @Test func `two namespaces are compared row by row`() throws {
    try seed()
    #expect(desk.call(.post, "namespaces/fork", [:]).status == .created)
    let edits: [(HTTPRequest.Method, String, JSON?)] = [
      (.put, "data/library/books/emma?namespace=fork", ["title": "Emma!"]),
      (.delete, "data/library/books/moby?namespace=fork", nil),
      (.put, "data/library/books/new?namespace=fork", ["title": "New"]),
    ]
    for (method, path, row) in edits { #expect(desk.call(method, path, row).status == .ok) }
    #expect(
      desk.call(.get, "comparison?one=default&other=fork").json
        == [
          "one": "default", "other": "fork",
          "tables": [
            [
              "onlyOne": 1, "onlyOther": 1, "changed": 1,
              "rows": [
                [
                  "key": "moby", "kind": "onlyOne",
                  "one": ["title": "Moby-Dick", "lender": "ada"],
                ],
                [
                  "key": "emma", "kind": "changed", "one": ["title": "Emma", "lender": .null],
                  "other": ["title": "Emma!"],
                ],
                ["key": "new", "kind": "onlyOther", "other": ["title": "New"]],
              ],
              "truncated": false, "emulator": "library", "table": "books", "title": "Books",
              "group": "Shelf",
            ]
          ],
        ])
    #expect(
      desk.call(.get, "comparison?one=fork&other=fork").json?["tables"] == [])
  }
}
