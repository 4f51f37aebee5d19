import GhostlightCore

/// Collection definitions and documents that several tests use.
enum MiaDefinitions {
  static let author: JSON = [
    "name": "author", "endpointBasePath": "/author", "defaultState": "DRAFT",
    "defaultSorting": ["name": -1],
    "fields": [
      ["name": "name", "type": "string", "required": true],
      ["name": "surname", "type": "string"], ["name": "nickname", "type": "string"],
      ["name": "age", "type": "number"],
    ],
    "indexes": [["name": "age_1", "type": "normal", "fields": [["name": "age", "order": 1]]]],
  ]

  static let plates: JSON = [
    "name": "plates", "endpointBasePath": "/plates", "defaultState": "PUBLIC",
    "fields": [
      ["name": "name", "type": "string", "required": true],
      ["name": "note", "type": "string", "nullable": true], ["name": "kind", "type": "string"],
      ["name": "age", "type": "number"], ["name": "price", "type": "number", "nullable": true],
      ["name": "ok", "type": "boolean"], ["name": "born", "type": "Date"],
      ["name": "owner", "type": "ObjectId"], ["name": "position", "type": "GeoPoint"],
      ["name": "tags", "type": "Array", "items": ["type": "string"]],
      ["name": "nums", "type": "Array", "items": ["type": "number"], "nullable": true],
      ["name": "ids", "type": "Array", "items": ["type": "ObjectId"]],
      ["name": "any", "type": "Array"],
      ["name": "bag", "type": "Array", "items": ["type": "RawObject"]],
      [
        "name": "parts", "type": "Array",
        "items": [
          "type": "RawObject",
          "schema": [
            "properties": ["name": ["type": "string"], "size": ["type": "number"]],
            "required": ["name"], "additionalProperties": false,
          ],
        ],
      ],
      ["name": "info", "type": "RawObject"],
      [
        "name": "meta", "type": "RawObject",
        "schema": [
          "properties": [
            "n": ["type": "number"], "s": ["type": "string"],
            "list": ["type": "array", "items": ["type": "number"]],
            "inner": ["type": "object", "properties": ["k": ["type": "string"]]],
          ],
          "required": ["n"], "additionalProperties": false,
        ],
      ],
    ],
    "indexes": [["type": "geo", "field": "position"]],
  ]

  static let books: JSON = [
    "name": "books", "endpointBasePath": "/books", "defaultState": "PUBLIC",
    "fields": [
      ["name": "_id", "type": "string"],
      ["name": "isbn", "type": "string", "required": true],
      ["name": "title", "type": "string"], ["name": "pages", "type": "number"],
    ],
    "indexes": [
      [
        "name": "isbn_1", "type": "normal", "unique": true,
        "fields": [["name": "isbn", "order": 1]],
      ],
      ["name": "words", "type": "text", "fields": [["name": "title"]]],
    ],
  ]

  static let alfa = "5e8ae13bb74dbf0011444ed5"
  static let lid = "5e8ae13bb74dbf0011444ed6"

  /// The documents and the collections that contain them, in creation order.
  static let documents: [(collection: String, document: JSON)] = [
    ("author", ["_id": .string(alfa), "name": "Alfa", "surname": "Beta", "__STATE__": "PUBLIC"]),
    ("author", ["name": "Carlo", "age": 30, "__STATE__": "PUBLIC"]),
    ("author", ["name": "Dora", "age": 40, "__STATE__": "DRAFT"]),
    (
      "plates",
      [
        "_id": .string(lid), "name": "lid", "age": 5, "kind": "soup", "position": [9.19, 45.46],
        "tags": ["a", "b"], "parts": [["name": "lid", "size": 1], ["name": "rim", "size": 2]],
        "info": ["k": 1], "meta": ["n": 1],
      ]
    ),
    ("plates", ["name": "cup", "kind": "soup", "position": [12.49, 41.9], "nums": [3, 1, 2]]),
    ("books", ["_id": "b1", "isbn": "1", "title": "The old house", "pages": 10]),
    ("books", ["_id": "b2", "isbn": "2", "title": "House", "pages": 20]),
    ("books", ["_id": "b3", "isbn": "3", "title": "Città and old house of old", "pages": 30]),
  ]
}
