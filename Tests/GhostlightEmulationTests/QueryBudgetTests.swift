import GhostlightCore
import Testing

@testable import GhostlightEmulation

@Suite struct `Work budget of queries` {
  /// A thousand notes, numbered in their field `n`, which is indexed.
  private static let notes: DocumentCollection = {
    var notes = DocumentCollection(indexes: [IndexDefinition(FieldPath("n"))])
    for number in 0..<1_000 {
      let list = (0..<20).map { JSON.integer(Int64(number + $0)) }
      notes.insert(
        ["n": .integer(Int64(number)), "list": .array(list), "text": .string("a\(number)")],
        forKey: "k\(number)")
    }
    return notes
  }()

  private static let n = FieldPath("n")
  private static let text = FieldPath("text")

  /// Each argument is a query with the minimum and the maximum number of units that it may spend.
  @Test(arguments: [
    (Query(.field(n, .equals(7))), 4...8),
    (Query(limit: 10), 40...50),
    (Query(order: [SortKey(n)], limit: 10), 40...50),
    (Query(.field(text, .equals("a7"))), 4_000...4_100),
    (Query(order: [SortKey(text)], limit: 10), 7_000...12_000),
    (Query(.field(FieldPath("list"), .anyElement(.equals(-1)))), 8_000...10_000),
    (
      Query(.field(text, .isOneOf((0..<800).map { .string("b\($0)") }))), 104_000...108_000
    ),
    (
      Query(.or((0..<400).map { .field(text, .equals(.string("b\($0)"))) })), 104_000...108_000
    ),
  ])
  func `a query spends units for its documents`(_ query: Query, _ units: ClosedRange<Int>) throws {
    let budget = WorkBudget(1_000_000)
    let result = try Self.notes.find(query, within: budget)
    let spent = try 1_000_000 - #require(budget.left)
    #expect(units.contains(spent), "\(spent)")
    #expect(result == Self.notes.find(query))
    #expect(try Self.notes.find(query, within: WorkBudget(spent)) == result)
    #expect(throws: Fault.workLimit(spent - 1)) {
      try Self.notes.find(query, within: WorkBudget(spent - 1))
    }
  }

  @Test func `a query beyond its budget is refused, also for a page`() {
    let query = Query(.field(Self.text, .equals("none")), limit: 1)
    #expect(throws: Fault.workLimit(500)) {
      try Self.notes.find(query, within: WorkBudget(500))
    }
    #expect(throws: Fault.workLimit(500)) {
      try Self.notes.page(query, within: WorkBudget(500))
    }
  }

  /// Each argument is a query with the units of 2,000 that are left afterwards, or `nil` if the
  /// units do not suffice.
  @Test(arguments: [
    (Query(.field(text, .equals("none")), limit: 1), nil),
    (Query(.field(text, .equals("a7")), limit: 25), nil),
    (Query(.field(text, .equals("a7")), limit: 1), 2_000 - 8 * 4),
    (Query(.not(.field(text, .equals("none"))), limit: 200), 2_000 - 200 * 4),
    (Query(.not(.field(text, .equals("none"))), offset: 300, limit: 10), 2_000 - 310 * 4),
    (Query(.not(.field(text, .equals("none"))), offset: 600, limit: 10), nil),
  ])
  func `a query that will exceed a provisional budget ends early`(
    _ query: Query, _ left: Int?
  ) throws {
    let budget = WorkBudget(2_000, isProvisional: true)
    guard let left else {
      #expect(throws: Fault.workLimit(2_000)) { try Self.notes.page(query, within: budget) }
      #expect(budget.isExhausted)
      return
    }
    #expect(try Self.notes.page(query, within: budget) == Self.notes.page(query))
    try budget.spend(left)
    #expect(throws: Fault.workLimit(2_000)) { try budget.spend() }
  }

  @Test func `a query within its final budget does not end early`() throws {
    let query = Query(.field(Self.text, .equals("a7")), limit: 25)
    #expect(try Self.notes.page(query, within: WorkBudget(4_000)).count == 1)
  }

  @Test func `a query ends when its budget is cancelled`() {
    let budget = WorkBudget(1_000_000)
    budget.cancel()
    #expect(throws: Fault.workLimit(1_000_000)) { try Self.notes.find(Query(), within: budget) }
  }

  @Test func `closures of a query spend units`() throws {
    let query = Query(
      .measured { _, budget throws(Fault) in
        try budget.spend(100)
        return true
      })
    #expect(throws: Fault.workLimit(50_000)) {
      try Self.notes.find(query, within: WorkBudget(50_000))
    }
    #expect(try Self.notes.find(query, within: WorkBudget(104_000)).total == 1_000)
  }

  @Test func `sorting 100,000 documents by two fields fits ten times into the budget`() throws {
    let budget = WorkBudget(2_000_000)
    let matches = (0..<100_000).map { number in
      FoundDocument(
        key: "\(number)", sequence: number,
        document: ["a": .integer(Int64(number % 10)), "b": .integer(Int64(-number))])
    }
    let sorted = try SortedMatches(
      matches, by: [SortKey(FieldPath("a")), SortKey(FieldPath("b"))], newestFirst: false,
      first: 100_000, within: budget)
    #expect(sorted.slots.first == 99_990)
  }

  @Test func `large objects and long values cost units`() throws {
    var wide = JSONObject()
    for number in 0..<6_400 { wide.append("m\(number)", 1) }
    #expect(throws: Fault.workLimit(199)) {
      try FieldPath("none").value(in: wide, within: WorkBudget(199))
    }
    #expect(try FieldPath("none").value(in: wide, within: WorkBudget(200)) == nil)
    let text = JSON.string(String(repeating: "a", count: 102_400))
    #expect(throws: Fault.workLimit(99)) { try text.isSame(as: text, within: WorkBudget(99)) }
    let list = JSON.array(Array(repeating: 1, count: 800))
    #expect(throws: Fault.workLimit(99)) { try list.isSame(as: list, within: WorkBudget(99)) }
    #expect(throws: Fault.workLimit(99)) {
      try JSON.object(wide).isSame(as: .object(wide), within: WorkBudget(99))
    }
  }

  @Test func `field names are compared by their bytes`() {
    let (composed, decomposed) = ("caf\u{e9}", "cafe\u{301}")
    #expect(FieldPath(composed) != FieldPath(decomposed))
    #expect(Set([FieldPath(composed), FieldPath(decomposed)]).count == 2)
    var notes = DocumentCollection(indexes: [IndexDefinition(FieldPath(composed))])
    var both = JSONObject()
    both.append(composed, 1)
    both.append(decomposed, 2)
    for number in 0..<10 { notes.insert(both, forKey: "k\(number)") }
    #expect(notes.find(Query(.field(FieldPath(decomposed), .equals(2)))).total == 10)
    var wide = both
    for number in 0..<20 { wide.append("m\(number)", 1) }
    var other = wide
    other[decomposed] = 1
    #expect(JSON.object(wide).isSame(as: .object(wide)))
    #expect(!JSON.object(wide).isSame(as: .object(other)))
  }
}
