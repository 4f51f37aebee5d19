import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@Suite struct `Route tables` {
  /// A request, with the title and the captures of the route that should serve it.
  struct Expectation: Sendable, CustomTestStringConvertible {
    let method: String
    let target: RequestTarget
    let title: String?
    var captures: [String: String] = [:]

    init(
      _ method: String, _ target: RequestTarget, _ title: String?,
      _ captures: [String: String] = [:]
    ) {
      self.method = method
      self.target = target
      self.title = title
      self.captures = captures
    }

    var testDescription: String { "\(method) \(target.raw)" }

    func check(_ table: RouteTable<Int>, state: Int = 0) {
      let match = table.match(method, target, in: state)
      #expect(match.map(table.title) == title)
      for (name, value) in captures { #expect(match?.captures[name] == value) }
      #expect(match?.captures.isEmpty ?? true == captures.isEmpty)
    }
  }

  private static let read: RouteHandler<Int>.Reading = { _, _, _ throws(Fault) in Response(.ok) }

  private static let table: RouteTable<Int> = [
    .get("", "root", read),
    .get("{schema}", "list", read),
    .get("{schema}/{id}", "read", read),
    .get("user/me", "me", read),
    .get("user/{id}/friends", "friends", read),
    .post("{schema}", "create", read),
    .get("files/{path*}", "file", read),
    .options("{path*}", "preflight", read),
  ]

  @Test(arguments: [
    Expectation("GET", "/", "root"),
    Expectation("GET", "", "root"),
    Expectation("GET", "/?a=b", "root"),
    Expectation("GET", "/todo", "list", ["schema": "todo"]),
    Expectation("GET", "/todo?where=/x/y", "list", ["schema": "todo"]),
    Expectation("GET", "/todo/1", "read", ["schema": "todo", "id": "1"]),
    Expectation("POST", "/todo", "create", ["schema": "todo"]),
    Expectation("POST", "/todo/1", nil),
    Expectation("get", "/todo", nil),
    Expectation("DELETE", "/todo", nil),
    Expectation("GET", "/todo/1/2", nil),
  ])
  func `a row is found by method and path segments`(_ expectation: Expectation) {
    expectation.check(Self.table)
  }

  @Test(arguments: [
    Expectation("GET", "/user/me", "me"),
    Expectation("GET", "/user/you", "read", ["schema": "user", "id": "you"]),
    Expectation("GET", "/user/me/friends", "friends", ["id": "me"]),
    Expectation("GET", "/user/User", "read", ["schema": "user", "id": "User"]),
    Expectation("GET", "/User/me", "read", ["schema": "User", "id": "me"]),
    Expectation("GET", "/us%65r/me", "read", ["schema": "user", "id": "me"]),
  ])
  func `a fixed segment wins over a capture, and a search without a result goes back`(
    _ expectation: Expectation
  ) {
    expectation.check(Self.table)
  }

  @Test(arguments: [
    Expectation("GET", "/files/a", "file", ["path": "a"]),
    Expectation("GET", "/files/a/b/c", "file", ["path": "a/b/c"]),
    Expectation("GET", "/files/a%2Fb/c", "file", ["path": "a/b/c"]),
    Expectation("GET", "/files", "list", ["schema": "files"]),
    Expectation("GET", "/files/", "list", ["schema": "files"]),
    Expectation("OPTIONS", "/a/b", "preflight", ["path": "a/b"]),
    Expectation("OPTIONS", "/", nil),
  ])
  func `a tail captures the remaining path, which must not be empty`(_ expectation: Expectation) {
    expectation.check(Self.table)
  }

  @Test(arguments: [
    Expectation("GET", "/todo/a%20b", "read", ["schema": "todo", "id": "a b"]),
    Expectation("GET", "/todo/a+b", "read", ["schema": "todo", "id": "a+b"]),
    Expectation("GET", "/todo/%C3%A4", "read", ["schema": "todo", "id": "ä"]),
    Expectation("GET", "/todo/a%2Fb", "read", ["schema": "todo", "id": "a/b"]),
    Expectation("GET", "/todo/%", nil),
    Expectation("GET", "/todo/%4", nil),
    Expectation("GET", "/todo/%zz", nil),
    Expectation("GET", "/todo/%FF", nil),
    Expectation("GET", "/files/%FF", nil),
  ])
  func `captures are percent-decoded, and an escape that is not valid does not match`(
    _ expectation: Expectation
  ) {
    expectation.check(Self.table)
  }

  @Test(arguments: [
    Expectation("GET", "//", "root"),
    Expectation("GET", "/todo/", "list", ["schema": "todo"]),
    Expectation("GET", "//todo///1//", "read", ["schema": "todo", "id": "1"]),
    Expectation("GET", "user//me", "me"),
  ])
  func `empty path segments are ignored`(_ expectation: Expectation) {
    expectation.check(Self.table)
  }

  @Test(arguments: [
    Expectation("HEAD", "/todo", "list", ["schema": "todo"]),
    Expectation("HEAD", "/files/a/b", "file", ["path": "a/b"]),
  ])
  func `a row for GET also serves HEAD`(_ expectation: Expectation) {
    expectation.check(Self.table)
  }

  @Test func `a row for HEAD wins over a row for GET`() {
    let table: RouteTable<Int> = [
      .get("{id}", "get", Self.read),
      Route(.head, "{id}", "head", .reading(Self.read)),
    ]
    Expectation("HEAD", "/1", "head", ["id": "1"]).check(table)
    Expectation("GET", "/1", "get", ["id": "1"]).check(table)
  }

  @Test(arguments: [
    (0, "fallback"), (1, "odd"), (2, "big"), (3, "odd"),
  ])
  func `rows with a condition are tried in the order of the table, before the others`(
    state: Int, title: String
  ) {
    let table: RouteTable<Int> = [
      .get("{id}/x", "fallback", Self.read),
      .get("{id}/x", "odd", Self.read).when { _, state in state % 2 == 1 },
      .get("{id}/x", "big", Self.read).when { captures, state in
        state > 1 && captures["id"] == "7"
      },
    ]
    Expectation("GET", "/7/x", title, ["id": "7"]).check(table, state: state)
  }

  @Test func `if no condition holds, a less specific row serves`() {
    let table: RouteTable<Int> = [
      .get("user/login", "login", Self.read).when { _, state in state > 0 },
      .get("{schema}/{id}", "read", Self.read),
    ]
    Expectation("GET", "/user/login", "login").check(table, state: 1)
    Expectation("GET", "/user/login", "read", ["schema": "user", "id": "login"]).check(table)
  }
}
