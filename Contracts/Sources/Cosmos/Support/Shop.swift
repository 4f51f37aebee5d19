import GhostlightContracts
import GhostlightCore

/// The container of most examples: `shop/goods`, partitioned by `/kind`, with a unique key on
/// codes.
enum Shop {
  static let path = "/dbs/shop/colls/goods"
  static let docs = path + "/docs"

  static let definition: JSONObject = [
    "id": "goods", "partitionKey": ["paths": ["/kind"], "kind": "Hash", "version": 2],
    "uniqueKeyPolicy": ["uniqueKeys": [["paths": ["/code"]]]], "defaultTtl": -1,
  ]

  /// The provider state with the container, but no documents.
  static let container = GivenState.state(
    "container exists",
    [
      "database": "shop", "container": "goods", "partitionKey": "/kind",
      "definition": [
        "partitionKey": ["paths": ["/kind"], "kind": "Hash", "version": 2],
        "uniqueKeyPolicy": ["uniqueKeys": [["paths": ["/code"]]]], "defaultTtl": -1,
      ],
    ])

  /// Returns the provider state with a document; its values are `rid`, `etag` and `document`.
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

  /// The provider states with the container and one lamp.
  static let oneLamp = [container, document(lamp)]
  /// The provider states with the container and four documents, created in this order.
  static let full = [container] + [lamp, torch, chair, stool].map(document)

  /// Returns a partition key as the value of a header field.
  static func key(_ values: JSON...) -> Example { .value(.string(JSON.array(values).text())) }

  /// The header field that selects the partition of the lights.
  static let lights: KeyValuePairs<String, Example> = [
    "x-ms-documentdb-partitionkey": key("light")
  ]

  static let lampPath = docs + "/lamp"
}

extension PactRequest {
  /// Returns the request with a header field for the partition key of a document.
  func keyed(_ values: JSON...) -> PactRequest {
    headers([
      "x-ms-documentdb-partitionkey": .value(.string(JSON.array(values).text()))
    ])
  }
}
