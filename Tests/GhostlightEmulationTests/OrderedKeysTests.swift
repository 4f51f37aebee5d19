import GhostlightEmulation
import TestSupport
import Testing

@Suite struct `Ordered keys` {
  /// Compares the results of random operations with those of a simple array.
  @Test(arguments: [51, 52, 53] as [UInt64])
  func `keys are ordered by number, then by arrival`(_ seed: UInt64) {
    var random = SeededNumbers(seed: seed)
    var keys = OrderedKeys()
    var model: [OrderedKeys.Element] = []
    for _ in 0..<500 {
      let key = "k\(random.below(40))"
      model.removeAll { $0.key == key }
      if random.below(4) == 0 {
        keys[key] = nil
      } else {
        let number = Int64(random.below(20))
        keys[key] = number
        let place = model.firstIndex { $0.number > number } ?? model.count
        model.insert(OrderedKeys.Element(key: key, number: number), at: place)
      }
      #expect(keys[key] == model.first { $0.key == key }?.number)
    }
    for number in [-1, 7, 19, 20] as [Int64] {
      #expect(Self.all(keys.walk(above: number)) == model.filter { $0.number > number })
    }
    let atOnce = OrderedKeys(model.reversed())
    let sorted = model.reversed().sorted { $0.number < $1.number }
    #expect(Self.all(atOnce.walk(above: .min)) == sorted)
  }

  @Test func `a write to a copy leaves the original unchanged`() {
    let origin = OrderedKeys([OrderedKeys.Element(key: "a", number: .max)])
    var copy = origin
    copy["a"] = 1
    copy["b"] = .min
    #expect(origin["a"] == .max && origin["b"] == nil)
    #expect(Self.all(copy.walk(above: 0)) == [OrderedKeys.Element(key: "a", number: 1)])
  }

  private static func all(
    _ walk: some IteratorProtocol<OrderedKeys.Element>
  ) -> [OrderedKeys.Element] {
    var (walk, found) = (walk, [OrderedKeys.Element]())
    while let element = walk.next() { found.append(element) }
    return found
  }
}
