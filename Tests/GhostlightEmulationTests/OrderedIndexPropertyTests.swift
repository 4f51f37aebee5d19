import GhostlightEmulation
import TestSupport
import Testing

@Suite struct `Ordered index compared with a sorted array` {
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `random writes leave an index and an array the same`(_ seed: UInt64) {
    var random = SeededNumbers(seed: seed)
    var index = OrderedIndex()
    var model = SortedModel()
    // The index grows, then changes, then shrinks, so that all kinds of splits and merges occur.
    for (rounds, inserting) in [(3_000, 80), (3_000, 50), (4_000, 15)] {
      for round in 0..<rounds {
        if random.below(100) < inserting {
          let entry = SortedModel.entry(&random)
          let isNew = index.insert(entry)
          let isNewInModel = model.insert(entry)
          #expect(isNew == isNewInModel)
        } else {
          let entry = model.anyEntry(&random)
          let removed = index.remove(value: entry.value, sequence: entry.sequence)
          let removedFromModel = model.remove(entry)
          #expect(removed == removedFromModel)
        }
        if round % 500 == 0 { expectSame(index, model, &random) }
      }
    }
    expectSame(index, model, &random)
  }

  @Test(arguments: [0, 1, 31, 32, 33, 1024, 1025, 5000])
  func `an index built at once equals one built by inserts`(_ count: Int) {
    var random = SeededNumbers(seed: UInt64(count))
    var model = SortedModel()
    let entries = (0..<count).map { _ in SortedModel.entry(&random) }
    for entry in entries { model.insert(entry) }
    expectSame(OrderedIndex(entries), model, &random)
    var index = OrderedIndex(model.entries)
    expectSame(index, model, &random)
    for _ in 0..<count {
      let (new, old) = (SortedModel.entry(&random), model.anyEntry(&random))
      index.insert(new)
      model.insert(new)
      index.remove(value: old.value, sequence: old.sequence)
      model.remove(old)
    }
    expectSame(index, model, &random)
  }

  @Test(arguments: [11, 12, 13] as [UInt64])
  func `old copies of an index are unaffected by later writes`(_ seed: UInt64) {
    var random = SeededNumbers(seed: seed)
    var index = OrderedIndex()
    var model = SortedModel()
    var copies: [(OrderedIndex, SortedModel)] = []
    for round in 0..<4_000 {
      if random.below(100) < (round < 2_000 ? 75 : 30) {
        let entry = SortedModel.entry(&random)
        index.insert(entry)
        model.insert(entry)
      } else {
        let entry = model.anyEntry(&random)
        index.remove(value: entry.value, sequence: entry.sequence)
        model.remove(entry)
      }
      if round % 400 == 0 { copies.append((index, model)) }
    }
    for (copy, model) in copies { expectSame(copy, model, &random) }
  }

  private func expectSame(
    _ index: OrderedIndex, _ model: SortedModel, _ random: inout SeededNumbers
  ) {
    #expect(index.brokenInvariant() == nil)
    #expect(index.count == model.entries.count)
    #expect(Array(index) == model.entries)
    #expect(Array(index.walk(0..<index.count, backwards: true)) == model.entries.reversed())
    for _ in 0..<5 {
      let offset = random.below(index.count + 2) - 1
      let known = model.entries.indices.contains(offset) ? model.entries[offset] : nil
      #expect(index.entry(at: offset) == known)
      let start = random.below(index.count + 1)
      let end = start + random.below(index.count + 1 - start)
      #expect(Array(index.walk(start..<end)) == Array(model.entries[start..<end]))
      #expect(index.lastKeys(start..<end) == model.entries[start..<end].reversed().map(\.key))
      let range = SortedModel.range(&random)
      let inside = model.entries(in: range)
      #expect(index.count(in: range) == inside.count)
      #expect(Array(index.walk(in: range)) == inside)
      #expect(Array(index.walk(in: range, backwards: true)) == inside.reversed())
    }
  }
}
