import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import MiaEmulator

@Suite struct `Refusals of BaaS 3` {
  @Test(arguments: BaaSRefusalRow.all)
  func `each refusal of BaaS 3 can be caused, and changes nothing`(_ row: BaaSRefusalRow) throws {
    var project = try MiaProject.gallery()
    let before = project.fingerprint
    let answer = project.answer(row.request)
    let isText = [Fault.baasBadQuery, .baasUnreadableBody].contains(row.fault)
    let text = "\(answer.response.status.code) \(answer.response.text)"
    let code = row.fault.status.code
    #expect(text == (isText ? "\(code) \(row.text)" : MiaProject.refusal(code, row.text)))
    #expect(
      answer.response.headers[.contentType]
        == (isText ? "text/plain" : "application/json"))
    #expect(answer.effect == .refused)
    #expect(project.fingerprint == before)
  }

  @Test func `the tests of refusals cover the whole catalogue of BaaS 3`() {
    #expect(BaaSRefusalRow.first.map(\.fault.name) == Fault.baas3.map(\.name))
    #expect(Set(Fault.mia.map(\.name)).count == Fault.mia.count)
    #expect(Fault.baas3.allSatisfy { !$0.source.isEmpty })
  }
}
