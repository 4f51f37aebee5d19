import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import MiaEmulator

@Suite struct `Refusals of the CRUD service` {
  @Test(arguments: MiaRefusalRow.all)
  func `each CRUD refusal can be caused, and changes nothing`(_ row: MiaRefusalRow) throws {
    var project = try MiaProject.library(row.isSeven ? MiaProject.seven : MiaConfiguration())
    if let seed = row.seed { try project.setUp("document exists", seed) }
    let before = project.fingerprint
    let answer = project.answer(row.request)
    #expect("\(answer.response.status.code) \(answer.response.text)" == row.answer)
    #expect(answer.response.headers[.contentType] == "application/json; charset=utf-8")
    #expect(answer.response.status == row.fault.status)
    #expect(answer.effect == .refused)
    #expect(project.fingerprint == before)
  }

  @Test func `the tests of refusals cover the whole catalogue of the CRUD service`() {
    #expect(MiaRefusalRow.all.map(\.fault.name) == Fault.crud4.map(\.name))
    #expect(Set(Fault.crud4.map(\.name)).count == Fault.crud4.count)
    #expect(Fault.crud4.allSatisfy { !$0.source.isEmpty })
  }

  @Test(arguments: [
    Request(.put, "/v2/author/"), Request(.get, "/v2"), Request(.post, "/v2/author/x/y"),
    Request(.delete, "/v2/author/a/state"), Request(.get, "/-/nothing"),
  ])
  func `a request without a CRUD route is refused as not found`(_ request: Request) throws {
    var project = try MiaProject.library()
    let answer = project.answer(request)
    #expect(answer.effect == .unmatched)
    #expect(answer.response.text == #"{"error":"not found"}"#)
    #expect(!answer.nearMisses.isEmpty)
  }
}
