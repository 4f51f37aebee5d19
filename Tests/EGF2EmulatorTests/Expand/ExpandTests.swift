import GhostlightCore
import Testing

@testable import EGF2Emulator
import HTTPTypes

@Suite struct `Expanded objects of EGF2` {
  private let world = GraphFixture.world

  private func get(_ target: String, as token: String? = nil) -> JSON {
    var copy = world
    return copy.send(.get, "/v1/graph/" + target, as: token ?? world.mark).json ?? .null
  }

  private func plain(_ id: String) -> JSON { get(id) }

  @Test func `an expanded property contains its object instead of the id`() {
    let post = get("\(GraphFixture.post)?expand=creator")
    #expect(post["creator"] == plain(world.markID))
    #expect(post.object?.keys == plain(GraphFixture.post).object?.keys)
  }

  @Test func `an expanded edge is a page under the edge's name`() {
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

  @Test func `expansions can be nested in braces`() {
    let user = get("me?expand=posts%7Bimage%7Buser%7D,comments(5)%7Bcreator%7D%7D")
    let posts = user["posts"]?["results"]
    #expect(posts?[1]?["image"]?["user"] == plain(world.markID))
    #expect(
      posts?[1]?["comments"]?["results"]?[0]?["creator"] == plain(world.annaID))
    #expect(posts?[0] == get("\(GraphFixture.secondPost)?expand=comments"))
  }

  @Test(arguments: ["moon", "image", "moon.creator", "name.moon", "", ",,"])
  func `unset and unknown names are not expanded`(_ name: String) {
    #expect(
      get("\(GraphFixture.secondPost)?expand=\(name)") == plain(GraphFixture.secondPost))
  }

  @Test func `each object of a page is expanded`() {
    let page = get("me/posts?expand=creator&count=1")
    #expect(page["results"]?[0]?["creator"] == plain(world.markID))
    let one = get("me/posts/\(GraphFixture.post)?expand=image")
    #expect(one["image"] == plain(GraphFixture.file))
  }

  @Test func `ids in structs and in arrays of structs are expanded`() {
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

  @Test func `the last of two expansions with the same name is used`() {
    let post = get("\(GraphFixture.post)?expand=image%7Buser%7D,image")
    #expect(post["image"] == plain(GraphFixture.file))
  }

  @Test func `an expanded object that was deleted has its time of deletion`() {
    var world = self.world
    world.send(.delete, "/v1/graph/\(GraphFixture.post)", as: world.mark)
    let comment = world.get("/v1/graph/\(GraphFixture.comment)?expand=post")
    #expect(comment["post"]?["deleted_at"] == .string(GraphFixture.now))
    let page = world.get("/v1/graph/me/posts")
    #expect(page["count"] == 2)
    #expect(page["results"]?[1]?["deleted_at"] == .string(GraphFixture.now))
  }

  @Test func `an invalid expand parameter is refused even if nothing is expanded`() {
    let target = "/v1/graph/\(GraphFixture.secondPost)/comments?expand=a%7B"
    var world = self.world
    #expect(world.send(.get, target, as: world.mark).status.code == 400)
  }
}
