import GhostlightContracts
import GhostlightCore

/// Promises about the list of an app's schemas.
enum Schemas {
  static let pact = Pact.stackMob {
    listing(
      "the schemas of a new app are its users",
      given: [], .get("/listapi"), ["user": user], route: "List the schemas")
    listing(
      "the schemas are listed to POST too", given: [], .post("/listapi", json: [:]),
      ["user": user], route: "List the schemas by POST")
    listing(
      "the types of fields are listed",
      given: [
        .schema(
          "item",
          [
            "text": "string", "count": "integer", "ratio": "float", "done": "boolean",
            "words": "array[string]", "at": "geopoint", "maker": "relationship[user]",
            "buyers": "relationships[user]",
          ])
      ], .get("/listapi"), ["item": item, "user": user], route: "List the schemas")
    listing(
      "what development has learned is listed", given: [.object("note", ["n": 1])],
      .get("/listapi"),
      [
        "note": properties("note_id", ["n": ["type": "integer"]]), "user": user,
      ], route: "List the schemas")
    listing(
      "the address for forgotten passwords is listed", given: [.richUserSchema],
      .get("/listapi"),
      [
        "user": properties(
          "username",
          [
            "email": ["type": "string", "format": "forgotpassword"], "age": ["type": "integer"],
            "friends": many("user"),
          ])
      ], route: "List the schemas")
  }

  private static func listing(
    _ description: String, given states: [GivenState], _ request: PactRequest,
    _ schemas: Example, route: String
  ) -> Interaction {
    Interaction.step(
      description,
      [.protocolReference("A13"), .suite("StackMobRequestTests.java"), .decision("type names")],
      given: states, request, .status(200, json: schemas), route: route,
      whole: ["$", "$.*", "$.*.properties", "$.*.properties.*"],
      absent: ["$.user.properties.password"])
  }

  private static let user = properties("username", [:])

  private static let item = properties(
    "item_id",
    [
      "text": ["type": "string"], "count": ["type": "integer"], "ratio": ["type": "number"],
      "done": ["type": "boolean"],
      "words": ["type": "array", "items": ["type": "string"]],
      "at": [
        "type": "object", "format": "geopoint",
        "properties": ["lat": ["type": "number"], "lon": ["type": "number"]],
      ],
      "maker": ["type": "string", "$ref": "user"], "buyers": many("user"),
    ])

  private static func many(_ schema: String) -> Example {
    [
      "type": "array", "$ref": "\(schema)",
      "items": ["type": "string", "$ref": "\(schema)"],
    ]
  }

  /// Returns an example with `fields` and the fields that every schema has.
  private static func properties(
    _ key: String, _ fields: KeyValuePairs<String, Example>
  ) -> Example {
    let system: KeyValuePairs<String, Example> = [
      key: ["type": "string", "identity": true], "createddate": ["type": "integer"],
      "lastmoddate": ["type": "integer"], "sm_owner": ["type": "string"],
    ]
    let members = (Array(system) + Array(fields)).map { name, entry in
      Example.Member(name, titled(name, entry))
    }
    return .object([Example.Member("properties", .object(members))])
  }

  /// Returns a field's entry with its `title`, which an importer of 2014 read.
  private static func titled(_ name: String, _ entry: Example) -> Example {
    guard case .object(let members) = entry else { return entry }
    return .object(members + [Example.Member("title", .value(.string(name)))])
  }
}
