import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import StackMobEmulator
import Testing

/// Tests of requests that an app may reasonably send, which must succeed with a server's default
/// budget.
@Suite struct `Large but honest requests to StackMob` {
  /// A server's default budget for a request, in units of work.
  static let standard = 20_000_000

  /// Sends a request with a budget of `units`, and returns the response.
  private func reply(
    _ app: inout StackMobApp, _ request: Request, units: Int = standard
  ) -> Reply {
    Reply(app.answer(request, within: WorkBudget(units)).response)
  }

  @Test func `an object with 20,000 new fields can be created within the budget`() {
    var app = StackMobApp()
    var body = JSONObject()
    body.append("wide_id", "1")
    for number in 0..<20_000 { body.append("f\(number)", .integer(Int64(number))) }
    let text = JSON.object(body).description
    let made = reply(&app, app.request("POST", "/wide", text))
    #expect(made.status == 201)
    #expect(made.body?.object?.count == 20_003)
    #expect(made["f19999"] == 19_999)
    let fields = app.get("/listapi")["wide"]?["properties"]?.object?.keys ?? []
    #expect(fields.count == 20_004)
    #expect(fields.prefix(6) == ["wide_id", "createddate", "lastmoddate", "sm_owner", "f0", "f1"])
    #expect(fields.last == "f19999")
    #expect(reply(&app, app.request("PUT", "/wide/1", text)).status == 200)
    let selected = app.request("GET", "/wide/1", headers: ["X-StackMob-Select": "f1,f19999"])
    #expect(reply(&app, selected) == Reply(200, #"{"wide_id":"1","f1":1,"f19999":19999}"#))
  }

  @Test func `5,000 objects with a new field each can be created within the budget`() {
    var app = StackMobApp()
    let bodies = (0..<5_000).map { JSON.object(["mixed_id": .string("\($0)"), "f\($0)": true]) }
    let result = reply(
      &app, app.request("POST", "/mixed", JSON.array(bodies).description), units: Self.standard / 4)
    #expect(result.status == 200)
    #expect(result["succeeded"]?.array?.count == 5_000)
    #expect(app.get("/listapi")["mixed"]?["properties"]?.object?.count == 5_004)
  }

  @Test func `a deep upsert of 20,000 objects succeeds within the budget`() {
    var app = StackMobApp()
    let items = (0..<20_000).map {
      JSON.object(["item_id": .string("i\($0)"), "n": .integer(Int64($0))])
    }
    let tree = JSON.object(["list_id": "l", "items": .array(items)]).description
    let request = app.request(
      "POST", "/list", tree, headers: ["X-StackMob-Relations": "items=item"])
    let made = reply(&app, request)
    #expect(made.status == 201)
    #expect(made["items"]?.array?.count == 20_000)
    let expanded = app.request("GET", "/list/l", headers: ["X-StackMob-Expand": "1"])
    #expect(reply(&app, expanded)["items"]?[19_999]?["n"] == 19_999)
  }

  /// Runs with a tenth of the objects and a tenth of the budget.
  @Test func `100,000 objects can be created, sorted, counted and deleted`() {
    var app = StackMobApp()
    let units = Self.standard / 10
    let bodies = (0..<10_000).map {
      JSON.object([
        "todo_id": .string("t\($0)"), "n": .integer(Int64($0 * 7_919 % 10_000)),
        "title": .string("Take out the trash, number \($0)"), "done": false,
      ])
    }
    let made = reply(
      &app, app.request("POST", "/todo", JSON.array(bodies).description), units: units)
    #expect(made["succeeded"]?.array?.count == 10_000)
    let sorted = app.request("GET", "/todo", headers: ["X-StackMob-OrderBy": "n:desc,title:asc"])
    let page = reply(&app, sorted, units: units)
    #expect(page.all("n") == (0..<10_000).reversed().map(String.init))
    let count = app.request("GET", "/todo?n[gte]=5000", headers: ["Range": "objects=0-0"])
    #expect(
      app.answer(count, within: WorkBudget(units)).response.headers[.contentRange]
        == "objects 0-0/5000")
    #expect(reply(&app, app.request("DELETE", "/todo?n[gte]=0"), units: units).status == 200)
    #expect(app.get("/todo") == Reply(200, "[]"))
  }

  /// Runs with a tenth of the body limit and a tenth of the budget.
  @Test func `a bulk insert at the body limit succeeds within the budget`() {
    var app = StackMobApp()
    let text = String(repeating: "x", count: 100)
    let body = JSON.array(Array(repeating: ["title": .string(text), "n": 1], count: 14_100))
      .description
    #expect(body.utf8.count > 1_677_000)
    let made = reply(&app, app.request("POST", "/todo", body), units: Self.standard / 10)
    #expect(made["succeeded"]?.array?.count == 14_100)
  }

  /// Runs with a tenth of the body limit and a tenth of the budget.
  @Test func `a file at the body limit can be stored within the budget`() {
    var app = StackMobApp()
    let file = World.file.replacing("aGVsbG8=", with: String(repeating: "aGVs", count: 400_000))
    let body = JSON.object(["pic": .string(file)]).description
    #expect(
      reply(&app, app.request("POST", "/todo", body), units: Self.standard / 10).status == 201)
  }
}
