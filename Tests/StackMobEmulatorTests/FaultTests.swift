import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import StackMobEmulator

@Suite struct `Refusals of StackMob` {
  @Test(arguments: RefusalRow.all)
  func `each refusal of StackMob can be caused`(_ row: RefusalRow) throws {
    var world = try World()
    let answer = world.app.answer(row.request(world))
    #expect(Reply(answer.response) == row.reply)
    #expect(row.reply.status == row.fault.status.code)
    #expect(answer.effect == .refused)
    #expect(answer.response.headers[.contentType] == "application/json; charset=utf-8")
  }

  @Test func `the tests of refusals cover the whole catalogue of StackMob`() {
    #expect(RefusalRow.all.map(\.fault.name).sorted() == Fault.stackMob.map(\.name).sorted())
    #expect(Set(Fault.stackMob.map(\.name)).count == Fault.stackMob.count)
  }

  @Test(arguments: Fault.stackMob)
  func `each refusal of StackMob names its source`(_ fault: Fault) {
    #expect(!fault.source.isEmpty)
  }

  @Test(arguments: RefusalRow.all)
  func `a refused request changes nothing`(_ row: RefusalRow) throws {
    var world = try World()
    let before = World.fingerprint(world.app, world.tokens)
    _ = world.app.answer(row.request(world))
    #expect(World.fingerprint(world.app, world.tokens) == before)
  }
}
