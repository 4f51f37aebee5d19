import GhostlightContracts
import GhostlightCore

/// Promises about the update commands in a `PATCH` request to the CRUD service.
enum Updates {
  static let pact = Pact.mia {
    rows(sets)
    rows(numbers)
    rows(arrays)
    rows(modifiers, given: Plates.one + [.lineSeven])
    positions
    visibility
    unknown
    invalid
    refused
  }

  /// Update commands, and the changes that they make to the first plate.
  private struct Row {
    let commands: JSON
    let changes: JSONObject
    var gone: [String] = []

    init(_ commands: JSON, _ changes: JSONObject, without gone: String...) {
      self.commands = commands
      self.changes = changes
      self.gone = gone
    }
  }

  private static let sets = [
    Row([:], [:]), Row(["$set": ["price": 11, "kind": "cake"]], ["price": 11, "kind": "cake"]),
    Row(["$set": ["note": "hot"], "$unset": ["vegan": true]], ["note": "hot"], without: "vegan"),
    Row(["$set": ["note": nil]], ["note": nil]),
    Row(["$unset": ["note": "true"]], [:], without: "note"),
    Row(["$set": ["info.color": "green"]], ["info": ["color": "green", "deep": ["n": 1]]]),
    Row(["$set": ["info.a.b": 1]], ["info": ["color": "red", "deep": ["n": 1], "a": ["b": 1]]]),
    Row(["$set": ["meta.n": "4"]], ["meta": ["n": 4, "s": "one"]]),
    Row(["$unset": ["info.deep": true]], ["info": ["color": "red"]]),
    Row(
      ["$unset": ["parts.0.size": true]],
      ["parts": [["name": "lid"], ["name": "cup", "size": 9]]]),
    Row(["$set": ["place": [1, 2]]], ["place": [1, 2]]),
    Row(["$set": ["since": "2022-02-02"]], ["since": "2022-02-02T00:00:00.000Z"]),
  ]
  private static let numbers = [
    Row(["$inc": ["price": 2]], ["price": 12]), Row(["$inc": ["price": -0.5]], ["price": 9.5]),
    Row(["$mul": ["price": 3]], ["price": 30]),
    Row(["$inc": ["info.deep.n": 4]], ["info": ["color": "red", "deep": ["n": 5]]]),
    Row(["$inc": ["info.count": 4]], ["info": ["color": "red", "deep": ["n": 1], "count": 4]]),
    Row(["$mul": ["info.count": 4]], ["info": ["color": "red", "deep": ["n": 1], "count": 0]]),
  ]
  private static let arrays = [
    Row(["$push": ["tags": "z"]], ["tags": ["x", "y", "z"]]),
    Row(
      ["$push": ["parts": ["name": "fork"]]],
      ["parts": [["name": "lid", "size": 3], ["name": "cup", "size": 9], ["name": "fork"]]]),
    Row(["$addToSet": ["tags": "x"]], ["tags": ["x", "y"]]),
    Row(["$addToSet": ["tags": ["$each": ["x", "w"]]]], ["tags": ["x", "y", "w"]]),
    Row(["$pull": ["tags": "x"]], ["tags": ["y"]]),
    Row(["$pull": ["sizes": ["$in": [5, 7]]]], ["sizes": [2]]),
    Row(["$pull": ["parts": ["name": "lid"]]], ["parts": [["name": "cup", "size": 9]]]),
  ]

  /// Modifiers that version 6 takes for an element.
  private static let modifiers = [
    Row(["$push": ["sizes": ["$each": [1, 9], "$position": 0]]], ["sizes": [1, 9, 5, 2]]),
    Row(["$push": ["sizes": ["$each": [9], "$slice": -2]]], ["sizes": [2, 9]]),
    Row(["$push": ["sizes": ["$each": [3], "$sort": 1]]], ["sizes": [2, 3, 5]]),
  ]

  private static func rows(_ rows: [Row], given states: [GivenState] = Plates.one) -> [Interaction]
  {
    rows.map { row in
      Interaction.step(
        "\(row.commands.text()) changes a document",
        [
          .protocolReference("A12"), .guide("Create, Read, Update, Delete"),
          .suite("crud-service, tests/httpInterface.patchById.test.js"),
        ], given: states, .patch(row.commands),
        .status(
          200, headers: ["Content-Type": Sample.json],
          json: Plates.changed(row.changes, without: row.gone)), route: "Update a document",
        whole: ["$", "$.info", "$.info.deep", "$.meta", "$.parts[*]"])
    }
  }

