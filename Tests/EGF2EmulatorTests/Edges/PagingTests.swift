import GhostlightCore
import Testing

@testable import EGF2Emulator
import HTTPTypes

@Suite struct `Pages of edges` {
  private static let byIndex = PageCase.world(GraphTypes.configuration)
  private static let byObject = PageCase.world(GraphTypes.withObjectCursors)

  private func page(_ query: String, _ world: GraphFixture) -> String {
    var world = world
    return PageCase.print(
      world.send(.get, "/v1/graph/\(world.annaID)/posts\(query)", as: world.mark))
  }

  @Test(arguments: [
    PageCase("", "#4 #3 #2 #1 #0/5 0.."), PageCase("?count=2", "#4 #3/5 0..1"),
    PageCase("?count=5", "#4 #3 #2 #1 #0/5 0..4"), PageCase("?count=6", "#4 #3 #2 #1 #0/5 0.."),
    PageCase("?count=0", "/5 .."), PageCase("?count=50", "#4 #3 #2 #1 #0/5 0.."),
    PageCase("?count=05", "#4 #3 #2 #1 #0/5 0..4"),
    PageCase("?after=0&count=2", "#3 #2/5 1..2"), PageCase("?after=1&count=2", "#2 #1/5 2..3"),
    PageCase("?after=3&count=2", "#0/5 4.."), PageCase("?after=3&count=1", "#0/5 4..4"),
    PageCase("?after=4", "/5 .."), PageCase("?after=20", "/5 .."),
    PageCase("?after=99999999999999999999", "/5 .."),
    PageCase("?after=9223372036854775807", "/5 .."), PageCase("?after=-1&count=1", "#4/5 0..0"),
    PageCase("?after=-7&count=1", "#4/5 0..0"), PageCase("?after=x&count=1", "#4/5 0..0"),
    PageCase("?after=&count=1", "#4/5 0..0"), PageCase("?after=0&after=3&count=1", "#3/5 1..1"),
    PageCase("?count=51", "IncorrectCountParameter"), PageCase("?count=%31", "#4/5 0..0"),
    PageCase("?count=+1", "IncorrectCountParameter"),
    PageCase("?count=10x", "IncorrectCountParameter"),
    PageCase("?count=%zz", "IncorrectCountParameter"),
  ])
  func `pages of an edge start after a position`(_ row: PageCase) {
    #expect(page(row.query, Self.byIndex) == row.expected)
  }

  @Test(arguments: [
    PageCase("", "#4 #3 #2 #1 #0/5 #4.."), PageCase("?count=2", "#4 #3/5 #4..#3"),
    PageCase("?after=\(PageCase.ids[3])&count=2", "#2 #1/5 #2..#1"),
    PageCase("?after=\(PageCase.ids[1])&count=1", "#0/5 #0..#0"),
    PageCase("?after=\(PageCase.ids[0])", "/5 .."), PageCase("?after=", "#4 #3 #2 #1 #0/5 #4.."),
    PageCase("?after=\(GraphFixture.post)", "IncorrectAfterParameter"),
    PageCase("?after=0", "IncorrectAfterParameter"),
  ])
  func `pages of an edge start after an object`(_ row: PageCase) {
    #expect(page(row.query, Self.byObject) == row.expected)
  }

  @Test func `an unknown cursor is refused`() {
    var world = Self.byObject
    let response = world.send(.get, "/v1/graph/me/posts?after=x", as: world.mark)
    #expect(response.refusal == "400 IncorrectAfterParameter: Incorrect after parameter")
  }

  @Test(arguments: [1, 2, 3, 5])
  func `following the last cursor visits all links once, newest first`(_ count: Int) {
    for world in [Self.byIndex, Self.byObject] {
      var world = world
      var seen: [String] = []
      var after = ""
      while true {
        let page = world.send(
          .get, "/v1/graph/\(world.annaID)/posts?count=\(count)&after=\(after)"
        ).json
        seen += (page?["results"]?.array ?? []).compactMap { $0["id"]?.string }
        guard let last = page?["last"]?.string else { break }
        after = last
      }
      #expect(seen == PageCase.ids.reversed())
    }
  }

  @Test func `a page of an unknown source is empty`() {
    var world = Self.byIndex
    #expect(
      world.get("/v1/graph/\(GraphFixture.nothing)/comments") == ["results": [], "count": 0])
  }

  @Test func `links to missing objects are hidden until the objects exist`() {
    var world = Self.byIndex
    let id = "44444444-0000-4000-8000-000000000009-12"
    world.link(world.annaID, "posts", id)
    #expect(page("?count=2", world) == "#4 #3/5 0..1")
    world.link(world.annaID, "posts", GraphFixture.post)
    world.object([
      "object_type": "post", "id": .string(id), "creator": .string(world.annaID), "text": "late",
    ])
    #expect(page("?count=3", world) == "\(GraphFixture.post) \(id) #4/7 0..2")
  }

  @Test func `deleting a volatile object removes it from pages`() {
    var world = GraphFixture.world
    let ids = (0..<3).map { number in
      world.object(["object_type": "thing", "code": .integer(Int64(number))])
    }
    for id in ids.dropFirst() { world.link(ids[0], "things", id) }
    world.send(.delete, "/v1/graph/\(ids[2])", as: world.mark)
    let page = world.get("/v1/graph/\(ids[0])/things")
    #expect(page["count"] == 1)
    #expect(page["results"]?.array?.compactMap { $0["id"]?.string } == [ids[1]])
    #expect(page["first"] == "0")
  }
}
