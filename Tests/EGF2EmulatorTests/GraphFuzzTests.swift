import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import TestSupport
import Testing

@testable import EGF2Emulator

@Suite struct `Hostile requests to EGF2` {
  /// Sends 250 requests to each of 12 backends.
  @Test(arguments: 0..<12)
  func `no mutated request traps, and refusals have code and message`(_ seed: Int) {
    var random = SplitMix64(seed: UInt64(seed) &+ 2017)
    var world = GraphFixture.world
    let models = GraphRouteRow.all.map(\.request) + GraphRefusalRow.all.map(\.request)
    for _ in 0..<250 {
      let request = mutated(random.pick(models), &random)
      let before = world.backend.state.records.map(\.count)
      let answer = world.answer(request)
      if answer.response.status.code >= 400 {
        let body = answer.response.json
        #expect(body?["code"] != nil || body?["error"] != nil, "\(request)")
        #expect(world.backend.state.records.map(\.count) == before)
      } else {
        #expect([101, 200].contains(answer.response.status.code), "\(request)")
      }
    }
  }

  private func mutated(_ request: Request, _ random: inout SplitMix64) -> Request {
    var copy = request
    for _ in 0..<(random.next() % 4) {
      switch random.next() % 5 {
      case 0: random.damage(&copy.body)
      case 1: random.damage(&copy.target)
      case 2:
        let values = [
          "a", "Bearer ", "Bearer |", "Bearer x|y", "\u{1F600}",
          "Bearer \(GraphFixture.world.anna)",
        ]
        copy.headers[.authorization] = random.pick(values)
      case 3:
        let words = [
          "expand=a%7B", "expand=posts%7Bcreator%7D", "count=5", "after=%zz", "count=%00",
          "after=-1", "token=%7C", "expand=.,name.,.x", "q=a&filters=a:b", "mime_type=image/png",
        ]
        let mark = copy.target.raw.contains("?") ? "&" : "?"
        copy.target = RequestTarget(
          copy.target.raw + mark + random.pick(words))
      default: copy.body = value(3, &random).bytes
      }
    }
    return copy
  }

  private func value(_ depth: Int, _ random: inout SplitMix64) -> JSON {
    let scalars: [JSON] = [
      .null, true, 0, -1, 1e300, "", "<b", "</script><!--", "post", "1990-01-01",
      .string(GraphFixture.post), .integer(.min),
    ]
    guard depth > 0, random.next() % 3 > 0 else {
      return random.pick(scalars)
    }
    let names = [
      "object_type", "text", "name", "title", "inner", "pairs", "words", "delete_fields", "email",
      "password", "owner", "code", "user", "first_name", "reset_token",
    ]
    var object: JSONObject = ["object_type": random.next() % 2 == 0 ? "thing" : "post"]
    for _ in 0..<(random.next() % 5) {
      object[random.pick(names)] = value(depth - 1, &random)
    }
    return random.next() % 8 == 0 ? .array([.object(object)]) : .object(object)
  }
}
