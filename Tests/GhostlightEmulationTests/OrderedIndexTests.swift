import GhostlightEmulation
import Testing

@Suite struct `Ordered index` {
  @Test func `appending packs the nodes and keeps the order`() {
    var index = OrderedIndex()
    for sequence in 0..<5_000 {
      index.insert(IndexEntry(value: .null, sequence: sequence, key: "k\(sequence)"))
    }
    #expect(index.brokenInvariant() == nil)
    #expect(index.map(\.sequence) == Array(0..<5_000))
    #expect(index.entry(at: 4_321)?.key == "k4321")
  }

  @Test func `offsets beyond the ends have no entry`() {
    var index = OrderedIndex()
    index.insert(IndexEntry(value: .bool(true), sequence: 1, key: "a"))
    #expect(index.entry(at: -1) == nil)
    #expect(index.entry(at: 1) == nil)
    #expect(Array(index.walk(-5..<9)).map(\.key) == ["a"])
    #expect(Array(index.walk(7..<9)) == [])
  }

  @Test func `an entry with the same position is replaced`() {
    var index = OrderedIndex()
    let first = index.insert(IndexEntry(value: .number(.integer(1)), sequence: 1, key: "a"))
    let second = index.insert(IndexEntry(value: .number(.double(1)), sequence: 1, key: "b"))
    #expect(first && !second)
    #expect(index.count == 1)
    #expect(index.map(\.key) == ["b"])
  }

  @Test func `removing a missing entry changes nothing`() {
    var index = OrderedIndex()
    let fromEmpty = index.remove(value: .null, sequence: 3)
    index.insert(IndexEntry(value: .null, sequence: 2, key: "a"))
    let absent = index.remove(value: .null, sequence: 3)
    let present = index.remove(value: .null, sequence: 2)
    #expect([fromEmpty, absent, present].map { $0?.key } == [nil, nil, "a"])
    #expect(index.isEmpty)
  }

  @Test func `an index emptied from either end is valid at every step`() {
    var full = OrderedIndex()
    for sequence in 0..<3_000 {
      full.insert(IndexEntry(value: .null, sequence: sequence, key: ""))
    }
    var fromFront = full
    var fromBack = full
    for sequence in 0..<3_000 {
      fromFront.remove(value: .null, sequence: sequence)
      fromBack.remove(value: .null, sequence: 2_999 - sequence)
      guard sequence % 97 == 0 else { continue }
      #expect(fromFront.brokenInvariant() == nil)
      #expect(fromBack.brokenInvariant() == nil)
    }
    #expect(fromFront.isEmpty && fromBack.isEmpty)
    #expect(full.count == 3_000)
  }

  @Test func `an iterator is not affected by later writes`() {
    var index = OrderedIndex()
    for sequence in 0..<100 {
      index.insert(IndexEntry(value: .null, sequence: sequence, key: ""))
    }
    let walk = index.walk(0..<100, backwards: true)
    for sequence in 0..<100 { index.remove(value: .null, sequence: sequence) }
    #expect(walk.map(\.sequence) == (0..<100).reversed())
  }
}
