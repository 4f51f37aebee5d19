import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import TestSupport
import Testing

@testable import EGF2Emulator

@Suite struct `Work budgets of EGF2` {
  @Test(arguments: GraphRouteRow.all)
  func `a route of EGF2 does all of its work or nothing`(_ row: GraphRouteRow) {
    GraphRouteRow.prepared.refusals(of: row.request)
  }

  @Test(arguments: GraphRefusalRow.all)
  func `a small budget only changes a refusal into its own`(_ row: GraphRefusalRow) {
    var world = GraphFixture.world
    if !row.state.isEmpty { world.setUp(row.state, row.parameters) }
    world.wait(seconds: row.seconds)
    world.refusals(of: row.request)
  }

  @Test(arguments: DenseGraph.requests)
  func `a request with much work does all or nothing`(_ request: Request) {
    DenseGraph.small.refusals(of: request)
  }

  @Test(arguments: GraphRouteRow.all)
  func `an ordinary request to EGF2 needs little work`(_ row: GraphRouteRow) {
    var world = GraphRouteRow.prepared
    let budget = WorkBudget(2_000)
    _ = world.answer(row.request, within: budget)
    #expect(!budget.isExhausted)
  }

  @Test func `an ordinary page with its authors needs little work`() {
    var world = DenseGraph.small
    let budget = WorkBudget(2_000)
    let request = GraphFixture.request(
      .get, "/v1/graph/\(DenseGraph.id(0))/things?expand=owner")
    let page = world.answer(request, within: budget).response.json
    #expect(page?["results"]?.array?.count == 25)
    #expect(!budget.isExhausted)
  }

  @Test func `a response can contain ten thousand objects`() {
    var world = DenseGraph.large
    let request = GraphFixture.request(
      .get, "/v1/graph/\(DenseGraph.id(0))/things?count=100&expand=things(100)")
    let response = world.answer(request, within: WorkBudget(2_000_000)).response
    #expect(response.status == .ok)
    let pages = response.json?["results"]?.array ?? []
    let objects = pages.map { 1 + ($0["things"]?["results"]?.array?.count ?? 0) }
    #expect(objects.reduce(0, +) == 10_100)
  }

  /// Runs with a tenth of the budget that an exchange normally has.
  @Test(arguments: [
    "things?count=300&expand=things(300){things(300)}",
    "things?count=300&expand=things(300){things(300){things(300)}}",
    "things?count=300&expand=" + Array(repeating: "things(300)", count: 60).joined(separator: ","),
  ])
  func `an expansion of a whole dense graph is refused`(_ tail: String) {
    var world = DenseGraph.large
    let request = GraphFixture.request(.get, "/v1/graph/\(DenseGraph.id(0))/\(tail)")
    let answer = world.answer(request, within: WorkBudget(2_000_000))
    #expect(answer.response.refusesWork, "\(answer.response.text.prefix(200))")
    let message = "The request needs more work than this emulator allows."
    #expect(
      answer.response.json == ["code": "BadRequestError", "message": .string(message)])
  }

  @Test func `the work of removing an object from many lists is charged first`() {
    var world = DenseGraph.large
    let before = world.backend.state.records.map(\.count)
    let request = GraphFixture.request(.delete, "/v1/graph/\(DenseGraph.id(7))")
    let answer = world.answer(request, within: WorkBudget(2_000))
    #expect(answer.response.refusesWork)
    #expect(world.backend.state.records.map(\.count) == before)
    #expect(world.send(request).status == .ok)
    #expect(
      world.get("/v1/graph/\(DenseGraph.id(0))/things?count=1")["count"] == 299)
  }
}

/// Graphs in which each object has an edge to all other objects.
enum DenseGraph {
  static let small = world(30, maximum: 50)
  static let large = world(300, maximum: 300)

  static func id(_ number: Int) -> String {
    let digits = String(number)
    return "44444444-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.utf8.count)
      + digits + "-14"
  }

  private static func world(_ count: Int, maximum: Int) -> GraphFixture {
    var file = GraphTypes.json
    var graph = file["graph"]?.object ?? [:]
    graph["pagination"] = [
      "default_count": 25, "max_count": .integer(Int64(maximum)), "pagination_mode": "index",
    ]
    file = ["graph": .object(graph)]
    var world = GraphFixture(GraphTypes.read(file))
    for number in 0..<count {
      world.backend.state.store([
        "object_type": "thing", "id": .string(id(number)), "title": "box",
        "owner": .string(world.markID), "created_at": .string(GraphFixture.now),
        "modified_at": .string(GraphFixture.now),
      ])
    }
    for source in 0..<count {
      for destination in 0..<count {
        world.backend.state.connect(
          GraphLink(source: id(source), edge: "things", destination: id(destination)))
      }
    }
    return world
  }

  private static let texts = JSON.array(
    (0..<200).map { .object(["name": .string("n\($0)"), "value": "v"]) })

  /// Requests that need much work in a large graph.
  static let requests: [Request] = [
    GraphFixture.request(.get, "/v1/graph/\(id(0))/things?expand=things{owner}"),
    GraphFixture.request(.get, "/v1/graph/\(id(0))?expand=things(50),owner"),
    GraphFixture.request(.get, "/v1/search?object=thing&q=box&sort=title&expand=owner&count=30"),
    GraphFixture.request(.get, "/v1/search?object=thing&filters=title:box,a,b&after=\(id(3))"),
    GraphFixture.request(.delete, "/v1/graph/\(id(7))"),
    GraphFixture.request(.delete, "/v1/graph/\(id(7))/things/\(id(8))"),
    GraphFixture.request(
      .post, "/v1/graph", ["object_type": "thing", "anything": ["list": texts]]),
    GraphFixture.request(.put, "/v1/graph/\(id(1))", ["anything": ["list": texts]]),
  ]
}
