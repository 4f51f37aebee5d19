import GhostlightContracts
import GhostlightCore

/// Promises about the validation errors of an object's fields.
enum ValidationRules {
  static let pact = Pact.egf2 {
    whole
    kinds
    limits
    choices
    structures
    arrays
    configuration
  }

  private static let code = Evidence.sdk("EGF2 client data, validate.js")
  private static let docs = Evidence.documentation("EGF2 documentation, Micro Services")

  /// The provider state with a type that has a field of every kind and that any client may create.
  private static let things = GivenState.configured([
    "thing": [
      "code": "16", "POST": "any", "GET": "any", "PUT": "any",
      "fields": .object(
        fields.reduce(into: JSONObject()) { result, member in
          var field = member.value.object ?? [:]
          field["edit_mode"] = "E"
          result[member.key] = .object(field)
        }),
    ]
  ])
  private static let fields: JSONObject = [
    "title": ["type": "string", "min": 2, "max": "5"],
    "mail": ["type": "string", "validator": "email"],
    "phone": ["type": "string", "validator": "phone"],
    "size": ["type": "integer", "min": 1, "max": 10],
    "weight": ["type": "number", "min": 0.5, "max": 2.5],
    "flag": ["type": "boolean"],
    "day": ["type": "date"],
    "friend": ["type": "object_id", "object_types": ["user", "file"]],
    "anything": ["type": "object_id", "object_types": ["any"]],
    "color": ["type": "string", "enum": ["red", "blue"]],
    "place": [
      "type": "struct",
      "schema": [
        "city": ["type": "string", "required": true],
        "country": ["type": "string", "default": "it"],
        "floor": ["type": "integer"],
      ],
    ],
    "whatever": ["type": "struct", "schema": "any"],
    "tags": ["type": "array:string", "min": 1, "max": 2, "enum": ["a", "b"]],
    "marks": ["type": "array:integer"],
    "places": ["type": "array:struct", "schema": "dimension"],
    "moon": ["type": "moon"],
  ]

  private static func valid(
    _ description: String, _ evidence: [Evidence], _ fields: JSONObject, stored: JSONObject? = nil
  ) -> Interaction {
    let thing: JSONObject = ["object_type": "thing"]
    return .answers(
      description, evidence, given: [things],
      .create(thing.joined(with: fields)),
      thing.joined(with: stored ?? fields).example(Sample.made("16")), route: "Create object")
  }

  private static func valid(
    _ description: String, _ fields: JSONObject, stored: JSONObject? = nil
  ) -> Interaction {
    valid(description, [.protocolReference("A8"), code], fields, stored: stored)
  }

  private static func invalid(
    _ description: String, _ fields: JSONObject, _ message: String, _ what: String,
    _ evidence: [Evidence] = [.protocolReference("A8"), code]
  ) -> Interaction {
    .refusal(
      description, evidence, given: [things],
      .create((["object_type": "thing"] as JSONObject).joined(with: fields)), 400,
      "ObjectIsNotValid", message, what: what, route: "Create object")
  }

  @InteractionBuilder private static var whole: [Interaction] {
    valid("nothing is required of a thing", [:])
    invalid("no field is null", ["title": nil], "'title' can not be null", "null")
    Interaction.refusal(
      "a post has a text", [.protocolReference("A8"), code], given: World.marks,
      PactRequest.create(["object_type": "post"], at: "/me/posts").inSession(), 400,
      "ObjectIsNotValid", "'text' field is required", what: "required",
      route: "Create object on edge")
    Interaction.refusal(
      "changes are validated, too", [.protocolReference("A7, A8"), code],
      given: World.marks + [.object(World.hello)],
      PactRequest.change(World.postID(1), ["text": "x"]).inSession(), 400, "ObjectIsNotValid",
      "'text' must have length more than 2", what: "too short", route: "Update object")
    invalid(
      "the first field of the configuration is named", ["size": "x", "weight": "x"],
      "'size' must be integer", "kind")
  }

  private static let notA: [(field: String, what: String, values: [JSON])] = [
    ("title", "string", [1, true, ["x"]]), ("size", "integer", ["1", 1.5]),
    ("weight", "number", ["1"]), ("flag", "boolean", [0, "true"]),
    ("day", "date", ["soon", 2017, "2017-13-01"]),
    (
      "friend", "user,file id",
      ["x", 1, .string(World.postID(1)), "3E1F1C1E-9F0A-4C55-8A43-6F1B8F2F0A01-03"]
    ),
    ("anything", "any id", ["x", .string(Sample.nothing + "-99")]),
    ("place", "struct", ["x", []]), ("tags", "array", ["a", [:]]),
    ("marks", "integer", [[1, "x"]]), ("places", "struct", [["x"]]),
  ]

