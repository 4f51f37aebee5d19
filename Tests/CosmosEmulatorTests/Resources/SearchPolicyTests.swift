import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import CosmosEmulator

/// Tests of the policies for vectors and texts (B25).
///
/// - Source: Azure/azure-sdk-for-python, sdk/cosmos/azure-cosmos/tests/test_vector_policy.py and
///   test_full_text_policy.py, which have the texts of the service.
@Suite struct `Policies for search` {
  private static func definition(
    _ members: JSONObject, vectors: JSON? = nil, indexes: JSONObject = [:]
  ) -> JSONObject {
    var definition: JSONObject = [
      "id": "search", "partitionKey": ["paths": ["/id"], "kind": "Hash", "version": 2],
    ]
    for member in members { definition[member.key] = member.value }
    definition["vectorEmbeddingPolicy"] = vectors.map { ["vectorEmbeddings": $0] }
    definition["indexingPolicy"] = .object(indexes)
    return definition
  }

  private static func vector(_ path: String = "/v", _ members: JSONObject = [:]) -> JSON {
    var vector: JSONObject = [
      "path": .string(path), "dataType": "float32", "dimensions": 256,
      "distanceFunction": "euclidean",
    ]
    for member in members { vector[member.key] = member.value }
    return .object(vector)
  }

  private static func vectorIndex(_ index: JSONObject, of vector: JSON = Self.vector())
    -> JSONObject
  {
    var index = index
    index["path"] = index["path"] ?? "/v"
    return definition([:], vectors: [vector], indexes: ["vectorIndexes": [.object(index)]])
  }

  private static func texts(_ paths: JSON, indexes: JSON = [], language: JSON = "en-US")
    -> JSONObject
  {
    definition(
      ["fullTextPolicy": ["defaultLanguage": language, "fullTextPaths": paths]],
      indexes: ["fullTextIndexes": indexes])
  }

  private static let wrong: [(JSONObject, String)] = [
    (
      definition([:], vectors: [vector("/v", ["dataType": "float33"])]),
      "The Vector Embedding Policy has an invalid DataType:float33"
    ),
    (
      definition([:], vectors: [vector("/v", ["dimensions": 8000])]),
      "The Vector Embedding Policy has Dimensions:8000 which is more than the maximum supported value 4096"
    ),
    (
      definition([:], vectors: [vector("/v", ["dimensions": -1])]),
      "The Vector Embedding Policy has Dimensions:-1 which is not a positive integer"
    ),
    (
      definition([:], vectors: [vector("/v", ["distanceFunction": "handMeasured"])]),
      "The Vector Embedding Policy has an invalid DistanceFunction:handMeasured"
    ),
    (
      definition([:], vectors: [vector("/v/")]),
      "The Vector Embedding Policy has an invalid Path:/v/. Specify the correct path for vector "
        + "properties of your documents."
    ),
    (
      definition([:], vectors: [vector("/v/*")]),
      "The Vector Embedding Policy has an invalid Path:/v/*. Specify the correct path for vector "
        + "properties of your documents."
    ),
    (
      definition([:], vectors: [vector(), vector()]),
      "The Vector Embedding Policy has the path /v twice."
    ),
    (definition([:], vectors: "v"), "One of the specified inputs is invalid"),
    (
      definition([:], indexes: ["vectorIndexes": [["path": "/v", "type": "flat"]]]),
      "The Vector Indexing Policy's path::/v not matching in Embedding's path."
    ),
    (
      definition(
        [:], vectors: [vector()],
        indexes: [
          "vectorIndexes": [["path": "/v", "type": "diskANN"], ["path": "/v", "type": "diskANN"]]
        ]),
      "The Vector Indexing Policy has the path /v twice."
    ),
    (
      vectorIndex(["type": "notFlat"]),
      "The Vector Indexing Policy's Index Type::notFlat is invalid."
    ),
    (
      vectorIndex(["type": "flat"], of: vector("/v", ["dimensions": 506])),
      "The Vector Indexing Policy's path::/v has Dimensions:506 which is more than the maximum "
        + "supported value 505 of the Index Type::flat."
    ),
    (
      vectorIndex(["type": "quantizedFlat", "quantizationByteSize": 0]),
      "The Vector Indexing Policy parameter QuantizationByteSize value :: 0 is out of range. The "
        + "allowed range is between 1 and 256."
    ),
    (
      vectorIndex(
        ["type": "quantizedFlat", "quantizationByteSize": 513],
        of: vector("/v", ["dimensions": 550])),
      "The Vector Indexing Policy parameter QuantizationByteSize value :: 513 is out of range. The "
        + "allowed range is between 1 and 512."
    ),
    (
      vectorIndex(["type": "diskANN", "indexingSearchListSize": 5]),
      "The Vector Indexing Policy parameter IndexingSearchListSize value :: 5 is out of range. The "
        + "allowed range is between 25 and 500."
    ),
    (
      vectorIndex(["type": "diskANN", "vectorIndexShardKey": ["country"]]),
      "The Vector Indexing Policy has an invalid Shard Path: country."
    ),
    (
      vectorIndex(["type": "diskANN", "vectorIndexShardKey": ["/country", "/city", "/zipcode"]]),
      "The number of shard paths defined in the Vector Indexing Policy: 3 exceeds the maximum: 1."
    ),
    (
      vectorIndex(["type": "diskANN", "vectorIndexShardKey": "/country"]),
      "One of the specified inputs is invalid"
    ),
    (
      texts([["path": "abstract", "language": "en-US"]]),
      "The Full Text Policy contains an invalid Path: abstract"
    ),
    (
      texts([["path": "/abstract"]], language: "spa-SPA"),
      "The Full Text Policy contains an unsupported language spa-SPA. Supported languages are: en-US, "
        + "de-DE, es-ES, fr-FR, it-IT, pt-PT, pt-BR"
    ),
    (
      texts([["path": "/abstract", "language": "spa-SPA"]]),
      "The Full Text Policy contains an unsupported language spa-SPA. Supported languages are: en-US, "
        + "de-DE, es-ES, fr-FR, it-IT, pt-PT, pt-BR"
    ),
    (
      texts([["path": "/abstract"]], indexes: [["path": "/path"]]),
      "The path of the Full Text Index /path does not match the path specified in the Full Text Policy"
    ),
    (
      texts([["path": "/abstract"]], indexes: [["path": "abstract"]]),
      "Full-text index specification at index (0) contains invalid path"
    ),
    (
      texts([["path": "/abstract"]], indexes: [["not_path": "abstract"]]),
      "Missing path in full-text index specification at index (0)"
    ),
  ]

