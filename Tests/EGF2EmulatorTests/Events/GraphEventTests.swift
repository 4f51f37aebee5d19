import GhostlightCore
import HTTPTypes
import Testing

@testable import EGF2Emulator

@Suite struct `Events of the graph` {
  /// A post without a picture; a picture would cause more events.
  private let post = GraphFixture.secondPost

  /// Returns the topics and the contents of the last exchange's events, without the events' ids.
  private func events(of world: GraphFixture) throws -> [(topic: String, event: JSONObject)] {
    try world.backend.events.map { item in
      var event = try #require(try JSON.parse(item.text).object)
      let id = try #require(event.removeValue(forKey: "id")?.string)
      #expect(ObjectID.isWellFormed(id) && id.hasSuffix("-04"))
      return (item.topic, event)
    }
  }

  private func event(
    _ method: JSON, by user: String, _ more: JSONObject
  ) -> JSONObject {
    var event: JSONObject = [
      "object_type": "event", "method": method, "user": .string(user),
      "created_at": 1_484_903_700_123_000,
    ]
    for member in more { event[member.key] = member.value }
    return event
  }

  @Test func `creating an object on an edge causes two events, the link's last`() throws {
    var world = GraphFixture.world
    let new = try #require(
      world.send(
        .post, "/v1/graph/me/posts", ["object_type": "post", "text": "new"], as: world.mark
      ).json)
    let id = try #require(new["id"]?.string)
    let events = try events(of: world)
    #expect(events.map(\.topic) == ["object:\(id)", "edge:\(world.markID)/posts"])
    #expect(
      events.map(\.event) == [
        event("POST", by: world.markID, ["object": .string(id), "current": new]),
        event(
          "POST", by: world.markID,
          ["edge": ["src": .string(world.markID), "name": "posts", "dst": .string(id)]]),
      ])
  }

  @Test func `the event of an update contains the object before and after`() throws {
    var world = GraphFixture.world
    let before = world.get("/v1/graph/\(post)")
    let after = try #require(
      world.send(.put, "/v1/graph/\(post)", ["text": "other"], as: world.mark).json)
    #expect(
      try events(of: world).map(\.event) == [
        event(
          "PUT", by: world.markID,
          ["object": .string(post), "current": after, "previous": before])
      ])
  }

  @Test func `the event of a deletion contains the object before`() throws {
    var world = GraphFixture.world
    let before = world.get("/v1/graph/\(post)")
    world.send(.delete, "/v1/graph/\(post)", as: world.mark)
    #expect(
      try events(of: world).map(\.event) == [
        event("DELETE", by: world.markID, ["object": .string(post), "previous": before])
      ])
  }

  @Test func `adding and removing a link cause events`() throws {
    var world = GraphFixture.world
    let edge: JSON = [
      "src": .string(world.markID), "name": "follows", "dst": .string(world.annaID),
    ]
    for (method, name) in [(HTTPRequest.Method.post, "POST"), (.delete, "DELETE")] {
      world.send(method, "/v1/graph/me/follows/\(world.annaID)", as: world.mark)
      let events = try events(of: world)
      #expect(events.map(\.topic) == ["edge:\(world.markID)/follows"])
      #expect(
        events.map(\.event) == [
          event(.string(name), by: world.markID, ["edge": edge])
        ])
    }
  }

  @Test func `the members of an event have the reference's order`() {
    var world = GraphFixture.world
    world.send(.delete, "/v1/graph/\(post)", as: world.mark)
    let event = world.backend.state.events.latest.first?.json
    #expect(
      event?.keys == ["id", "object_type", "method", "object", "user", "created_at", "previous"])
  }

  @Test(
    arguments: [
      // The following requests do not change anything.
      (HTTPRequest.Method.put, "/v1/graph/\(GraphFixture.post)", ["text": "hello"], 200),
      (.get, "/v1/graph/\(GraphFixture.post)", nil, 200),
      (.put, "/v1/graph/\(GraphFixture.post)", ["creator": "x"], 403),
      // Changes of sessions are not published.
      (.post, "/v1/login", ["email": "mark@example.com", "password": "password"], 200),
    ] as [(HTTPRequest.Method, String, JSON?, Int)])
  func `requests without a change have no events`(
    _ method: HTTPRequest.Method, _ target: String, _ body: JSON?, _ status: Int
  ) {
    var world = GraphFixture.world
    #expect(world.send(method, target, body, as: world.mark).status.code == status)
    #expect(world.backend.events == [])
  }

  @Test func `the events are only those of the last exchange`() throws {
    var world = GraphFixture.world
    world.send(.put, "/v1/graph/\(post)", ["text": "other"], as: world.mark)
    #expect(try events(of: world).count == 1)
    _ = world.get("/v1/graph/\(post)")
    #expect(world.backend.events == [])
  }

  @Test func `a registration causes events only for types that are not silent`() throws {
    var world = GraphFixture.world
    world.send(
      .post, "/v1/register",
      [
        "first_name": "Carl", "last_name": "Lee", "email": "carl@example.com",
        "date_of_birth": "1990-01-01", "password": "secret",
      ])
    let types = try events(of: world).map { $0.event["current"]?["object_type"] }
    #expect(Set(types) == ["user"])
  }
}
