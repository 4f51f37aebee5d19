import GhostlightContracts
import GhostlightCore

/// Promises about vector search, full-text search and hybrid search.
enum Searches {
  static let pact = Pact.cosmos {
    found
    refused
  }

  private static let container = GivenState.state(
    "container exists",
    [
      "database": "shop", "container": "goods", "partitionKey": "/kind",
      "definition": [
        "partitionKey": ["paths": ["/kind"], "kind": "Hash", "version": 2],
        "vectorEmbeddingPolicy": [
          "vectorEmbeddings": [
            ["path": "/v", "dataType": "float32", "dimensions": 2, "distanceFunction": "euclidean"]
          ]
        ],
        "fullTextPolicy": ["defaultLanguage": "en-US", "fullTextPaths": [["path": "/text"]]],
        "indexingPolicy": [
          "vectorIndexes": [["path": "/v", "type": "flat"]], "fullTextIndexes": [["path": "/text"]],
        ],
      ],
    ])

  private static let documents = [
    ("a", "red bicycle", [4, 6]), ("b", "red red car", [9, 9]), ("c", "blue bicycles", [1, 2]),
  ].map { id, text, vector -> GivenState in
    Shop.document([
      "id": .string(id), "kind": "light", "text": .string(text),
      "v": .array(vector.map { .integer(Int64($0)) }),
    ])
  }

  private static let evidence: [Evidence] = [
    .protocolReference("B25"), .documentation("\"Vector search\", \"Full-text search\""),
    .sdk("azure-cosmos 4.17.1, hybrid_search_aggregator.py"),
  ]

  private static let rows: [(text: String, rows: [JSON])] = [
    (
      "SELECT TOP 2 c.id, VectorDistance(c.v, [1, 2]) AS score FROM c ORDER BY "
        + "VectorDistance(c.v, [1, 2])", [["id": "c", "score": 0], ["id": "a", "score": 5]]
    ),
    (
      "SELECT VALUE c.id FROM c ORDER BY "
        + "VectorDistance(c.v, [1, 1], true, {distanceFunction: 'dotproduct'})", ["b", "a", "c"]
    ),
    ("SELECT VALUE c.id FROM c WHERE FullTextContains(c.text, 'bicycle')", ["a", "c"]),
    ("SELECT TOP 2 VALUE c.id FROM c ORDER BY RANK FullTextScore(c.text, 'red')", ["b", "a"]),
    (
      "SELECT TOP 2 VALUE c.id FROM c ORDER BY RANK "
        + "RRF(FullTextScore(c.text, 'bicycle'), VectorDistance(c.v, [1, 2]), [1, 2])", ["c", "a"]
    ),
  ]

  @InteractionBuilder private static var found: [Interaction] {
    for row in rows {
      Interaction.step(
        "a search finds \(row.text)", evidence, given: [container] + documents,
        PactRequest.sql(row.text).keyed("light"), .feed("Documents", row.rows.map { .value($0) }),
        route: "Query documents", whole: ["$", "$.Documents[*]"])
    }
  }

  @InteractionBuilder private static var refused: [Interaction] {
    Interaction.refusal(
      "a vector index without an embedding is refused",
      [.protocolReference("B25"), .suite("azure-cosmos, tests/test_vector_policy.py")],
      given: [.state("database exists", ["database": "shop"])],
      PactRequest.post(
        "/dbs/shop/colls",
        json: .same([
          "id": "vectors", "partitionKey": ["paths": ["/id"], "kind": "Hash", "version": 2],
          "indexingPolicy": ["vectorIndexes": [["path": "/v", "type": "flat"]]],
        ])), 400, "BadRequest",
      .backend("The Vector Indexing Policy's path::/v not matching in Embedding's path."),
      fault: "policy of a container", route: "Create a collection")
  }
}
