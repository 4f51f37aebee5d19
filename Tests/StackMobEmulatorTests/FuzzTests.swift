import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@Suite struct `Hostile requests to StackMob` {
  /// Sends 500 requests to each of 24 backends.
  @Test(arguments: 0..<24)
  func `no mutated request traps, and refusals have a reason in JSON`(_ seed: Int) throws {
    let world = try World()
    var mutator = RequestMutator(seed: UInt64(seed) &+ 1, world)
    var app = world.app
    var effects: Set<Answer.Effect> = []
    for number in 0..<500 {
      let request = mutator.next()
      let before = number % 25 == 0 ? app : nil
      let answer = app.answer(request)
      effects.insert(answer.effect)
      if let before, answer.effect == .refused || answer.effect == .unmatched {
        #expect(
          World.fingerprint(app, world.tokens) == World.fingerprint(before, world.tokens),
          "\(request)")
      }
      let response = answer.response
      guard response.status.code >= 400 else {
        let isFile = answer.route == "File"
        #expect(response.body.isEmpty || response.json != nil || isFile, "\(request)")
        continue
      }
      let isHead = request.headers[.field("X-HTTP-Method-Override")]?.uppercased() == "HEAD"
      #expect(response.json?["error"]?.string != nil || isHead, "\(request)")
      #expect(answer.effect == .refused || answer.effect == .unmatched, "\(request)")
    }
    #expect(effects == [.read, .changed, .refused, .unmatched])
  }
}
