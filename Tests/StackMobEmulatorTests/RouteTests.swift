import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import StackMobEmulator
import Testing

@Suite struct `Routes of StackMob` {
  @Test(arguments: RouteRow.all)
  func `each route of StackMob serves its request`(_ row: RouteRow) throws {
    var world = try World()
    let answer = world.app.answer(row.request(world))
    let summary = try #require(
      StackMobBackend.catalogue.routes.first { $0.title == row.title })
    #expect(answer.route == row.title)
    #expect(answer.effect == (summary.changes ? .changed : .read))
    #expect([200, 201].contains(answer.response.status.code))
  }

  @Test func `the tests of routes cover both tables of StackMob`() {
    #expect(RouteRow.all.map(\.title) == StackMobBackend.catalogue.routes.map(\.title))
  }

  @Test(arguments: RouteRow.all)
  func `the same request at the same moment gives the same bytes`(_ row: RouteRow) throws {
    let world = try World()
    let (first, second) = (world, world)
    var (left, right) = (first.app, second.app)
    #expect(left.answer(row.request(first)).response == right.answer(row.request(second)).response)
    #expect(
      World.fingerprint(left, world.tokens) == World.fingerprint(right, world.tokens))
  }
}
