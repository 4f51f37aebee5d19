import GhostlightCore
import HTTPTypes
import Testing

@testable import GhostlightRecording

@Suite struct `Drift of random values` {
  @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64])
  func `differences, matching keys and masks agree for random values`(_ seed: UInt64) {
    var random = RandomJSON(seed: seed)
    for _ in 0..<500 {
      let (left, right) = (random.value(depth: 3), random.value(depth: 3))
      let (before, after) = (Response.json(.ok, left), Response.json(.ok, right))
      let found = Drift.compare(expected: before, actual: after)
      let same = left.text(sortedKeys: true).utf8.elementsEqual(right.text(sortedKeys: true).utf8)
      #expect(found.isEmpty == same, "\(left) \(right)")

      let mask = DriftMask.inferred(from: before, after)
      #expect(
        Drift.compare(expected: before, actual: after, mask: mask) == [], "\(left) \(right)")
      #expect(
        Drift.compare(expected: after, actual: before, mask: mask) == [], "\(left) \(right)")

      let (request, recorded) = (Request.json(.post, "/", left), Request.json(.post, "/", right))
      let matcher = Matcher([.jsonBody])
      let hasSameKey = matcher.key(of: request) == matcher.key(of: recorded)
      #expect(hasSameKey == matcher.matches(request, recorded), "\(left) \(right)")
    }
  }

  @Test(arguments: [11, 12, 13] as [UInt64])
  func `a random value contains each of its parts`(_ seed: UInt64) {
    var random = RandomJSON(seed: seed)
    for _ in 0..<300 {
      let value = random.value(depth: 3)
      let request = Request.json(.post, "/", value)
      #expect(Matcher([.jsonBodySubset]).matches(request, request), "\(value)")
      let part = value.reduced(to: random.value(depth: 3))
      #expect(
        Matcher([.jsonBodySubset]).matches(request, .json(.post, "/", part)), "\(value) \(part)")
    }
  }
}
