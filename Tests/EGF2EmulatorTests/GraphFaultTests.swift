import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import EGF2Emulator

@Suite struct `Refusals of EGF2` {
  @Test(arguments: GraphRefusalRow.all)
  func `each refusal of EGF2 can be caused, and changes nothing`(_ row: GraphRefusalRow) {
    var world = GraphFixture.world
    if !row.state.isEmpty {
      #expect(world.setUp(row.state, row.parameters)["problem"] == nil)
    }
    world.wait(seconds: row.seconds)
    let before = world.fingerprint
    let answer = world.answer(row.request)
    #expect(answer.response.status == row.fault.status)
    #expect(
      answer.response.json
        == ["code": row.fault.details["code"] ?? .null, "message": .string(row.message)])
    #expect(answer.response.headers[.contentType] == "application/json")
    #expect(answer.effect == .refused || answer.effect == .unmatched)
    #expect(world.fingerprint == before)
  }

  @Test func `the tests of refusals cover the whole catalogue of EGF2`() {
    let raised = Set(GraphRefusalRow.all.map(\.fault.name))
    let cursors = Set([Fault.incorrectAfter.name])
    #expect(raised.union(cursors) == Set(Fault.egf2.map(\.name)))
    #expect(Set(Fault.egf2.map(\.name)).count == Fault.egf2.count)
  }

  @Test(arguments: Fault.egf2)
  func `each refusal of EGF2 names its source and has a code`(_ fault: Fault) {
    #expect(!fault.source.isEmpty)
    #expect(fault.details["code"]?.string?.isEmpty == false)
  }

  @Test func `a request with a wrong method is refused with the allowed ones`() {
    var world = GraphFixture.world
    #expect(world.send(.post, "/v1/graph/x").headers[.allow] == "GET, PUT, DELETE")
    #expect(world.send(.put, "/v1/logout").headers[.allow] == "POST, GET")
  }

  @Test func `a slash at the end of a path is ignored`() {
    var world = GraphFixture.world
    #expect(world.get("/v1/graph/me/") == world.get("/v1/graph/me"))
  }

  @Test(arguments: [HTTPRequest.Method.head, .patch])
  func `unsupported methods are refused on all paths`(_ method: HTTPRequest.Method) {
    var world = GraphFixture.world
    let response = world.send(method, "/v1/graph/me", as: world.mark)
    #expect(response.refusal == "405 MethodNotAllowedError: \(method.rawValue) is not allowed")
    #expect(response.headers[.allow] == "GET, PUT, DELETE")
  }

  @Test func `a plus in a query is a space, and an escape is its byte`() {
    var world = GraphFixture.world
    world.setUp("user exists", ["email": "a+b@example.com", "first_name": "Zo\u{EB} B"])
    func hits(_ filter: String) -> JSON? {
      world.get("/v1/search?object=user&filters=\(filter)")["count"]
    }
    #expect(hits("first_name:Zo%C3%AB+B") == 1)
    #expect(hits("first_name%3AZo%c3%ab%20B") == 1)
    #expect(hits("email:a%2Bb%40example.com") == 1)
    #expect(hits("email:a+b%40example.com") == 0)
  }
}
