import GhostlightCore
import GhostlightEmulation
import Testing

@testable import CosmosEmulator

/// Tests of the errors that the service lists for a query, with codes, messages and places.
///
/// - Source: Azure/azure-cosmos-dotnet-v3 at 8c53d35: the baselines `Linq*BaselineTests`, which
///   contain the responses of the service, and `QueryPlanBaselineTests`. The queries are others.
@Suite struct `SQL errors of the service` {
  /// A query with its errors; a place is the text of the query at that place.
  struct Row: Sendable, CustomTestStringConvertible {
    let query: String
    let errors: [(code: JSON, message: String, place: String?)]
    init(_ query: String, _ errors: (JSON, String, String?)...) {
      self.query = query
      self.errors = errors
    }
    var testDescription: String { query }

    var expected: SQLError {
      SQLError(errors.map { SQLError($0.code, $0.message, at: $0.place.map(span)) })
    }

    private func span(of place: String) -> SQLSpan {
      let (whole, part) = (Array(query.utf16), Array(place.utf16))
      let start = whole.indices.first { whole[$0...].starts(with: part) } ?? -1
      return SQLSpan(start, start + part.count)
    }
  }

  @Test(arguments: clauses + several + groups + calls + counts + names + paths)
  func `an error has the code, the message and the place of the service`(_ row: Row) throws {
    let error = #expect(throws: SQLError.self) {
      _ = try SQLStatement(row.query, parameters: ["@text": "x", "@less": -1, "@more": 4294967296])
    }
    #expect(error == row.expected)
  }

  private static func order(_ place: String) -> (JSON, String, String?) {
    ("SC2202", "'ORDER BY' is not supported in subqueries.", place)
  }

  private static func top(_ place: String) -> (JSON, String, String?) {
    ("SC2203", "'TOP' is not supported in subqueries.", place)
  }

  private static func page(_ place: String) -> (JSON, String, String?) {
    ("SC2204", "'OFFSET LIMIT' clause is not supported in subqueries.", place)
  }

  static let clauses: [Row] = [
    Row("SELECT VALUE s.v FROM (SELECT * FROM c ORDER BY c.v) AS s", order("ORDER BY c.v")),
    Row(
      "SELECT VALUE ARRAY(SELECT VALUE t FROM t IN c.tags ORDER BY t.n DESC) FROM c",
      order("ORDER BY t.n DESC")),
    Row(
      "SELECT VALUE c.id FROM c WHERE EXISTS(SELECT VALUE t FROM t IN c.tags ORDER BY LOWER(t))",
      order("ORDER BY LOWER(t)")),
    Row(
      "SELECT VALUE s FROM c JOIN (SELECT VALUE t FROM t IN c.tags ORDER BY t.a ASC, t.b) AS s",
      order("ORDER BY t.a ASC, t.b")),
    Row("SELECT VALUE COUNT(1) FROM (SELECT TOP 3 * FROM c) AS s", top("TOP 3")),
    Row("SELECT VALUE (SELECT TOP 1 VALUE c.v) FROM c", top("TOP 1")),
    Row(
      "SELECT VALUE s FROM c JOIN s IN (SELECT TOP @n VALUE [c.v]) WHERE s > 1", top("TOP @n")),
    Row(
      "SELECT VALUE ARRAY(SELECT DISTINCT TOP 2 VALUE t FROM t IN c.tags) FROM c", top("TOP 2")),
    Row(
      "SELECT VALUE COUNT(1) FROM (SELECT VALUE c FROM c OFFSET 0 LIMIT 5) AS s",
      page("OFFSET 0 LIMIT 5")),
    Row(
      "SELECT VALUE EXISTS(SELECT VALUE t FROM t IN c.tags OFFSET 3 LIMIT @n) FROM c",
      page("OFFSET 3 LIMIT @n")),
    Row(
      "SELECT s.v, COUNT(1) AS n FROM (SELECT c.v FROM c OFFSET 9 LIMIT 1) s GROUP BY s.v",
      page("OFFSET 9 LIMIT 1")),
  ]

  static let several: [Row] = [
    Row(
      "SELECT VALUE s FROM (SELECT TOP 2 VALUE c.v FROM c ORDER BY c.v) AS s",
      order("ORDER BY c.v"), top("TOP 2")),
    Row(
      "SELECT VALUE s FROM (SELECT VALUE c.v FROM c ORDER BY c.v DESC OFFSET 1 LIMIT 2) AS s",
      order("ORDER BY c.v DESC"), page("OFFSET 1 LIMIT 2")),
    Row(
      "SELECT VALUE s FROM (SELECT TOP 4 VALUE r FROM (SELECT TOP 5 VALUE c FROM c) AS r) AS s",
      top("TOP 5"), top("TOP 4")),
    Row(
      "SELECT VALUE a FROM c JOIN (SELECT TOP 1 VALUE c.v) AS a JOIN (SELECT VALUE t FROM t IN c.x ORDER BY t) AS b",
      top("TOP 1"), order("ORDER BY t")),
    Row(
      "SELECT VALUE s FROM (SELECT TOP 1 VALUE c.v FROM c) AS s ORDER BY LENGTH(s)", top("TOP 1")),
    Row(
      "SELECT VALUE nope FROM (SELECT TOP 1 * FROM c) AS s", top("TOP 1"),
      ("SC2001", "Identifier 'nope' could not be resolved.", "nope")),
  ]

  private static func grouped(_ name: String) -> (JSON, String, String?) {
    (
      "SC2102",
      "Property reference '\(name)' is invalid in the select list because it is not contained in "
        + "either an aggregate function or the GROUP BY clause.", name
    )
  }

  private static func sorted(_ name: String) -> (JSON, String, String?) {
    (
      "SC2103",
      "Property reference '\(name)' is invalid in the ORDER BY clause because it is not contained "
        + "in either an aggregate function or the GROUP BY clause.", name
    )
  }

  private static let star: (JSON, String, String?) = (
    "SC2041", "'SELECT *' is not allowed with GROUP BY.", "*"
  )

  private static func nested(_ place: String) -> (JSON, String, String?) {
    (
      "SC2101",
      "Cannot perform an aggregate function on an expression containing an aggregate or a subquery.",
      place
    )
  }

  static let groups: [Row] = [
    Row("SELECT c.v, COUNT(1) AS n FROM c", grouped("c.v")),
    Row("SELECT s.a FROM c JOIN s IN c.tags GROUP BY s.b", grouped("s.a")),
    Row("SELECT root FROM c AS root GROUP BY root.v", grouped("root")),
    Row("SELECT UPPER(c.v.w) AS u FROM c GROUP BY c.w", grouped("c.v.w")),
    Row(
      "SELECT c['a b'], MAX(c.x), c.y[1] FROM c GROUP BY c.v, c.w", grouped("c['a b']"),
      grouped("c.y[1]")),
    Row("SELECT c.v FROM c GROUP BY c.v ORDER BY c.w", sorted("c.w")),
    Row("SELECT VALUE COUNT(1) FROM c GROUP BY c.v ORDER BY c.v['w'] DESC", sorted("c.v['w']")),
    Row("SELECT c.v FROM c GROUP BY c.v, c.w ORDER BY c.v, c.x", sorted("c.x")),
    Row("SELECT * FROM c GROUP BY c.v", star), Row("SELECT * FROM c GROUP BY c.v, c.w", star),
    Row("SELECT VALUE s FROM c JOIN (SELECT * FROM t IN c.tags GROUP BY t) AS s", star),
    Row("SELECT VALUE MAX(MIN(c.v)) FROM c", nested("MAX(MIN(c.v))")),
    Row("SELECT AVG(1 + SUM(c.v)) AS a FROM c GROUP BY c.w", nested("AVG(1 + SUM(c.v))")),
    Row("SELECT VALUE SUM((SELECT VALUE c.v)) FROM c", nested("SUM((SELECT VALUE c.v))")),
    Row(
      "SELECT VALUE COUNT(EXISTS(SELECT VALUE t FROM t IN c.tags)) FROM c",
      nested("COUNT(EXISTS(SELECT VALUE t FROM t IN c.tags))")),
  ]

  private static func arity(_ place: String, _ needs: String) -> (JSON, String, String?) {
    let name = place.prefix { $0 != "(" }
    return ("SC2050", "The \(name) function requires \(needs) argument(s).", place)
  }

  static let calls: [Row] = [
    Row("SELECT VALUE ABS() FROM c", arity("ABS()", "1")),
    Row("SELECT VALUE 1 + POWER(c.v)", arity("POWER(c.v)", "2")),
    Row("SELECT VALUE COUNT(1, 2) FROM c", arity("COUNT(1, 2)", "1")),
    Row(
      "SELECT * FROM c WHERE ENDSWITH(c.v, 'a', 'b', 'c')",
      arity("ENDSWITH(c.v, 'a', 'b', 'c')", "2 to 3")),
    Row("SELECT VALUE CONCAT('a') FROM c", arity("CONCAT('a')", "at least 2")),
    Row("SELECT VALUE NOPE(c.v) FROM c", unknown("NOPE")),
    Row("SELECT VALUE LOWER(Sum2(c.v)) FROM c", unknown("Sum2")),
    Row("SELECT VALUE c.v FROM c WHERE EXISTS(SELECT VALUE Of(c.v))", unknown("Of")),
  ]

  private static func unknown(_ name: String) -> (JSON, String, String?) {
    ("SC2005", "'\(name)' is not a recognized built-in function name.", name)
  }

  private static func count(_ code: JSON, _ clause: String, _ place: String?) -> (
    JSON, String, String?
  ) {
    (code, "The \(clause) count value exceeds the maximum allowed value.", place)
  }

  private static func integer(_ place: String?) -> (JSON, String, String?) {
    ("SC2060", "The count value provided for a TOP clause must be an integer.", place)
  }

  static let counts: [Row] = [
    Row("SELECT TOP 4294967296 * FROM c", integer("4294967296")),
    Row("SELECT TOP @less * FROM c", integer(nil)), Row("SELECT TOP @text * FROM c", integer(nil)),
    Row("SELECT * FROM c OFFSET 4294967296 LIMIT 1", count("SC2062", "OFFSET", "4294967296")),
    Row("SELECT * FROM c OFFSET 99999999999 LIMIT 1", count("SC2062", "OFFSET", "99999999999")),
    Row("SELECT * FROM c OFFSET @more LIMIT 1", count("SC2062", "OFFSET", nil)),
    Row("SELECT * FROM c OFFSET 1 LIMIT 4294967296", count("SC2061", "LIMIT", "4294967296")),
    Row("SELECT * FROM c OFFSET 1 LIMIT 99999999999", count("SC2061", "LIMIT", "99999999999")),
    Row("SELECT * FROM c OFFSET 1 LIMIT @more", count("SC2061", "LIMIT", nil)),
  ]

  private static func name(_ name: String) -> (JSON, String, String?) {
    ("SC2001", "Identifier '\(name)' could not be resolved.", name)
  }

  private static func indexer(_ place: String) -> (JSON, String, String?) {
    (
      "SC2990",
      "The specified query includes 'member indexer' which is currently not supported.", place
    )
  }

  static let names: [Row] = [
    Row("SELECT VALUE n FROM c JOIN (SELECT VALUE COUNT(1) FROM other) AS n", name("other")),
    Row("SELECT VALUE EXISTS(SELECT VALUE 1 FROM root c)", name("root")),
    Row("SELECT VALUE s.v FROM (SELECT VALUE d FROM c AS d) AS r", name("s")),
    Row("SELECT VALUE c.tags[c.n] FROM c", indexer("c.tags[c.n]")),
    Row("SELECT VALUE c.id FROM c WHERE [1, 2][c.n % 2].a = 1", indexer("[1, 2][c.n % 2]")),
    Row("SELECT VALUE c[LOWER('A')] FROM c", indexer("c[LOWER('A')]")),
  ]

  private static let unmapped: (JSON, String, String?) = (
    2206,
    "Unsupported ORDER BY clause. ORDER BY item expression could not be mapped to a document path.",
    nil
  )

  static let paths: [Row] = [
    Row("SELECT * FROM c ORDER BY c.v + 1", unmapped),
    Row("SELECT * FROM c ORDER BY c.id, LENGTH(c.id)", unmapped),
    Row("SELECT VALUE t FROM c JOIN t IN c.tags ORDER BY t.a, LENGTH(t.b)", unmapped),
    Row(
      "SELECT c.id FROM c JOIN (SELECT VALUE COUNT(1) FROM t IN c.tags) AS n ORDER BY n", unmapped),
    Row(
      "SELECT c.id FROM c JOIN (SELECT VALUE ARRAY(SELECT VALUE c.v)) AS a ORDER BY a[0]", unmapped),
    Row(
      "SELECT * FROM (SELECT VALUE {a: c.v * 2, b: c.w} FROM c) AS s ORDER BY s.b, s.a", unmapped),
    Row("SELECT * FROM (SELECT c.v FROM c GROUP BY c.v) AS s ORDER BY s.v", unmapped),
  ]
}

