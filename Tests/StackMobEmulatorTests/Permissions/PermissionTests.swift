import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import StackMobEmulator

@Suite struct `Permissions` {
  /// A permission and a caller, with the expected statuses of create, read, update, query and
  /// delete.
  struct Row: Sendable, CustomTestStringConvertible {
    let level: String
    let caller: String
    let statuses: [Int]
    /// The number of objects, out of four, that a query should find; `nil` if it should be refused.
    let found: Int?
    var testDescription: String { "\(level), \(caller)" }

    init(_ level: String, _ caller: String, _ statuses: [Int], _ found: Int?) {
      (self.level, self.caller, self.statuses, self.found) = (level, caller, statuses, found)
    }
  }

  private static let all = [201, 200, 200, 200, 200]
  private static let none = [401, 401, 401, 401, 401]
  private static let hidden = [201, 404, 404, 200, 404]
  private static let never = [405, 405, 405, 405, 405]

  /// The object `x` belongs to the user `owner` and contains the id of `member`; `friend` is a
  /// friend of `owner`.
  private static let rows = [
    Row("open", "-", all, 4), Row("open", "stranger", all, 4), Row("open", "key", all, 4),
    Row("loggedIn", "-", none, nil), Row("loggedIn", "stranger", all, 4),
    Row("loggedIn", "key", all, 4),
    Row("owner", "-", none, nil), Row("owner", "owner", all, 2), Row("owner", "member", hidden, 1),
    Row("owner", "stranger", hidden, 1), Row("owner", "key", all, 4),
    Row("relationship[members]", "-", none, nil), Row("relationship[members]", "member", all, 1),
    Row("relationship[members]", "owner", hidden, 0),
    Row("relationship[members]", "stranger", hidden, 0),
    Row("relationship[members]", "key", all, 4),
    Row("relationship[note_id]", "x", all, 1), Row("relationship[nix]", "member", hidden, 0),
    Row("relationship[others]", "x", hidden, 0),
    Row("ownerRelationship[friends]", "-", none, nil),
    Row("ownerRelationship[friends]", "friend", all, 1),
    Row("ownerRelationship[friends]", "owner", hidden, 0),
    Row("ownerRelationship[friends]", "member", hidden, 0),
    Row("ownerRelationship[nix]", "friend", hidden, 0),
    Row("ownerRelationship[friends]", "key", all, 4),
    Row("role[editors]", "-", none, nil), Row("role[editors]", "member", all, 4),
    Row("role[editors]", "stranger", none, nil), Row("role[nix]", "member", none, nil),
    Row("role[editors]", "key", all, 4),
    Row("privateKey", "-", none, nil), Row("privateKey", "owner", none, nil),
    Row("privateKey", "key", all, 4),
    Row("notAllowed", "-", never, nil), Row("notAllowed", "owner", never, nil),
    Row("notAllowed", "key", all, 4),
  ]

  /// Creates an app with a schema `note` that has one permission for all operations.
  ///
  /// The schema has an object of `owner`, an object of `friend`, an object without an owner, and an
  /// object that belongs to the caller.
  static func app(_ level: String, _ caller: String) throws -> StackMobApp {
    var app = StackMobApp()
    try app.schema("user", ["friends": "relationships[user]"], ofUsers: true)
    let permissions = JSON.object(
      ["create", "read", "update", "delete"].reduce(into: JSONObject()) {
        $0[$1] = .string(level)
      })
    try app.schema(
      "note", ["members": "relationships[user]", "others": "relationships[note]", "n": "integer"],
      permissions: permissions)
    for name in ["owner", "member", "stranger", "friend", "x"] {
      let friends: JSON = name == "owner" ? ["friend"] : []
      try app.given("user exists", ["username": .string(name), "fields": ["friends": friends]])
    }
    try app.given("role exists", ["name": "editors", "members": ["member", "nobody"]])
    let mine = ["-", "key"].contains(caller) ? "x" : caller
    for (id, owner) in [("x", "owner"), ("y", "x"), ("z", "x"), ("mine", mine)] {
      let isFirst = id == "x"
      try app.given(
        "object exists",
        [
          "schema": "note", "owner": .string(owner),
          "object": [
            "note_id": .string(id), "members": isFirst ? ["member"] : [], "n": 1,
            "others": isFirst ? ["x"] : [],
          ],
        ])
    }
    if caller != "-", caller != "key" { try app.logIn(caller) }
    return app
  }

  @Test(arguments: rows)
  func `each level admits the right callers for each verb`(_ row: Row) throws {
    var app = try Self.app(row.level, row.caller)
    func send(_ method: String, _ target: String, _ body: String = "") -> Reply {
      let request = app.request(method, target, body)
      return app.send(row.caller == "key" ? request.signed(with: app.keys) : request)
    }
    let created = send("POST", "/note", #"{"n":1}"#)
    let read = send("GET", "/note/x")
    let updated = send("PUT", "/note/x", #"{"n":2}"#)
    let list = send("GET", "/note?n[gt]=0&note_id[in]=x,y,z,mine")
    let count = app.answer(
      row.caller == "key"
        ? app.request("GET", "/note", headers: ["Range": "objects=0-0"]).signed(with: app.keys)
        : app.request("GET", "/note", headers: ["Range": "objects=0-0"]))
    let deleted = send("DELETE", "/note/x")
    #expect(
      [created, read, updated, list, deleted].map(\.status) == row.statuses)
    #expect(list.body?.array?.count == row.found)
    #expect([200, 206].contains(count.response.status.code) == (row.found != nil))
    for reply in [created, read, updated, list, deleted] where reply.status == 401 {
      #expect(reply == StackMobApp.notAuthorized)
    }
    for reply in [read, updated] where reply.status == 404 {
      #expect(reply == .error(404, "object instance does not exist"))
    }
    for reply in [deleted] where reply.status == 404 {
      #expect(reply == .error(404, "This object does not exist"))
    }
    for reply in [created, read, updated, list, deleted] where reply.status == 405 {
      #expect(reply == .error(405, "Invalid HTTP method"))
    }
    app.session = nil
    let left = app.send(app.request("GET", "/note/x").signed(with: app.keys))
    #expect(left.status == (row.statuses[4] == 200 ? 404 : 200))
  }

  @Test(arguments: DataVerb.allCases)
  func `a verb is refused only by its own level`(_ verb: DataVerb) throws {
    var app = StackMobApp()
    try app.schema("note", permissions: .object([verb.rawValue: "notAllowed"]))
    try app.given("object exists", ["schema": "note", "object": ["note_id": "1"]])
    let statuses = [
      app.post("/note", "{}").status, app.get("/note/1").status, app.put("/note/1", "{}").status,
      app.delete("/note/1").status,
    ]
    let refused = DataVerb.allCases.firstIndex(of: verb)
    for (position, status) in statuses.enumerated() {
      #expect((status == 405) == (position == refused))
    }
  }
}
