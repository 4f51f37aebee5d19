import GhostlightContracts
import GhostlightCore

/// The collection that most examples of the CRUD service use, with a field of every type.
enum Plates {
  static let path = "/v2/plates"

  static let definition: JSON = [
    "name": "plates", "endpointBasePath": "/plates", "defaultState": "DRAFT",
    "defaultSorting": ["name": -1],
    "fields": [
      ["name": "name", "type": "string", "required": true],
      ["name": "kind", "type": "string", "required": false],
      ["name": "note", "type": "string", "required": false, "nullable": true],
      ["name": "price", "type": "number", "required": false],
      ["name": "vegan", "type": "boolean", "required": false],
      ["name": "since", "type": "Date", "required": false],
      ["name": "chef", "type": "ObjectId", "required": false],
      ["name": "place", "type": "GeoPoint", "required": false],
      ["name": "tags", "type": "Array", "required": false, "items": ["type": "string"]],
      ["name": "sizes", "type": "Array", "required": false, "items": ["type": "number"]],
      ["name": "parts", "type": "Array", "required": false, "items": part],
      ["name": "info", "type": "RawObject", "required": false],
      ["name": "meta", "type": "RawObject", "required": false, "schema": meta],
    ],
    "indexes": [
      ["name": "price", "type": "normal", "fields": [["name": "price", "order": 1]]],
      ["name": "place", "type": "geo", "field": "place"],
      ["name": "words", "type": "text", "fields": [["name": "name"], ["name": "note"]]],
    ],
  ]
  private static let part: JSON = [
    "type": "RawObject",
    "schema": [
      "properties": ["name": ["type": "string"], "size": ["type": "number"]],
      "required": ["name"], "additionalProperties": false,
    ],
  ]
  private static let meta: JSON = [
    "properties": ["n": ["type": "number"], "s": ["type": "string"]], "required": ["n"],
    "additionalProperties": false,
  ]

  /// The provider state with the collection, but no documents.
  static let collection = GivenState.collection(definition)
  /// The provider states with the collection and one document.
  static let one = [collection, .document(alfa)]
  /// The provider states with the collection and three documents, created in this order.
  static let full = [collection, .document(alfa), .document(beta), .document(carlo)]
  /// The provider states with the collection, three public documents and a draft.
  static let withDraft = full + [.document(draft)]

  static let alfa: JSONObject = [
    "_id": "5e8ae13bb74dbf0011444ed1", "__STATE__": "PUBLIC", "creatorId": "public",
    "createdAt": .string(Sample.time), "updaterId": "public", "updatedAt": .string(Sample.time),
    "name": "Alfa", "kind": "soup", "note": nil, "price": 10, "vegan": true,
    "since": "2020-01-01T00:00:00.000Z", "chef": "5e8af37ab74dbf0011444ed6",
    "place": [9.19, 45.46], "tags": ["x", "y"], "sizes": [5, 2],
    "parts": [["name": "lid", "size": 3], ["name": "cup", "size": 9]],
    "info": ["color": "red", "deep": ["n": 1]], "meta": ["n": 1, "s": "one"],
  ]
  static let beta: JSONObject = [
    "_id": "5e8ae13bb74dbf0011444ed2", "__STATE__": "PUBLIC", "creatorId": "public",
    "createdAt": .string(Sample.time), "updaterId": "public", "updatedAt": .string(Sample.time),
    "name": "Beta", "kind": "soup", "price": 20, "vegan": false,
    "since": "2021-06-01T12:00:00.000Z", "place": [12.49, 41.9], "tags": ["y"], "sizes": [7],
    "parts": [["name": "cup", "size": 4]], "info": ["color": "blue"], "meta": ["n": 2],
  ]
  static let carlo: JSONObject = [
    "_id": "5e8ae13bb74dbf0011444ed3", "__STATE__": "PUBLIC", "creatorId": "public",
    "createdAt": .string(Sample.time), "updaterId": "public", "updatedAt": .string(Sample.time),
    "name": "carlo", "kind": "pasta", "note": "alfa and omega", "price": 20, "tags": [],
  ]
  static let draft: JSONObject = [
    "_id": "5e8ae13bb74dbf0011444ed4", "__STATE__": "DRAFT", "creatorId": "public",
    "createdAt": .string(Sample.time), "updaterId": "public", "updatedAt": .string(Sample.time),
    "name": "Draft",
  ]

  static let alfaPath = path + "/5e8ae13bb74dbf0011444ed1"

  /// Returns a document with only an id, a name and a state.
  static func plate(_ last: Int, _ name: String, _ state: String = "PUBLIC") -> JSONObject {
    [
      "_id": .string("5e8ae13bb74dbf0011444ed\(last)"), "__STATE__": .string(state),
      "creatorId": "public", "createdAt": .string(Sample.time), "updaterId": "public",
      "updatedAt": .string(Sample.time), "name": .string(name),
    ]
  }

  /// Returns an example with only the id of `document` and its members in `fields`.
  static func only(_ fields: String..., of document: JSONObject) -> Example {
    .value(
      .object(
        JSONObject(
          uniqueMembers: document.members.filter { $0.key == "_id" || fields.contains($0.key) })))
  }

  /// Returns the document `alfa` after a change by an unknown user, at any time.
  static func changed(
    _ changes: JSONObject, without gone: [String] = [], varying time: String? = nil
  ) -> Example {
    var document = alfa
    for member in changes { document[member.key] = member.value }
    for name in gone { document[name] = nil }
    return .object(
      document.members.map { member in
        let varies = member.key == "updatedAt" || member.key == time
        return .init(member.key, varies ? Sample.anyTime : .value(member.value))
      })
  }

  /// The definition of a collection whose codes are unique.
  static let coded: JSON = [
    "name": "codes", "endpointBasePath": "/codes", "defaultState": "PUBLIC",
    "fields": [
      ["name": "code", "type": "string", "required": true],
      ["name": "n", "type": "number", "required": false],
    ],
    "indexes": [
      [
        "name": "code", "type": "normal", "unique": true,
        "fields": [["name": "code", "order": 1]],
      ]
    ],
  ]
  /// The provider states with the collection of unique codes and two documents, `a` and `b`.
  static let codes = [
    GivenState.collection(coded),
    .document(["_id": "5e8ae13bb74dbf0011444ed1", "code": "a", "n": 1], in: "codes"),
    .document(["_id": "5e8ae13bb74dbf0011444ed2", "code": "b", "n": 2], in: "codes"),
  ]
}
