import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import CosmosEmulator

/// Tests of subqueries in `FROM` over all documents, which are tables of their own (B14.3).
@Suite struct `SQL tables` {
  /// Twelve documents with four values of `v`, and with arrays of one or two elements.
  static let documents: [JSON] = (0..<12).map { number in
    [
      "id": .string(String(number)), "v": .integer(Int64(number % 4)),
      "tags": number % 2 == 0 ? ["a"] : ["a", "b"],
    ]
  }

  @Test(arguments: tables + rows + orders)
  func `a subquery over all documents is a table`(_ row: SQLCase) throws {
    #expect(try row.run(over: Self.documents) == row.rows)
  }

  static let tables: [SQLCase] = [
    SQLCase("SELECT VALUE COUNT(1) FROM (SELECT DISTINCT c.v FROM c)", "[4]"),
    SQLCase(
      "SELECT VALUE COUNT(1) FROM (SELECT DISTINCT VALUE c.v FROM c WHERE c.v > 1) AS s", "[2]"),
    SQLCase("SELECT VALUE COUNT(1) FROM (SELECT DISTINCT c.v FROM c WHERE false) AS s", "[0]"),
    SQLCase("SELECT VALUE SUM(s.v) FROM (SELECT DISTINCT c.v FROM c) AS s", "[6]"),
    SQLCase("SELECT VALUE s FROM (SELECT DISTINCT VALUE c.v FROM c) AS s WHERE s > 1", "[2,3]"),
    SQLCase("SELECT VALUE COUNT(1) FROM (SELECT DISTINCT VALUE t FROM c JOIN t IN c.tags)", "[2]"),
    SQLCase(
      "SELECT s.v, s.n FROM (SELECT c.v, COUNT(1) AS n FROM c GROUP BY c.v) AS s WHERE s.v >= 2",
      #"[{"v":2,"n":3},{"v":3,"n":3}]"#),
    SQLCase("SELECT VALUE s FROM (SELECT VALUE COUNT(1) FROM c) AS s", "[12]"),
    SQLCase("SELECT VALUE s.n + 1 FROM (SELECT COUNT(1) AS n, MAX(c.v) AS m FROM c) s", "[13]"),
    SQLCase("SELECT VALUE COUNT(1) FROM (SELECT VALUE SUM(c.v) FROM c) AS s", "[1]"),
    SQLCase(
      "SELECT s.v, t FROM (SELECT DISTINCT c.v, c.tags FROM c) AS s JOIN t IN s.tags WHERE s.v = 1",
      #"[{"v":1,"t":"a"},{"v":1,"t":"b"}]"#),
    SQLCase("SELECT VALUE x FROM x IN (SELECT DISTINCT VALUE c.tags FROM c)", #"["a","a","b"]"#),
    SQLCase(
      "SELECT VALUE COUNT(1) FROM (SELECT DISTINCT VALUE s FROM (SELECT VALUE c.v FROM c) AS s)",
      "[4]"),
    SQLCase(
      "SELECT DISTINCT VALUE r FROM (SELECT VALUE s % 2 FROM (SELECT DISTINCT VALUE c.v FROM c) s) r",
      "[0,1]"),
    SQLCase("SELECT VALUE s FROM (SELECT VALUE 7) AS s", "[7]"),
    SQLCase("SELECT s.m, s.k FROM (SELECT 1 AS m, 'b' AS k) s", #"[{"m":1,"k":"b"}]"#),
    SQLCase(
      "SELECT s.k, COUNT(1) AS n FROM (SELECT DISTINCT c.v, c.v % 2 AS k FROM c) s GROUP BY s.k",
      #"[{"k":0,"n":2},{"k":1,"n":2}]"#),
  ]

  /// Subqueries whose rows belong to single documents.
  static let rows: [SQLCase] = [
    SQLCase("SELECT VALUE COUNT(1) FROM (SELECT c.v FROM c)", "[12]"),
    SQLCase("SELECT VALUE COUNT(1) FROM (SELECT VALUE t FROM c JOIN t IN c.tags) AS s", "[18]"),
    SQLCase(
      "SELECT VALUE n FROM c JOIN (SELECT VALUE COUNT(1) FROM (SELECT DISTINCT VALUE 'a' || t FROM t IN c.tags)) AS n WHERE c.v = 1",
      "[2,2,2]"),
    SQLCase(
      "SELECT s.t, s.n FROM c JOIN (SELECT t, COUNT(1) AS n FROM t IN c.tags GROUP BY t) AS s WHERE c.id = '1'",
      #"[{"t":"a","n":1},{"t":"b","n":1}]"#),
    SQLCase(
      "SELECT r.v AS v, n FROM (SELECT VALUE c FROM c WHERE c.id IN ('1', '2')) AS r JOIN (SELECT VALUE COUNT(1) FROM t IN r.tags) AS n",
      #"[{"v":1,"n":2},{"v":2,"n":1}]"#),
  ]

  static let orders: [SQLCase] = [
    SQLCase(
      "SELECT TOP 2 VALUE s.v FROM (SELECT DISTINCT c.v FROM c) AS s ORDER BY s.v DESC", "[3,2]"),
    SQLCase("SELECT VALUE s FROM (SELECT DISTINCT VALUE c.v FROM c) s OFFSET 1 LIMIT 2", "[1,2]"),
    SQLCase("SELECT TOP 2 VALUE s.id FROM (SELECT * FROM c) AS s ORDER BY s.v", #"["0","4"]"#),
    SQLCase(
      "SELECT TOP 2 VALUE s.i FROM (SELECT VALUE {k: c.v, i: c.id} FROM c) AS s ORDER BY s.k DESC",
      #"["11","7"]"#),
    SQLCase(
      "SELECT TOP 1 VALUE r.s.id FROM (SELECT s FROM (SELECT c.id, c.v AS k FROM c) AS s) r ORDER BY r.s.k DESC",
      #"["11"]"#),
    SQLCase(
      "SELECT TOP 1 VALUE c.id FROM c JOIN (SELECT VALUE [c.v, c.id]) AS p ORDER BY p[0] DESC, p[1]",
      #"["11"]"#),
  ]

  @Test(arguments: [
    "SELECT VALUE COUNT(1) + 1 FROM c", "SELECT COUNT(1) AS n, MAX(c.v) / 2 AS m FROM c",
    "SELECT VALUE {n: COUNT(1)} FROM c", "SELECT VALUE [SUM(c.v)] FROM c",
    "SELECT c.v, ABS(AVG(c.w)) AS a FROM c GROUP BY c.v",
  ])
  func `an aggregate in an expression is served by one partition, but has no plan`(
    _ query: String
  ) throws {
    var configuration = CosmosConfiguration()
    for isStrict in [false, true] {
      configuration.isStrict = isStrict
      var account = CosmosAccount.shop(configuration)
      let plan = account.send(
        CosmosAccount.query(query, nil, [.msPlanRequest: "True", .msQueryFeatures: "Aggregate"]))
      let across = account.send(
        CosmosAccount.query(query, key: nil, [.msCrossPartition: "True"]))
      #expect(account.send(CosmosAccount.query(query)).status == .ok)
      #expect(Self.error(plan) == Fault.composedAggregates.message)
      #expect(across.status == (isStrict ? .badRequest : .ok))
      if isStrict { #expect(Self.error(across) == Fault.composedAggregates.message) }
    }
  }

  @Test func `a table over several key ranges has no plan`() throws {
    let query = "SELECT VALUE COUNT(1) FROM (SELECT DISTINCT c.n FROM c) AS s"
    for (throughput, status) in [("400", 200), ("30000", 501)] {
      var account = CosmosAccount.shop()
      var create = Request.json(
        .post, "/dbs/shop/colls", ["id": "wide", "partitionKey": ["paths": ["/kind"]]])
      create.headers[.msThroughput] = throughput
      account.send(create)
      var plan = CosmosAccount.query(
        query, nil, [.msPlanRequest: "True", .msQueryFeatures: "Aggregate"])
      plan.target = "/dbs/shop/colls/wide/docs"
      #expect(account.send(plan).status.code == status)
    }
  }

  /// Returns the only message in a response of the form `Message: {"Errors":["…"]}`.
  private static func error(_ response: Response) -> String? {
    let text = response.json?["message"]?.string ?? ""
    return text.split(separator: "\"").dropFirst(3).first.map(String.init)
  }
}
