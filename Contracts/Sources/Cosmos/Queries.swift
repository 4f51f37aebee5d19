import GhostlightContracts
import GhostlightCore

/// Promises about queries of documents: clauses, partitions, parameters and refusals.
enum Queries {
  static let pact = Pact.cosmos {
    found
    computed
    partitions
    parameters
    refused
  }

  /// A query over the lights and seats, with its rows and the evidence for them.
  private struct Row {
    let name: String
    let text: String
    let rows: [Example]
    let evidence: [Evidence]

    init(_ name: String, _ text: String, _ rows: [Example], _ evidence: Evidence...) {
      self.name = name
      self.text = text
      self.rows = rows
      self.evidence = [.protocolReference("B14.3")] + evidence
    }
  }

  private static let rows = [
    Row(
      "a star answers whole documents", "SELECT * FROM c WHERE c.price > 30",
      [.stored(Shop.chair)], .recording("rec 046")),
    Row(
      "columns are named by the ends of their paths",
      "SELECT c.id, c.size.w, c.price + 1 FROM c WHERE c.id = 'lamp'",
      [["id": "lamp", "w": 1, "$1": 21]], .recording("rec notes")),
    Row(
      "columns may have other names",
      "SELECT c.id AS name, c.price cost FROM c WHERE c.id = 'torch'",
      [["name": "torch", "cost": 5]], .documentation("SQL, \"SELECT\"")),
    Row(
      "a value is returned without an object", "SELECT VALUE c.id FROM c",
      ["lamp", "torch", "chair", "stool"], .recording("rec 122")),
    Row(
      "a value that is not there has no row", "SELECT VALUE c.size.w FROM c", [1],
      .recording("rec notes")),
    Row(
      "a column that is not there is left out", "SELECT c.id, c.maker FROM c WHERE c.kind = 'seat'",
      [["id": "chair"], ["id": "stool", "maker": nil]], .recording("rec notes")),
    Row(
      "values may be built",
      "SELECT VALUE {\"of\": c.id, \"in\": [c.kind, 1]} FROM c WHERE c.price < 10",
      [["of": "torch", "in": ["light", 1]]], .documentation("SQL, \"Constants\"")),
    Row(
      "the first rows", "SELECT TOP 2 VALUE c.id FROM c", ["lamp", "torch"], .recording("rec 119")),
    Row(
      "rows of one value once", "SELECT DISTINCT VALUE c.kind FROM c", ["light", "seat"],
      .documentation("SQL, \"DISTINCT\"")),
    Row(
      "an order", "SELECT VALUE c.id FROM c ORDER BY c.price",
      ["torch", "stool", "lamp", "chair"], .recording("rec 126")),
    Row(
      "an order turned round", "SELECT VALUE c.id FROM c ORDER BY c.price DESC",
      ["chair", "lamp", "stool", "torch"], .recording("rec 126")),
    Row(
      "an order by two keys", "SELECT VALUE c.id FROM c ORDER BY c.kind DESC, c.price ASC",
      ["stool", "chair", "torch", "lamp"], .documentation("SQL, \"ORDER BY\""),
      .decision("no composite index is asked for")),
    Row(
      "documents without the key of an order come first",
      "SELECT VALUE c.id FROM c ORDER BY c.maker", ["lamp", "torch", "chair", "stool"],
      .documentation("SQL, \"ORDER BY\"")),
    Row(
      "rows after others", "SELECT VALUE c.id FROM c ORDER BY c.id OFFSET 1 LIMIT 2",
      ["lamp", "stool"], .recording("rec 120")),
    Row(
      "an array's elements are joined to their document",
      "SELECT c.id, t AS tag FROM c JOIN t IN c.tags",
      [
        ["id": "lamp", "tag": "desk"], ["id": "lamp", "tag": "old"],
        ["id": "chair", "tag": "old"],
      ], .recording("rec 122")),
    Row(
      "an array's elements alone", "SELECT VALUE t FROM t IN c.tags", ["desk", "old", "old"],
      .documentation("SQL, \"FROM\"")),
    Row(
      "a part of documents", "SELECT VALUE s.h FROM c.size s", [2],
      .documentation("SQL, \"FROM\"")),
    Row("how many there are", "SELECT VALUE COUNT(1) FROM c", [4], .recording("rec 095")),
    Row(
      "sums and their like over all rows",
      "SELECT COUNT(c.maker) AS n, SUM(c.price) AS s, AVG(c.price) AS a, MIN(c.price) AS l, "
        + "MAX(c.price) AS h FROM c", [["n": 1, "s": 80.5, "a": 20.125, "l": 5, "h": 40]],
      .documentation("SQL, \"Aggregate functions\"")),
    Row(
      "sums and their like over no rows",
      "SELECT COUNT(1) AS n, SUM(c.price) AS s, AVG(c.price) AS a FROM c WHERE false",
      [["n": 0, "s": 0]], .documentation("SQL, \"Aggregate functions\"")),
    Row(
      "groups", "SELECT c.kind, COUNT(1) AS n, MAX(c.price) AS dearest FROM c GROUP BY c.kind",
      [
        ["kind": "light", "n": 2, "dearest": 20], ["kind": "seat", "n": 2, "dearest": 40],
      ], .documentation("SQL, \"GROUP BY\"")),
    Row(
      "a query in a query",
      "SELECT c.id, ARRAY(SELECT VALUE UPPER(t) FROM t IN c.tags) AS tags FROM c WHERE EXISTS("
        + "SELECT VALUE t FROM t IN c.tags WHERE t = 'desk')",
      [["id": "lamp", "tags": ["DESK", "OLD"]]], .documentation("SQL, \"Subqueries\"")),
    Row(
      "a query of nothing", "SELECT 1 AS one, 'a' AS a", [["one": 1, "a": "a"]],
      .documentation("SQL, \"FROM\"")),
  ]

