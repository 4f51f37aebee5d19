import GhostlightCore
import Testing

@testable import GhostlightEmulation

@Suite struct `Document collection queries` {
  private static let n = FieldPath("n")

  private func notes(indexed: Bool = true) -> DocumentCollection {
    var notes = DocumentCollection(indexes: indexed ? [IndexDefinition(Self.n)] : [])
    for number in 0..<40 {
      notes.insert(["n": .integer(Int64(number * 7 % 10))], forKey: "k\(number)")
    }
    return notes
  }

  @Test func `results without a sort order are in creation order, even from an index`() {
    let query = Query(.field(Self.n, .isOneOf([7, 4, 7.0])))
    let found = notes().find(query)
    #expect(found.documents.map(\.key) == ["k1", "k2", "k11", "k12", "k21", "k22", "k31", "k32"])
    #expect(found == notes(indexed: false).find(query))
  }

  @Test func `a page has the number of all matches`() {
    let found = notes().find(Query(.field(Self.n, .equals(7)), offset: 1, limit: 2))
    #expect(found.documents.map(\.key) == ["k11", "k21"])
    #expect(found.total == 4)
  }

  @Test func `documents with equal sort keys are in creation order in both directions`() {
    for indexed in [false, true] {
      let notes = notes(indexed: indexed)
      let down = notes.find(Query(order: [SortKey(Self.n, descending: true)], limit: 5))
      #expect(down.documents.map(\.key) == ["k7", "k17", "k27", "k37", "k4"])
      let newest = notes.find(Query(order: [SortKey(Self.n)], newestFirst: true, limit: 5))
      #expect(newest.documents.map(\.key) == ["k30", "k20", "k10", "k0", "k33"])
    }
  }

  @Test(
    arguments: [
      (false, .lowest, ["none", "null", "one"]), (true, .lowest, ["one", "null", "none"]),
      (false, .first, ["none", "null", "one"]), (true, .first, ["none", "one", "null"]),
      (false, .last, ["null", "one", "none"]), (true, .last, ["one", "null", "none"]),
    ] as [(Bool, MissingPlacement, [String])])
  func `documents without the sorted field have the place that the sort key names`(
    _ descending: Bool, _ missing: MissingPlacement, _ keys: [String]
  ) {
    for indexes in [[], [IndexDefinition(Self.n)]] {
      var notes = DocumentCollection(indexes: indexes)
      notes.insert(["n": 1], forKey: "one")
      notes.insert([:], forKey: "none")
      notes.insert(["n": nil], forKey: "null")
      let key = SortKey(Self.n, descending: descending, missing: missing)
      #expect(notes.find(Query(order: [key])).documents.map(\.key) == keys)
    }
  }

  @Test func `values of different kinds are sorted from missing to object`() {
    let ladder: [(String, JSON?)] = [
      ("missing", nil), ("null", .null), ("false", false), ("true", true), ("number", -3.5),
      ("string", "x"), ("array", [1]), ("object", ["a": 1]),
    ]
    var notes = DocumentCollection()
    for (key, value) in ladder.reversed() {
      var document: JSONObject = [:]
      document["n"] = value
      notes.insert(document, forKey: key)
    }
    let found = notes.find(Query(order: [SortKey(Self.n)]))
    #expect(found.documents.map(\.key) == ladder.map(\.0))
  }

  @Test func `the most selective index is chosen`() throws {
    var notes = DocumentCollection(
      indexes: [IndexDefinition(FieldPath("wide")), IndexDefinition(FieldPath("tight"))])
    for number in 0..<100 {
      notes.insert(
        ["wide": .integer(Int64(number % 4)), "tight": .integer(Int64(number % 20))],
        forKey: "k\(number)")
    }
    let query = Query(
      .and([
        .field(FieldPath("wide"), .equals(3)), .and([.field(FieldPath("tight"), .equals(7))]),
      ]))
    guard case .candidates(1, _, let ranges, _) = try notes.plan(for: query, within: .unlimited)
    else {
      Issue.record("the index is not used")
      return
    }
    #expect(ranges == [.only(.number(.integer(7)))])
    #expect(notes.find(query).documents.map(\.key) == ["k7", "k27", "k47", "k67", "k87"])
  }

  @Test func `bounds of different array elements are not combined`() {
    var notes = DocumentCollection(indexes: [IndexDefinition(Self.n)])
    for number in 0..<20 { notes.insert(["n": .integer(Int64(number + 10))], forKey: "k\(number)") }
    notes.insert(["n": [0, 9]], forKey: "both")
    let query = Query(
      .and([
        .field(Self.n, .valueOrAnyElement(.greater(2))),
        .field(Self.n, .valueOrAnyElement(.less(5))),
      ]))
    #expect(notes.find(query).documents.map(\.key) == ["both"])
  }

  @Test(
    arguments: [
      .field(n, .isMissing), .field(n, .noneOf([.equals(1)])), .field(n, .equals([1])),
      .field(n, .isOneOf([1, [1]])), .field(n, .anyElement(.anyElement(.equals(1)))),
      .field(n, .custom { _ in true }), .not(.field(n, .equals(1))),
      .or([.field(n, .equals(1)), .field(n, .equals(2))]), .custom { _ in true },
    ] as [Predicate])
  func `an index is not used if documents outside it could match`(_ test: Predicate) throws {
    #expect(try notes().plan(for: Query(test), within: .unlimited).kind == "scan")
  }

  @Test(
    arguments: [
      .never, .or([]), .and([.always, .never]),
    ] as [Predicate])
  func `a condition that cannot match needs no search`(_ test: Predicate) throws {
    #expect(try notes().plan(for: Query(test), within: .unlimited).kind == "nothing")
    #expect(notes().find(Query(test)) == QueryResult(documents: [], total: 0))
  }
}
