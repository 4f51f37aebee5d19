import GhostlightCore
import HTTPTypes
import Testing

@testable import EGF2Emulator

@Suite struct `Provider states of EGF2` {
  @Test(
    arguments: [
      ("object exists", [:], "the parameter \"object\" must be an object"),
      (
        "object exists", ["object": ["object_type": "moon"]], "the object's \"object_type\" must be"
      ),
      (
        "object exists", ["object": ["object_type": "post", "id": "x-12"]],
        "the object's \"id\" must be a lower-case UUID, a dash and \"12\""
      ),
      (
        "object exists", ["object": ["object_type": "post", "text": "x", "creator": "x"]],
        "the object is refused: 'creator' must be user id"
      ),
      (
        "edge exists", ["source": "x-12", "edge": "moons", "destination": "x-13"],
        "there is no edge \"moons\" of \"x-12\""
      ),
      (
        "edge exists", ["source": "x-12", "edge": "comments", "destination": "x-12"],
        "\"x-12\" is nothing that the edge may hold; it may hold: comment"
      ),
      ("user exists", ["email": "Mark"], "the user is refused: 'Mark' is not valid email"),
      (
        "user exists", ["email": "a@b.co", "verified": 1], "the parameter \"verified\" must be true"
      ),
      ("logged in", ["email": "a@b.co"], "there is no user \"a@b.co\"; use \"user exists\" first"),
      ("password forgotten", ["email": "a@b.co"], "there is no user \"a@b.co\""),
      ("mails cannot be sent", [:], "the parameter \"problem\" must be a string"),
      ("moon exists", [:], "no provider state is named \"moon exists\"; there are: object exists"),
      ("logged in", ["mail": "x"], "\"logged in\" takes no parameter \"mail\"; it takes: email"),
    ] as [(String, JSONObject, String)])
  func `an impossible state is refused with the reason and changes nothing`(
    _ name: String, _ parameters: JSONObject, _ expected: String
  ) {
    var world = GraphFixture.world
    let before = world.fingerprint
    let message = world.setUp(name, parameters)["problem"]?.string ?? ""
    #expect(message.hasPrefix(expected), "\(message)")
    #expect(world.fingerprint == before)
  }

  @Test func `a provider state replaces an object with the same id`() {
    var world = GraphFixture.world
    let id = world.object([
      "object_type": "post", "id": .string(GraphFixture.post), "creator": .string(world.annaID),
      "text": "other", "created_at": "2016-01-01T00:00:00.000Z",
    ])
    #expect(id == GraphFixture.post)
    #expect(
      world.get("/v1/graph/\(id)") == [
        "object_type": "post", "id": .string(id), "creator": .string(world.annaID),
        "text": "other", "created_at": "2016-01-01T00:00:00.000Z",
        "modified_at": "2016-01-01T00:00:00.000Z",
      ])
    #expect(world.get("/v1/graph/me/posts")["count"] == 2)
  }

  @Test func `a provider state changes an existing user and keeps the id`() {
    var world = GraphFixture.world
    let again = world.setUp(
      "user exists",
      ["email": "mark@example.com", "password": "other", "verified": true, "last_name": "Hall"])
    #expect(again["userId"] == .string(world.markID))
    #expect(again["verifyToken"] == nil)
    #expect(again["user"]?["name"]?["family"] == "Hall")
    let login: JSON = ["email": "mark@example.com", "password": "other"]
    #expect(world.send(.post, "/v1/login", login).status.code == 200)
  }

  @Test func `the verify token in the result of a provider state is valid`() {
    var world = GraphFixture.world
    let user = world.setUp("user exists", ["email": "carl@example.com"])
    let token = PercentEncoding.encode(user["verifyToken"]?.string ?? "")
    #expect(world.send(.get, "/v1/verify_email?token=\(token)").status.code == 200)
  }

  @Test func `an existing link keeps its position`() {
    var world = GraphFixture.world
    world.link(world.markID, "posts", GraphFixture.post)
    let page = world.get("/v1/graph/me/posts")
    #expect(page["results"]?[0]?["id"] == .string(GraphFixture.secondPost))
    #expect(page["count"] == 2)
  }
}
