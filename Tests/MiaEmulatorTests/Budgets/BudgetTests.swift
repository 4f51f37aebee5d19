import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import TestSupport
import Testing

@testable import MiaEmulator

/// Tests that double the work budget, starting with one unit, until the request succeeds.
@Suite struct `Work budgets of Mia` {
  @Test(arguments: MiaRouteRow.all)
  func `a route of the CRUD service does all of its work or nothing`(_ row: MiaRouteRow) throws {
    try MiaProject.library().refusals(of: row.request)
  }

  @Test(arguments: BaaSRouteRow.all)
  func `a route of BaaS 3 does all of its work or nothing`(_ row: BaaSRouteRow) throws {
    let project = try MiaProject.gallery()
    project.refusals(of: row.request(project))
  }

  @Test(arguments: MiaRefusalRow.all)
  func `a small budget only changes a refusal into its own`(_ row: MiaRefusalRow) throws {
    try MiaProject.library(row.isSeven ? MiaProject.seven : MiaConfiguration())
      .refusals(of: row.request)
  }

  @Test(arguments: MiaWorkRow.all)
  func `a request with much work does all or nothing`(_ row: MiaWorkRow) throws {
    try MiaProject.crowd(100).refusals(of: row.request)
  }

  @Test(arguments: MiaRouteRow.all)
  func `an ordinary request to the CRUD service needs little work`(_ row: MiaRouteRow) throws {
    var project = try MiaProject.library()
    let budget = WorkBudget(2_000)
    project.answer(row.request, within: budget)
    #expect(!budget.isExhausted)
  }

  @Test(arguments: BaaSRouteRow.all)
  func `an ordinary request to BaaS 3 needs little work`(_ row: BaaSRouteRow) throws {
    var project = try MiaProject.gallery()
    let budget = WorkBudget(2_000)
    project.answer(row.request(project), within: budget)
    #expect(!budget.isExhausted)
  }
}

/// Tests with 1/25 of the largest amount of data, and 1/25 of the budget that a request normally
/// has.
@Suite struct `Large requests to Mia` {
  private static let budget = 800_000
  private static let large = Result { try MiaProject.crowd(4_000) }
  private static let hostile = Result { try MiaProject.crowd(1_000) }

  @Test(arguments: MiaWorkRow.honest)
  func `a large but honest request succeeds within the default budget`(_ row: MiaWorkRow) throws {
    var project = try Self.large.get()
    let response = project.answer(row.request, within: WorkBudget(Self.budget)).response
    #expect(response.status.code < 300, "\(response.text.prefix(300))")
  }

  @Test(arguments: MiaWorkRow.hostile)
  func `a hostile request is refused without any effect`(_ row: MiaWorkRow) throws {
    var project = try Self.hostile.get()
    let before = project.backend.state
    let answer = project.answer(row.request, within: WorkBudget(Self.budget / 4))
    #expect(answer.response.refusesWork, "\(answer.response.text.prefix(300))")
    #expect(answer.effect == .refused)
    let counts = project.backend.state.crud.collections.map(\.documents.count)
    #expect(counts == before.crud.collections.map(\.documents.count))
  }

  @Test func `each generation refuses too much work in its own form`() throws {
    var project = try Self.hostile.get()
    let refusal = "The request needs more work than this emulator allows."
    let crud = project.answer(Request(.get, "/v2/crowd/count"), within: WorkBudget(1)).response
    #expect(
      crud.text
        == #"{"statusCode":400,"error":"Bad Request","message":"\#(refusal)"}"#)
    let baas = project.answer(Request(.get, "/pictures/count"), within: WorkBudget(0)).response
    #expect(baas.text == #"{"statusCode":400,"status":400,"message":"\#(refusal)"}"#)
  }
}
