import GhostlightCore
import GhostlightEmulation

@testable import EGF2Emulator

/// A backend with four objects and a configured search index.
enum SearchFixture {
  static let world: GraphFixture = {
    var world = GraphFixture(configuration)
    for (number, thing) in things.enumerated() {
      var object = thing
      object["object_type"] = "item"
      object["id"] = .string(id(number + 1))
      world.object(object)
    }
    return world
  }()

  static func id(_ number: Int) -> String { "44444444-0000-4000-8000-00000000000\(number)-17" }

  private static let things: [JSONObject] = [
    [
      "name": "pot", "label": "Tea pot", "text": "black tea", "age": 7, "hot": false,
      "mark": "A-1", "day": "2017-01-20T23:59:59.999Z",
    ],
    [
      "name": "cup", "label": "cup", "text": "green tea", "age": 9, "hot": true, "mark": "C",
      "day": "2017-01-20",
    ],
    [
      "name": "jug", "label": "jug", "text": "white milk", "age": 10, "mark": "A",
      "day": "2017-01-21T00:00:00.000Z", "inner": ["text": "deep sea"],
    ],
    ["name": "old", "label": "old"],
    ["name": "tea", "label": "tea", "deleted_at": "2017-01-01T00:00:00.000Z"],
  ]

  private static let item: JSON = [
    "code": "17", "GET": "any",
    "fields": [
      "name": ["type": "string"], "label": ["type": "string"], "text": ["type": "string"],
      "age": ["type": "integer"], "hot": ["type": "boolean"], "mark": ["type": "string"],
      "day": ["type": "date"],
      "inner": ["type": "struct", "schema": ["text": ["type": "string"]]],
    ],
  ]

  private static let index: JSON = [
    "object_type": "item",
    "mapping": [
      "label": ["type": "string"], "text": ["type": "string"], "age": ["type": "integer"],
      "hot": ["type": "boolean"], "day": ["type": "date"],
      "mark": ["type": "string", "index": "not_analyzed"],
      "in": ["type": "string", "field_name": "inner.text"],
    ],
  ]

  private static let configuration: EGF2Configuration = {
    var graph = GraphTypes.json["graph"]?.object ?? [:]
    graph["item"] = item
    do throws(ConfigurationError) {
      return try EGF2Configuration([
        "graph": .object(graph), "elastic": ["indices": ["items": index]],
      ])
    } catch {
      preconditionFailure(error.description)
    }
  }()
}
