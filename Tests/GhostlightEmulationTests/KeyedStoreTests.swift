import GhostlightEmulation
import Testing

@Suite struct `Keyed stores` {
  @Test func `values are found by key, and nil removes them`() {
    var store = KeyedStore<Int>()
    #expect(store.count == 0)
    store["a"] = 1
    store["b"] = 2
    store["a"] = 3
    #expect(store["a"] == 3)
    #expect(store["c"] == nil)
    #expect(store.keys.sorted() == ["a", "b"])
    store["a"] = nil
    store["none"] = nil
    #expect(store["a"] == nil)
    #expect(store.count == 1)
  }

  @Test func `keys of other bytes are other keys, though they look the same`() {
    var store = KeyedStore<Int>()
    store["caf\u{e9}"] = 1
    store["cafe\u{301}"] = 2
    #expect(store.count == 2)
    #expect(store["caf\u{e9}"] == 1)
    #expect(store.removeValue(forKey: "cafe\u{301}") == 2)
    #expect(store.removeValue(forKey: "cafe\u{301}") == nil)
    #expect(store.keys == ["caf\u{e9}"])
  }

  @Test func `a write to a copy leaves the original, and the other way round`() {
    var original = KeyedStore<Int>()
    for number in 0..<1000 { original["\(number)"] = number }
    var copy = original
    for number in 0..<500 { copy["\(number)"] = nil }
    copy["new"] = -1
    original["999"] = 0
    #expect(original.count == 1000)
    #expect(copy.count == 501)
    #expect(original["0"] == 0)
    #expect(original["new"] == nil)
    #expect(copy["999"] == 999)
  }

  @Test func `it holds what a dictionary holds, whatever is done to both`() {
    var generator = SplitMix64(seed: 11)
    var store = KeyedStore<UInt64>()
    var model: [String: UInt64] = [:]
    for _ in 0..<20_000 {
      let number = generator.next()
      let key = "k\(number % 300)"
      let value = number % 3 == 0 ? nil : number
      store[key] = value
      model[key] = value
    }
    #expect(store.count == model.count)
    #expect(Set(store.keys) == Set(model.keys))
    for (key, value) in model { #expect(store[key] == value) }
  }
}
