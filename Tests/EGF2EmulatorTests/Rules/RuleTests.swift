import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import TestSupport
import Testing

@testable import EGF2Emulator

@Suite struct `Rules of the logic service` {
  private var world = GuideWorld.guide

  /// - Source: as ``GuideWorld/rules``; each row names the rule in the guide.
  @Test(arguments: RuleCase.guide)
  mutating func `the rules of the guide's app fill its edges`(_ row: RuleCase) {
    #expect(world.problem == nil)
    for step in row.steps {
      #expect(world.send(step.user, step.method, step.path).status == .ok, "\(step)")
    }
    #expect(world.page(row.reader, row.page) == row.names)
  }

  /// - Source: egf2-guide/logic extra/user_posts.js, commit 62a8f92.
  @Test mutating func `a rule can delete an object`() {
    world.send("mark", .delete, "me/posts/{post}")
    let refusal = world.send("mark", .get, "{post}").refusal
    #expect(refusal == "404 ObjectWasDeleted: Object was deleted")
    // The object is deleted already, so the rule changes nothing more.
    world.graph.link(world.ids["mark"] ?? "", "posts", GraphFixture.post)
    #expect(world.send("mark", .delete, "me/posts/{post}").status == .ok)
  }

  /// - Source: EGF2/commons client-data: the logic service sends no `Author`, so its events have no
  ///   `user`.
  @Test mutating func `a change by a rule is an event without a user`() throws {
    world.send("mark", .post, "me/follows/{anna}")
    let events = try world.graph.backend.events.map { item in
      let event = try JSON.parse(item.text)
      return [event["method"], event["edge"]?["name"], event["user"]].map { $0?.string }
    }
    #expect(
      events == [["POST", "follows", world.ids["mark"]], ["POST", "followers", nil]])
  }

  @Test mutating func `provider states and edits by hand trigger rules`() throws {
    let (mark, anna) = (world.ids["mark"] ?? "", world.ids["anna"] ?? "")
    world.graph.link(mark, "follows", anna)
    #expect(world.page("anna", "me/followers") == ["mark"])
    _ = try world.graph.backend.edit(
      DataEdit(table: "edges", key: "\(mark)/follows/\(anna)", .remove),
      at: Moment(milliseconds: world.graph.milliseconds, seed: 1))
    #expect(world.page("anna", "me/followers") == [])
  }

  @Test func `the edges of a configuration trigger rules`() throws {
    let ids = (1...2).map { "77777777-0000-4000-8000-00000000000\($0)-03" }
    let users: [JSON] = (1...2).map { number in
      [
        "object_type": "user", "id": .string(ids[number - 1]),
        "email": .string("u\(number)@example.com"), "name": ["given": "A", "family": "B"],
        "date_of_birth": "2000-01-01",
      ]
    }
    let graph = EGF2Configuration.example["graph"]?.merged(with: GuideWorld.changes) ?? .null
    let backend = try EGF2Backend(
      configuration: [
        "graph": graph, "rules": GuideWorld.rules, "objects": .array(users),
        "edges": [
          ["source": .string(ids[0]), "edge": "follows", "destination": .string(ids[1])]
        ],
      ], at: Moment(milliseconds: 0, seed: 1))
    #expect(
      backend.state.edges.all.map(\.path)
        == ["\(ids[0])/follows/\(ids[1])", "\(ids[1])/followers/\(ids[0])"])
  }

  @Test func `a rule can trigger itself, and ends when nothing changes`() {
    var world = GuideWorld([["on": "POST user/follows", "do": "dst/follows/src"]])
    #expect(world.send("mark", .post, "me/follows/{anna}").status == .ok)
    #expect(world.page("mark", "me/follows") == ["anna"])
    #expect(world.page("anna", "me/follows") == ["mark"])
  }

  @Test mutating func `a restored graph has the same rules with the same effects`() throws {
    var restored = world
    restored.graph.backend = EGF2Backend()
    try restored.graph.backend.restore(JSON.parse(world.graph.fingerprint))
    for step in RuleCase.guide.flatMap(\.steps) {
      let request = world.request(step.user, step.method, step.path)
      #expect(world.graph.send(request) == restored.graph.send(request))
      #expect(world.graph.fingerprint == restored.graph.fingerprint)
    }
    #expect(world.page("carl", "{role}/offending_posts") == [])
  }
}

