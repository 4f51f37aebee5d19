import GhostlightEmulation
import TestSupport
import Testing

@Suite struct `First positions in sorted order` {
  @Test(arguments: [0, 1, 2, 3, 7, 8, 9, 100, 1_000])
  func `the first positions are the same as in a full sort`(_ total: Int) {
    var random = SeededNumbers(seed: UInt64(total))
    for ties in [1, 3, 10_000] {
      let values = (0..<total).map { _ in Int.random(in: 0..<ties, using: &random) }
      let precedes = { (left: Int, right: Int) in
        values[left] == values[right] ? left < right : values[left] < values[right]
      }
      let all = values.indices.sorted(by: precedes)
      for count in [0, 1, 2, 3, 10, total / 9, total / 8, total - 1, total, total + 5]
      where count >= 0 {
        #expect(values.indices.sorted(first: count, by: precedes) == Array(all.prefix(count)))
      }
      #expect(values.indices.sorted(first: nil, by: precedes) == all)
    }
  }

  @Test func `the first of many positions are found with few comparisons`() {
    var random = SeededNumbers(seed: 7)
    let values = (0..<100_000).map { _ in Int.random(in: 0..<1_000_000_000, using: &random) }
    var comparisons = 0
    let found = values.indices.sorted(first: 50) { left, right in
      comparisons += 1
      return values[left] == values[right] ? left < right : values[left] < values[right]
    }
    #expect(found.map { values[$0] } == Array(values.sorted().prefix(50)))
    #expect(comparisons < 110_000)
  }
}
