import GhostlightContracts
import GhostlightCore

/// Four people for queries, created one second apart in this order.
enum People {
  static let states: [GivenState] =
    [
      .schema(
        "person",
        [
          "name": "string", "nick": "string", "age": "integer", "height": "float",
          "member": "boolean", "tags": "array[string]", "best": "relationship[person]",
          "friends": "relationships[person]",
        ])
    ] + all.map { .object("person", $0) }

  /// The people's ids, in creation order.
  static let ids = ["ann", "ben", "cid", "dee"]

  /// Returns an example with the objects of the people in `ids`, in the order of the ids.
  static func answer(_ ids: [String]) -> Example { .array(ids.map { .same(person($0)) }) }

  static func person(_ id: String) -> JSONObject {
    all.first { $0["person_id"] == .string(id) } ?? [:]
  }

  private static let all: [JSONObject] = [
    [
      "person_id": "ann", "name": "Ann", "age": 25, "height": 1.7, "member": true,
      "tags": ["red", "blue"], "best": "ben", "friends": ["ben", "cid"],
      "createddate": 1_371_040_001_000, "lastmoddate": 1_371_040_001_000,
    ],
    [
      "person_id": "ben", "name": "Ben", "nick": "", "age": 30, "height": 1.85, "member": false,
      "tags": ["blue"], "best": nil, "friends": ["ann"],
      "createddate": 1_371_040_002_000, "lastmoddate": 1_371_040_002_000,
    ],
    [
      "person_id": "cid", "name": "Cid", "nick": "C", "age": 35, "height": 1.7, "member": true,
      "tags": [], "createddate": 1_371_040_003_000, "lastmoddate": 1_371_040_003_000,
    ],
    [
      "person_id": "dee", "name": "Dee", "createddate": 1_371_040_004_000,
      "lastmoddate": 1_371_040_004_000,
    ],
  ]
}
