import GhostlightContracts
import GhostlightCore

/// Promises about field types: inferred types, accepted values, and refused values.
enum Types {
  static let pact = Pact.stackMob {
    for row in inferred { row }
    for row in fitting { row }
    for row in invalid { row.onCreate }
    for row in invalid { row.onUpdate }
    refusals
  }

  private static let schema = GivenState.schema(
    "item",
    [
      "text": "string", "count": "integer", "ratio": "float", "done": "boolean",
      "words": "array[string]", "sizes": "array[integer]", "at": "geopoint",
      "maker": "relationship[user]", "buyers": "relationships[user]",
    ])

  /// Values from which StackMob infers the type of a new field.
  private static let inferred: [Interaction] = [
    ("a text", "string", "x\u{e9}\u{1f4a1}"), ("a whole number", "integer", 7),
    ("the largest whole number", "integer", .value(.integer(.max))),
    ("a number with a fraction", "number", 1.5), ("a truth value", "boolean", true),
    ("an array of texts", "array", ["a", "b"]), ("an array of numbers", "array", [1, 2]),
    ("an empty array", "array", []), ("a place", "geopoint", ["lat": 37.5, "lon": -122.25]),
  ].map { (what: String, type: String, value: Example) in
    Interaction.step(
      "the first value makes the type: \(what) (\(type))",
      [.protocolReference("A6.1"), .guide("Creating an Object")],
      .post("/fresh", json: ["fresh_id": "1", "value": value]),
      .status(201, json: .stored(["fresh_id": "1", "value": value])), route: "Create",
      whole: ["$", "$.value"].filter { $0 == "$" || type == "geopoint" })
  }

  /// Values that a field accepts although they are not of the field's type.
  private static let fitting: [Interaction] = [
    ("null for any field", "text", nil, nil), ("null for an array", "words", nil, nil),
    ("a whole number for a float", "ratio", 2, 2),
    ("an empty array for any array", "sizes", [], []),
    ("an id for a relationship", "maker", "jack", "jack"),
    ("ids for a relationship to many", "buyers", ["jack", "jill"], ["jack", "jill"]),
    (
      "a place with the distance of a query, which is dropped", "at",
      ["lat": 1.5, "lon": 2.5, "distance": 0.25], ["lat": 1.5, "lon": 2.5]
    ),
  ].map { (what: String, field: String, sent: Example, stored: Example) in
    Interaction.step(
      "a known field takes \(what)", [.protocolReference("A6.2")], given: [schema],
      .post("/item", json: ["item_id": "1", "\(field)": sent]),
      .status(201, json: .stored(["item_id": "1", "\(field)": stored])), route: "Create",
      absent: ["$.at.distance"])
  }

  private struct Misfit {
    let what: String
    let field: String
    let value: Example

    var onCreate: Interaction {
      Interaction.refusal(
        "creating with \(what) is refused",
        [.protocolReference("A6.2"), .suite("DataTypesSpec.js")], given: [schema],
        .post("/item", json: ["\(field)": value]), 400,
        "Field \(field) has an incompatible type, please check your schema",
        fault: "wrong type on create", route: "Create")
    }

    var onUpdate: Interaction {
      Interaction.refusal(
        "updating with \(what) is refused",
        [.protocolReference("A6.2"), .suite("DataTypesSpec.js")],
        given: [schema, .object("item", ["item_id": "1"])],
        .put("/item/1", json: ["\(field)": value]), 400,
        "Field \(field) has invalid type, please check your schema",
        fault: "wrong type on update", route: "Update")
    }
  }

  private static let invalid = [
    Misfit(what: "a number for a text", field: "text", value: 1),
    Misfit(what: "a text for a whole number", field: "count", value: "1"),
    Misfit(what: "a fraction for a whole number", field: "count", value: 1.5),
    Misfit(what: "a text for a float", field: "ratio", value: "1.5"),
    Misfit(what: "a text for a truth value", field: "done", value: "true"),
    Misfit(what: "numbers for an array of texts", field: "words", value: [1]),
    Misfit(what: "a single value for an array", field: "words", value: "a"),
    Misfit(what: "a place off the globe", field: "at", value: ["lat": 91, "lon": 0]),
    Misfit(what: "a number for an id", field: "maker", value: 1),
    Misfit(what: "a single id for many", field: "buyers", value: "jack"),
  ]

  @InteractionBuilder private static var refusals: [Interaction] {
    Interaction.refusal(
      "null for an unknown field is refused",
      [.protocolReference("A6.1"), .sdk("CHANGELOG.md 1.1.2 (iOS)")], given: [schema],
      .post("/item", json: ["void": nil]), 400,
      "Field void was sent with a null value and its type cannot be inferred",
      fault: "null for an unknown field", route: "Create")
    Interaction.refusal(
      "a sub-object in an unknown field is refused",
      [.protocolReference("A6.1"), .documentation("REST API, \"Create Object\"")],
      given: [schema], .post("/item", json: ["owner": ["name": "x"]]), 400,
      "Field owner holds an object and no relationship was given",
      fault: "sub-object without a relations header", route: "Create")
    Interaction.refusal(
      "a field name with capitals is refused",
      [.protocolReference("A6"), .protocolReference("D55"), .decision("400")],
      given: [schema],
      .post("/item", json: ["Title": "x"]), 400,
      "Title is not a name: use lower-case letters, digits and underscore",
      fault: "malformed schema or field name", route: "Create")
    Interaction.refusal(
      "a new field in production is refused",
      [.protocolReference("A1"), .documentation("API versions")],
      given: [schema, .state("version deployed", ["version": 1])],
      PactRequest.post("/item", json: ["fresh": 1]).inProduction(), 400,
      "Field fresh does not exist in schema item", fault: "unknown field outside development",
      route: "Create")
    Interaction.refusal(
      "a new schema in production is refused",
      [.protocolReference("A1"), .documentation("API versions")],
      given: [schema, .state("version deployed", ["version": 1])],
      PactRequest.post("/fresh", json: ["n": 1]).inProduction(), 404,
      "Schema or method fresh does not exist", fault: "unknown schema or method", route: "Create")
  }
}
