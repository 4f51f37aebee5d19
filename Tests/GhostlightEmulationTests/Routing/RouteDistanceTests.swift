import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@Suite struct `Near misses of a route table` {
  private static let read: RouteHandler<Int>.Reading = { _, _, _ throws(Fault) in Response(.ok) }

  private static let table: RouteTable<Int> = [
    .post("user/accessToken", "Login", read),
    .get("user/loggedInUser", "Who am I", read),
    .get("{schema}/{id}", "Read one", read),
    .delete("{schema}/{id}/{field}/{values}", "Remove values", read),
  ]

  @Test func `another spelling is named first`() {
    #expect(
      Self.table.nearMisses("POST", "/user/acessToken") == [
        #"POST /user/accessToken (Login): "acessToken" is not "accessToken""#,
        #"GET /{schema}/{id} (Read one): method is POST"#,
        #"GET /user/loggedInUser (Who am I): method is POST, "acessToken" is not "loggedInUser""#,
      ])
  }

  @Test func `another method is said`() {
    #expect(
      Self.table.nearMisses("DELETE", "/user/accessToken").first
        == "POST /user/accessToken (Login): method is DELETE")
  }

  @Test func `missing and superfluous segments are counted`() {
    #expect(
      Self.table.nearMisses("DELETE", "/todo/1/tags").first
        == "DELETE /{schema}/{id}/{field}/{values} (Remove values): path has 3 segments, not 4")
    #expect(
      Self.table.nearMisses("GET", "/").first
        == #"GET /user/loggedInUser (Who am I): path has 0 segments, not 2"#)
  }

  @Test func `where nothing differs the row's condition did`() {
    let table: RouteTable<Int> = [.get("{a}", "Never", Self.read).when { _, _ in false }]
    #expect(
      table.nearMisses("GET", "/x") == ["GET /{a} (Never): it does not serve this path"])
  }

  @Test func `there are at most three, and none of an empty table`() {
    let empty: RouteTable<Int> = []
    #expect(empty.nearMisses("GET", "/x") == [])
    #expect(Self.table.nearMisses("GET", "/x").count == 3)
  }

  @Test func `a long path costs little`() {
    let long = String(repeating: "x/", count: 10_000) + String(repeating: "y", count: 10_000)
    #expect(Self.table.nearMisses("GET", RequestTarget("/" + long)).count == 3)
  }
}
