import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@Suite struct `Nearest routes of a request` {
  private static let read: RouteHandler<Int>.Reading = { _, _, _ throws(Fault) in Response(.ok) }

  private static let table: RouteTable<Int> = [
    .post("user/accessToken", "Login", read),
    .get("user/loggedInUser", "Who am I", read),
    .get("{schema}/{id}", "Read one", read),
    .delete("{schema}/{id}/{field}/{values}", "Remove values", read),
  ]

  @Test func `a route with a similar spelling comes first`() {
    #expect(
      Self.table.nearMisses("POST", "/user/acessToken") == [
        #"POST /user/accessToken (Login): "acessToken" is not "accessToken""#,
        #"GET /{schema}/{id} (Read one): method is POST"#,
        #"GET /user/loggedInUser (Who am I): method is POST, "acessToken" is not "loggedInUser""#,
      ])
  }

  @Test func `a different method is named`() {
    #expect(
      Self.table.nearMisses("DELETE", "/user/accessToken").first
        == "POST /user/accessToken (Login): method is DELETE")
  }

  @Test func `missing and extra segments are counted`() {
    #expect(
      Self.table.nearMisses("DELETE", "/todo/1/tags").first
        == "DELETE /{schema}/{id}/{field}/{values} (Remove values): path has 3 segments, not 4")
    #expect(
      Self.table.nearMisses("GET", "/").first
        == #"GET /user/loggedInUser (Who am I): path has 0 segments, not 2"#)
  }

  @Test func `a row whose condition does not hold is named`() {
    let table: RouteTable<Int> = [.get("{a}", "Never", Self.read).when { _, _ in false }]
    #expect(
      table.nearMisses("GET", "/x") == ["GET /{a} (Never): it does not serve this path"])
  }

  @Test func `at most three routes are named, and none for an empty table`() {
    let empty: RouteTable<Int> = []
    #expect(empty.nearMisses("GET", "/x") == [])
    #expect(Self.table.nearMisses("GET", "/x").count == 3)
  }

  @Test func `a long path needs little work`() {
    let long = String(repeating: "x/", count: 10_000) + String(repeating: "y", count: 10_000)
    #expect(Self.table.nearMisses("GET", RequestTarget("/" + long)).count == 3)
  }
}
