import GhostlightContracts
import GhostlightCore

/// Promises about query plans, which clients use to query several partitions themselves.
enum Plans {
  static let pact = Pact.cosmos {
    plans
    refused
  }

  private static func ask(_ text: String, features: Example?) -> PactRequest {
    let request = PactRequest.post(
      "\(Shop.docs)",
      headers: [
        "x-ms-cosmos-is-query-plan-request": "True", "x-ms-cosmos-query-version": "1.0",
      ], json: ["query": "\(text)"])
    return features.map { request.headers(["x-ms-cosmos-supported-query-features": $0]) }
      ?? request
  }

  private static let features: Example =
    "Aggregate,CompositeAggregate,Distinct,MultipleOrderBy,OffsetAndLimit,OrderBy,Top"

  private static func plan(
    _ what: String, _ text: String, _ rewritten: String, _ info: JSONObject,
    _ evidence: Evidence...
  ) -> Interaction {
    var all: JSONObject = [
      "distinctType": "None", "top": nil, "offset": nil, "limit": nil, "orderBy": [],
      "orderByExpressions": [], "groupByExpressions": [], "groupByAliases": [], "aggregates": [],
      "groupByAliasToAggregateType": [:], "rewrittenQuery": .string(rewritten),
      "hasSelectValue": false, "dCountInfo": nil, "hasNonStreamingOrderBy": false,
    ]
    for member in info { all[member.key] = member.value }
    return .step(
      "the plan of \(what)", [.protocolReference("B15")] + evidence, given: [Shop.container],
      ask(text, features: features),
      .status(
        200, headers: ["Content-Type": "application/json"],
        json: [
          "partitionedQueryExecutionInfoVersion": 2, "queryInfo": .same(.object(all)),
          "queryRanges": [
            ["min": "", "max": "FF", "isMinInclusive": true, "isMaxInclusive": false]
          ],
          "hybridSearchQueryInfo": nil,
        ]), route: "Query plan",
      whole: ["$", "$.queryInfo", "$.queryInfo.groupByAliasToAggregateType", "$.queryRanges[*]"])
  }

  @InteractionBuilder private static var plans: [Interaction] {
    plan(
      "a query without an order is the query itself", "SELECT * FROM c WHERE c.price = 1", "", [:],
      .recording("rec 046"))
    plan(
      "a query with an order brings the keys of the order with each row",
      "SELECT c.id FROM c ORDER BY c.price",
      "SELECT c._rid, [{\"item\": c.price}] AS orderByItems, {\"id\": c.id} AS payload\nFROM c\n"
        + "WHERE ({documentdb-formattableorderbyquery-filter})\nORDER BY c.price",
      ["orderBy": ["Ascending"], "orderByExpressions": ["c.price"]], .recording("rec 214"))
    plan(
      "a count has partial sums", "SELECT VALUE COUNT(1) FROM c",
      "SELECT VALUE [{\"item\": COUNT(1)}]\nFROM c",
      ["aggregates": ["Count"], "hasSelectValue": true], .recording("rec 095"))
    plan(
      "the first rows has their number", "SELECT TOP 3 * FROM c", "", ["top": 3],
      .recording("rec 119"))
    plan(
      "rows of one value once leaves that to the client", "SELECT DISTINCT c.kind FROM c", "",
      ["distinctType": "Unordered"], .sdk("azure-cosmos-dotnet-v3, query-plan baselines"))
    plan(
      "groups brings what they go by", "SELECT c.kind FROM c GROUP BY c.kind",
      "SELECT [{\"item\": c.kind}] AS groupByItems, {\"kind\": c.kind} AS payload\nFROM c\n"
        + "GROUP BY c.kind",
      [
        "groupByExpressions": ["c.kind"], "groupByAliases": ["kind"],
        "groupByAliasToAggregateType": ["kind": nil],
      ], .sdk("azure-cosmos-dotnet-v3, query-plan baselines"))
  }

  @InteractionBuilder private static var refused: [Interaction] {
    Interaction.refusal(
      "a plan for a client without features is refused",
      [.protocolReference("B15"), .recording("rec notes")], given: [Shop.container],
      ask("SELECT * FROM c", features: nil), 400, "BadRequest",
      .gateway(
        "Query contains 1 or more unsupported features. Upgrade your SDK to a version that does "
          + "support the requested features: None"), fault: "plan without features",
      route: "Query plan")
    Interaction.refusal(
      "a plan of an invalid query is refused", [.protocolReference("B14.5")],
      given: [Shop.container], ask("SELECT", features: features), 400, "BadRequest",
      .query("SC1002", "Syntax error, unexpected end-of-file.", at: 6...6), fault: "query",
      route: "Query plan")
    Interaction.refusal(
      "a plan of a computation with an aggregate is refused",
      [.protocolReference("B15"), .sdk("azure-cosmos-dotnet-v3, QueryPlanBaselineTests.Negative")],
      given: [Shop.container], ask("SELECT VALUE FLOOR(AVG(c.price)) FROM c", features: features),
      400, "BadRequest",
      .backend("Compositions of aggregates and other expressions are not allowed."),
      fault: "plan of an aggregate inside of an expression", route: "Query plan")
  }
}
