import GhostlightContracts
import GhostlightCore

/// The fields that clients may set, and the values that the server changes.
///
/// The chapter covers edit modes, auto values, cleaned strings and unique values.
enum Fields {
  static let pact = Pact.egf2 {
    modesOnCreate
    modesOnUpdate
    types
    autoValues
    sanitising
    uniqueness
    spellings
  }

  private static let code = Evidence.sdk("EGF2 client API, acl and server.js")
  private static let modes = [Evidence.protocolReference("A8"), code]
  private static let cardID = "ca4d0000-0000-4000-8000-000000000001-15"

  /// The provider state with a type that has a field for every edit mode and that any client may
  /// write.
  private static let cards = GivenState.configured([
    "card": [
      "code": "15", "POST": "any", "GET": "any", "PUT": "any", "DELETE": "any",
      "fields": [
        "title": ["type": "string", "edit_mode": "E"],
        "kept": ["type": "string", "edit_mode": "NE"],
        "later": ["type": "string", "edit_mode": "NC"],
        "hidden": ["type": "string"],
        "number": ["type": "integer", "unique": true, "edit_mode": "E"],
      ],
    ]
  ])
  private static let card: JSONObject = [
    "object_type": "card", "id": .string(cardID), "title": "a", "kept": "b", "number": 1,
    "created_at": .string(Sample.time), "modified_at": .string(Sample.time),
  ]
  private static let made: JSONObject = ["object_type": "card"]
  private static let answer = Sample.made("15")

  private static func creates(
    _ description: String, _ evidence: [Evidence], _ fields: KeyValuePairs<String, JSON?>,
    as stored: KeyValuePairs<String, JSON?>? = nil, given states: [GivenState] = [cards]
  ) -> Interaction {
    .answers(
      description, evidence, given: states, .create(made.with(fields)),
      made.with(stored ?? fields).example(answer), route: "Create object")
  }

  private static func uneditable(
    _ description: String, _ request: PactRequest, _ field: String, route: String
  ) -> Interaction {
    .refusal(
      description, modes, given: [cards, .object(card)], request, 403, "NotEditableField",
      "'\(field)' field is not editable or contains incorrect value", route: route)
  }

  @InteractionBuilder private static var modesOnCreate: [Interaction] {
    creates("E and NE fields may be set on create", modes, ["title": "x", "kept": "y"])
    for (field, what) in [
      ("later", "an NC field"), ("hidden", "a field without a mode"), ("moon", "an unknown field"),
      ("id", "the id"), ("created_at", "the time of creation"),
      ("modified_at", "the time of change"), ("deleted_at", "the time of deletion"),
    ] {
      uneditable(
        "\(what) may not be set on create", .create(made.with([field: "x"])), field,
        route: "Create object")
    }
    uneditable(
      "the first field that may not be set is named",
      .create(made.with(["later": "y", "moon": "z", "title": "x"])), "later",
      route: "Create object")
  }

  @InteractionBuilder private static var modesOnUpdate: [Interaction] {
    Interaction.answers(
      "E and NC fields may be set on update", modes, given: [cards, .object(card)],
      .change(cardID, ["title": "x", "later": "y"]),
      card.example(["title": "x", "later": "y", "modified_at": Sample.anyTime]),
      route: "Update object")
    for (field, what) in [
      ("kept", "an NE field"), ("hidden", "a field without a mode"), ("moon", "an unknown field"),
      ("id", "the id"), ("created_at", "the time of creation"),
    ] {
      uneditable(
        "\(what) may not be set on update", .change(cardID, [field: "x"]), field,
        route: "Update object")
    }
    uneditable(
      "the type may not be set on update", .change(cardID, ["object_type": "card"]),
      "object_type", route: "Update object")
  }

  @InteractionBuilder private static var types: [Interaction] {
    Interaction.refusal(
      "an update to no type", modes, given: [cards, .object(card)],
      .change(cardID, ["object_type": "moon"]), 400, "IncorrectObjectType",
      "Incorrect object type 'moon'", route: "Update object")
    Interaction.refusal(
      "an edge gets no object of no type", modes, given: World.marks,
      PactRequest.create(["object_type": "moon"], at: "/me/posts").inSession(), 400,
      "IncorrectObjectType", "Incorrect object type 'moon'", route: "Create object on edge")
    Interaction.refusal(
      "an edge gets no object without a type",
      [.protocolReference("A8, A18"), .decision("400")], given: World.marks,
      PactRequest.create(["text": "hello"], at: "/me/posts").inSession(), 400,
      "UnknownObjectType", "Unknown object type", route: "Create object on edge")
  }

