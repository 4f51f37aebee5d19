import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import EGF2Emulator

/// Names and values are compared bytewise: é as one scalar is different from e with a combining
/// mark.
@Suite struct `Texts that look alike in EGF2` {
  private static let whole = "caf\u{E9}"
  private static let parts = "cafe\u{301}"
  /// The Kelvin sign, which Swift treats as equal to the letter K.
  private static let kelvin = "\u{212A}"

  private static let configuration: EGF2Configuration = {
    var file = GraphTypes.json
    var graph = file["graph"]?.object ?? [:]
    for (name, code) in [(whole, "71"), (parts, "72")] {
      graph[name] = [
        "code": .string(code), "GET": "any", "POST": "any", "PUT": "any",
        "fields": .object([
          whole: ["type": "string", "unique": true, "edit_mode": "E"],
          parts: ["type": "string", "edit_mode": "E"],
        ]),
        "edges": .object([
          whole: ["contains": ["thing"], "GET": "any", "LINK": "any", "POST": "any"],
          parts: ["contains": ["thing"], "GET": "any", "LINK": "any", "POST": "any"],
        ]),
      ]
    }
    file = ["graph": .object(graph)]
    return GraphTypes.read(file)
  }()

  private func make(_ world: inout GraphFixture, _ type: String, _ fields: JSONObject) -> JSON? {
    var body = fields
    body["object_type"] = .string(type)
    return world.send(.post, "/v1/graph", .object(body), as: world.mark).json
  }

  @Test func `types, fields and unique values are compared by their bytes`() {
    var world = GraphFixture(Self.configuration)
    let left = make(&world, Self.whole, [Self.whole: "1", Self.parts: "2"])
    let right = make(&world, Self.parts, [Self.whole: "1", Self.parts: "2"])
    #expect(left?["id"]?.string?.hasSuffix("-71") == true)
    #expect(right?["id"]?.string?.hasSuffix("-72") == true)
    #expect(left?[Self.whole] == "1")
    #expect(left?[Self.parts] == "2")
    let first = make(&world, Self.whole, [Self.whole: .string(Self.whole)])
    let second = make(&world, Self.whole, [Self.whole: .string(Self.parts)])
    let third = make(&world, Self.whole, [Self.whole: .string(Self.parts)])
    #expect(first?["id"] != nil)
    #expect(second?["id"] != nil)
    #expect(third?["code"] == "UniqueConstraintViolated")
  }

  @Test func `edges are compared by the bytes of their names`() throws {
    var world = GraphFixture(Self.configuration)
    let made = make(&world, Self.whole, [:])
    let id = try #require(made?["id"]?.string)
    for (name, count) in [(Self.whole, 2), (Self.parts, 1)] {
      let path = "/v1/graph/\(id)/\(PercentEncoding.encode(name))"
      for _ in 0..<count {
        let body: JSON = ["object_type": "thing", "title": "box"]
        #expect(world.send(.post, path, body, as: world.mark).status == .ok)
      }
      #expect(world.get(path)["count"] == .integer(Int64(count)))
    }
  }

  @Test func `users are found by the bytes of their addresses`() {
    var world = GraphFixture.world
    let token = world.mark
    #expect(world.send(.get, "/v1/graph/me", as: token).status == .ok)
    let body: JSON = ["email": .string("mar\(Self.kelvin)@example.com"), "password": "password"]
    #expect(world.send(.post, "/v1/login", body).status == .unauthorized)
  }

  @Test func `a search compares bytes`() throws {
    var world = GraphFixture(Self.configuration)
    _ = make(&world, Self.whole, [Self.whole: .string(Self.whole)])
    for (text, count) in [(Self.whole, 1), (Self.parts, 0)] as [(String, Int64)] {
      let type = PercentEncoding.encode(Self.whole)
      let value = PercentEncoding.encode(text)
      let page = world.get("/v1/search?object=\(type)&filters=\(type):\(value)")
      #expect(page["count"] == .integer(count), "\(page)")
    }
  }

  @Test func `a subscription compares the bytes of topics`() {
    var listening = Listening(ListenSettings())
    let edge: JSON = ["source": "a", "name": .string(Self.whole)]
    _ = listening.receive(.text(JSON.object(["subscribe": [["edge": edge]]]).text()))
    for (name, isNotified) in [(Self.whole, true), (Self.parts, false)] {
      let events = BackendEvent(topic: GraphEvent.topic(source: "a", edge: name), text: "x")
      #expect(listening.notify(events).isEmpty != isNotified)
    }
  }
}
