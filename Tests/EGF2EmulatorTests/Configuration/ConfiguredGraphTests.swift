import GhostlightCore
import GhostlightEmulation
import Testing

@testable import EGF2Emulator

@Suite struct `Graphs configured by a provider state` {
  private static let bookmark: JSON = [
    "code": "14", "POST": "any", "GET": "any",
    "fields": ["address": ["type": "string", "edit_mode": "E"]],
  ]

  private func configured(_ changes: JSONObject...) -> GraphFixture {
    var world = GraphFixture(empty: EGF2Configuration())
    for changes in changes {
      world.setUp("graph is configured", ["changes": .object(changes)])
    }
    return world
  }

  @Test func `a configured graph has the additions and removals of the patches`() {
    var world = configured(
      ["graph": ["bookmark": Self.bookmark]],
      [
        "graph": [
          "comment": nil, "post": ["edges": nil],
          "pagination": ["default_count": 2, "max_count": 3],
        ]
      ])
    let schema = world.backend.state.schema
    #expect(schema.type(named: "bookmark")?.code == "14")
    #expect(schema.type(named: "comment") == nil)
    #expect(schema.type(named: "post")?.edges.isEmpty == true)
    #expect(schema.pagination.maxCount == 3)
    #expect(schema.pagination.mode == .index)
    #expect(world.object(["object_type": "bookmark"]).hasSuffix("-14"))
  }

  @Test func `a configured graph has its configuration after a restore`() throws {
    var world = configured(["graph": ["bookmark": Self.bookmark]])
    let id = world.object(["object_type": "bookmark", "address": "x"])
    var other = EGF2Backend()
    try other.restore(world.backend.snapshot)
    #expect(other.snapshot == world.backend.snapshot)
    #expect(other.state.record(id)?["address"] == "x")
  }

  @Test func `a snapshot with an invalid configuration is refused`() {
    var other = EGF2Backend()
    var snapshot = other.snapshot.object ?? [:]
    snapshot["configuration"] = ["graph": [:]]
    #expect(throws: SnapshotError.self) { try other.restore(.object(snapshot)) }
    #expect(other.snapshot == EGF2Backend().snapshot)
  }

  @Test func `invalid changes are refused, and so are changes after an object exists`() {
    var world = GraphFixture(empty: EGF2Configuration())
    func message(_ changes: JSON) -> String? {
      world.setUp("graph is configured", ["changes": changes])["problem"]?.string
    }
    #expect(
      message(["graph": ["pagination": ["max_count": 0]]])
        == "the configuration is wrong: $.graph.pagination.max_count: "
        + "expected a whole number from 1 to 1000000, found the number 0")
    #expect(message([]) == "the parameter \"changes\" must be an object")
    world.setUp("user exists", ["email": "mark@example.com"])
    #expect(
      message([:])
        == "the configuration is wrong: $: there are objects; configure the graph before")
  }
}
