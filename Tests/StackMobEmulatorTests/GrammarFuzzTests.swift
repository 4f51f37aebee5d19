import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import StackMobEmulator
import TestSupport
import Testing

/// Sends well-formed requests with extreme ranges, queries, header fields, tokens and ids.
///
/// One round sends 6,000 requests. The environment variable `GHOSTLIGHT_FUZZ_ROUNDS` is the number
/// of rounds.
@Suite struct `Hostile numbers, names and tokens` {
  private static let seeds = 12

  @Test(arguments: 0..<seeds)
  func `no hostile value traps, and a refusal changes nothing`(_ seed: Int) throws {
    let world = try World()
    var grammar = HostileGrammar(seed: UInt64(seed) &+ 100, world)
    var app = world.app
    var effects: Set<Answer.Effect> = []
    for number in 0..<500 * max(1, FuzzRounds.count) {
      // The app is replaced after every 200 requests, because the stored data grows.
      if number % 200 == 0 { app = Self.fresh(world, isStrict: seed % 3 == 0) }
      let request = grammar.next(app)
      app.milliseconds = grammar.milliseconds()
      let before = app.backend.snapshot
      let budget = WorkBudget(1 << Int.random(in: 0...24, using: &grammar.random))
      let answer = app.answer(request, within: budget)
      effects.insert(answer.effect)
      let status = answer.response.status.code
      #expect(status < 500 || answer.route?.hasPrefix("Custom code") ?? false, "\(request)")
      guard answer.effect != .changed else { continue }
      #expect(app.backend.snapshot == before, "\(request)")
    }
    #expect(effects.isSuperset(of: [.read, .changed, .refused]))
  }

  /// Returns an app with the data of a world, optionally in strict mode.
  private static func fresh(_ world: World, isStrict: Bool) -> StackMobApp {
    guard isStrict else { return world.app }
    var app = StackMobApp { $0.isStrict = true }
    do {
      try app.backend.restore(world.app.backend.snapshot)
    } catch {
      Issue.record("the world cannot be restored: \(error)")
    }
    return app
  }
}