  @InteractionBuilder private static var positions: [Interaction] {
    let evidence: [Evidence] = [
      .protocolReference("A12"), .documentation("crud-service, CHANGELOG 1.1.0"),
    ]
    Interaction.step(
      "the time of the request is set",
      [.protocolReference("A12"), .sdk("crud-service 6.3.0, lib/CrudService.js")],
      given: Plates.one,
      .patch(["$currentDate": ["since": true]]),
      .status(200, json: Plates.changed([:], varying: "since")), route: "Update a document")
    Interaction.step(
      "the element that the filter matches is replaced", evidence, given: Plates.one,
      .patch(query: ["_q": #"{"sizes":2}"#], ["$set": ["sizes.$.replace": 4]]),
      .status(200, json: Plates.changed(["sizes": [5, 4]])), route: "Update a document")
    Interaction.step(
      "the element that the filter matches is merged",
      evidence + [.protocolReference("A16")], given: Plates.one,
      .patch(query: ["_q": #"{"parts.name":"lid"}"#], ["$set": ["parts.$.merge": ["size": 8]]]),
      .status(
        200,
        json: Plates.changed(["parts": [["name": "lid", "size": 8], ["name": "cup", "size": 9]]])),
      route: "Update a document", whole: ["$", "$.parts[*]"])
    Interaction.step(
      "an element of an array within an object is merged", evidence,
      given: [.collection(shelves), .document(shelf, in: "shelves")],
      .patch(
        at: "/v2/shelves/5e8ae13bb74dbf0011444ed1", query: ["_q": #"{"box.layers.name":"cup"}"#],
        ["$set": ["box.layers.$.merge": ["size": 8]]]),
      .status(
        200,
        json: .object(
          Plates.plate(1, "").members.filter { $0.key != "name" }.map {
            .init($0.key, $0.key == "updatedAt" ? Sample.anyTime : .value($0.value))
          } + [
            .init("box", .value(["layers": [["name": "lid"], ["name": "cup", "size": 8]]]))
          ])), route: "Update a document", whole: ["$", "$.box.layers[*]"])
    Interaction.refusal(
      "a positional change without a condition on the array is refused", evidence,
      given: Plates.one,
      .patch(["$set": ["sizes.$.replace": 4]]), 500,
      "The positional operator did not find the match needed from the query.",
      fault: "no position", route: "Update a document")
    Interaction.refusal(
      "null is refused as an element", evidence, given: Plates.one,
      .patch(query: ["_q": #"{"sizes":5}"#], ["$set": ["sizes.$.replace": nil]]), 500,
      "Invalid value for array operation", fault: "null as element", route: "Update a document")
  }

  /// A collection of documents that contain an array inside an object.
  private static let shelves: JSON = [
    "name": "shelves", "defaultState": "PUBLIC",
    "fields": [
      [
        "name": "box", "type": "RawObject",
        "schema": [
          "properties": [
            "layers": [
              "type": "array",
              "items": [
                "properties": ["name": ["type": "string"], "size": ["type": "number"]]
              ],
            ]
          ]
        ],
      ]
    ],
  ]
  private static let shelf: JSONObject = [
    "_id": "5e8ae13bb74dbf0011444ed1", "createdAt": .string(Sample.time),
    "updatedAt": .string(Sample.time), "box": ["layers": [["name": "lid"], ["name": "cup"]]],
  ]

  @InteractionBuilder private static var visibility: [Interaction] {
    let evidence: [Evidence] = [
      .protocolReference("A10"),
      .suite("crud-service, tests/httpInterface.patchById.test.js"),
    ]
    let draft = "\(Plates.path)/5e8ae13bb74dbf0011444ed4"
    Interaction.missing(
      "a draft is not changed if the request does not name drafts", evidence,
      given: Plates.withDraft,
      .patch(at: draft, ["$set": ["kind": "soup"]]), route: "Update a document")
    Interaction.step(
      "a draft is changed if the request names drafts", evidence + [.decision("E31")],
      given: Plates.withDraft,
      .patch(at: draft, query: ["_st": "DRAFT"], ["$set": ["kind": "soup"]]),
      .status(
        200,
        json: .object(
          Plates.draft.members.map {
            .init($0.key, $0.key == "updatedAt" ? Sample.anyTime : .value($0.value))
          } + [.init("kind", "soup")])), route: "Update a document")
    Interaction.missing(
      "a missing object cannot be changed", evidence, given: Plates.one,
      .patch(at: "\(Plates.path)/5e8ae13bb74dbf0011444ed9", [:]), route: "Update a document")
    Interaction.refusal(
      "a required member that is removed is missing in the response",
      [.protocolReference("A12"), .sdk("crud-service 7.2.5, lib/httpInterface.js")],
      given: Plates.one, .patch(["$unset": ["meta.n": true]]), 500, "\"n\" is required!",
      fault: "required member missing in the response", route: "Update a document")
    Interaction.refusal(
      "a change that takes a taken key is the database's error",
      [.protocolReference("A10"), .sdk("crud-service 6.3.0, lib/httpInterface.js")],
      given: Plates.codes,
      .patch(at: "/v2/codes/5e8ae13bb74dbf0011444ed1", ["$set": ["code": "b"]]), 500,
      Documents.duplicate("b"), fault: "unique index in an update", route: "Update a document")
  }

  private static let strange: [(commands: JSON, name: String, place: String)] = [
    (["$rename": ["price": "cost"]], "$rename", "body"), (["price": 1], "price", "body"),
    (["$setOnInsert": ["price": 1]], "$setOnInsert", "body"),
    (["$set": ["nope": 1]], "nope", "body/$set"), (["$set": ["_id": "x"]], "_id", "body/$set"),
    (["$set": ["__STATE__": "DRAFT"]], "__STATE__", "body/$set"),
    (["$set": ["updatedAt": "2020-01-01"]], "updatedAt", "body/$set"),
    (["$set": ["meta.x": 1]], "meta.x", "body/$set"),
    (["$set": ["sizes.$.merge": [:]]], "sizes.$.merge", "body/$set"),
    (["$unset": ["name": true]], "name", "body/$unset"),
    (["$inc": ["name": 1]], "name", "body/$inc"),
    (["$currentDate": ["price": true]], "price", "body/$currentDate"),
    (["$push": ["price": 1]], "price", "body/$push"),
  ]

  @InteractionBuilder private static var unknown: [Interaction] {
    for row in strange {
      Interaction.unknown(
        "\(row.commands.text()) is refused",
        [.protocolReference("A12"), .protocolReference("A13"), schemas],
        given: Plates.one, .patch(row.commands), row.name, at: row.place,
        route: "Update a document")
    }
  }

  private static let wrong: [(commands: JSON, message: String)] = [
    ([], "body must be object"), (["$set": 5], "body/$set must be object"),
    (["$set": ["price": "dear"]], "body/$set/price must be number"),
    (["$set": ["vegan": 5]], "body/$set/vegan must be boolean"),
    (["$set": ["place": [1]]], "body/$set/place must NOT have fewer than 2 items"),
    (["$set": ["info": nil]], "body/$set/info must be object"),
    (
      ["$set": ["parts": [["size": 1]]]],
      "body/$set/parts/0 must have required property 'name', body/$set/parts must be object, "
        + "body/$set/parts must match a schema in anyOf"
    ),
    (["$set": ["sizes.$.replace": "big"]], "body/$set/sizes.$.replace must be number"),
    (["$unset": ["kind": false]], "body/$unset/kind must be equal to one of the allowed values"),
    (["$inc": ["price": "much"]], "body/$inc/price must be number"),
    (["$push": ["sizes": "big"]], "body/$push/sizes must be number"),
  ]

  @InteractionBuilder private static var invalid: [Interaction] {
    for row in wrong {
      Interaction.invalid(
        "\(row.commands.text()) does not fit",
        [.protocolReference("A9"), .protocolReference("A13"), schemas],
        given: Plates.one, .patch(row.commands), row.message, route: "Update a document")
    }
  }

  private static let schemas = Evidence.sdk("crud-service 6.3.0, lib/JSONSchemaGenerator.js")

  private static let database: [(commands: JSON, message: String)] = [
    (
      ["$set": ["price": 1], "$inc": ["price": 1]],
      "Updating the path 'price' would create a conflict at 'price'"
    ),
    (
      ["$inc": ["info.color": 1]],
      #"Cannot apply $inc to a value of non-numeric type. {info.color: "red"}"#
    ),
    (["$set": ["info.color.x": 1]], #"Cannot create field 'x' in element {"red"}"#),
  ]

  @InteractionBuilder private static var refused: [Interaction] {
    for row in database {
      Interaction.refusal(
        "\(row.commands.text()) is refused by the database",
        [.protocolReference("A12"), .documentation("MongoDB, update operators")],
        given: Plates.one, .patch(row.commands), 500, row.message,
        fault: "refused by the database", route: "Update a document")
    }
  }
}