/// Tests of queries that the service refuses when it runs them, and of those next to them that it
/// runs.
@Suite struct `SQL queries that cannot be run` {
  private func refusal(_ query: String) -> Fault? {
    let error = #expect(throws: SQLError.self) { _ = try SQLStatement(query) }
    return error?.refusal
  }

  @Test(arguments: [
    "SELECT VALUE t FROM c JOIN t IN c.tags ORDER BY t",
    "SELECT VALUE t FROM c JOIN t IN c.tags ORDER BY c.id, t.n.m DESC",
    "SELECT VALUE s FROM c JOIN (SELECT DISTINCT VALUE t FROM t IN c.tags) AS s ORDER BY s",
    "SELECT VALUE s.n FROM c JOIN (SELECT t.n FROM t IN c.tags) AS s ORDER BY s.n OFFSET 1 LIMIT 2",
    "SELECT VALUE t FROM t IN c.tags ORDER BY t.n",
    "SELECT VALUE e FROM (SELECT VALUE {t: t} FROM c JOIN t IN c.tags) AS e ORDER BY e.t.n",
  ])
  func `an order by an element of an array is refused`(_ query: String) {
    #expect(refusal(query) == .correlatedOrder)
  }

  @Test(arguments: [
    "SELECT * FROM c ORDER BY c.v, c.v", "SELECT * FROM c ORDER BY c.v, c.w, c['v'] DESC",
    "SELECT v FROM (SELECT * FROM c) AS s JOIN (SELECT VALUE s.v) AS v ORDER BY v, s.v",
  ])
  func `an order by the same path twice is refused`(_ query: String) {
    #expect(refusal(query) == .missingCompositeIndex)
  }

