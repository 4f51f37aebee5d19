import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import TestSupport
import Testing

@testable import CosmosEmulator

@Suite struct `Hostile requests to Cosmos DB` {
  /// Sends 400 requests to each of 24 accounts.
  @Test(arguments: 0..<24)
  func `no mutated request traps, and refusals have a reason in JSON`(_ seed: Int) {
    var random = SplitMix64(seed: UInt64(seed) &+ 77)
    var account = CosmosAccount.shop()
    let models = CosmosRouteRow.all.map(\.request) + CosmosRefusalRow.all.dropLast().map(\.request)
    for _ in 0..<400 {
      let request = mutated(random.pick(models), &random)
      let answer = account.answer(request)
      let status = answer.response.status.code
      if status >= 400 {
        #expect(answer.response.json?["code"] != nil, "\(request)")
      } else {
        #expect([200, 201, 204, 207, 304].contains(status))
      }
    }
  }

  private func mutated(_ request: Request, _ random: inout SplitMix64) -> Request {
    var copy = request
    for _ in 0..<(random.next() % 4) {
      switch random.next() % 4 {
      case 0: random.damage(&copy.body)
      case 1: random.damage(&copy.target)
      case 2:
        let names: [HTTPField.Name] = [
          .msPartitionKey, .msContinuation, .msMaxItems, .ifMatch, .msStartEPK, .aIM,
        ]
        let values = [
          "[", "[[]]", "[1e999]", "x", "", "-RID:~#RT:1#TRC:1#SKP:9", "\u{1F600}",
          "99999999999999999999",
        ]
        copy.headers[names[Int(random.next() % 6)]] = values[Int(random.next() % 8)]
      default: copy.headers[.msIsQuery] = "True"
      }
    }
    return copy
  }
}