  @InteractionBuilder private static var computed: [Interaction] {
    let definition: JSONObject = [
      "partitionKey": ["paths": ["/kind"], "kind": "Hash", "version": 2],
      "computedProperties": [
        ["name": "worth", "query": "SELECT VALUE c.price * 2 FROM c"],
        ["name": "loud", "query": "SELECT VALUE UPPER(goods.id) FROM goods"],
      ],
    ]
    let container = GivenState.state(
      "container exists",
      ["database": "shop", "container": "goods", "definition": .object(definition)])
    for (text, rows): (String, [Example]) in [
      ("SELECT * FROM c WHERE c.worth > 60", [.stored(Shop.chair)]),
      (
        "SELECT c.loud, d['worth'] FROM c JOIN d IN c.tags WHERE c.worth = 40",
        [["loud": "LAMP"], ["loud": "LAMP"]]
      ),
      (
        "SELECT c.loud, c['worth'] + 1 AS more FROM c WHERE c.loud IN ('LAMP', 'CHAIR')",
        [["loud": "LAMP", "more": 41], ["loud": "CHAIR", "more": 81]]
      ),
      ("SELECT VALUE c.id FROM c ORDER BY c.worth DESC", ["chair", "lamp", "torch"]),
      (
        "SELECT c.worth > 20 AS dear, COUNT(1) AS n FROM c GROUP BY c.worth > 20",
        [["dear": true, "n": 2], ["dear": false, "n": 1]]
      ),
    ] {
      Interaction.step(
        "a query computes properties: \(text)",
        [
          .protocolReference("B9"), .documentation("\"Computed properties\""),
          .suite("azure-cosmos 4.17.1, its test suite"),
        ], given: [container] + [Shop.lamp, Shop.torch, Shop.chair].map(Shop.document),
        PactRequest.sql(text).acrossPartitions(), .feed("Documents", rows),
        route: "Query documents", whole: ["$", "$.Documents[*]"],
        absentHeaders: ["ETag", "x-ms-continuation"])
    }
  }

  @InteractionBuilder private static var found: [Interaction] {
    for row in rows {
      Interaction.step(
        "a query answers \(row.name)", row.evidence, given: Shop.full,
        PactRequest.sql(row.text).acrossPartitions(),
        .feed("Documents", row.rows), route: "Query documents",
        whole: ["$", "$.Documents[*]"], absentHeaders: ["ETag", "x-ms-continuation"])
    }
  }

