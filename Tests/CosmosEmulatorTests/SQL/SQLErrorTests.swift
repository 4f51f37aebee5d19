import GhostlightCore
import Testing

@testable import CosmosEmulator

/// Tests of refused queries, with the position of the error (B14.5).
@Suite struct `SQL refusals` {
  struct Row: Sendable, CustomTestStringConvertible {
    let query: String
    let code: JSON?
    let span: SQLSpan?
    init(_ query: String, _ code: JSON?, _ span: (Int, Int)? = nil) {
      self.query = query
      self.code = code
      self.span = span.map { SQLSpan($0.0, $0.1) }
    }
    var testDescription: String { query }
  }

  @Test(arguments: rows)
  func `an invalid query is refused with code and place`(_ row: Row) throws {
    let error = #expect(throws: SQLError.self) {
      _ = try SQLCase(row.query, "").run(over: `SQL clauses`.people)
    }
    #expect(error?.code == row.code)
    if let span = row.span { #expect(error?.span == span) }
  }

  static let rows: [Row] = [
    Row("SELECT FROM c", "SC1001", (7, 11)), Row("", "SC1002", (0, 0)),
    Row("SELECT", "SC1002", (6, 6)), Row("SELECT c.id FROM", "SC1002", (16, 16)),
    Row("SELECT c.id FROM c;", "SC1010", (18, 19)), Row("SELECT x.id FROM c", "SC2001", (7, 8)),
    Row("SELECT c.id FROM c AS d", "SC2001", (7, 8)), Row("SELECT ABC(1)", "SC2005", (7, 10)),
    Row("SELECT c.id, c.id FROM c", "SC2022"), Row("SELECT c.a AS x, 1 AS x FROM c", "SC2022"),
    Row("SELECT * FROM c JOIN t IN c.tags", "SC2040"), Row("SELECT *", "SC2040"),
    Row("SELECT c.name, COUNT(1) FROM c", "SC2102"),
    Row("SELECT c.name FROM c GROUP BY c.age", "SC2102"),
    Row("INSERT INTO c", "SC1001", (0, 6)), Row("DELETE FROM c", "SC1001", (0, 6)),
    Row("SELECT c.order FROM c", "SC1001", (9, 14)),
    Row("SELECT VALUE * FROM c", "SC1001", (13, 14)),
    Row("SELECT *, c.id FROM c", "SC1001", (8, 9)), Row("SELECT TRUE", "SC2001", (7, 11)),
    Row("SELECT 'a", "SC1002"), Row("SELECT 'a\\q'", "SC1010"), Row("SELECT 1a", "SC1010"),
    Row("SELECT undefineds", "SC2001", (7, 17)), Row("SELECT 1 \u{0}= 1", "SC1010", (9, 10)),
    Row("SELECT #", "SC1010", (7, 8)), Row("SELECT c.id FROM c WHERE", "SC1002"),
    Row("SELECT c.id FROM c ORDER BY", "SC1002"), Row("SELECT c.id FROM c OFFSET 1", "SC1002"),
    Row("SELECT c.id FROM c LIMIT 1", "SC1001", (19, 24)), Row("SELECT 1 2", "SC1001", (9, 10)),
    Row("SELECT VALUE c.id FROM c ORDER BY UPPER(c.name)", 2206),
    Row("SELECT VALUE 1 FROM c ORDER BY 1", 2206),
    Row("SELECT VALUE c.id FROM c ORDER BY c", 2206), Row("SELECT VALUE 1 / 0", 4001),
    Row("SELECT VALUE 1 % 0", 4001), Row("SELECT VALUE SQRT(-1)", 4001),
    Row("SELECT LOG(0) AS a", 4001), Row("SELECT VALUE {a: COT(0)}", 4001),
    Row("SELECT VALUE [ASIN(2)]", 4001), Row("SELECT VALUE 1e308 * 10", 4001),
    Row("SELECT VALUE ARRAY(SELECT VALUE -Infinity)", 4001), Row("SELECT VALUE NaN", 4001),
    Row("SELECT VALUE COUNT(1) FROM c GROUP BY c.age * Infinity", 4001),
    Row("SELECT VALUE infinity", "SC2001"), Row("SELECT VALUE NOW('day')", "SC2050"),
    Row("SELECT VALUE LENGTH()", "SC2050"),
    Row("SELECT VALUE ABS(1, 2)", "SC2050"),
    Row("SELECT VALUE (SELECT VALUE t FROM t IN c.tags) FROM c", nil),
    Row("SELECT TOP 1 c.id FROM c OFFSET 0 LIMIT 1", nil),
    Row("SELECT c.age FROM c GROUP BY c.age ORDER BY c.age", nil),
    Row("SELECT VALUE 'a' LIKE 'a' ESCAPE 'ab'", nil),
    Row("SELECT VALUE REGEXMATCH('a', '(')", nil),
    Row("SELECT VALUE REGEXMATCH('a', 'a', 'q')", nil),
    Row("SELECT VALUE c.id FROM c WHERE COUNT(1) > 1", nil),
    Row("SELECT VALUE SUM(COUNT(1)) FROM c", "SC2101"), Row("SELECT TOP @n VALUE 1", "SC2060"),
    Row("SELECT TOP 99999999999 VALUE 1", "SC2060"),
    Row("SELECT VALUE x FROM c JOIN x IN y.z", "SC2001"),
    Row("SELECT VALUE EXISTS(SELECT VALUE d FROM d)", "SC2001"),
    Row("SELECT VALUE a IN 1", "SC1001"),
    Row("SELECT VALUE {a 1}", "SC1001"), Row("SELECT VALUE [1", "SC1002"),
    Row("SELECT VALUE (1", "SC1002"),
    Row("SELECT VALUE left", "SC1001"), Row("SELECT 1 AS select", "SC1001"),
  ]

  @Test func `a query that is nested too deep or too long is refused`() {
    let deep = "SELECT VALUE " + String(repeating: "(", count: 5_000)
    let chain = "SELECT VALUE 1" + String(repeating: " + 1", count: 5_000)
    let long = "SELECT VALUE '" + String(repeating: "a", count: 300_000) + "'"
    for query in [deep, chain, long] {
      #expect(throws: SQLError.self) { _ = try SQLStatement(query) }
    }
  }

  @Test func `a chain of a thousand alternatives does not count as nesting`() throws {
    let query = "SELECT VALUE 1 = 0" + String(repeating: " OR 1 = 0", count: 1_000)
    #expect(try SQLCase(query, "").run(over: []) == "[false]")
  }
}
