import GhostlightCore
import GhostlightEmulation
import Testing

@Suite struct `Document collection` {
  @Test func `documents come back by key and in creation order`() {
    var notes = DocumentCollection()
    let inserted = [
      notes.insert(["n": 1], forKey: "b"), notes.insert(["n": 2], forKey: "a"),
    ]
    #expect(inserted == [true, true])
    #expect(notes["a"] == ["n": 2])
    #expect(notes["c"] == nil)
    #expect(notes.contains("b") && !notes.contains("c"))
    #expect(notes.keys() == ["b", "a"])
    #expect(notes.count == 2)
  }

  @Test func `a taken key is refused and nothing changes`() {
    var notes = DocumentCollection(indexes: [IndexDefinition(FieldPath("n"))])
    notes.insert(["n": 1], forKey: "a")
    let inserted = notes.insert(["n": 2], forKey: "a")
    #expect(!inserted)
    #expect(notes["a"] == ["n": 1])
    #expect(notes.find(Query(.field(FieldPath("n"), .equals(2)))).total == 0)
  }

  @Test func `keys are told apart by their bytes`() {
    var notes = DocumentCollection()
    let inserted = [
      notes.insert(["n": 1], forKey: "caf\u{e9}"), notes.insert(["n": 2], forKey: "cafe\u{301}"),
    ]
    #expect(inserted == [true, true])
    #expect(notes["caf\u{e9}"] == ["n": 1])
    #expect(notes.remove("cafe\u{301}") == ["n": 2])
    #expect(notes.count == 1)
  }

  @Test func `a replaced document keeps its place`() {
    var notes = DocumentCollection()
    for key in ["a", "b", "c"] { notes.insert(["key": .string(key)], forKey: key) }
    let old = notes.replace(["new": true], forKey: "b")
    let absent = notes.replace(["new": true], forKey: "z")
    #expect([old, absent] == [["key": "b"], nil])
    #expect(notes.keys() == ["a", "b", "c"])
    #expect(notes["b"] == ["new": true])
    #expect(!notes.contains("z"))
  }

  @Test func `a key that comes back goes to the end`() {
    var notes = DocumentCollection()
    for key in ["a", "b", "c"] { notes.insert([:], forKey: key) }
    let removed = [notes.remove("a"), notes.remove("a")]
    #expect(removed == [[:], nil])
    notes.insert([:], forKey: "a")
    #expect(notes.keys() == ["b", "c", "a"])
  }

  @Test(
    arguments: [
      (0, 2, false, ["a", "b"]), (1, nil, false, ["b", "c"]), (-4, 1, false, ["a"]),
      (9, 2, false, []), (0, -1, false, []), (0, 2, true, ["c", "b"]), (2, .max, true, ["a"]),
      (.max, .max, false, []), (.min, nil, true, ["c", "b", "a"]),
    ] as [(Int, Int?, Bool, [String])])
  func `a page is cut to what there is`(
    _ offset: Int, _ limit: Int?, _ newestFirst: Bool, _ keys: [String]
  ) {
    var notes = DocumentCollection()
    for key in ["a", "b", "c"] { notes.insert([:], forKey: key) }
    let page = notes.documents(from: offset, limit: limit, newestFirst: newestFirst)
    #expect(page.map(\.key) == keys)
    let query = Query(newestFirst: newestFirst, offset: offset, limit: limit)
    #expect(notes.find(query) == QueryResult(documents: page, total: 3))
  }

  @Test func `a fork and its origin go their own ways`() {
    var origin = DocumentCollection(indexes: [IndexDefinition(FieldPath("n"))])
    for number in 0..<100 {
      origin.insert(["n": .integer(Int64(number % 5))], forKey: "k\(number)")
    }
    var fork = origin
    fork.remove("k7")
    fork.replace(["n": 9], forKey: "k2")
    origin.insert(["n": 2], forKey: "new")
    let twos = Query(.field(FieldPath("n"), .equals(2)))
    #expect(origin.find(twos).total == 21)
    #expect(fork.find(twos).total == 18)
    #expect(fork["new"] == nil && origin["k7"] == ["n": 2])
  }

  @Test func `an index added later knows the documents there are`() {
    var notes = DocumentCollection()
    for number in 0..<50 { notes.insert(["n": .integer(Int64(number))], forKey: "k\(number)") }
    notes.addIndex(IndexDefinition(FieldPath("n")))
    notes.addIndex(IndexDefinition(FieldPath("n")))
    let query = Query(.field(FieldPath("n"), .greater(47)))
    #expect(notes.find(query).documents.map(\.key) == ["k48", "k49"])
    guard case .candidates(slot: 0, ranges: _) = notes.plan(for: query) else {
      Issue.record("the index is not used")
      return
    }
  }
}
