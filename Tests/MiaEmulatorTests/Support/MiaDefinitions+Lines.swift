import GhostlightCore

@testable import MiaEmulator

/// Definitions with the features of the definitions in the service's own tests.
extension MiaDefinitions {
  /// A definition by JSON Schema, as the service recommends since version 6.5.
  static let films: JSON = [
    "id": "c9", "name": "films", "endpointBasePath": "/films", "defaultState": "PUBLIC",
    "description": "What was seen", "tags": ["video"],
    "schema": [
      "type": "object", "required": ["name", "_id", "createdAt"],
      "properties": [
        "_id": [
          "type": "string", "pattern": "^[a-fA-F0-9]{24}$",
          "__mia_configuration": ["type": "ObjectId"],
        ],
        "name": [
          "type": "string", "description": "The title",
          "encryption": ["enabled": true, "searchable": false],
        ],
        "minutes": ["type": "integer"], "score": ["type": "number", "nullable": true],
        "seen": ["type": "boolean"], "released": ["type": "string", "format": "date-time"],
        "studio": ["type": "string", "__mia_configuration": ["type": "ObjectId"]],
        "place": ["type": "object", "__mia_configuration": ["type": "GeoPoint"]],
        "genres": ["type": "array", "items": ["type": "string"]],
        "studios": [
          "type": "array",
          "items": ["type": "string", "__mia_configuration": ["type": "ObjectId"]],
        ],
        "free": ["type": "object"],
        "meta": [
          "type": "object",
          "properties": [
            "nums": ["type": "array", "items": ["type": "number"]],
            "when": ["type": "string", "format": "date-time"],
            "grade": ["type": "string", "enum": ["a", "b"]],
          ],
          "required": ["grade"], "additionalProperties": true,
        ],
        "cast": [
          "type": "array",
          "items": [
            "type": "object",
            "properties": ["name": ["type": "string"], "age": ["type": "number"]],
            "additionalProperties": false,
          ],
        ],
        "board": [
          "type": "object",
          "properties": [
            "rows": ["type": "array", "items": ["type": "array", "items": ["type": "string"]]],
            "marks": [
              "type": "array",
              "items": [
                "type": "object", "required": ["at"], "additionalProperties": true,
                "properties": [
                  "at": ["type": "number"], "count": ["type": "integer"],
                  "more": ["type": "object", "nullable": true],
                ],
              ],
            ],
          ],
        ],
        "createdAt": ["type": "string", "format": "date-time"],
      ],
    ],
    "indexes": [
      [
        "name": "words", "type": "text", "unique": false, "background": true,
        "fields": [["name": "name"], ["name": "meta.grade"]], "weights": ["name": 3],
        "defaultLanguage": "none", "languageOverride": "spoken",
      ]
    ],
  ]

  static let up = "5e8ae13bb74dbf0011444ee1"

  static let filmDocuments: [JSON] = [
    [
      "_id": .string(up), "name": "Up", "minutes": 96, "genres": ["fun", "air"],
      "studios": ["5e8ae13bb74dbf0011444ee9"], "free": ["k": "v"],
      "meta": ["nums": [5, 7], "grade": "a", "extra": "x", "when": "2020-01-01T00:00:00.000Z"],
      "cast": [["name": "Carl", "age": 78], ["name": "Russell"]], "place": [9, 45],
      "board": ["rows": [["a", "b"], ["c"]], "marks": [["at": 1, "count": 7, "more": .null]]],
    ],
    ["name": "Her", "minutes": 126, "genres": ["air"], "meta": ["grade": "b", "nums": [1]]],
  ]

  /// A definition whose path has two segments, with a partial index and documents that expire.
  static let stock: JSON = [
    "name": "stock", "endpointBasePath": "/internal/stock", "defaultState": "PUBLIC",
    "fields": [
      ["name": "_id", "type": "string", "required": true, "description": "id"],
      ["name": "name", "type": "string", "required": true, "crypted": true],
      ["name": "due", "type": "Date"], ["name": "box2", "type": "number"],
      [
        "name": "info", "type": "RawObject", "additionalProperties": true,
        "encryption": ["enabled": true, "searchable": true],
      ],
    ],
    "indexes": [
      [
        "name": "one", "type": "normal", "unique": true, "usePartialFilter": true,
        "partialFilterExpression": #"{"__STATE__":{"$eq":"PUBLIC"}}"#,
        "fields": [["name": "name", "order": 1]],
      ],
      [
        "name": "due", "type": "normal", "unique": false, "expireAfterSeconds": 60,
        "fields": [["name": "due", "order": 1]],
      ],
    ],
  ]
}

extension MiaProject {
  /// Creates a project with the library, the films and the stock.
  static func lines(_ line: CRUDCompatibility) throws -> MiaProject {
    var configuration = MiaConfiguration()
    configuration.crudCompatibility = line
    var project = try library(configuration)
    for definition in [MiaDefinitions.films, MiaDefinitions.stock] {
      try project.setUp("collection exists", ["definition": definition])
    }
    for film in MiaDefinitions.filmDocuments {
      try project.setUp("document exists", ["collection": "films", "document": film])
    }
    return project
  }
}