  @InteractionBuilder private static var partitions: [Interaction] {
    Interaction.step(
      "a query with a key is of one partition",
      [.protocolReference("B13"), .documentation("REST API, \"Query documents\"")],
      given: Shop.full, PactRequest.sql("SELECT VALUE c.id FROM c").keyed("seat"),
      .documents("chair", "stool"), route: "Query documents")
    Interaction.step(
      "a query with a range needs no leave for all partitions",
      [.protocolReference("B13"), .recording("rec notes")], given: Shop.full,
      PactRequest.sql("SELECT VALUE COUNT(1) FROM c").headers([
        "x-ms-documentdb-partitionkeyrangeid": "0"
      ]), .documents(4), route: "Query documents")
    Interaction.step(
      "a query with hashes is of the documents between them",
      [.protocolReference("B10"), .sdk("azure-cosmos, partition_key.py")],
      given: [
        .state(
          "document exists",
          [
            "database": "shop", "container": "goods",
            "document": ["id": "1", "PartitionKey": "a"],
          ]),
        .state(
          "document exists",
          [
            "database": "shop", "container": "goods",
            "document": ["id": "2", "PartitionKey": "readonly"],
          ]),
      ],
      PactRequest.sql("SELECT VALUE c.id FROM c").headers([
        "x-ms-documentdb-partitionkeyrangeid": "0",
        "x-ms-start-epk": "3A5381E1114EB8D3FCC90795045B49B7",
        "x-ms-end-epk": "3A5381E1114EB8D3FCC90795045B49B8",
      ]), .documents("1"), route: "Query documents")
    Interaction.refusal(
      "a query over all partitions needs leave",
      [.protocolReference("B13"), .documentation("issue azure-cosmos-js 154")],
      given: Shop.full, .sql("SELECT * FROM c"), 400, "BadRequest",
      .gateway(
        "Cross partition query is required but disabled. Please set "
          + "x-ms-documentdb-query-enablecrosspartition to true, specify "
          + "x-ms-documentdb-partitionkey, or revise your query to avoid this exception."),
      fault: "cross-partition query not enabled", route: "Query documents")
  }

  @InteractionBuilder private static var parameters: [Interaction] {
    Interaction.step(
      "a query's parameters replace their names",
      [.protocolReference("B13"), .recording("rec 195")], given: Shop.full,
      PactRequest.sql(
        "SELECT VALUE c.id FROM c WHERE c.kind = @kind AND c.price < @most",
        ["@kind": "light", "@most": 10]
      ).acrossPartitions(), .documents("torch"), route: "Query documents")
    Interaction.step(
      "a parameter may be a list or an object",
      [.protocolReference("B13"), .sdk("azure-cosmos, container.py")], given: Shop.full,
      PactRequest.sql(
        "SELECT VALUE c.id FROM c WHERE ARRAY_CONTAINS(@ids, c.id) OR c.size = @size",
        ["@ids": ["stool"], "@size": ["h": 2, "w": 1]]
      ).acrossPartitions(), .documents("lamp", "stool"), route: "Query documents")
    Interaction.step(
      "a parameter that is not given is undefined",
      [.protocolReference("B13"), .recording("rec notes")], given: Shop.full,
      PactRequest.sql("SELECT VALUE IS_DEFINED(@none) FROM c WHERE c.id = 'lamp'")
        .acrossPartitions(), .documents(false), route: "Query documents")
    Interaction.refusal(
      "a parameter given twice is refused",
      [.protocolReference("B13"), .recording("rec notes")], given: Shop.oneLamp,
      PactRequest.sql("SELECT 1", ["@a": 1, "@a": 2]).keyed("light"), 400, "BadRequest",
      .backend("Specified duplicate parameter name"), fault: "parameter given twice",
      route: "Query documents")
    Interaction.refusal(
      "a parameter whose name has no @ is refused",
      [.protocolReference("B13"), .decision("the words are ours")], given: Shop.oneLamp,
      PactRequest.sql("SELECT 1", ["a": 1]).keyed("light"), 400, "BadRequest",
      .backend("The parameter name 'a' is invalid."), fault: "parameter name without @",
      route: "Query documents")
  }

  private static func wrong(
    _ what: String, _ text: String, _ code: JSON?, _ message: String,
    at span: ClosedRange<Int64>? = nil, _ evidence: Evidence...
  ) -> Interaction {
    .refusal(
      "a query with \(what) is refused", [.protocolReference("B14.5")] + evidence,
      given: Shop.oneLamp, PactRequest.sql(text).keyed("light"), 400, "BadRequest",
      .query(code, message, at: span), fault: "query", route: "Query documents")
  }

  private static func refusal(
    _ what: String, _ text: String, _ message: String, _ fault: String, _ evidence: Evidence...
  ) -> Interaction {
    .refusal(
      "a query with \(what) is refused", [.protocolReference("B14.3")] + evidence,
      given: Shop.oneLamp, PactRequest.sql(text).keyed("light"), 400, "BadRequest",
      .backend(message), fault: fault, route: "Query documents")
  }

