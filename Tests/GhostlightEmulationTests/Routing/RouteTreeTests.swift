import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import TestSupport
import Testing

@Suite struct `Route trees` {
  private static func match(
    _ tree: RouteTree, _ method: String, _ target: RequestTarget
  ) -> RouteMatch? {
    tree.match(method, target) { _, _ in true }
  }

  @Test(
    arguments: [
      ("/user/accessToken", 0), ("/user/accesstoken", 1), ("/USER/ACCESSTOKEN", 0),
      ("/user/AccessToken", 0), ("/user/login", 2), ("/User/Login", 2), ("/user/x", nil),
      ("/user/access\u{14}oken", nil), ("/[ser/login", nil), ("/user/logi.", nil),
    ] as [(String, Int?)])
  func `case can be ignored, and an exact segment comes first`(target: String, row: Int?) {
    var tree = RouteTree(ignoresCase: true)
    tree.add(method: "GET", pattern: "user/accessToken", conditional: false)
    tree.add(method: "GET", pattern: "user/accesstoken", conditional: false)
    tree.add(method: "GET", pattern: "User/Login", conditional: false)
    #expect(Self.match(tree, "GET", RequestTarget(target))?.row == row)
  }

  @Test func `a fixed segment with different case wins over a capture`() {
    var tree = RouteTree(ignoresCase: true)
    tree.add(method: "GET", pattern: "{id}", conditional: false)
    tree.add(method: "GET", pattern: "login", conditional: false)
    #expect(Self.match(tree, "GET", "/LOGIN")?.row == 1)
    #expect(Self.match(tree, "GET", "/LOGIN2")?.row == 0)
  }

  @Test func `only letters have upper and lower case`() {
    var tree = RouteTree(ignoresCase: true)
    tree.add(method: "GET", pattern: "a@b", conditional: false)
    tree.add(method: "GET", pattern: "ä", conditional: false)
    #expect(Self.match(tree, "GET", "/A@B")?.row == 0)
    #expect(Self.match(tree, "GET", "/a`b") == nil)
    #expect(Self.match(tree, "GET", "/Ä") == nil)
    #expect(Self.match(tree, "GET", "/ä")?.row == 1)
  }

  @Test func `the same path can serve several methods`() {
    var tree = RouteTree()
    for method in ["GET", "POST", "PUT"] {
      tree.add(method: method, pattern: "{id}", conditional: false)
    }
    #expect(["GET", "POST", "PUT"].map { Self.match(tree, $0, "/1")?.row } == [0, 1, 2])
  }

  @Test func `a branch without a result leaves no capture`() {
    var tree = RouteTree()
    tree.add(method: "GET", pattern: "{a}/{b}/end", conditional: false)
    tree.add(method: "GET", pattern: "{a}/{rest*}", conditional: false)
    let match = Self.match(tree, "GET", "/x/y/z")
    #expect(match?.row == 1)
    #expect(match?.captures == ["a": "x", "rest": "y/z"])
  }

  @Test func `a row that is not accepted is skipped for the next match`() {
    var tree = RouteTree()
    tree.add(method: "GET", pattern: "{a}", conditional: true)
    tree.add(method: "GET", pattern: "{b}", conditional: true)
    var tried: [Int] = []
    let match = tree.match("GET", "/x") { row, _ in
      tried.append(row)
      return row == 1
    }
    #expect(match?.row == 1)
    #expect(match?.captures == ["b": "x"])
    #expect(tried == [0, 1])
  }

  @Test(
    arguments: [
      ("GET", "/user/login", true, 0), ("PUT", "/user/login", true, nil),
      ("PUT", "/user/LOGIN", true, nil), ("PUT", "/user/login/x", true, nil),
      ("PUT", "/user/logins", true, 1), ("PUT", "/todo/login", true, 1),
      ("PUT", "/user/login", false, 1), ("HEAD", "/user/login", true, 0),
      ("OPTIONS", "/user/login", true, 3),
    ] as [(String, RequestTarget, Bool, Int?)])
  func `a reserved name is not captured if the condition of its rows is met`(
    _ method: String, _ target: RequestTarget, _ reserves: Bool, _ row: Int?
  ) {
    var tree = RouteTree(ignoresCase: true, reservesNames: reserves)
    tree.add(method: "GET", pattern: "{schema}/login", conditional: true)
    tree.add(method: "PUT", pattern: "{schema}/{id}", conditional: false)
    tree.add(method: "PUT", pattern: "{schema}/{id}/{field}", conditional: false)
    tree.add(method: "OPTIONS", pattern: "{path*}", conditional: false)
    #expect(tree.match(method, target) { $1["schema"] == "user" }?.row == row)
  }

  @Test func `two rows with the same method and pattern trap`() async {
    await #expect(processExitsWith: .failure) {
      var tree = RouteTree()
      tree.add(method: "GET", pattern: "todo/{id}", conditional: false)
      tree.add(method: "GET", pattern: "todo/{key}", conditional: false)
    }
  }

  @Test func `a tail before the end of a pattern traps`() async {
    await #expect(processExitsWith: .failure) {
      var tree = RouteTree()
      tree.add(method: "GET", pattern: "{rest*}/end", conditional: false)
    }
  }

  @Test func `a table with two equal rows traps`() async {
    await #expect(processExitsWith: .failure) {
      let read: RouteHandler<Int>.Reading = { _, _, _ throws(Fault) in Response(.ok) }
      let table: RouteTable<Int> = [.get("a", "one", read), .get("/a/", "two", read)]
      #expect(table.summaries.isEmpty)
    }
  }

  @Test func `any bytes in a path are searched without a trap`() {
    var tree = RouteTree(ignoresCase: true)
    tree.add(method: "GET", pattern: "a/{b}/c", conditional: false)
    tree.add(method: "GET", pattern: "{rest*}", conditional: false)
    var generator = SeededNumbers(seed: 7)
    let alphabet = Array("/a?%2fC[]{}*ä\u{0}".unicodeScalars)
    for _ in 0..<5000 {
      var text = ""
      for _ in 0..<Int(generator.next() % 12) {
        text.unicodeScalars.append(alphabet[Int(generator.next() % UInt64(alphabet.count))])
      }
      let target = RequestTarget(text)
      let match = Self.match(tree, "GET", target)
      let hasSegment = target.rawPath.contains { $0 != "/" }
      #expect((match != nil) == (hasSegment && target.path != nil), "\(text)")
    }
  }
}
