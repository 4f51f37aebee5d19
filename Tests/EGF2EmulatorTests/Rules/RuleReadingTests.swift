import GhostlightCore
import Testing

@testable import EGF2Emulator

/// - Source: none of the vendor's, because the form of rules is the emulator's own (A20).
@Suite struct `Rules in the configuration` {
  @Test(
    arguments: [
      ([[:]], "[0]: \"on\" is missing"),
      ([["on": "POST user/follows"]], "[0]: \"do\" is missing"),
      (
        [["on": "follows", "do": "dst/followers/src"]],
        "[0].on: expected \"POST TYPE/EDGE\" or \"DELETE TYPE/EDGE\", found the string \"follows\""
      ),
      (
        [["on": "PUT user/follows", "do": "dst/followers/src"]],
        "[0].on: expected \"POST TYPE/EDGE\" or \"DELETE TYPE/EDGE\", found the string "
          + "\"PUT user/follows\""
      ),
      (
        [["on": "POST moon/follows", "do": "dst/followers/src"]],
        "[0].on: \"moon\" is not a type of \"graph\"; define it there"
      ),
      (
        [["on": "POST user/moons", "do": "dst/followers/src"]],
        "[0].on: \"user\" does not have the edge \"moons\"; define it in \"graph\""
      ),
      (
        [["on": "POST user/follows", "do": "dst/moons/src"]],
        "[0].do: \"user\" does not have the edge \"moons\"; define it in \"graph\""
      ),
      (
        [["on": "POST user/roles", "do": "dst/moons/src"]],
        "[0].do: \"customer_role\" or \"admin_role\" does not have the edge \"moons\"; define it in "
          + "\"graph\""
      ),
      (
        [["on": "POST user/follows", "do": "dst"]],
        "[0].do: expected OBJECT/EDGE/OBJECT, each OBJECT being src, dst or each, found the string "
          + "\"dst\""
      ),
      (
        [["on": "DELETE user/follows", "do": "dst/followers"]],
        "[0].do: expected OBJECT/EDGE/OBJECT or OBJECT, each OBJECT being src, dst or each, found "
          + "the string \"dst/followers\""
      ),
      (
        [["on": "POST user/follows", "do": "me/followers/src"]],
        "[0].do: \"me\" is not src, dst or each"
      ),
      (
        [["on": "POST user/follows", "do": "each/followers/src"]],
        "[0].do: \"each\" needs the member \"for\" with the objects; add it"
      ),
      (
        [["on": "POST user/follows", "do": "src/posts/dst"]],
        "[0].do: the edge \"posts\" may hold: post; \"dst\" is never of such a type"
      ),
      (
        [["on": "POST user/follows", "for": "moon", "do": "each/posts/dst"]],
        "[0].for: \"moon\" is not a type of \"graph\"; use one, src/EDGE or dst/EDGE"
      ),
      (
        [["on": "POST user/follows", "for": "me/follows", "do": "each/posts/dst"]],
        "[0].for: expected the name of a type, src/EDGE or dst/EDGE, found the string \"me/follows\""
      ),
      (
        [["on": "POST user/follows", "for": "src/moons", "do": "each/posts/dst"]],
        "[0].for: \"user\" does not have the edge \"moons\"; define it in \"graph\""
      ),
      (
        [["on": "POST user/follows", "do": "dst/followers/src", "priority": 1]],
        "[0].priority: unknown member; there are: on, for, do"
      ),
      ([:], ": expected an array, found an object"),
    ] as [(JSON, String)])
  func `an invalid rule is refused with its place`(_ rules: JSON, _ message: String) {
    #expect(
      GuideWorld(rules).problem == .string("the configuration is wrong: $.rules" + message))
  }

  /// A rule for objects of several types applies to those that have its edge.
  @Test func `a rule ignores objects whose types do not have the edge`() {
    var world = GuideWorld([
      ["on": "POST user/roles", "for": "src/posts", "do": "dst/offending_posts/each"]
    ])
    #expect(world.problem == nil)
    let mark = world.ids["mark"] ?? ""
    for (name, code) in [("customer_role", "10"), ("admin_role", "11")] {
      let id = "55555555-0000-4000-8000-000000000009-\(code)"
      world.graph.object([
        "object_type": .string(name), "id": .string(id), "user": .string(mark),
      ])
      world.graph.link(mark, "roles", id)
    }
    let links = world.graph.backend.state.edges.all.filter { $0.edge == "offending_posts" }
    #expect(
      links.map(\.path) == [
        "55555555-0000-4000-8000-000000000009-11/offending_posts/\(GraphFixture.post)"
      ])
  }
}
