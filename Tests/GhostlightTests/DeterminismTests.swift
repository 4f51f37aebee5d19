import Ghostlight
import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@Suite struct `Determinism of a stage` {
  /// Returns the responses to a short, fixed sequence of an app's requests.
  private static func run(_ stage: Stage, in namespace: String) throws -> [Response] {
    var caller = StackMobCaller(stage, in: namespace)
    try caller.signIn("ada")
    var responses = (0..<20).map { number in
      caller.send(.post, "/todo", ["title": .string("t\(number)"), "rank": .integer(number % 3)])
    }
    responses.append(caller.send(.get, "/todo?rank[gte]=1"))
    try stage.namespace(namespace).changeClock(.advance(milliseconds: 60_000))
    responses.append(caller.send(.get, "/user/loggedInUser"))
    responses.append(caller.send(.delete, "/todo/none"))
    responses.append(caller.send(.get, "/no/such/route/at/all"))
    return responses
  }

  @Test func `two stages with the same seed give the same bytes`() throws {
    let first = try Self.run(.stackMob(), in: "one")
    let second = try Self.run(.stackMob(), in: "one")
    #expect(first == second)
    #expect(Set(first.prefix(20).map(\.body)).count == 20)
  }

  @Test func `the same requests give the same bytes after a reset`() throws {
    let stage = Stage.stackMob()
    let first = try Self.run(stage, in: "one")
    try stage.namespace("one").reset()
    #expect(try Self.run(stage, in: "one") == first)
  }

  @Test func `the same requests give the same bytes after a drop`() throws {
    let stage = Stage.stackMob()
    let first = try Self.run(stage, in: "one")
    _ = try Self.run(stage, in: "two")
    try stage.drop("one")
    #expect(try Self.run(stage, in: "one") == first)
  }

  @Test func `the same requests give the same bytes after a restored snapshot`() throws {
    let stage = Stage.stackMob()
    let space = try stage.namespace("one")
    _ = StackMobCaller(stage, in: "one").send(.post, "/todo", ["title": "x"])
    let snapshot = space.snapshot()
    let first = try Self.run(stage, in: "one")
    try space.restore(snapshot)
    #expect(try Self.run(stage, in: "one") == first)
  }

  @Test func `different seeds and namespaces draw different identifiers`() throws {
    let first = try Self.run(.stackMob(seed: 1), in: "one")
    #expect(try Self.run(.stackMob(seed: 2), in: "one")[0].body != first[0].body)
    #expect(try Self.run(.stackMob(seed: 1), in: "two")[0].body != first[0].body)
  }

  @Test func `identifiers of ten thousand exchanges never collide`() throws {
    let stage = Stage.notes()
    var bodies: Set<[UInt8]> = []
    for number in 0..<10_000 { bodies.insert(stage.add("", in: "n\(number % 10)").body) }
    #expect(bodies.count == 10_000)
  }
}
