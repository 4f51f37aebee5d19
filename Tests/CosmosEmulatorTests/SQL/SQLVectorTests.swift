import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import CosmosEmulator

/// Tests of `VectorDistance`, with results that were computed by hand (B25).
@Suite struct `Vectors in SQL` {
  @Test(arguments: values)
  func `two vectors have the value of their function`(_ row: SQLCase) throws {
    #expect(try row.run(over: []) == row.rows)
  }

  private static func distance(_ left: String, _ right: String, _ name: String) -> String {
    "VectorDistance(\(left), \(right), true, {distanceFunction: '\(name)'})"
  }

  private static let values: [SQLCase] = [
    .value(distance("[1, 2, 3]", "[4, 5, 6]", "dotproduct"), "32"),
    .value(distance("[1, 2, 3]", "[4, 5, 6]", "DotProduct"), "32"),
    .value(distance("[1, 2, 3]", "[4, -5, 6]", "dotproduct"), "12"),
    .value(distance("[0.5, 0.25]", "[2, 4]", "dotproduct"), "2"),
    .value(distance("[1, 2]", "[4, 6]", "euclidean"), "5"),
    .value(distance("[1, 2, 3]", "[4, 5, 6]", "Euclidean"), "5.196152422706632"),
    .value(distance("[7]", "[7]", "euclidean"), "0"),
    .value(distance("[3, 4]", "[4, 3]", "cosine"), "0.96"),
    .value(distance("[1, 0]", "[0, 1]", "cosine"), "0"),
    .value(distance("[2, 0]", "[-5, 0]", "cosine"), "-1"),
    .value("VectorDistance([3, 4], [4, 3])", "0.96"),
    .value("VectorDistance([3, 4], [4, 3], false)", "0.96"),
    .value("VectorDistance([0, 0], [4, 3])", "0"),
    .value("VectorDistance([-6, 8], [-8, 6], true, {dataType: 'int8'})", "0.96"),
    .value("VectorDistance([1, 2], [1, 2, 3])", nil),
    .value("VectorDistance([[1], [2]], [1, 2])", nil),
    .value("VectorDistance([1, '2'], [1, 2])", nil),
    .value("VectorDistance('[1, 2]', [1, 2])", nil),
    .value("VectorDistance(null, [1, 2])", nil),
    .value("VectorDistance(undefined, [1, 2])", nil),
    .value("VectorDistance({}, [1, 2])", nil),
    SQLCase(
      "SELECT VALUE VectorDistance(@a, @b, true, @options)", "[11]",
      ["@a": [1, 2], "@b": [3, 4], "@options": ["distanceFunction": "dotproduct"]]),
    SQLCase(
      "SELECT VALUE [MAX(VectorDistance([1, 2], [3, 4], true, {distanceFunction: 'dotproduct'})), "
        + "MAX(VectorDistance([1, 2], [4, 6], true, {distanceFunction: 'euclidean'}))]", "[[11,5]]"),
  ]

  @Test(arguments: [
    "VectorDistance([1])", "VectorDistance([1], [1], true, {}, 1)", "VectorDistance([1], [1], 1)",
    "VectorDistance([1], [1], true, 'cosine')",
    "VectorDistance([1], [1], true, {distanceFunction: 'manhattan'})",
    "VectorDistance([1], [1], true, {dataType: 'float64'})",
  ])
  func `a wrong call is refused`(_ call: String) {
    let error = #expect(throws: SQLError.self) { _ = try SQLStatement("SELECT VALUE \(call)") }
    #expect(error?.refusal == nil)
  }

  /// Creates an account with the container `goods`, whose vectors `v` are compared by `metric`.
  static func account(_ metric: String, ranges: Int64 = 1, isStrict: Bool = false) throws
    -> CosmosAccount
  {
    var configuration = CosmosConfiguration()
    configuration.isStrict = isStrict
    var account = CosmosAccount(configuration)
    let vectors: [(String, JSON)] = [
      ("east", [1, 0]), ("north", [0.5, 2]), ("far", [6, 8]), ("west", [-1, 0]), ("none", "x"),
      ("long", [1, 0, 0]),
    ]
    _ = try account.backend.setUp(
      "container exists",
      parameters: [
        "database": "shop", "container": "goods", "partitionKey": "/id", "ranges": .integer(ranges),
        "definition": [
          "vectorEmbeddingPolicy": [
            "vectorEmbeddings": [
              [
                "path": "/v", "dataType": "float32", "dimensions": 2,
                "distanceFunction": .string(metric),
              ]
            ]
          ],
          "indexingPolicy": ["vectorIndexes": [["path": "/v", "type": "flat"]]],
        ],
      ], at: account.moment)
    for (id, vector) in vectors {
      _ = try account.backend.setUp(
        "document exists",
        parameters: [
          "database": "shop", "container": "goods",
          "document": ["id": .string(id), "v": vector, "n": .integer(Int64(id.utf8.count))],
        ], at: account.moment)
    }
    return account
  }