  @Test(arguments: [
    "SELECT VALUE t FROM c JOIN t IN LOWER(c.tags)",
    "SELECT VALUE t FROM t IN ObjectToArray(c.home)", "SELECT VALUE t FROM c JOIN t IN [1, 2]",
  ])
  func `an array that is neither a path nor a subquery is a syntax error`(_ query: String) throws {
    let error = #expect(throws: SQLError.self) { _ = try SQLStatement(query) }
    #expect(error?.code == "SC1001")
  }

  @Test(arguments: [
    "SELECT VALUE (SELECT VALUE t FROM t IN c.tags) FROM c",
    "SELECT VALUE (SELECT VALUE t.n FROM t IN c.tags WHERE t.id = 1) FROM c",
    "SELECT VALUE (SELECT VALUE s FROM (SELECT VALUE t FROM t IN c.tags) AS s) FROM c",
    "SELECT VALUE (SELECT t, COUNT(1) AS n FROM t IN c.tags GROUP BY t) FROM c",
  ])
  func `a subquery with several rows is not an expression, whatever the documents are`(
    _ query: String
  ) {
    let error = #expect(throws: SQLError.self) { _ = try SQLStatement(query) }
    #expect(error == .scalarRows)
  }

  @Test(arguments: [
    "SELECT VALUE c.v FROM c GROUP BY (SELECT VALUE c.v)", "SELECT VALUE 1 FROM c GROUP BY 1",
    "SELECT VALUE COUNT(1) FROM c GROUP BY c.v, 'a'",
    "SELECT COUNT(s) FROM (SELECT AVG(c.w) AS a FROM c GROUP BY c.v) AS s",
    "SELECT VALUE SUM(s.n) FROM (SELECT COUNT(1) AS n FROM c GROUP BY c.v) AS s",
    "SELECT s.n, COUNT(1) AS m FROM (SELECT COUNT(1) AS n FROM c GROUP BY c.v) AS s GROUP BY s.n",
  ])
  func `a use of GROUP BY that Microsoft excludes is refused`(_ query: String) {
    let error = #expect(throws: SQLError.self) { _ = try SQLStatement(query) }
    #expect(error?.code == nil && error?.refusal == nil)
  }
}
