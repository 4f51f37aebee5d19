import GhostlightContracts
import GhostlightCore

/// Promises about the values that the CRUD service converts or rejects.
enum Types {
  static let pact = Pact.mia {
    conversions
    wrong
    unknown
  }

  private static let evidence: [Evidence] = [
    .protocolReference("A9"), .suite("crud-service, tests/httpInterface.postList.test.js"),
  ]

  /// Documents as clients send them, and as the service stores them.
  private static let converted: [(sent: JSONObject, stored: JSONObject)] = [
    (["kind": 5], ["kind": "5"]), (["kind": true], ["kind": "true"]), (["kind": nil], ["kind": ""]),
    (["note": nil], ["note": nil]), (["price": "3000"], ["price": 3000]),
    (["price": "1.5"], ["price": 1.5]), (["price": true], ["price": 1]),
    (["price": nil], ["price": 0]), (["vegan": "true"], ["vegan": true]),
    (["vegan": 0], ["vegan": false]), (["vegan": nil], ["vegan": false]),
    (["since": "2020-02-03"], ["since": "2020-02-03T00:00:00.000Z"]),
    (["since": "2020-02-03T04:05:06+02:00"], ["since": "2020-02-03T02:05:06.000Z"]),
    (["place": [9.5, 45, 120]], ["place": [9.5, 45, 120]]),
    (["tags": ["a", 1]], ["tags": ["a", "1"]]),
    (["sizes": ["7"]], ["sizes": [7]]), (["meta": ["n": "3"]], ["meta": ["n": 3]]),
    (["info": ["any": [1, nil, ["thing": true]]]], ["info": ["any": [1, nil, ["thing": true]]]]),
  ]

  /// Upserts that create a document; the response has the stored document.
  @InteractionBuilder private static var conversions: [Interaction] {
    for row in converted {
      Interaction.step(
        "\(JSON.object(row.sent).text()) is stored as \(JSON.object(row.stored).text())", evidence,
        given: [Plates.collection],
        .post("\(Plates.path)/upsert-one", json: ["$set": .value(.object(row.sent))]),
        .status(
          200,
          json: .object(
            [
              .init("_id", Sample.anyObjectID), .init("__STATE__", "DRAFT"),
              .init("creatorId", "public"), .init("createdAt", Sample.anyTime),
              .init("updaterId", "public"), .init("updatedAt", Sample.anyTime),
            ] + row.stored.members.map { .init($0.key, .value($0.value)) })),
        route: "Upsert a document", whole: ["$", "$.info", "$.meta"])
    }
  }

  private static let date =
    #"^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2}(\.\d{1,3})?(Z|[+-]\d{2}:\d{2}))?$"#
  private static let messages: [(body: JSON, message: String)] = [
    ([:], "body must have required property 'name'"), ([], "body must be object"),
    (["name": ["x": 1]], "body/name must be string"),
    (["name": "x", "price": "dear"], "body/price must be number"),
    (["name": "x", "vegan": "maybe"], "body/vegan must be boolean"),
    (["name": "x", "since": "soon"], "body/since must match pattern \"\(date)\""),
    (["name": "x", "since": 1_577_836_800_000], "body/since must match pattern \"\(date)\""),
    (["name": "x", "chef": "5"], #"body/chef must match pattern "^[a-fA-F\d]{24}$""#),
    (["name": "x", "place": [1]], "body/place must NOT have fewer than 2 items"),
    (["name": "x", "place": [1, 2, 3, 4]], "body/place must NOT have more than 3 items"),
    (["name": "x", "place": nil], "body/place must be array"),
    (["name": "x", "tags": [:]], "body/tags must be array,string"),
    (["name": "x", "info": []], "body/info must be object"),
    (["name": "x", "meta": [:]], "body/meta must have required property 'n'"),
    (
      ["name": "x", "parts": [["size": 1]]],
      "body/parts/0 must have required property 'name', body/parts must be object, body/parts must "
        + "match a schema in anyOf"
    ),
    (
      ["name": "x", "__STATE__": "NONE"],
      "body/__STATE__ must be equal to one of the allowed values"
    ),
  ]

  @InteractionBuilder private static var wrong: [Interaction] {
    for row in messages {
      Interaction.invalid(
        "\(row.body.text()) does not fit", evidence + [.protocolReference("A13")],
        given: [Plates.collection], .post("\(Plates.path)/", json: .value(row.body)), row.message,
        route: "Insert a document")
    }
  }

  private static let strange: [(body: JSON, name: String, place: String)] = [
    (["name": "x", "nope": 1], "nope", "body"), (["name": "x", "_id": "y"], "_id", "body"),
    (["name": "x", "creatorId": "y"], "creatorId", "body"),
    (["name": "x", "updatedAt": "2020-01-01"], "updatedAt", "body"),
    (["name": "x", "meta": ["n": 1, "x": 1]], "x", "body/meta"),
  ]

  @InteractionBuilder private static var unknown: [Interaction] {
    for row in strange {
      Interaction.unknown(
        "\(row.body.text()) has a member too many", evidence + [.protocolReference("A3")],
        given: [Plates.collection], .post("\(Plates.path)/", json: .value(row.body)), row.name,
        at: row.place, route: "Insert a document")
    }
  }
}