  private static func query(_ text: String) -> Request {
    CosmosAccount.query(text, key: nil, [.msCrossPartition: "True"])
  }

  private static let orders: [(String, String, [String])] = [
    ("cosine", "", ["far", "north", "east", "west"]),
    ("cosine", "ASC", ["far", "north", "east", "west"]),
    ("cosine", "DESC", ["west", "east", "north", "far"]),
    ("dotproduct", "", ["far", "north", "east", "west"]),
    ("euclidean", "", ["east", "north", "west", "far"]),
    ("euclidean", "DESC", ["far", "west", "north", "east"]),
  ]

  @Test(arguments: orders)
  func `documents are ordered by similarity, without those that have no such vector`(
    _ metric: String, _ direction: String, _ ids: [String]
  ) throws {
    var account = try Self.account(metric)
    let order = "ORDER BY VectorDistance(c.v, [1, 1]) \(direction)"
    for (clause, page, expected) in [
      ("", "", ids), ("TOP 2 ", "", Array(ids.prefix(2))),
      ("", " OFFSET 1 LIMIT 2", Array(ids[1...2])),
    ] {
      let response = account.send(Self.query("SELECT \(clause)VALUE c.id FROM c \(order)\(page)"))
      #expect(response.json?["Documents"] == .array(expected.map { .string($0) }))
    }
  }

  @Test func `a distance can be selected, filtered and paged`() throws {
    var account = try Self.account("dotproduct")
    let filtered = account.send(
      Self.query(
        "SELECT c.id, VectorDistance(c.v, [1, 1]) AS score FROM c "
          + "WHERE VectorDistance(c['v'], [1, 1]) < 10 ORDER BY VectorDistance(c.v, [1, 1])"))
    #expect(
      filtered.json?["Documents"]
        == [
          ["id": "north", "score": 2.5], ["id": "east", "score": 1], ["id": "west", "score": -1],
        ])
    var request = Self.query("SELECT VALUE c.id FROM c ORDER BY VectorDistance(c.v, [1, 1])")
    request.headers[.msMaxItems] = "3"
    let first = account.send(request)
    request.headers[.msContinuation] = first.headers[.msContinuation]
    let second = account.send(request)
    #expect(first.json?["Documents"] == ["far", "north", "east"])
    #expect(second.json?["Documents"] == ["west"])
    #expect(second.headers[.msContinuation] == nil)
  }

  @Test(arguments: [("cosine", "Descending"), ("euclidean", "Ascending")])
  func `the plan of an order by similarity does not stream`(
    _ metric: String, _ order: String
  ) throws {
    var account = try Self.account(metric)
    var request = Self.query(
      "SELECT TOP 2 c.id AS name FROM c ORDER BY VectorDistance(c.v, [1, 0.5], true)")
    request.headers[.msPlanRequest] = "True"
    request.headers[.msQueryFeatures] = "NonStreamingOrderBy"
    let plan = account.send(request).json
    #expect(
      plan?["queryInfo"] == [
        "distinctType": "None", "top": 2, "offset": .null, "limit": .null,
        "orderBy": [.string(order)],
        "orderByExpressions": ["VectorDistance(c.v, [1, 0.5], true)"], "groupByExpressions": [],
        "groupByAliases": [], "aggregates": [], "groupByAliasToAggregateType": [:],
        "rewrittenQuery": .string(
          "SELECT TOP 2 c._rid, [{\"item\": VectorDistance(c.v, [1, 0.5], true)}] AS orderByItems, "
            + "{\"name\": c.id} AS payload\nFROM c\nWHERE ({documentdb-formattableorderbyquery-filter})\n"
            + "ORDER BY VectorDistance(c.v, [1, 0.5], true)"),
        "hasSelectValue": false, "dCountInfo": .null, "hasNonStreamingOrderBy": true,
      ])
  }

  @Test func `the comparison of vectors is work, in proportion to their dimensions`() throws {
    let large = FoundDocument(
      key: "1", sequence: 0, document: ["v": .array(Array(repeating: .double(0.5), count: 100_000))]
    )
    let parameters: [String: JSON] = ["@v": .array(Array(repeating: 1, count: 100_000))]
    let statement = try SQLStatement(
      "SELECT VALUE VectorDistance(c.v, @v) FROM c", parameters: parameters)
    #expect(
      try statement.rows(over: [large], at: SQLCase.instant, within: WorkBudget(3_300)).count == 1)
    #expect(throws: SQLError.self) {
      _ = try statement.rows(over: [large], at: SQLCase.instant, within: WorkBudget(3_000))
    }
  }
}