  private static func auto(_ value: JSON) -> GivenState {
    .configured([
      "card": [
        "code": "15", "POST": "any", "GET": "any",
        "fields": ["title": ["type": "string", "edit_mode": "E", "auto_value": value]],
      ],
      "user": ["edges": ["cards": ["contains": ["card"], "GET": "any", "POST": "any"]]],
    ])
  }

  @InteractionBuilder private static var autoValues: [Interaction] {
    let docs = Evidence.documentation("EGF2 documentation, Micro Services")
    Interaction.answers(
      "req.user is the caller", modes, given: [auto("req.user")] + World.marks,
      PactRequest.create(made).inSession(),
      made.with(["title": .string(World.markID)]).example(answer), route: "Create object")
    Interaction.answers(
      "an auto value wins over the client's", modes, given: [auto("req.user")] + World.marks,
      PactRequest.create(made.with(["title": "x"])).inSession(),
      made.with(["title": .string(World.markID)]).example(answer), route: "Create object")
    Interaction.step(
      "an anonymous caller gives no value", modes, given: [auto("req.user")],
      .create(made.with(["title": "x"])),
      .status(200, headers: Sample.json, json: made.example(answer)), route: "Create object",
      absent: ["$.title"])
    for (value, title) in [("src.id", World.markID), ("src.email", "mark@example.com")] {
      Interaction.answers(
        "\(value) is the source's \(value.dropFirst(4))",
        value == "src.id" ? modes : [.protocolReference("A8"), docs, .decision("src.<field>")],
        given: [auto(.string(value)), .object(World.mark)],
        .create(made, at: "/\(World.markID)/cards"),
        made.with(["title": .string(title)]).example(answer), route: "Create object on edge")
    }
    Interaction.refusal(
      "an unknown auto value", modes, given: [auto("moon")], .create(made), 500,
      "IncorrectDefaultValue", "Incorrect default value", route: "Create object")
  }

  private static func cleans(_ text: String, _ clean: String, _ what: String) -> Interaction {
    creates(
      what, [.protocolReference("A8"), code], ["title": .string(text)],
      as: ["title": .string(clean)])
  }

  @InteractionBuilder private static var sanitising: [Interaction] {
    cleans("<b>ok</b><script>x</script>", "<b>ok</b>", "scripts go with their content")
    cleans("<p>keep <i>it</i></p>", "keep <i>it</i>", "other tags go, their content stays")
    cleans("5 < 6", "5 &lt; 6", "a lone bracket is escaped")
    cleans("a < b > c", "a  c", "what reads as a tag goes")
    cleans("<A HREF='x'>y</A><br/>", "<a>y</a><br />", "tags lose attributes and capitals")
    cleans("a<!-- b -->c", "ac", "comments go")
    cleans("\"a\" & 'b'", "\"a\" & 'b'", "quotes stay")
    Interaction.answers(
      "texts of changes are cleaned", [.protocolReference("A8"), code],
      given: [cards, .object(card)], .change(cardID, ["title": "<p>x</p>"]),
      card.example(["title": "x", "modified_at": Sample.anyTime]), route: "Update object")
  }

  private static func taken(
    _ description: String, given states: [GivenState], _ request: PactRequest, _ route: String
  ) -> Interaction {
    .refusal(
      description, [.protocolReference("A8"), .sdk("EGF2 client data, objects.js")],
      given: states, request, 409, "UniqueConstraintViolated",
      "Unique constraint violated for 'card-number-1'", route: route)
  }

  @InteractionBuilder private static var uniqueness: [Interaction] {
    let evidence = [
      Evidence.protocolReference("A8"), .sdk("EGF2 client data, objects.js"),
    ]
    let otherID = "ca4d0000-0000-4000-8000-000000000002-15"
    let other = card.with(["id": .string(otherID), "number": 2])
    taken(
      "a unique value is taken by a new object", given: [cards, .object(card)],
      .create(made.with(["number": 1])), "Create object")
    taken(
      "a unique value is taken by a change", given: [cards, .object(card), .object(other)],
      .change(otherID, ["number": 1]), "Update object")
    Interaction.answers(
      "one's own unique value may be set again", evidence, given: [cards, .object(card)],
      .change(cardID, ["number": 1]), card.example, route: "Update object")
    creates(
      "a deleted object's value is free", evidence, ["number": 1],
      given: [cards, .object(card.with(["deleted_at": .string(Sample.time)]))])
  }

  private static let spelt = [Evidence.protocolReference("E24"), .decision("as JavaScript")]

  @InteractionBuilder private static var spellings: [Interaction] {
    Interaction.step(
      "a whole number is one however it is spelt", spelt, given: [cards, .object(card)],
      .put("/v1/graph/\(cardID)", json: ["number": .value(.double(1))]),
      .status(200, headers: Sample.json, json: card.example), route: "Update object")
  }
}
