import GhostlightCore
import HTTPTypes
import Testing

@testable import CosmosEmulator

/// Tests of query plans (B15).
@Suite struct `Query plans of Cosmos DB` {
  @Test(arguments: rows)
  func `a query plan contains the rewritten query that the service sends`(
    _ query: String, _ rewritten: String
  ) throws {
    let info = try #require(QueryPlanner(SQLStatement(query)).json["queryInfo"])
    #expect(info["rewrittenQuery"] == .string(rewritten))
  }

  static let rows: [(String, String)] = [
    ("SELECT * FROM c", ""), ("SELECT * FROM c WHERE c.n = 1", ""),
    ("SELECT DISTINCT c.n FROM c", ""), ("SELECT TOP 3 * FROM c", ""),
    ("SELECT VALUE COUNT(1) FROM c", "SELECT VALUE [{\"item\": COUNT(1)}]\nFROM c"),
    ("SELECT VALUE SUM(c.x) FROM c", "SELECT VALUE [{\"item\": SUM(c.x)}]\nFROM c"),
    (
      "SELECT VALUE AVG(c.x) FROM c",
      "SELECT VALUE [{\"item\": {\"sum\": SUM(c.x), \"count\": COUNT(c.x)}}]\nFROM c"
    ),
    (
      "SELECT VALUE MIN(c.x) FROM c",
      "SELECT VALUE [{\"item\": MIN(c.x), \"item2\": {\"min\": MIN(c.x), \"count\": COUNT(c.x)}}]"
        + "\nFROM c"
    ),
    (
      "SELECT c.id FROM c ORDER BY c.n",
      "SELECT c._rid, [{\"item\": c.n}] AS orderByItems, {\"id\": c.id} AS payload\nFROM c\n"
        + "WHERE ({documentdb-formattableorderbyquery-filter})\nORDER BY c.n"
    ),
    (
      "SELECT TOP 2 * FROM c ORDER BY c.n DESC",
      "SELECT TOP 2 c._rid, [{\"item\": c.n}] AS orderByItems, c AS payload\nFROM c\n"
        + "WHERE ({documentdb-formattableorderbyquery-filter})\nORDER BY c.n DESC"
    ),
    (
      "SELECT DISTINCT TOP 2 c.n FROM c ORDER BY c.n",
      "SELECT c._rid, [{\"item\": c.n}] AS orderByItems, {\"n\": c.n} AS payload\nFROM c\n"
        + "WHERE ({documentdb-formattableorderbyquery-filter})\nORDER BY c.n"
    ),
    (
      "SELECT DISTINCT c.n FROM c ORDER BY c.n OFFSET 1 LIMIT 2",
      "SELECT c._rid, [{\"item\": c.n}] AS orderByItems, {\"n\": c.n} AS payload\nFROM c\n"
        + "WHERE ({documentdb-formattableorderbyquery-filter})\nORDER BY c.n"
    ),
    (
      "SELECT VALUE AVG(c.x) FROM c ORDER BY c.x",
      "SELECT VALUE [{\"item\": {\"sum\": SUM(c.x), \"count\": COUNT(c.x)}}]\nFROM c"
    ),
    (
      "SELECT c.name FROM c GROUP BY c.name",
      "SELECT [{\"item\": c.name}] AS groupByItems, {\"name\": c.name} AS payload\nFROM c\n"
        + "GROUP BY c.name"
    ),
  ]

  @Test func `the query plan of an ordered query equals the recorded one`() throws {
    let plan = QueryPlanner(try SQLStatement("SELECT c.id FROM c ORDER BY c.n")).json
    let recorded: JSON = [
      "partitionedQueryExecutionInfoVersion": 2,
      "queryInfo": [
        "distinctType": "None", "top": .null, "offset": .null, "limit": .null,
        "orderBy": ["Ascending"], "orderByExpressions": ["c.n"], "groupByExpressions": [],
        "groupByAliases": [], "aggregates": [], "groupByAliasToAggregateType": [:],
        "rewrittenQuery":
          "SELECT c._rid, [{\"item\": c.n}] AS orderByItems, {\"id\": c.id} AS payload\nFROM c\nWHERE ({documentdb-formattableorderbyquery-filter})\nORDER BY c.n",
        "hasSelectValue": false, "dCountInfo": .null, "hasNonStreamingOrderBy": false,
      ],
      "queryRanges": [["min": "", "max": "FF", "isMinInclusive": true, "isMaxInclusive": false]],
      "hybridSearchQueryInfo": .null,
    ]
    #expect(plan.text() == recorded.text())
  }

  @Test func `a refusal in strict mode contains the query plan`() throws {
    var configuration = CosmosConfiguration()
    configuration.isStrict = true
    var account = CosmosAccount.shop(configuration)
    let response = account.send(
      CosmosAccount.query("SELECT VALUE COUNT(1) FROM c", key: nil, [.msCrossPartition: "True"]))
    let plan = try #require(response.json?["additionalErrorInfo"]?.string)
    #expect(try JSON.parse(Array(plan.utf8))["queryInfo"]?["aggregates"] == ["Count"])
    #expect(response.headers[.msSubstatus] == "1004")
  }
}
