import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import CosmosEmulator

/// Tests of full-text and hybrid search, with results that were computed by hand (B25).
@Suite struct `Texts in SQL` {
  @Test(arguments: values)
  func `a text contains the words and phrases of a search`(_ row: SQLCase) throws {
    #expect(try row.run(over: []) == row.rows)
  }

  private static let values: [SQLCase] = [
    .value("FullTextContains('A red Bicycle', 'bicycle')", "true"),
    .value("FullTextContains('red bicycles', 'BICYCLE')", "true"),
    .value("FullTextContains('He was running', 'runs')", "true"),
    .value("FullTextContains('bicyclette', 'bicycle')", "false"),
    .value("FullTextContains('a red bicycle', 'red bicycle')", "true"),
    .value("FullTextContains('a bicycle, red', 'red bicycle')", "false"),
    .value("FullTextContains('the art of riding', 'art riding')", "true"),
    .value("FullTextContains('the end', 'the')", "false"),
    .value("FullTextContains('the end', '')", "false"),
    .value("FullTextContains('', 'end')", "false"),
    .value(#"FullTextContains("John's book", 'john')"#, "true"),
    .value("FullTextContains('schöne Häuser', 'schöne')", "true"),
    .value("FullTextContains(7, 'end')", nil), .value("FullTextContains(undefined, 'end')", nil),
    .value("FullTextContains('end', 7)", nil),
    .value("FullTextContainsAll('red car, blue bicycle', 'red', 'bicycle')", "true"),
    .value("FullTextContainsAll('red car, blue bicycle', 'red', 'train')", "false"),
    .value("FullTextContainsAny('red car, blue bicycle', 'train', 'bicycle')", "true"),
    .value("FullTextContainsAny('red car, blue bicycle', 'train', 'ship')", "false"),
    // Three texts with nine words, two of which contain "red".
    .value("_FullTextScore('red bicycle', ['red'], 3, 9, [2])", "0.5442147286003255"),
    .value("_FullTextScore('red red car', ['red'], 3, 9, [2])", "0.6462549902128865"),
    .value("_FullTextScore('blue bicycle', ['red'], 3, 9, [2])", "0"),
    .value("_FullTextScore(7, ['red'], 3, 9, [2])", "0"),
    .value("_FullTextWordCount('The red bicycles of John')", "3"),
    .value("_VectorScore([1, 2], [4, 6], true, {distanceFunction: 'euclidean'})", "-5"),
    .value("_VectorScore(null, [4, 6])", "-999999"),
    SQLCase(
      "SELECT COUNTIF(true) AS a, COUNTIF(1) AS b FROM (SELECT VALUE 1) AS x", #"[{"a":1,"b":0}]"#),
  ]

  /// Creates an account with texts in the container `goods`.
  static func account(_ configuration: CosmosConfiguration = CosmosConfiguration()) throws
    -> CosmosAccount
  {
    var account = CosmosAccount(configuration)
    _ = try account.backend.setUp(
      "container exists",
      parameters: [
        "database": "shop", "container": "goods", "partitionKey": "/id",
        "definition": [
          "fullTextPolicy": ["defaultLanguage": "en-US", "fullTextPaths": [["path": "/text"]]],
          "vectorEmbeddingPolicy": [
            "vectorEmbeddings": [
              [
                "path": "/v", "dataType": "float32", "dimensions": 1,
                "distanceFunction": "euclidean",
              ]
            ]
          ],
        ],
      ], at: account.moment)
    let texts: [(String, JSON, JSON)] = [
      ("a", "red bicycle", [5]), ("b", "red red car", [9]),
      ("c", "blue bicycle shop tour", [0]), ("d", 7, .null),
    ]
    for (id, text, vector) in texts {
      _ = try account.backend.setUp(
        "document exists",
        parameters: [
          "database": "shop", "container": "goods",
          "document": ["id": .string(id), "text": text, "v": vector],
        ], at: account.moment)
    }
    return account
  }

  private static let ranks: [(String, [String])] = [
    ("SELECT VALUE c.id FROM c ORDER BY RANK FullTextScore(c.text, 'red')", ["b", "a", "d", "c"]),
    (
      "SELECT VALUE c.id FROM c ORDER BY RANK FullTextScore(c.text, ['bicycle', 'red'])",
      ["a", "b", "c", "d"]
    ),
    ("SELECT TOP 1 VALUE c.id FROM c ORDER BY RANK FullTextScore(c['text'], 'red')", ["b"]),
    (
      "SELECT VALUE c.id FROM c ORDER BY RANK FullTextScore(c.text, 'red') OFFSET 1 LIMIT 2",
      ["a", "d"]
    ),
    (
      "SELECT VALUE c.id FROM c WHERE FullTextContains(c.text, 'bicycle') "
        + "ORDER BY RANK FullTextScore(c.text, 'red')", ["a", "c"]
    ),
    ("SELECT VALUE c.id FROM c ORDER BY RANK VectorDistance(c.v, [0])", ["c", "a", "b", "d"]),
    // Ranks: b 1, a 2, c and d 3 by text; c 1, a 2, b 3, d 4 by vector.
    (
      "SELECT VALUE c.id FROM c ORDER BY RANK "
        + "RRF(FullTextScore(c.text, 'red'), VectorDistance(c.v, [0]))", ["b", "c", "a", "d"]
    ),
    (
      "SELECT VALUE c.id FROM c ORDER BY RANK "
        + "RRF(FullTextScore(c.text, 'red'), VectorDistance(c.v, [0]), [1, 9])",
      ["c", "a", "b", "d"]
    ),
    (
      "SELECT VALUE c.id FROM c ORDER BY RANK "
        + "RRF(FullTextScore(c.text, 'red'), VectorDistance(c.v, [0]), [9, 1])",
      ["b", "a", "c", "d"]
    ),
    (
      "SELECT TOP 2 VALUE c.id FROM c ORDER BY RANK "
        + "RRF(FullTextScore(c.text, 'red'), FullTextScore(c.text, 'bicycle'))", ["a", "b"]
    ),
  ]

  private static func query(_ text: String) -> Request {
    CosmosAccount.query(text, key: nil, [.msCrossPartition: "True"])
  }

  @Test(arguments: ranks)
  func `documents are ordered by their scores`(_ text: String, _ ids: [String]) throws {
    var account = try Self.account()
    let response = account.send(Self.query(text))
    #expect(response.json?["Documents"] == .array(ids.map { .string($0) }))
  }

  @Test func `the plan of a hybrid search has a query for statistics and one for each score`()
    throws
  {
    var account = try Self.account()
    var request = Self.query(
      "SELECT TOP 10 c.id FROM c WHERE c.n > 1 ORDER BY RANK "
        + "RRF(FullTextScore(c.text, 'swim', 'run'), VectorDistance(c.v, [1]), [2, -1])")
    request.headers[.msPlanRequest] = "True"
    request.headers[.msQueryFeatures] = "HybridSearch"
    let plan = account.send(request).json
    let text =
      "_FullTextScore(c.text, [\"swim\", \"run\"], "
      + "{documentdb-formattablehybridsearchquery-totaldocumentcount}, "
      + "{documentdb-formattablehybridsearchquery-totalwordcount-0}, "
      + "{documentdb-formattablehybridsearchquery-hitcountsarray-0})"
    let vector = "_VectorScore(c.v, [1])"
    func component(_ score: String, _ order: String, _ sign: String) -> JSON {
      [
        "distinctType": "None", "top": 120, "offset": .null, "limit": .null,
        "orderBy": [.string(order)], "orderByExpressions": [.string(score)],
        "groupByExpressions": [], "groupByAliases": [], "aggregates": [],
        "groupByAliasToAggregateType": [:],
        "rewrittenQuery": .string(
          "SELECT TOP 120 c._rid, [{\"item\": \(score)}] AS orderByItems, "
            + "{\"payload\": {\"id\": c.id}, \"componentScores\": [\(text), \(vector)]} AS payload\n"
            + "FROM c\nWHERE ((c.n > 1) AND ({documentdb-formattableorderbyquery-filter}))\n"
            + "ORDER BY \(score) \(sign)"),
        "hasSelectValue": false, "dCountInfo": .null, "hasNonStreamingOrderBy": true,
      ]
    }
    #expect(plan?["queryInfo"] == nil)
    #expect(
      plan?["hybridSearchQueryInfo"] == [
        "globalStatisticsQuery": .string(
          "SELECT COUNT(1) AS documentCount, [{\"totalWordCount\": SUM(_FullTextWordCount(c.text)), "
            + "\"hitCounts\": [COUNTIF(FullTextContains(c.text, \"swim\")), "
            + "COUNTIF(FullTextContains(c.text, \"run\"))]}] AS fullTextStatistics\nFROM c"),
        "componentQueryInfos": [
          component(text, "Descending", "DESC"), component(vector, "Ascending", "ASC"),
        ],
        "componentWithoutPayloadQueryInfos": [], "projectionQueryInfo": .null,
        "componentWeights": [2, -1], "skip": .null, "take": 10, "requiresGlobalStatistics": true,
      ])
  }

  private static let wrong: [(String, String)] = [
    (
      "SELECT FullTextScore(c.text, 'a') FROM c",
      "The FullTextScore function is only allowed in the ORDER BY RANK clause."
    ),
    (
      "SELECT * FROM c WHERE RRF(1, 2) > 0",
      "The RRF function is only allowed in the ORDER BY RANK clause."
    ),
    (
      "SELECT * FROM c ORDER BY RANK FullTextScore(c.text, 'a') DESC",
      "Specifying a sort order (ASC or DESC) in the ORDER BY RANK clause is not allowed."
    ),
    (
      "SELECT * FROM c ORDER BY RANK FullTextScore(c.text, 'a'), FullTextScore(c.text, 'b')",
      "ORDER BY RANK takes one scoring function; combine several with RRF."
    ),
    (
      "SELECT * FROM c ORDER BY RANK LOWER(c.text)",
      "ORDER BY RANK needs FullTextScore, VectorDistance or RRF."
    ),
    (
      "SELECT * FROM c ORDER BY RANK RRF("
        + Array(repeating: "FullTextScore(c.text, 'a')", count: 33).joined(separator: ", ") + ")",
      "RRF combines at most 32 scores."
    ),
    (
      "SELECT * FROM c ORDER BY RANK RRF(FullTextScore(c.text, 'a'))",
      "The RRF function requires at least 2 argument(s)."
    ),
    (
      "SELECT * FROM c ORDER BY RANK FullTextScore(c.text)",
      "The FULLTEXTSCORE function requires at least 2 argument(s)."
    ),
    (
      "SELECT * FROM c ORDER BY RANK FullTextScore('a', 'a')",
      "The first argument of FullTextScore must be a path."
    ),
    (
      "SELECT * FROM c ORDER BY RANK FullTextScore(c.text, 1)",
      "The terms of FullTextScore must be strings."
    ),
    (
      "SELECT DISTINCT c.id FROM c ORDER BY RANK FullTextScore(c.text, 'a')",
      "ORDER BY RANK cannot be used together with JOIN, DISTINCT, GROUP BY or an aggregate."
    ),
    (
      "SELECT * FROM c ORDER BY RANK "
        + "RRF(FullTextScore(c.text, 'a'), FullTextScore(c.text, 'b'), [1])",
      "The last parameter of the RRF function is an optional array of weights. When present, it must "
        + "be a literal array of numbers, one for each of the component scores used for the RRF "
        + "function. The length of this array must be the same as the number of the component scores."
    ),
  ]

  @Test(arguments: wrong)
  func `a wrong search is refused with a reason`(_ text: String, _ message: String) throws {
    var account = try Self.account()
    let response = account.send(Self.query(text))
    #expect(response.status == .badRequest)
    #expect(response.json?["message"]?.string?.contains("\"message\":\"\(message)\"") == true)
  }

  @Test func `a search in a long text is work in proportion to its length`() throws {
    let text = String(repeating: "bicycle ", count: 150_000)
    let found = FoundDocument(key: "1", sequence: 0, document: ["text": .string(text)])
    let statement = try SQLStatement("SELECT VALUE FullTextContains(c.text, 'car') FROM c")
    #expect(
      try statement.rows(over: [found], at: SQLCase.instant, within: WorkBudget(1_400_000))
        .map(\.value) == [false])
    #expect(throws: SQLError.self) {
      _ = try statement.rows(over: [found], at: SQLCase.instant, within: WorkBudget(1_200_000))
    }
  }

  @Test func `fuzzy search is refused by its name`() throws {
    var account = try Self.account()
    for text in [
      "SELECT * FROM c WHERE FullTextContains(c.text, {term: 'red', distance: 1})",
      "SELECT * FROM c ORDER BY RANK FullTextScore(c.text, {term: 'red', distance: 1})",
    ] {
      let response = account.send(Self.query(text))
      #expect(response.status == .notImplemented)
      #expect(
        response.json?["message"]?.string?.hasPrefix("Not emulated: fuzzy full-text search.")
          == true)
    }
  }

  @Test(arguments: [
    ("caresses", "caress"), ("ponies", "poni"), ("cats", "cat"), ("agreed", "agre"),
    ("plastered", "plaster"), ("motoring", "motor"), ("conflated", "conflat"), ("sized", "size"),
    ("hopping", "hop"), ("failing", "fail"), ("filing", "file"), ("happy", "happi"), ("sky", "sky"),
    ("relational", "relat"), ("rational", "ration"), ("digitizer", "digit"),
    ("hopefulness", "hope"),
    ("electrical", "electr"), ("adoption", "adopt"), ("probate", "probat"), ("rate", "rate"),
    ("controll", "control"), ("roll", "roll"), ("is", "is"), ("été", "été"),
  ])
  func `the stem of a word is that of Porter's examples`(_ word: String, _ stem: String) {
    #expect(PorterStemmer.stem(word) == stem)
  }

  @Test func `a word that is too long for English is its own stem`() {
    let word = String(repeating: "y", count: 240_000) + "ed"
    #expect(PorterStemmer.stem(word) == word)
  }
}