  @InteractionBuilder private static var refused: [Interaction] {
    wrong(
      "a word too many", "SELECT FROM c", "SC1001",
      "Syntax error, incorrect syntax near 'FROM'.", at: 7...11, .recording("rec 165"))
    wrong(
      "an end too early", "SELECT * FROM c WHERE", "SC1002",
      "Syntax error, unexpected end-of-file.", at: 21...21, .recording("rec 166"))
    wrong(
      "a semicolon", "SELECT 1;", "SC1010", "Syntax error, invalid token ';'.", at: 8...9,
      .recording("rec 167"))
    wrong(
      "a name of nothing", "SELECT x.id FROM c", "SC2001",
      "Identifier 'x' could not be resolved.", at: 7...8, .recording("rec 168"))
    wrong(
      "an unknown function", "SELECT ABC() FROM c", "SC2005",
      "'ABC' is not a recognized built-in function name.", at: 7...10, .recording("rec notes"))
    wrong(
      "a star of two sources", "SELECT * FROM c JOIN t IN c.tags", "SC2040",
      "'SELECT *' is only valid with a single input set.", .recording("rec notes"))
    wrong(
      "a column outside of its groups", "SELECT c.id, COUNT(1) AS n FROM c", "SC2102",
      "Property reference 'c.id' is invalid in the select list because it is not contained in "
        + "either an aggregate function or the GROUP BY clause.", at: 7...11,
      .recording("rec notes"),
      .sdk("azure-cosmos-dotnet-v3, QueryPlanBaselineTests.GroupBy"))
    wrong(
      "an order in a subquery", "SELECT * FROM (SELECT * FROM c ORDER BY c.id) AS s", "SC2202",
      "'ORDER BY' is not supported in subqueries.", at: 31...44,
      .sdk("azure-cosmos-dotnet-v3, LinqGeneralBaselineTests"))
    wrong(
      "TOP in a subquery", "SELECT * FROM (SELECT TOP 1 * FROM c) AS s", "SC2203",
      "'TOP' is not supported in subqueries.", at: 22...27,
      .sdk("azure-cosmos-dotnet-v3, LinqGeneralBaselineTests"))
    wrong(
      "a page in a subquery", "SELECT VALUE COUNT(1) FROM (SELECT * FROM c OFFSET 0 LIMIT 5) AS s",
      "SC2204", "'OFFSET LIMIT' clause is not supported in subqueries.", at: 44...60,
      .sdk("azure-cosmos-dotnet-v3, LinqAggregateFunctionBaselineTests"))
    wrong(
      "too many arguments", "SELECT * FROM c WHERE STARTSWITH(c.id, 'a', true, 1)", "SC2050",
      "The STARTSWITH function requires 2 to 3 argument(s).", at: 22...52,
      .sdk("azure-cosmos-dotnet-v3, QueryPlanBaselineTests.Negative"))
    refusal(
      "an order by elements of arrays", "SELECT VALUE t FROM c JOIN t IN c.tags ORDER BY t",
      "Order-by over correlated collections is not supported.", "order by an element of an array",
      .sdk("azure-cosmos-dotnet-v3, TestIssueRepro"))
    refusal(
      "an order by one path twice", "SELECT * FROM c ORDER BY c.id, c.id DESC",
      "The order by query does not have a corresponding composite index that it can be served from.",
      "ORDER BY without a composite index",
      .sdk("azure-cosmos-dotnet-v3, LinqGeneralBaselineTests.TestThenByTranslation"),
      .decision("the words are those of a missing index"))
    wrong(
      "an order by an expression that is not a path", "SELECT * FROM c ORDER BY c.price + 1", 2206,
      "Unsupported ORDER BY clause. ORDER BY item expression could not be mapped to a document "
        + "path.", .documentation("issue efcore 27037"))
    Interaction.refusal(
      "a query that divides by zero is refused",
      [.protocolReference("B14.2"), .recording("rec 169")], given: Shop.oneLamp,
      PactRequest.sql("SELECT 1 / 0 AS x FROM c").keyed("light"), 400, "BadRequest",
      .query(4001, "Attempted to divide by zero."), substatus: 4001,
      fault: "division by zero in a query", route: "Query documents")
    for (what, query) in [
      ("user-defined functions", "SELECT VALUE udf.tax(c.price) FROM c"),
      (
        "fuzzy full-text search",
        "SELECT VALUE FullTextContains(c.name, {term: 'lamp', distance: 1}) FROM c"
      ),
    ] {
      Interaction.refusal(
        "a query with \(what) is refused by name",
        [.protocolReference("B20"), .decision("the words are ours")], given: Shop.oneLamp,
        PactRequest.sql(query).keyed("light"), 501, "NotImplemented",
        .gateway("Not emulated: \(what)."), fault: "not emulated", route: "Query documents")
    }
    Interaction.refusal(
      "a query without a text is refused", [.protocolReference("B20"), .recording("rec 179")],
      given: Shop.oneLamp,
      PactRequest.post(
        "\(Shop.docs)", headers: ["Content-Type": "application/query+json"],
        json: ["text": "SELECT 1"]
      ).keyed("light"), 400, "BadRequest",
      .backend("The request payload is invalid. Ensure to provide a valid request payload."),
      fault: "body is no JSON", route: "Query documents")
  }
}