  @InteractionBuilder private static var kinds: [Interaction] {
    for row in notA {
      for value in row.values {
        invalid(
          "\(value.text()) is not a value of \(row.field)", [row.field: value],
          "'\(row.field)' must be \(row.what)", "kind")
      }
    }
    valid(
      "whole numbers are integers and numbers",
      [.protocolReference("A8, A18"), .decision("whole numbers")], ["size": 3, "weight": 1])
    for date in [
      "2017-01-20", "2017-01-20T09:15:00Z", "2017-01-20T09:15:00.5+02:00", "2017-01-20T09:15:00",
    ] {
      valid(
        "\(date) is a date and stays so",
        [
          .protocolReference("A2, A8"), .sdk("EGF2 client data, validate.js"),
          .decision("ISO 8601"),
        ],
        ["day": .string(date)])
    }
    valid(
      "ids of any of the types", ["friend": .string(World.fileID)])
    valid(
      "ids of any type", [.protocolReference("A8"), .decision("any")],
      ["anything": .string(World.postID(1))])
  }

  @InteractionBuilder private static var limits: [Interaction] {
    valid("limits are inclusive", ["title": "ab", "size": 10, "weight": 2.5])
    valid(
      "lengths are of UTF-16", [.protocolReference("A8"), code], ["title": "👍👍"])
    invalid(
      "a text too short", ["title": "a"], "'title' must have length more than 2", "too short")
    invalid(
      "a text too long", ["title": "abcdef"], "'title' must have length less than 5", "too long",
      [.protocolReference("A8, A16"), code, .decision("limits as text")])
    invalid("an integer too small", ["size": 0], "'size' must be more than 1", "too small")
    invalid("an integer too great", ["size": 11], "'size' must be less than 10", "too great")
    invalid(
      "a number too small", ["weight": 0.25], "'weight' must be more than 0.5", "too small")
    invalid(
      "a number too great", ["weight": 3], "'weight' must be less than 2.5", "too great")
  }

  @InteractionBuilder private static var choices: [Interaction] {
    valid("a choice", ["color": "blue"])
    invalid("no choice", ["color": "green"], "'color' must be one of: red,blue", "choice")
    for address in ["mark@example.com", "a.b+c@x-y.info", "a@[1.2.3.4]", "A@example.com", "a@b"] {
      if address == "mark@example.com" || address == "a.b+c@x-y.info" {
        valid("\(address) is an address", ["mail": .string(address)])
      } else {
        invalid(
          "\(address) is not an address", ["mail": .string(address)],
          "'\(address)' is not valid email", "email")
      }
    }
    valid("four numbers may follow the at sign", ["mail": "a@1.2.3.4:25"])
  }

  @InteractionBuilder private static var structures: [Interaction] {
    valid(
      "a struct has its own defaults", ["place": ["city": "Rome"]],
      stored: ["place": ["city": "Rome", "country": "it"]])
    invalid(
      "a struct has its own required members", ["place": [:]], "'city' field is required",
      "required")
    invalid(
      "a struct has no other members", ["place": ["city": "Rome", "moon": 1]],
      "Unexpected extra field 'moon'", "extra field")
    invalid(
      "members are named alone", ["place": ["city": "Rome", "floor": "x"]],
      "'floor' must be integer", "kind")
    valid(
      "a struct of any members", [.protocolReference("A8"), .decision("any object")],
      ["whatever": ["a": [1, ["b": nil]]]])
  }

  @InteractionBuilder private static var arrays: [Interaction] {
    valid(
      "an array of choices", [.protocolReference("A8"), .decision("each element")],
      ["tags": ["b", "a"]])
    invalid(
      "an array with a choice too many", ["tags": ["a", "c"]], "'tags' must be one of: a,b",
      "choice", [.protocolReference("A8"), .decision("each element")])
    invalid("an array too short", ["tags": []], "'tags' must have length more than 1", "too short")
    invalid(
      "an array too long", ["tags": ["a", "b", "a"]], "'tags' must have length less than 2",
      "too long")
    valid(
      "an array of structs", ["places": [["height": 1, "width": 2], ["height": 3, "width": 4]]])
    invalid(
      "structs of arrays are validated", ["places": [["height": 1]]],
      "'width' field is required", "required")
  }

  @InteractionBuilder private static var configuration: [Interaction] {
    invalid(
      "an unknown validator", ["phone": "1"],
      "Can not find custom validator for 'phone'", "validator", [.protocolReference("A8"), code])
    invalid(
      "an unknown type", ["moon": 1], "Unknown 'moon' type in config", "unknown type",
      [.protocolReference("A8"), docs])
  }
}
