import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import StackMobEmulator
import Testing

/// Tests of requests that ask for an excessive amount of work.
///
/// The emulator refuses such a request, or processes it with less work.
@Suite struct `Hostile requests with much work` {
  /// Creates an app in which each user is a friend of all users.
  private func denseGraph(_ count: Int) throws -> StackMobApp {
    var app = StackMobApp()
    try app.schema("user", ["friends": "relationships[user]"], ofUsers: true)
    let names = JSON.array((0..<count).map { .string("u\($0)") })
    let users = (0..<count).map { JSON.object(["username": .string("u\($0)"), "friends": names]) }
    app.post("/user", JSON.array(users).description)
    return app
  }

  @Test(arguments: ["/user/u0", "/user", "/user?_expand=3", "/user?username[ne]=u1"])
  func `expanding a dense graph of relations is refused`(_ target: String) throws {
    var app = try denseGraph(100)
    let request = app.request("GET", target, headers: ["X-StackMob-Expand": "3"])
    let budget = WorkBudget(1_000_000)
    #expect(Reply(app.answer(request, within: budget).response) == .workLimit)
    #expect(budget.isExhausted)
  }

  @Test func `the work of expanding objects depends on the size of the result`() throws {
    var app = try denseGraph(60)
    let request = app.request("GET", "/user", headers: ["X-StackMob-Expand": "1"])
    #expect(app.answer(request, within: WorkBudget(20_000)).effect == .refused)
    #expect(app.answer(request, within: WorkBudget(1_000_000)).response.status == .ok)
  }

  @Test(arguments: EndlessQuery.all)
  func `conditions without end are refused over many objects`(_ row: EndlessQuery) {
    let query = row.text
    var app = StackMobApp()
    let bodies = (0..<200).map {
      JSON.object(["n": .integer(Int64($0)), "at": ["lat": 1, "lon": 2]])
    }
    app.post("/todo", JSON.array(bodies).description)
    let answer = app.answer(app.request("GET", "/todo?\(query)"), within: WorkBudget(100_000))
    #expect(Reply(answer.response) == .workLimit)
    let before = app.backend.snapshot
    let delete = app.answer(app.request("DELETE", "/todo?\(query)"), within: WorkBudget(100_000))
    #expect(Reply(delete.response) == .workLimit)
    #expect(app.backend.snapshot == before)
  }

  @Test func `a query near a point sorts all objects, but copies only the page`() {
    var app = StackMobApp()
    let bodies = (0..<2_000).map { number in
      JSON.object([
        "n": .integer(Int64(number)), "at": ["lat": .double(Double(number % 90)), "lon": 1],
      ])
    }
    app.post("/todo", JSON.array(bodies).description)
    let request = app.request("GET", "/todo?at[near]=0,1", headers: ["Range": "objects=1-2"])
    let answer = app.answer(request, within: WorkBudget(40_000))
    #expect(Reply(answer.response).all("n") == ["90", "180"])
    #expect(answer.response.headers[.contentRange] == "objects 1-2/2000")
  }

  @Test func `an order that repeats fields uses each field once`() {
    var app = StackMobApp()
    app.post("/todo", JSON.array((0..<500).map { ["n": .integer(Int64($0))] }).description)
    let order = Array(repeating: "n:desc,todo_id", count: 4_000).joined(separator: ",")
    let request = app.request("GET", "/todo", headers: ["X-StackMob-OrderBy": order])
    #expect(
      Reply(app.answer(request, within: WorkBudget(50_000)).response).all("n")
        == (0..<500).reversed().map(String.init))
  }

  @Test func `a selection of thousands of names does not need much work`() {
    var app = StackMobApp()
    app.post("/todo", #"{"todo_id":"1","n":2}"#)
    let names = (0..<4_000).map { "f\($0),a.b\($0)" }.joined(separator: ",") + ",n"
    let headers: KeyValuePairs = ["X-StackMob-Select": names, "X-StackMob-Expand": "1"]
    let request = app.request("GET", "/todo/1", headers: headers)
    #expect(
      Reply(app.answer(request, within: WorkBudget(2_000)).response)
        == Reply(200, #"{"todo_id":"1","n":2}"#))
  }

  @Test func `a push to one user twenty thousand times is refused`() throws {
    var app = try World().app
    let users = JSON.array(Array(repeating: "jack", count: 20_000))
    let body = JSON.object(["kvPairs": ["alert": "a"], "userIds": users]).description
    let request = app.request("POST", "/push_users_universal", body).signed(with: app.keys)
    let before = app.backend.snapshot
    #expect(Reply(app.answer(request, within: WorkBudget(100_000)).response) == .workLimit)
    #expect(app.backend.snapshot == before)
  }

  @Test func `the work of permissions with long lists is charged to the budget`() throws {
    var app = StackMobApp.withJack()
    try app.schema(
      "club", ["members": "relationships[user]"], permissions: ["read": "relationship[members]"])
    let members = JSON.array((0..<20_000).map { JSON.string("u\($0)") } + [.string("jack")])
    for number in 0..<20 {
      app.post(
        "/club", JSON.object(["club_id": .string("\(number)"), "members": members]).description)
    }
    try app.logIn("jack")
    let request = app.request(
      "GET", "/club?club_id[ne]=x", headers: ["X-StackMob-Select": "club_id"])
    #expect(app.answer(request, within: WorkBudget(20_000)).effect == .refused)
    #expect(Reply(app.answer(request).response).all("club_id").count == 20)
  }
}

/// A query with many conditions or values.
struct EndlessQuery: Sendable, CustomTestStringConvertible {
  let testDescription: String
  fileprivate let text: String

  private init(
    _ title: String, _ start: String, _ count: Int, _ separator: String,
    _ part: (Int) -> String
  ) {
    testDescription = title
    text = start + (0..<count).map(part).joined(separator: separator)
  }

  static let all: [EndlessQuery] = [
    EndlessQuery("one of 20,000", "n[in]=", 20_000, ",") { "-\($0 + 1)" },
    EndlessQuery("none of 20,000", "n[nin]=", 20_000, ",") { "-\($0 + 1)" },
    EndlessQuery("alternatives", "", 4_000, "&") { "[or1].n=-\($0 + 1)" },
    EndlessQuery("blocks of alternatives", "", 4_000, "&") { "[or\($0)].n[gte]=0" },
    EndlessQuery("conjunctions in a block", "", 4_000, "&") { "[or1].[and\($0)].n=-1" },
    EndlessQuery("circles", "", 4_000, "&") { _ in "at[within]=0,0,10" },
  ]
}
