import GhostlightCore
import Testing

@testable import EGF2Emulator
import HTTPTypes

@Suite struct `Expanded objects` {
  private let world = GraphFixture.world

  private func get(_ target: String, as token: String? = nil) -> JSON {
    var copy = world
    return copy.send(.get, "/v1/graph/" + target, as: token ?? world.mark).json ?? .null
  }

  private func plain(_ id: String) -> JSON { get(id) }

  @Test func `a property's id gives way to its object, in place`() {
    let post = get("\(GraphFixture.post)?expand=creator")
    #expect(post["creator"] == plain(world.markID))
    #expect(post.object?.keys == plain(GraphFixture.post).object?.keys)
  }

  @Test func `an edge is a page under its name`() {
    #expect(
      get("\(GraphFixture.post)?expand=comments")["comments"] == [
        "results": [plain(GraphFixture.comment)], "count": 1, "first": "0",
      ])
    #expect(
      get("me?expand=posts(1)")["posts"] == [
        "results": [plain(GraphFixture.secondPost)], "count": 2, "first": "0", "last": "0",
      ])
    #expect(get("me?expand=posts(0)")["posts"] == ["results": [], "count": 2])
  }

  @Test func `braces nest`() {
    let user = get("me?expand=posts%7Bimage%7Buser%7D,comments(5)%7Bcreator%7D%7D")
    let posts = user["posts"]?["results"]
    #expect(posts?[1]?["image"]?["user"] == plain(world.markID))
    #expect(
      posts?[1]?["comments"]?["results"]?[0]?["creator"] == plain(world.annaID))
    #expect(posts?[0] == get("\(GraphFixture.secondPost)?expand=comments"))
  }

  @Test(arguments: ["moon", "image", "moon.creator", "name.moon", "", ",,"])
  func `unset and unknown names are left out`(_ name: String) {
    #expect(
      get("\(GraphFixture.secondPost)?expand=\(name)") == plain(GraphFixture.secondPost))
  }

  @Test func `every object of a page is expanded`() {
    let page = get("me/posts?expand=creator&count=1")
    #expect(page["results"]?[0]?["creator"] == plain(world.markID))
    let one = get("me/posts/\(GraphFixture.post)?expand=image")
    #expect(one["image"] == plain(GraphFixture.file))
  }

  @Test func `members of structs and of arrays of structs are expanded`() {
    var world = self.world
    let user = JSON.string(world.markID)
    let id = world.object([
      "object_type": "thing",
      "inner": ["name": "x", "owner": user, "post": .string(GraphFixture.post)],
      "holders": [["owner": user], [:], ["owner": .string(world.annaID)]],
    ])
    let thing = world.get("/v1/graph/\(id)?expand=inner.owner,inner.post%7Bimage%7D,holders.owner")
    #expect(thing["inner"]?["owner"] == plain(world.markID))
    #expect(thing["inner"]?["post"]?["image"] == plain(GraphFixture.file))
    #expect(
      thing["holders"] == [
        ["owner": plain(world.markID)], [:], ["owner": plain(world.annaID)],
      ])
  }

  @Test func `a name said twice is expanded as the last one says`() {
    let post = get("\(GraphFixture.post)?expand=image%7Buser%7D,image")
    #expect(post["image"] == plain(GraphFixture.file))
  }

  @Test func `deleted objects show when they were deleted`() {
    var world = self.world
    world.send(.delete, "/v1/graph/\(GraphFixture.post)", as: world.mark)
    let comment = world.get("/v1/graph/\(GraphFixture.comment)?expand=post")
    #expect(comment["post"]?["deleted_at"] == .string(GraphFixture.now))
    let page = world.get("/v1/graph/me/posts")
    #expect(page["count"] == 2)
    #expect(page["results"]?[1]?["deleted_at"] == .string(GraphFixture.now))
  }

  @Test func `a format is refused even where there is nothing to expand`() {
    let target = "/v1/graph/\(GraphFixture.secondPost)/comments?expand=a%7B"
    var world = self.world
    #expect(world.send(.get, target, as: world.mark).status.code == 400)
  }
}
