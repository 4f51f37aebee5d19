import GhostlightEmulation
import Synchronization
import Testing

@Suite struct `Keyed stores` {
  @Test func `values are found by key, and setting nil removes them`() {
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

  @Test func `keys with different bytes are different keys, even if they look the same`() {
    var store = KeyedStore<Int>()
    store["caf\u{e9}"] = 1
    store["cafe\u{301}"] = 2
    #expect(store.count == 2)
    #expect(store["caf\u{e9}"] == 1)
    #expect(store.removeValue(forKey: "cafe\u{301}") == 2)
    #expect(store.removeValue(forKey: "cafe\u{301}") == nil)
    #expect(store.keys == ["caf\u{e9}"])
  }

  @Test func `a write to a copy leaves the original unchanged, and the reverse`() {
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

  @Test func `insert returns whether the key was free, and keeps an existing value`() {
    var store = KeyedStore<Int>()
    var wasFree = [store.insert(1, forKey: "a")]
    let copy = store
    wasFree.append(store.insert(2, forKey: "a"))
    wasFree.append(store.insert(3, forKey: "b"))
    #expect(wasFree == [true, false, true])
    #expect(store["a"] == 1)
    #expect(store["b"] == 3)
    #expect(copy.keys == ["a"])
  }

  @Test func `update changes a value in place, or starts from the default`() {
    var store = KeyedStore<[Int]>()
    store["a"] = [1]
    let copy = store
    let counts = ["a", "b"].map { key in
      store.update(key, default: []) { list in
        list.append(2)
        return list.count
      }
    }
    #expect(counts == [2, 1])
    #expect(store["a"] == [1, 2])
    #expect(store["b"] == [2])
    #expect(copy["a"] == [1])
    #expect(copy["b"] == nil)
  }

  @Test func `a store is written to while another thread drops copies of it`() async {
    let shelf = Shelf()
    await withTaskGroup { group in
      group.addTask { while shelf.drop() { await Task.yield() } }
      group.addTask {
        var store = KeyedStore<Int>()
        for number in 0..<10_000 {
          shelf.put(store)
          let key = "k\(number % 2500)"
          if number.isMultiple(of: 2) {
            _ = store.insert(number, forKey: key)
          } else {
            store.update(key, default: 0) { $0 += 1 }
          }
        }
        shelf.close()
        #expect(store.count == 2500)
        #expect(store["k0"] == 0)
        #expect(store["k1"] == 4)
      }
    }
  }

  @Test func `a store has the same content as a dictionary after random operations`() {
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

/// A shared variable for copies of a store: one thread stores them, another releases them.
private final class Shelf: Sendable {
  private let state = Mutex<(store: KeyedStore<Int>?, isOpen: Bool)>((nil, true))

  func put(_ store: consuming KeyedStore<Int>) { state.withLock { [store] in $0.store = store } }

  func close() { state.withLock { $0.isOpen = false } }

  /// Releases the latest copy, and returns whether more copies may follow.
  func drop() -> Bool {
    let (store, isOpen) = state.withLock { state in
      defer { state.store = nil }
      return state
    }
    return store != nil || isOpen
  }
}
