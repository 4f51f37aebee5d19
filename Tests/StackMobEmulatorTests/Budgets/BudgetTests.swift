import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import StackMobEmulator
import TestSupport
import Testing

@Suite struct `Work budgets of StackMob` {
  /// Returns the number of refusals of a change with budgets of 1, 2, 4, 8, … units.
  private func refusals(_ row: BudgetRow) throws -> Int {
    let (app, request) = try row.begin()
    var whole = app
    #expect(whole.answer(request).effect == .changed)
    return app.refusals(of: request) { Reply($0) == .workLimit }
  }

  @Test func `each changing route gives its whole result or changes nothing`() throws {
    for row in try BudgetRow.routes() {
      #expect(try refusals(row) <= 11, "\(row.testDescription): ordinary calls fit in 2,000 units")
    }
  }

  @Test(arguments: BudgetRow.manySteps)
  func `a change of many steps is done completely or not at all`(_ row: BudgetRow) throws {
    #expect(try refusals(row) >= 5)
  }

  @Test(
    arguments: [
      ("GET", "/todo"), ("GET", "/todo/1"), ("GET", "/listapi"), ("POST", "/todo"),
      ("DELETE", "/todo?n[gt]=0"), ("POST", "/user/accessToken"), ("POST", "/hello"),
    ])
  func `a refusal of too much work names the limit`(method: String, target: String) throws {
    var app = try World().app
    let answer = app.answer(
      app.request(method, target, String(repeating: " ", count: 64)), within: WorkBudget(1))
    #expect(Reply(answer.response) == .workLimit)
    #expect(
      answer.response.headers[.field("X-Ghostlight-Reason")]
        == "the request needs more work than 1 units; make it smaller, or raise the limit with "
        + "\"maxWork\" in ghostlight.json")
    #expect(answer.response.headers[.contentType] == "application/json; charset=utf-8")
    #expect(answer.response.headers[.field("X-StackMob-Time-MS")] == "1371040000123")
    #expect([answer.effect] == [.refused])
  }

  @Test func `a request refused for too much work can be sent again in strict mode`() throws {
    var app = StackMobApp.withJack { $0.isStrict = true }
    try app.logIn("jack")
    let request = app.request("GET", "/user")
    #expect(Reply(app.answer(request, within: WorkBudget(1)).response) == .workLimit)
    #expect(app.send(request).status == 200)
  }
}
