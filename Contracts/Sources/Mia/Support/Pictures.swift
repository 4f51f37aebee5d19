import GhostlightContracts
import GhostlightCore

/// The collection that most first-generation examples use.
enum Pictures {
  static let path = "/picturedata"

  static let dawn: JSONObject = [
    "id": "ef02dcaa-7a2e-4c31-a505-c2cb014d7601", "username": "mario",
    "picturename": "dawn.jpg", "picturedate": 1_395_507_940_351, "flashmode": false, "views": 10,
    "tags": ["x", "y"], "place": ["type": "Point", "coordinates": [9.19, 45.46]],
    "camera": ["maker": "A", "lens": 50],
  ]
  static let noon: JSONObject = [
    "id": "ef02dcaa-7a2e-4c31-a505-c2cb014d7602", "username": "mario",
    "picturename": "noon.jpg", "flashmode": true, "views": 20, "tags": ["y"],
  ]
  static let dusk: JSONObject = [
    "id": "ef02dcaa-7a2e-4c31-a505-c2cb014d7603", "username": "luigi",
    "picturename": "Dusk.jpg", "views": 20.5, "note": nil, "tags": [],
  ]

  static let one = [GivenState.item(dawn)]
  /// The provider states with three items, created in this order.
  static let full = [dawn, noon, dusk].map { GivenState.item($0) }
  static let dawnPath = path + "/ef02dcaa-7a2e-4c31-a505-c2cb014d7601"

  /// Returns an item as responses contain it, with the fields that the service adds.
  static func answer(
    _ item: JSONObject, _ changes: JSONObject = [:], by updater: String = "public",
    creator: String = "public"
  ) -> Example {
    var whole: JSONObject = [
      "creatorId": .string(creator), "updaterId": .string(updater), "sync": 0, "trash": 0,
    ]
    for member in item { whole[member.key] = member.value }
    for member in changes { whole[member.key] = member.value }
    var members = whole.members.map { Example.Member($0.key, .value($0.value)) }
    if whole["id"] == nil { members.append(.init("id", Sample.anyUUID)) }
    return .object(
      members + [.init("createdAt", Sample.anyDate), .init("updatedAt", Sample.anyDate)])
  }

  /// Returns an example with only the id of `item` and its members in `fields`.
  static func only(_ fields: String..., of item: JSONObject) -> Example {
    .value(
      .object(
        JSONObject(
          uniqueMembers: item.members.filter { $0.key == "id" || fields.contains($0.key) })))
  }

  /// Returns a query string that consists of one JSON object (B4).
  static func query(_ filter: String) -> KeyValuePairs<String, Example> {
    KeyValuePairs(dictionaryLiteral: (filter, ""))
  }
}