  @Test(arguments: wrong)
  func `a policy that is not valid is refused in the service's words`(
    _ definition: JSONObject, _ message: String
  ) {
    var account = CosmosAccount.shop()
    let before = account.fingerprint
    let response = account.send(.json(.post, "/dbs/shop/colls", .object(definition)))
    #expect(response.status == .badRequest)
    #expect(
      response.json?["message"]?.string?.hasPrefix(
        "Message: {\"Errors\":[\(JSON.string(message).text())]}") == true)
    #expect(account.fingerprint == before)
  }

  private static let indexes: JSON = [
    ["path": "/a", "type": "flat"],
    ["path": "/b", "type": "quantizedFlat", "quantizationByteSize": 8],
    [
      "path": "/c/d", "type": "DiskANN", "quantizationByteSize": 8,
      "vectorIndexShardKey": ["/city"],
      "indexingSearchListSize": 50,
    ],
  ]

  @Test func `valid policies are stored and returned as they were sent`() throws {
    let vectors: JSON = [
      Self.vector("/a"), Self.vector("/b", ["dataType": "int8", "distanceFunction": "dotproduct"]),
      Self.vector(
        "/c/d", ["dataType": "float16", "dimensions": 4096, "distanceFunction": "Cosine"]),
    ]
    let policy: JSON = [
      "defaultLanguage": "de-DE",
      "fullTextPaths": [["path": "/x"], ["path": "/y", "language": "en-US"]],
    ]
    let definition = Self.definition(
      ["fullTextPolicy": policy], vectors: vectors,
      indexes: ["vectorIndexes": Self.indexes, "fullTextIndexes": [["path": "/x"]]])
    var account = CosmosAccount.shop()
    #expect(account.send(.json(.post, "/dbs/shop/colls", .object(definition))).status == .created)
    let stored = account.send(Request(.get, "/dbs/shop/colls/search")).json
    #expect(stored?["vectorEmbeddingPolicy"] == ["vectorEmbeddings": vectors])
    #expect(stored?["fullTextPolicy"] == policy)
    #expect(stored?["indexingPolicy"]?["vectorIndexes"] == Self.indexes)
    #expect(stored?["indexingPolicy"]?["fullTextIndexes"] == [["path": "/x"]])
    var copy = CosmosAccount()
    try copy.backend.restore(account.backend.snapshot)
    #expect(copy.fingerprint == account.fingerprint)
  }

  private static let replacements: [(JSONObject, String?)] = [
    (vectorIndex(["type": "flat"]), nil),
    (
      vectorIndex(["type": "quantizedFlat"]),
      "Paths in existing vector indexing policy cannot be modified in Collection Replace"
    ),
    (
      vectorIndex(["type": "flat"], of: vector("/v", ["dimensions": 384])),
      "Paths in existing embedding policy cannot be modified in Collection Replace"
    ),
    (
      definition([:], indexes: ["vectorIndexes": [["path": "/v", "type": "flat"]]]),
      "The Vector Indexing Policy's path::/v not matching in Embedding's path."
    ),
    (
      definition(
        [:], vectors: [vector(), vector("/w")],
        indexes: [
          "vectorIndexes": [["path": "/v", "type": "flat"], ["path": "/w", "type": "flat"]]
        ]),
      nil
    ),
    (definition([:]), nil), (texts([["path": "/new"]]), nil),
  ]

  @Test(arguments: replacements)
  func `paths can be added and removed, but not changed`(
    _ definition: JSONObject, _ message: String?
  ) {
    var account = CosmosAccount.shop()
    account.send(.json(.post, "/dbs/shop/colls", .object(Self.vectorIndex(["type": "flat"]))))
    let response = account.send(.json(.put, "/dbs/shop/colls/search", .object(definition)))
    guard let message else {
      #expect(response.status == .ok)
      return
    }
    #expect(response.status == .badRequest)
    #expect(response.json?["message"]?.string?.contains(message) == true)
  }
}
