import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import TestSupport
import Testing

@testable import EGF2Emulator

/// Tests of objects whose serialized JSON is stored and reused in later responses.
@Suite struct `Stored texts of EGF2's objects` {
  private static let questions = [
    "/v1/graph/me/posts", "/v1/graph/me/posts", "/v1/graph/me/posts?count=1",
    "/v1/graph/me/posts?expand=image", "/v1/graph/me/posts?count=1&after=1",
    "/v1/graph/\(GraphFixture.nothing)/comments",
  ]

  private static let changes: [(HTTPRequest.Method, String, JSON?)] = [
    (.put, "/v1/graph/\(GraphFixture.post)", ["text": "changed"]),
    (.put, "/v1/graph/\(GraphFixture.post)", ["text": "changed again"]),
    (.post, "/v1/graph/me/posts", ["object_type": "post", "text": "new"]),
    (.delete, "/v1/graph/me/posts/\(GraphFixture.secondPost)", nil),
    (.delete, "/v1/graph/\(GraphFixture.post)", nil),
  ]

  @Test func `stored texts equal those of a backend that was just restored`() throws {
    var world = GraphFixture.world
    try expectFresh(&world)
    for (method, target, body) in Self.changes {
      let response = world.send(method, target, body, as: world.mark)
      #expect(response.status.kind == .successful)
      try expectFresh(&world)
    }
  }

  @Test func `a copy, its original and a restored backend have separate texts`() throws {
    var world = GraphFixture.world
    try expectFresh(&world)
    let before = world.backend.snapshot
    var copy = world
    copy.send(.put, "/v1/graph/\(GraphFixture.post)", ["text": "a copy's"], as: world.mark)
    world.send(.put, "/v1/graph/\(GraphFixture.post)", ["text": "changed"], as: world.mark)
    #expect(copy.get(Self.questions[0]) != world.get(Self.questions[0]))
    try expectFresh(&world)
    try expectFresh(&copy)
    try world.backend.restore(before)
    try expectFresh(&world)
  }

  private func expectFresh(
    _ world: inout GraphFixture, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let mark = world.mark
    try expectAnswers(
      of: &world, to: Self.questions, asMadeBy: Self.remade, sourceLocation: sourceLocation
    ) { world, question in world.send(.get, question, as: mark) }
  }

  private static func remade(_ world: GraphFixture) throws -> GraphFixture {
    var fresh = GraphFixture(empty: GraphTypes.configuration)
    try fresh.backend.restore(world.backend.snapshot)
    return fresh
  }
}
