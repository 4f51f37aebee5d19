import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import StackMobEmulator
import Testing

@Suite struct `Alternatives in queries` {
  static func app() -> StackMobApp {
    var app = StackMobApp()
    app.post(
      "/user",
      #"""
      [{"username":"john","age":25,"location":"NYC"},{"username":"mary","age":30,"location":"SF"},
       {"username":"jack","age":30,"location":"NYC"},{"username":"lisa","age":35,"location":"LA"},
       {"username":"anna","age":35,"location":"SF"}]
      """#)
    return app
  }

  @Test(
    arguments: [
      ("[or1].age=25&[or1].location=SF", ["john", "mary", "anna"]),
      (
        "age[gt]=25&[or1].[and1].location=NYC&[or1].[and1].username[ne]=john"
          + "&[or1].[and2].location=SF&[or1].[and2].username[ne]=mary&[or1].location=LA",
        ["jack", "lisa", "anna"]
      ),
      ("[or1].age=25&[or1].age=35&[or2].location=LA&[or2].location=NYC", ["john", "lisa"]),
      ("[or1].age=25", ["john"]), ("[or1].[and1].age=30&[or1].[and1].location=SF", ["mary"]),
      ("[or1].age=1&[or1].age=2", []), ("location=SF&[or1].age=30", ["mary"]),
      ("%5Bor1%5D.age=25&%5Bor1%5D.%5Band1%5D.age%5Bgt%5D=30", ["john", "lisa", "anna"]),
    ] as [(String, [String])])
  func `conditions must hold together with one of each block`(
    _ query: String, _ found: [String]
  ) {
    var app = Self.app()
    #expect(app.get("/user?\(query)").all("username") == found)
  }

  @Test func `alternatives cannot be combined with an order or near`() throws {
    var app = Self.app()
    try app.schema("place", ["at": "geopoint", "n": "integer"])
    #expect(
      app.get("/user?[or1].age=25", headers: ["X-StackMob-OrderBy": "age:asc"])
        == .error(400, "OR cannot be combined with an order"))
    #expect(
      app.get("/place?[or1].n=25&at[near]=1,2")
        == .error(400, "OR cannot be combined with near"))
    #expect(
      app.get("/place?[or1].n=25&[or1].at[near]=1,2")
        == .error(400, "OR cannot be combined with near"))
  }
}

@Suite struct `Order` {
  static func app() -> StackMobApp {
    var app = StackMobApp()
    app.post(
      "/t",
      #"""
      [{"t_id":"a","i":2,"s":"b"},{"t_id":"b","i":10,"s":"B"},{"t_id":"c","i":2,"s":"a"},
       {"t_id":"d"},{"t_id":"e","i":null,"s":"ä"}]
      """#)
    return app
  }

  @Test(arguments: [
    ("i:asc", "deacb"), ("i:desc", "baced"), ("i", "deacb"), ("i:ASC", "deacb"),
    ("i:asc,s:asc", "decab"), ("i:desc,s:desc", "baced"), ("s", "dbcae"), ("s:desc", "eacbd"),
    (" i : desc , s : asc ", "bcaed"), ("", "abcde"), ("t_id:desc", "edcba"),
    ("createddate:desc", "abcde"),
  ])
  func `objects are sorted by fields, then by creation, missing values first`(
    _ order: String, _ found: String
  ) {
    var app = Self.app()
    #expect(
      app.get("/t", headers: ["X-StackMob-OrderBy": order]).all("t_id").joined() == found)
  }

  @Test(arguments: ["i:up", "i:", ":asc", "i:asc:desc", "i,:"])
  func `a malformed order is refused`(_ order: String) {
    var app = Self.app()
    #expect(
      app.get("/t", headers: ["X-StackMob-OrderBy": order])
        == .error(400, "Malformed X-StackMob-OrderBy header"))
  }

  @Test func `an order by an unknown field is refused`() {
    var app = Self.app()
    #expect(
      app.get("/t", headers: ["X-StackMob-OrderBy": "nix"])
        == .error(400, "Field nix does not exist in schema t"))
  }
}

@Suite struct `Ranges and counts of queries` {
  static func app(_ count: Int = 5, pageLimit: Int? = nil) -> StackMobApp {
    var app = StackMobApp { $0.pageLimit = pageLimit }
    app.post("/t", #"{"t_id":"gone"}"#)
    app.delete("/t/gone")
    for number in 0..<count { app.post("/t", #"{"t_id":"\#(number)","even":\#(number % 2 == 0)}"#) }
    return app
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let range: String
    let found: String
    let contentRange: String?
    var testDescription: String { range }
    init(_ range: String, _ found: String, _ contentRange: String?) {
      (self.range, self.found, self.contentRange) = (range, found, contentRange)
    }
  }

  static func check(_ app: inout StackMobApp, _ target: String, _ row: Row) {
    let response = app.answer(app.request("GET", target, headers: ["Range": row.range])).response
    #expect(response.status.code == (row.contentRange == nil ? 200 : 206))
    #expect(response.headers[.contentRange] == row.contentRange)
    #expect(Reply(response).all("t_id").joined() == row.found)
  }

  @Test(arguments: [
    Row("objects=0-1", "01", "objects 0-1/5"), Row("objects=1-1", "1", "objects 1-1/5"),
    Row("objects=0-0", "0", "objects 0-0/5"), Row("objects=3-", "34", "objects 3-4/5"),
    Row("objects=4-9", "4", "objects 4-4/5"), Row("objects=0-4", "01234", nil),
    Row("objects=0-99", "01234", nil), Row("objects=0-", "01234", nil),
    Row("objects=5-9", "", "objects 5-5/5"), Row("objects=7-", "", "objects 7-7/5"),
    Row("objects = 1 - 2", "12", "objects 1-2/5"),
    Row("objects=0-9223372036854775807", "01234", nil),
    Row(
      "objects=9223372036854775807-", "",
      "objects 9223372036854775807-9223372036854775807/5"),
  ])
  func `a page states its range, unless it is the whole result`(_ row: Row) {
    var app = Self.app()
    Self.check(&app, "/t", row)
  }

  @Test(arguments: [
    Row("objects=0-0", "0", "objects 0-0/3"), Row("objects=1-5", "24", "objects 1-2/3"),
    Row("objects=0-2", "024", nil),
  ])
  func `the total is the number of matches`(_ row: Row) {
    var app = Self.app()
    Self.check(&app, "/t?even=true", row)
  }

  @Test(arguments: [0, 1])
  func `a count of zero or one has no Content-Range`(_ count: Int) {
    var app = Self.app(count)
    Self.check(&app, "/t", Row("objects=0-0", count == 0 ? "" : "0", nil))
  }

  @Test(arguments: [
    Row("objects=0-", "01", "objects 0-1/5"), Row("objects=0-9", "01", "objects 0-1/5"),
    Row("objects=4-", "4", "objects 4-4/5"), Row("objects=1-1", "1", "objects 1-1/5"),
  ])
  func `a page limit cuts a result`(_ row: Row) {
    var app = Self.app(pageLimit: 2)
    Self.check(&app, "/t", row)
    #expect(app.get("/t").status == 206)
  }

  @Test(arguments: [
    "objects=0--1", "objects=3-2", "objects=-5", "objects=", "objects", "objects=a-b", "",
    "items=0-1", "objects=1-2-3", "objects=+1-2", "objects=99999999999999999999-", "0-1",
  ])
  func `a malformed range is refused`(_ range: String) {
    var app = Self.app()
    #expect(
      app.get("/t", headers: ["Range": range]) == .error(400, "Malformed Range header"))
  }
}
