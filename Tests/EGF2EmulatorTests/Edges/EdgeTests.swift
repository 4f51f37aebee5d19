import GhostlightCore
import HTTPTypes
import Testing

@testable import EGF2Emulator

@Suite struct `Edges` {
  @Test func `a link can be created, read and removed`() {
    var world = GraphFixture.world
    let target = "/v1/graph/me/follows/\(world.annaID)"
    #expect(
      world.send(.post, target, as: world.mark).json
        == ["created_at": .string(GraphFixture.now)])
    #expect(world.get(target) == world.get("/v1/graph/\(world.annaID)"))
    #expect(world.get("/v1/graph/me/follows")["count"] == 1)
    #expect(
      world.send(.delete, target, as: world.mark).json
        == ["deleted_at": .string(GraphFixture.now)])
    #expect(world.get("/v1/graph/me/follows") == ["results": [], "count": 0])
    #expect(world.get("/v1/graph/\(world.annaID)")["id"] == .string(world.annaID))
  }

  @Test func `an object created on an edge is the newest one of the edge`() {
    var world = GraphFixture.world
    let post = world.send(
      .post, "/v1/graph/me/posts", ["object_type": "post", "text": "new"], as: world.mark
    ).json
    #expect(post?["creator"] == .string(world.markID))
    #expect(post?["created_at"] == post?["modified_at"])
    let page = world.get("/v1/graph/me/posts")
    #expect(page["results"]?[0] == post)
    #expect(page["count"] == 3)
  }

  @Test func `values of the edge's source replace those that the client sent`() {
    var world = GraphFixture.world
    let target = "/v1/graph/\(GraphFixture.post)/notes"
    let note = world.send(.post, target, ["object_type": "note"], as: world.mark).json
    #expect(note?["topic"] == "hello")
    #expect(note?["source"] == .string(GraphFixture.post))
    let comment = world.send(
      .post, "/v1/graph/\(GraphFixture.post)/comments",
      ["object_type": "comment", "text": "so nice"], as: world.anna
    ).json
    #expect(comment?["post"] == .string(GraphFixture.post))
    #expect(comment?["creator"] == .string(world.annaID))
  }

  @Test func `an object whose type the edge does not allow is not stored`() {
    var world = GraphFixture.world
    let before = world.fingerprint
    let response = world.send(
      .post, "/v1/graph/me/posts", ["object_type": "comment", "text": "xx"], as: world.mark)
    #expect(response.json?["code"] == "UnsupportedDestinationObject")
    #expect(
      response.json?["message"]?.string?.hasPrefix(
        "Unsupported destination object for edge '\(world.markID)/posts/") == true)
    #expect(world.fingerprint == before)
  }

  @Test func `a deleted destination can be read on the edge`() {
    var world = GraphFixture.world
    world.send(.delete, "/v1/graph/\(GraphFixture.post)", as: world.mark)
    let found = world.get("/v1/graph/me/posts/\(GraphFixture.post)")
    #expect(found["deleted_at"] == .string(GraphFixture.now))
  }

  @Test func `a destination need not exist to be linked or unlinked`() {
    var world = GraphFixture.world
    let nobody = "55555555-0000-4000-8000-000000000001-03"
    let target = "/v1/graph/me/follows/\(nobody)"
    #expect(world.send(.post, target, as: world.mark).status == .ok)
    #expect(world.get("/v1/graph/me/follows") == ["results": [], "count": 0])
    #expect(world.send(.delete, target, as: world.mark).status == .ok)
  }

  @Test func `me is the caller at both ends of a link`() {
    var world = GraphFixture.world
    #expect(world.send(.post, "/v1/graph/me/follows/me", as: world.mark).status == .ok)
    #expect(
      world.get("/v1/graph/\(world.markID)/follows/\(world.markID)")
        == world.get("/v1/graph/me"))
  }
}
