import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import CosmosEmulator

@Suite struct `Hostile requests to Cosmos` {
  /// 24 accounts of 400 requests each.
  @Test(arguments: 0..<24)
  func `none traps, and every refusal says why in JSON`(_ seed: Int) {
    var random = SplitMix64(seed: UInt64(seed) &+ 77)
    var account = CosmosAccount.shop()
    let models = CosmosRouteRow.all.map(\.request) + CosmosRefusalRow.all.dropLast().map(\.request)
    for _ in 0..<400 {
      let request = mutated(models[Int(random.next() % UInt64(models.count))], &random)
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
      case 0: damage(&copy.body, &random)
      case 1:
        var target = Array(copy.target.raw.utf8)
        damage(&target, &random)
        copy.target = RequestTarget("/" + String(decoding: target.dropFirst(), as: UTF8.self))
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

  private func damage(_ bytes: inout [UInt8], _ random: inout SplitMix64) {
    guard !bytes.isEmpty else { return }
    let position = Int(random.next() % UInt64(bytes.count))
    switch random.next() % 3 {
    case 0: bytes.remove(at: position)
    case 1: bytes.insert(UInt8(truncatingIfNeeded: random.next()), at: position)
    default: bytes[position] = UInt8(truncatingIfNeeded: random.next())
    }
  }
}