@Suite struct `Limits of rules` {
  /// Links all users that someone follows to the follower.
  private static let transitive: JSON = [
    ["on": "POST user/follows", "for": "dst/follows", "do": "src/follows/each"]
  ]

  /// Returns a world in which Anna follows the first of `count` users, each of whom follows the
  /// next one.
  private static func chain(_ count: Int) -> GuideWorld {
    var world = GuideWorld(transitive)
    var last = world.ids["anna"] ?? ""
    for number in 1...count {
      let next = world.graph.setUp("user exists", ["email": .string("u\(number)@example.com")])
      let id = next["userId"]?.string ?? ""
      world.graph.backend.state.connect(
        GraphLink(source: last, edge: "follows", destination: id))
      last = id
    }
    return world
  }

  private static let refusal =
    "the rules of the configuration cause more than 10000 changes, or more than 16 of them one "
    + "after the other; narrow \"rules\" (EGF2 E26)"

  /// The link to Anna triggers a change for each user in the chain.
  @Test func `sixteen rules may trigger each other, and one more is refused with no effect`() {
    var world = Self.chain(16)
    #expect(world.send("mark", .post, "me/follows/{anna}").status == .ok)
    #expect(world.send("mark", .get, "me/follows?count=0").json?["count"] == 17)
    var longer = Self.chain(17)
    let before = longer.graph.fingerprint
    let answer = longer.graph.answer(longer.request("mark", .post, "me/follows/{anna}"))
    #expect(answer.effect == .refused)
    #expect(
      answer.response.refusal
        == "400 BadRequestError: The request needs more work than this emulator allows.")
    #expect(answer.response.headers[.ghostlightReason] == Self.refusal)
    #expect(longer.graph.fingerprint == before)
    #expect(longer.graph.backend.events == [])
    let state = longer.graph.setUp(
      "edge exists",
      [
        "source": .string(longer.ids["mark"] ?? ""), "edge": "follows",
        "destination": .string(longer.ids["anna"] ?? ""),
      ])
    #expect(state == ["problem": .string("the edge is refused: " + Self.refusal)])
    #expect(longer.graph.fingerprint == before)
  }

  /// - Source: none of the vendor's, because the limit is the emulator's own (E26).
  @Test(arguments: [(10_000, 200), (10_001, 400)])
  func `ten thousand changes are allowed for a request`(_ count: Int, _ status: Int) {
    var world = GuideWorld(GuideWorld.rules)
    for number in 0..<count {
      let digits = String(number + 100_000)
      world.graph.backend.state.connect(
        GraphLink(
          source: world.ids["mark"] ?? "", edge: "followers",
          destination: "66666666-0000-4000-8000-000000\(digits)-03"))
    }
    // Pages do not show links to users that do not exist.
    #expect(world.page("mark", "me/followers") == [])
    for number in 0..<count {
      let digits = String(number + 100_000)
      world.graph.backend.state.store([
        "object_type": "user", "id": .string("66666666-0000-4000-8000-000000\(digits)-03"),
      ])
    }
    #expect(world.send("mark", .post, "me/posts").status.code == status)
    let links = world.graph.backend.state.edges.all.count { $0.edge == "timeline" }
    #expect(links == (status == 200 ? count : 0))
  }

  @Test func `a request with rules does all of its work or nothing`() {
    var world = GuideWorld.guide
    world.send("anna", .post, "me/follows/{mark}")
    world.send("carl", .post, "me/follows/{mark}")
    #expect(world.graph.refusals(of: world.request("mark", .post, "me/posts")) > 4)
    world.send("mark", .post, "me/posts")
    #expect(world.graph.refusals(of: world.request("mark", .delete, "me/posts/{new}")) > 4)
    #expect(world.graph.refusals(of: world.request("anna", .post, "{post}/offended/{anna}")) > 4)
  }
}
