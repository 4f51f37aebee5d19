import Ghostlight
import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import StackMobEmulator
import Testing

@Suite struct `Fuzzing of a stage` {
  // Each seed is a test argument, so that a failing seed can be run alone.
  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func `each emulator survives a thousand nearly valid requests`(seed: UInt64) throws {
    var configuration = StageConfiguration()
    configuration.clock = .frozen(at: Stage.opening)
    configuration.seed = seed
    let stage = Stage(configuration)
    var mutator = RequestMutator(seed: seed)
    for emulator in configuration.services {
      let routes = emulator.seed.catalogue.routes
      let known = try Self.known(stage, emulator.name)
      for _ in 0..<1000 {
        let request = mutator.next(routes, known: known)
        let response = stage.respond(to: request, by: emulator.name)
        guard !(200..<500).contains(response.status.code) else { continue }
        Issue.record("\(emulator.name) answers \(response.status) to \(request)")
      }
      guard !known.isEmpty else { continue }
      let effects = try stage.namespace().journal.map(\.answer.effect)
      #expect(Set(effects) == [.read, .changed, .refused, .unmatched])
    }
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func `the same nearly valid requests get the same responses twice`(seed: UInt64) throws {
    let runs = try (0..<2).map { _ in
      let stage = Stage.stackMob()
      var mutator = RequestMutator(seed: seed &+ 100)
      let known = try Self.known(stage, "stackmob")
      return (0..<500).map { _ in
        stage.respond(
          to: mutator.next(StackMobBackend.catalogue.routes, known: known), by: "stackmob")
      }
    }
    #expect(runs[0] == runs[1])
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `a request that reads or is refused changes nothing`(seed: UInt64) throws {
    let stage = Stage.stackMob()
    let space = try stage.namespace()
    var mutator = RequestMutator(seed: seed &+ 200)
    let known = try Self.known(stage, "stackmob")
    let probes = known.filter { $0.method == .get }
    for _ in 0..<250 {
      let snapshot = space.snapshot()
      let before = probes.map { stage.respond(to: $0, by: "stackmob") }
      try space.restore(snapshot)
      var request = mutator.next(StackMobBackend.catalogue.routes, known: known)
      request.headers[.ghostlightNamespace] = nil
      request.authority = "localhost"
      _ = stage.respond(to: request, by: "stackmob")
      guard let effect = space.journal.last?.answer.effect, effect != .changed else { continue }
      let after = probes.map { stage.respond(to: $0, by: "stackmob") }
      guard before != after else { continue }
      Issue.record("\(effect): \(request)")
    }
  }

  /// Returns requests that succeed in a namespace with a user, a session and some objects.
  private static func known(_ stage: Stage, _ emulator: String) throws -> [Request] {
    guard emulator == "stackmob" else { return [] }
    var caller = StackMobCaller(stage)
    for number in 0..<5 {
      let body: JSON = [
        "todo_id": .string("\(number)"), "title": "x", "rank": .integer(Int64(number)),
        "tags": ["a", "b"], "pos": ["lat": 1.5, "lon": 2.5],
      ]
      _ = caller.send(.post, "/todo", body)
    }
    for target in ["/todo", "/todo/1", "/todo?rank[gt]=2", "/listapi"] {
      _ = caller.send(.get, RequestTarget(target))
    }
    _ = caller.send(.put, "/todo/1", ["rank[inc]": 1, "title": "y"])
    _ = caller.send(.put, "/todo/2/tags", ["c"])
    _ = caller.send(.post, "/todo/3/owner", ["username": "bob"])
    _ = caller.send(.delete, "/todo/4/tags/a,b")
    _ = caller.send(.post, "/user", ["username": "bob", "password": "p"])
    try caller.signIn("ada")
    _ = caller.send(.get, "/user/loggedInUser")
    return try stage.namespace().journal.map(\.request)
  }
}
