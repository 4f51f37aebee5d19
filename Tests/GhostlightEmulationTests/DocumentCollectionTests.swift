import GhostlightCore
import Testing

@testable import GhostlightEmulation

@Suite struct `Document collection` {
  @Test func `documents are found by key and in creation order`() {
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

  @Test func `inserting a taken key is refused and changes nothing`() {
    var notes = DocumentCollection(indexes: [IndexDefinition(FieldPath("n"))])
    notes.insert(["n": 1], forKey: "a")
    let inserted = notes.insert(["n": 2], forKey: "a")
    #expect(!inserted)
    #expect(notes["a"] == ["n": 1])
    #expect(notes.find(Query(.field(FieldPath("n"), .equals(2)))).total == 0)
  }

  @Test func `document keys are compared by their bytes`() {
    var notes = DocumentCollection()
    let inserted = [
      notes.insert(["n": 1], forKey: "caf\u{e9}"), notes.insert(["n": 2], forKey: "cafe\u{301}"),
    ]
    #expect(inserted == [true, true])
    #expect(notes["caf\u{e9}"] == ["n": 1])
    #expect(notes.remove("cafe\u{301}") == ["n": 2])
    #expect(notes.count == 1)
  }

  @Test func `a replaced document keeps its place in creation order`() {
    var notes = DocumentCollection()
    for key in ["a", "b", "c"] { notes.insert(["key": .string(key)], forKey: key) }
    let old = notes.replace(["new": true], forKey: "b")
    let absent = notes.replace(["new": true], forKey: "z")
    #expect([old, absent] == [["key": "b"], nil])
    #expect(notes.keys() == ["a", "b", "c"])
    #expect(notes["b"] == ["new": true])
    #expect(!notes.contains("z"))
  }

  @Test func `a removed key that is inserted again comes last`() {
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
  func `a page is limited to the existing documents`(
    _ offset: Int, _ limit: Int?, _ newestFirst: Bool, _ keys: [String]
  ) {
    var notes = DocumentCollection()
    for key in ["a", "b", "c"] { notes.insert([:], forKey: key) }
    let page = notes.documents(from: offset, limit: limit, newestFirst: newestFirst)
    #expect(page.map(\.key) == keys)
    let query = Query(newestFirst: newestFirst, offset: offset, limit: limit)
    #expect(notes.find(query) == QueryResult(documents: page, total: 3))
  }

  @Test func `a fork and its origin change independently`() {
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

  @Test func `removing consecutive documents in a fork leaves all others`() {
    let (documents, keys) = (0..<3_000).reduce(into: ([JSONObject](), [String]())) {
      $0.0.append(["n": .integer(Int64($1))])
      $0.1.append("k\($1)")
    }
    var origin = DocumentCollection()
    for (document, key) in zip(documents, keys) { origin.insert(document, forKey: key) }
    var fork = origin
    let stay: Set<Int> = [31, 32, 1_023, 2_048, 2_990]
    for number in 0..<2_991 where !stay.contains(number) { fork.remove("k\(number)") }
    fork.insert(["n": "late"], forKey: "k7")
    fork.replace(["n": "new"], forKey: "k1023")
    let kept = stay.sorted() + Array(2_991..<3_000)
    #expect(fork.keys() == kept.map { "k\($0)" } + ["k7"])
    #expect(
      fork.documents().map(\.document)
        == kept.map { $0 == 1_023 ? ["n": "new"] : documents[$0] } + [["n": "late"]])
    #expect(fork["k8"] == nil && fork["k2990"] == documents[2_990])
    for key in fork.keys() { fork.remove(key) }
    fork.insert(["n": 1], forKey: "again")
    #expect(fork.documents().map(\.document) == [["n": 1]])
    #expect(origin.documents().map(\.document) == documents)
    #expect(origin.keys() == keys)
  }

  @Test func `an index added later contains the existing documents`() throws {
    var notes = DocumentCollection()
    for number in 0..<50 { notes.insert(["n": .integer(Int64(number))], forKey: "k\(number)") }
    notes.addIndex(IndexDefinition(FieldPath("n")))
    notes.addIndex(IndexDefinition(FieldPath("n")))
    let query = Query(.field(FieldPath("n"), .greater(47)))
    #expect(notes.find(query).documents.map(\.key) == ["k48", "k49"])
    #expect(try notes.plan(for: query, within: .unlimited).kind == "candidates")
  }
}
