import GhostlightCore
import GhostlightPatterns
import HTTPTypes
import Testing

@testable import GhostlightEmulation

/// The exact units of work of each operation, at and near the sizes from which they are charged.
@Suite struct `Units of work` {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let units: Int
    let work: @Sendable (WorkBudget) throws(Fault) -> Void

    init(
      _ title: String, _ units: Int,
      _ work: @escaping @Sendable (WorkBudget) throws(Fault) -> Void
    ) {
      (testDescription, self.units, self.work) = ("\(title) for \(units)", units, work)
    }
  }

  private static func text(_ count: Int) -> String { String(repeating: "a", count: count) }

  private static func list(_ count: Int) -> JSON { .array(Array(repeating: 1, count: count)) }

  private static func object(_ count: Int) -> JSONObject {
    (0..<count).reduce(into: JSONObject()) { $0.append("m\($1)", 1) }
  }

  private static let plain: [Row] = [
    Row("nothing", 0) { _ throws(Fault) in },
    Row("one", 1) { budget throws(Fault) in try budget.spend() },
    Row("a negative number", 0) { budget throws(Fault) in try budget.spend(-5) },
    Row("31 bytes", 1) { budget throws(Fault) in try budget.spend(bytes: 31) },
    Row("32 bytes", 2) { budget throws(Fault) in try budget.spend(bytes: 32) },
    Row("3 times 7", 21) { budget throws(Fault) in try budget.spend(3, times: 7) },
    Row("-3 times 7", 0) { budget throws(Fault) in try budget.spend(-3, times: 7) },
    Row("3 times -7", 0) { budget throws(Fault) in try budget.spend(3, times: -7) },
    Row("sorting 0", 0) { budget throws(Fault) in try budget.spend(sorting: 0) },
    Row("sorting 1", 0) { budget throws(Fault) in try budget.spend(sorting: 1) },
    Row("sorting 2", 2) { budget throws(Fault) in try budget.spend(sorting: 2) },
    Row("sorting 3", 2) { budget throws(Fault) in try budget.spend(sorting: 3) },
    Row("sorting 4", 6) { budget throws(Fault) in try budget.spend(sorting: 4) },
    Row("sorting 7 by 2", 12) { budget throws(Fault) in try budget.spend(sorting: 7, keys: 2) },
    Row("sorting 8", 12) { budget throws(Fault) in try budget.spend(sorting: 8) },
  ]

  private static let walks: [Row] =
    ([
      (.null, 1), (true, 1), (1, 1), (.double(1.5), 1),
      (.decimal(JSONDecimal(uncheckedDigits: text(32))), 2), (.string(text(31)), 1),
      (.string(text(32)), 2), ([], 1), ([1, [2]], 4), ([:], 1), (["a": 1, "b": [:]], 3),
    ] as [(JSON, Int)]).map { value, units in
      Row("walking \(value)", units) { budget throws(Fault) in try budget.spend(walking: value) }
    }
    + ([
      ([:], 1), (["a": 1], 1), (["a": 1, "b": 2], 2), (["a": .string(text(64))], 1),
      (["a": .string(text(65))], 4), (["a": [1]], 3), (["a": ["b": 1]], 3),
      (["a": 1, "b": 2, "c": 3], 2), (["a": 1, "b": 2, "c": 3, "d": 4], 3),
    ] as [(JSONObject, Int)]).map { value, units in
      Row("printing \(JSON.object(value))", units) { budget throws(Fault) in
        try budget.spend(printing: value)
      }
    }

  private static let equality: [Row] =
    ([
      (.string(text(1_024)), 0), (.string(text(1_025)), 1), (.string(text(2_048)), 2),
      (list(8), 0), (list(9), 1), (list(16), 2), (.object(object(4)), 0),
      (.object(object(5)), 1), (.object(object(16)), 1), (.object(object(17)), 34),
      ([.object(object(5)), .object(object(5))], 2), (1, 0),
    ] as [(JSON, Int)]).map { value, units in
      Row("equality of \(value.text().prefix(20))", units) { budget throws(Fault) in
        guard try value.isSame(as: value, within: budget) else { throw .workLimit(0) }
      }
    }

  private static let tests: [Row] =
    ([
      (.isOneOf(Array(repeating: 2, count: 8)), 1, 0),
      (.isOneOf(Array(repeating: 2, count: 9)), 1, 1),
      (.isOneOf(Array(repeating: 2, count: 16)), nil, 0),
      (.anyElement(.equals(2)), list(4), 0), (.anyElement(.equals(2)), list(5), 1),
      (.valueOrAnyElement(.equals(2)), list(8), 2),
      (.allOf(Array(repeating: .equals(1), count: 4)), 1, 0),
      (.allOf(Array(repeating: .equals(1), count: 5)), 1, 1),
      (.anyOf(Array(repeating: .equals(1), count: 8)), 1, 2),
      (.noneOf(Array(repeating: .equals(1), count: 4)), 1, 0),
      (.noneOf(Array(repeating: .equals(1), count: 12)), 1, 3),
    ] as [(FieldTest, JSON?, Int)]).enumerated().map { position, row in
      Row("field test \(position)", row.2) { budget throws(Fault) in
        _ = try row.0.matches(row.1, within: budget)
      }
    }
    + ([
      (.and(Array(repeating: .always, count: 4)), 0),
      (.and(Array(repeating: .always, count: 5)), 1),
      (.or(Array(repeating: .never, count: 4)), 0), (.or(Array(repeating: .never, count: 8)), 2),
      (.not(.or(Array(repeating: .never, count: 8))), 2),
    ] as [(Predicate, Int)]).enumerated().map { position, row in
      Row("predicate \(position)", row.1) { budget throws(Fault) in
        _ = try row.0.matches([:], within: budget)
      }
    }
    + ([
      ("m1", 64, 0), ("m1", 65, 2), ("m1", 96, 3), ("in.m1", 64, 0), ("in.m1", 65, 2),
    ] as [(String, Int, Int)]).map { path, count, units in
      Row("\(path) among \(count)", units) { budget throws(Fault) in
        let inner = object(count)
        let document: JSONObject = path == "m1" ? inner : ["in": .object(inner)]
        _ = try FieldPath.dotted(path).value(in: document, within: budget)
      }
    }

  private static let patterns: [Row] = [
    Row("a pattern", 2) { budget throws(Fault) in
      _ = try CompiledPattern.compile("abc", within: budget)
    },
    Row("a pattern that is not valid", 1_251) { budget throws(Fault) in
      _ = try CompiledPattern.compile("(", within: budget)
    },
  ]

  @Test(arguments: plain + walks + equality + tests + patterns)
  func `each operation costs exactly its units`(_ row: Row) throws {
    let budget = WorkBudget(1_000_000)
    try row.work(budget)
    #expect(1_000_000 - (budget.left ?? 0) == row.units)
    try row.work(WorkBudget(row.units))
    if row.units > 0 {
      #expect(throws: Fault.workLimit(row.units - 1)) { try row.work(WorkBudget(row.units - 1)) }
    }
    try row.work(.unlimited)
  }

  @Test func `a budget that was once exceeded stays exhausted until it is refilled`() throws {
    let budget = WorkBudget(10)
    #expect(throws: Fault.workLimit(10)) { try budget.spend(11) }
    #expect(budget.isExhausted)
    #expect(throws: Fault.workLimit(10)) { try budget.spend(0) }
    #expect(throws: Fault.workLimit(10)) { try budget.check() }
    budget.refill()
    #expect(!budget.isExhausted)
    try budget.check()
    try budget.spend(10)
    #expect(budget.left == 0)
    #expect(!budget.isExhausted)
    #expect(WorkBudget(-1).limit == 0)
    #expect(WorkBudget.unlimited.left == nil)
    #expect(Fault.workLimit(7).isWorkLimit)
    #expect(!Fault("x", .conflict, "", source: "A1").isWorkLimit)
  }

  @Test func `only a provisional budget ends work that it expects to exceed`() throws {
    try WorkBudget(10).expect(11, times: 1)
    let budget = WorkBudget(10, isProvisional: true)
    try budget.expect(5, times: 2)
    #expect(budget.left == 10)
    #expect(throws: Fault.workLimit(10)) { try budget.expect(11, times: 1) }
    #expect(budget.isExhausted)
    let other = WorkBudget(10, isProvisional: true)
    #expect(throws: Fault.workLimit(10)) { try other.expect(.max, times: 2) }
  }

  @Test func `a cancelled budget throws at the next call`() throws {
    let budget = WorkBudget(10)
    try budget.check()
    budget.cancel()
    #expect(budget.isCancelled)
    #expect(!budget.isExhausted)
    #expect(throws: Fault.workLimit(10)) { try budget.check() }
    #expect(budget.isExhausted)
  }
}
