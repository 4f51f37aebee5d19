import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import TestSupport
import Testing

@testable import EGF2Emulator

extension EdgeStore: ComparedByContent {
  package var content: [(key: String, value: Any)] {
    all.map { link in
      let offset = list(of: link.source, link.edge)?.offset(of: link.destination)
      let place = offset.map { "at \($0)" } ?? "hidden"
      return (
        "\(link.source)/\(link.edge)/\(link.destination)",
        "\(place), one of \(count(to: link.destination))"
      )
    }
  }
}

@Suite struct `The whole state of EGF2` {
  /// Returns the events of the last exchange are not part of a snapshot.
  private static func isIgnored(_ property: String) -> Bool {
    property == "EGF2State.events"
      || property.hasPrefix("EGF2Configuration.")
        && property != "EGF2Configuration.source"
  }

  private static func properties(_ backends: EGF2Backend...) -> StateProperties {
    StateProperties(of: backends.map(\.state), ignoring: isIgnored)
  }

  /// Returns a graph with at least two different values of each property.
  static func graph() -> GraphFixture {
    var world = GraphFixture(empty: EGF2Configuration())
    world.setUp("graph is configured", ["changes": GraphTypes.json])
    for name in ["mark", "anna"] {
      world.setUp("user exists", ["email": .string("\(name)@example.com")])
    }
    let session = world.setUp("logged in", ["email": "mark@example.com"])
    let (mark, token) = (session["userId"]?.string ?? "", session["token"]?.string)
    for id in [GraphFixture.post, GraphFixture.secondPost] {
      world.object([
        "object_type": "post", "id": .string(id), "creator": .string(mark), "text": "x",
      ])
      world.link(mark, "posts", id)
    }
    world.object([
      "object_type": "comment", "id": .string(GraphFixture.comment), "creator": .string(mark),
      "post": .string(GraphFixture.post), "text": "nice",
    ])
    world.link(GraphFixture.post, "comments", GraphFixture.comment)
    world.setUp("file exists", ["user": .string(mark), "mime_type": "text/plain"])
    world.setUp(
      "file exists", ["user": .string(mark), "kind": "avatar", "content": "bW9yZQ=="])
    world.wait(seconds: 60)
    world.send(.get, "/v1/new_file?mime_type=image/png&title=t", as: token)
    world.send(.delete, "/v1/graph/\(GraphFixture.secondPost)", as: token)
    for name in ["mark", "anna"] {
      world.send(.get, "/v1/forgot_password?email=\(name)%40example.com")
      world.wait(seconds: 60)
    }
    world.setUp("mails cannot be sent", ["problem": "full"])
    return world
  }

  @Test func `a snapshot restores each stored property`() throws {
    let world = Self.graph()
    var restored = EGF2Backend()
    try restored.restore(try JSON.parse(world.fingerprint))
    #expect(Self.properties(world.backend).differences(from: Self.properties(restored)) == [])
    #expect(restored.snapshot.text() == world.fingerprint)
  }

  @Test func `each stored property has two values in the graph of these tests`() {
    let constants = Self.properties(EGF2Backend(), Self.graph().backend).constants
    #expect(constants == ["OutboxMessage.kind"], "\(constants)")
    let names = Mirror(reflecting: EGF2Backend()).children.compactMap(\.label)
    #expect(names == ["state", "date"])
  }

  @Test func `a reset restores each stored property of a new graph`() throws {
    var world = GraphFixture.world
    let fresh = EGF2Backend(GraphTypes.configuration)
    try world.backend.restore(fresh.snapshot)
    #expect(Self.properties(fresh).differences(from: Self.properties(world.backend)) == [])
  }

  @Test(arguments: GraphRouteRow.all)
  func `only a request with the effect changed changes a stored property`(_ row: GraphRouteRow) {
    let before = GraphRouteRow.prepared
    var after = before
    guard after.answer(row.request).effect != .changed else { return }
    #expect(
      Self.properties(before.backend).differences(from: Self.properties(after.backend)) == [])
  }

  @Test func `each update gives an object a new modification date, and changes nothing else`() {
    var world = GraphFixture.world
    var seen = [world.get("/v1/graph/\(GraphFixture.post)").object ?? [:]]
    let other = world.get("/v1/graph/\(GraphFixture.secondPost)")
    // The last update changes nothing.
    for text in ["one", "two", "two"] {
      world.wait(seconds: 7)
      world.send(
        .put, "/v1/graph/\(GraphFixture.post)", ["text": .string(text)], as: world.mark)
      seen.append(world.get("/v1/graph/\(GraphFixture.post)").object ?? [:])
    }
    let expected = ["00", "07", "14", "14"].map {
      JSON.string("2017-01-20T09:15:\($0).123Z")
    }
    #expect(seen.map { $0["modified_at"] } == expected)
    #expect(seen.map { $0["created_at"] } == [JSON?](repeating: expected[0], count: 4))
    #expect(world.get("/v1/graph/\(GraphFixture.secondPost)") == other)
  }

  @Test func `the session of a logged out user ends, and other sessions do not`() {
    var world = GraphFixture.world
    let again = world.setUp("logged in", ["email": "mark@example.com"])["token"]?.string ?? ""
    func statuses() -> [Int] {
      [world.mark, again, world.anna].map { token in
        var copy = world
        return copy.send(.get, "/v1/graph/me", as: token).status.code
      }
    }
    #expect(statuses() == [200, 200, 200])
    world.send(.get, "/v1/logout", as: world.mark)
    #expect(statuses() == [404, 200, 200])
    // A second logout with the same token has no effect.
    let fingerprint = world.fingerprint
    #expect(world.send(.get, "/v1/logout", as: world.mark).status == .ok)
    #expect(world.fingerprint == fingerprint)
    let session = PercentEncoding.encode(world.mark)
    #expect(world.send(.get, "/v1/internal/session?token=\(session)").status == .notFound)
    world.send(.post, "/v1/logout", as: again)
    #expect(statuses() == [404, 404, 200])
  }
}
