import GhostlightCore
import GhostlightEmulation
import Testing

@testable import EGF2Emulator
import HTTPTypes

@Suite struct `Routes of EGF2` {
  @Test(arguments: GraphRouteRow.all)
  func `each route of EGF2 serves its request`(_ row: GraphRouteRow) throws {
    var world = GraphRouteRow.prepared
    let answer = world.answer(row.request)
    let summary = try #require(EGF2Backend.catalogue.routes.first { $0.title == row.title })
    #expect(answer.route == row.title)
    #expect(answer.effect == (summary.changes ? .changed : .read), "\(answer.response.text)")
    #expect(world.backend.route(of: row.request) == row.title)
  }

  @Test func `the tests of routes cover the whole table of EGF2`() {
    #expect(
      Set(GraphRouteRow.all.map(\.title)) == Set(EGF2Backend.catalogue.routes.map(\.title)))
  }

  @Test(arguments: GraphRouteRow.all)
  func `the same request at the same moment gives the same bytes`(_ row: GraphRouteRow) {
    var left = GraphRouteRow.prepared
    var right = GraphRouteRow.prepared
    #expect(left.send(row.request) == right.send(row.request))
    #expect(left.fingerprint == right.fingerprint)
  }

  @Test(arguments: GraphRouteRow.all)
  func `a restored backend gives the same responses`(_ row: GraphRouteRow) throws {
    var world = GraphRouteRow.prepared
    world.send(row.request)
    var copy = world
    copy.backend = EGF2Backend(GraphTypes.configuration)
    try copy.backend.restore(JSON.parse(world.fingerprint))
    #expect(copy.fingerprint == world.fingerprint)
    let next = GraphFixture.request(
      .get, "/v1/graph/\(world.markID)?expand=posts{image,comments{creator}}")
    #expect(copy.send(next) == world.send(next))
  }

  @Test(arguments: [
    "[]", "{}", #"{"records":{"moon":[]},"edges":[]}"#,
    #"{"records":{"post":[{"id":"x-13"}]},"edges":[]}"#,
    #"{"records":{},"edges":[["a","b"]],"files":{},"outbox":{"count":0,"messages":[]}}"#,
  ])
  func `a damaged snapshot is refused and changes nothing`(_ text: String) throws {
    var world = GraphFixture.world
    let before = world.fingerprint
    let json = try JSON.parse(text)
    #expect(throws: SnapshotError.self) { try world.backend.restore(json) }
    #expect(world.fingerprint == before)
  }
}
