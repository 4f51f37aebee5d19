import GhostlightContracts
import GhostlightCore

/// The container of most examples: `shop/goods`, in partitions by `/kind`, whose codes are unique.
enum Shop {
  static let path = "/dbs/shop/colls/goods"
  static let docs = path + "/docs"

  static let definition: JSONObject = [
    "id": "goods", "partitionKey": ["paths": ["/kind"], "kind": "Hash", "version": 2],
    "uniqueKeyPolicy": ["uniqueKeys": [["paths": ["/code"]]]], "defaultTtl": -1,
  ]

  /// The container without documents.
  static let container = GivenState.state(
    "container exists",
    [
      "database": "shop", "container": "goods", "partitionKey": "/kind",
      "definition": [
        "partitionKey": ["paths": ["/kind"], "kind": "Hash", "version": 2],
        "uniqueKeyPolicy": ["uniqueKeys": [["paths": ["/code"]]]], "defaultTtl": -1,
      ],
    ])

  /// A document; the last one's `rid`, `etag` and `document` are what states answer.
  static func document(_ document: JSONObject) -> GivenState {
    .state(
      "document exists",
      ["database": "shop", "container": "goods", "document": .object(document)])
  }

  static let lamp: JSONObject = [
    "id": "lamp", "kind": "light", "price": 20, "code": "L1", "tags": ["desk", "old"],
    "size": ["w": 1, "h": 2],
  ]
  static let torch: JSONObject = [
    "id": "torch", "kind": "light", "price": 5, "code": "L2", "tags": [],
  ]
  static let chair: JSONObject = [
    "id": "chair", "kind": "seat", "price": 40, "code": "S1", "tags": ["old"],
  ]
  static let stool: JSONObject = [
    "id": "stool", "kind": "seat", "price": 15.5, "code": "S2", "maker": nil,
  ]

  /// The container with one lamp.
  static let oneLamp = [container, document(lamp)]
  /// The container with four documents, made in this order.
  static let full = [container] + [lamp, torch, chair, stool].map(document)

  /// The key of a partition as a field has it.
  static func key(_ values: JSON...) -> Example { .value(.string(JSON.array(values).text())) }

  /// The lights' partition.
  static let lights: KeyValuePairs<String, Example> = [
    "x-ms-documentdb-partitionkey": key("light")
  ]

  /// The lamp's path.
  static let lampPath = docs + "/lamp"
}

extension PactRequest {
  /// The request with the key of a document's partition.
  func keyed(_ values: JSON...) -> PactRequest {
    headers([
      "x-ms-documentdb-partitionkey": .value(.string(JSON.array(values).text()))
    ])
  }
}
