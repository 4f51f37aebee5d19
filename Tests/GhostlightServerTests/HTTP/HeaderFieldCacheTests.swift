import HTTPTypes
import TestSupport
import Testing

@testable import GhostlightServer

@Suite(.limitedConcurrency) struct `Field memory` {
  private func pairs(_ fields: HTTPFields) -> [String] { fields.map { "\($0.name): \($0.value)" } }

  private func read(_ memory: inout HeaderFieldCache, _ lines: [[String]]) -> [String]? {
    memory.begin()
    for line in lines where !memory.add(line[0], line[1]) { return nil }
    return pairs(memory.end())
  }

  @Test func `fields of one head never appear in another`() {
    var memory = HeaderFieldCache()
    let heads: [[[String]]] = [
      [["A", "1"], ["B", "2"], ["C", "3"]],
      [["A", "1"], ["B", "2"], ["C", "3"]],
      [["A", "1"], ["B", "other"], ["C", "3"]],
      [["A", "1"]],
      [],
      [["A", "1"], ["A", "1"], ["a", "1"]],
      [["A", "1"], ["X-Signature", "abc"], ["a", "1"], ["D", ""]],
      [["X", String(repeating: "x", count: 9000)]],
      [["X", "1"]],
    ]
    for head in heads {
      #expect(read(&memory, head) == head.map { "\($0[0]): \($0[1])" })
    }
  }

  @Test(arguments: ["", "a b", "a:", "é", "a\r", "(x)"])
  func `a name that is not a token is refused`(_ name: String) {
    var memory = HeaderFieldCache()
    #expect(read(&memory, [["A", "1"], [name, "2"]]) == nil)
    #expect(read(&memory, [["A", "1"]]) == ["A: 1"])
  }

  @Test func `line ends in values become spaces`() {
    var memory = HeaderFieldCache()
    #expect(read(&memory, [["A", "1\r\nB: 2"]]) == ["A: 1  B: 2"])
  }
}
