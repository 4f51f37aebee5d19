import GhostlightContracts
import GhostlightCore

/// Promises about creating, reading, changing and deleting single objects.
enum Objects {
  static let pact = Pact.egf2 {
    creating
    reading
    changing
    removing
    deleting
    refusedWrites
  }

  private static let docs = Evidence.documentation("EGF2 documentation, Micro Services")
  private static let code = Evidence.sdk("EGF2 client data, objects.js")
  private static let guide = Evidence.guide("EGF2Graph Graph API Methods")
  private static let evidence = [Evidence.protocolReference("A7"), code, guide]

  /// The provider state with a type whose objects every registered user may create.
  static let bookmarks = GivenState.configured(["bookmark": bookmark])
  private static let bookmark: JSON = [
    "code": "14", "POST": "registered_user", "GET": "any", "PUT": "registered_user",
    "DELETE": "self",
    "fields": [
      "user": [
        "type": "object_id", "object_types": ["user"], "required": true, "auto_value": "req.user",
      ],
      "address": ["type": "string", "required": true, "edit_mode": "E"],
      "note": ["type": "string", "edit_mode": "E"],
      "folder": ["type": "string", "default": "inbox", "edit_mode": "E"],
      "starred": ["type": "boolean", "default": false],
    ],
  ]
  private static let bookmarkID = "b00c0000-0000-4000-8000-000000000001-14"
  private static let stored: JSONObject = [
    "object_type": "bookmark", "id": .string(bookmarkID), "user": .string(World.markID),
    "address": "http://example.com/", "note": "x", "folder": "later", "starred": false,
    "created_at": .string(Sample.time), "modified_at": .string(Sample.time),
  ]
  private static let gone = stored.with(["deleted_at": "2017-01-21T09:15:00.123Z"])

  private static func given(_ object: JSONObject) -> [GivenState] {
    [bookmarks] + World.marks + [.object(object)]
  }

  @InteractionBuilder private static var creating: [Interaction] {
    Interaction.answers(
      "a new object has its defaults", evidence + [docs],
      given: [bookmarks] + World.marks,
      PactRequest.create(["object_type": "bookmark", "address": "http://example.com/"])
        .inSession(),
      [
        "object_type": "bookmark", "address": "http://example.com/", "user": "\(World.markID)",
        "folder": "inbox", "starred": false, "id": Sample.anyID("14"),
        "created_at": Sample.anyTime, "modified_at": Sample.anyTime,
      ], route: "Create object")
  }

  @InteractionBuilder private static var reading: [Interaction] {
    Interaction.answers(
      "an object is read as it is stored", evidence, given: [.object(World.hello)],
      .object(World.postID(1)), World.hello.example, route: "Get object")
    Interaction.answers(
      "no parameter limits the fields", [.protocolReference("A7"), code],
      given: [.object(World.hello)], .object(World.postID(1), query: ["fields": "text"]),
      World.hello.example, route: "Get object")
    Interaction.missing(
      "an id of nothing", evidence, .object(Sample.nothing + "-12"),
      object: Sample.nothing + "-12", route: "Get object")
    Interaction.refusal(
      "a deleted object", evidence,
      given: [.object(World.hello.with(["deleted_at": .string(Sample.time)]))],
      .object(World.postID(1)), 404, "ObjectWasDeleted", "Object was deleted",
      route: "Get object")
    Interaction.refusal(
      "a deleted object in a session, nothing of it expanded",
      evidence + [.sdk("EGF2GraphAPI.swift")],
      given: World.marks + [.object(World.hello.with(["deleted_at": .string(Sample.time)]))],
      PactRequest.object(World.postID(1), query: ["expand": ""]).inSession(), 404,
      "ObjectWasDeleted", "Object was deleted", route: "Get object")
  }

  private static func changes(
    _ description: String, _ evidence: [Evidence], _ fields: JSONObject,
    _ result: KeyValuePairs<String, Example>
  ) -> Interaction {
    .answers(
      description, evidence, given: given(stored),
      PactRequest.change(bookmarkID, fields).inSession(), stored.example(result),
      route: "Update object")
  }

  @InteractionBuilder private static var changing: [Interaction] {
    changes(
      "given fields change, and the others stay", evidence, ["folder": "done"],
      ["folder": "done", "modified_at": Sample.anyTime])
    changes("what stays equal is not modified", evidence, ["folder": "later"], [:])
    Interaction.answers(
      "a struct is replaced as a whole", evidence + [.decision("A18, struct update")],
      given: [.object(World.mark.with(["name": long])), .loggedIn("mark")],
      PactRequest.change("me", ["name": ["given": "Mark", "family": "Meadow"]]).inSession(),
      World.mark.example([
        "name": ["given": "Mark", "family": "Meadow", "use": "official"],
        "modified_at": Sample.anyTime,
      ]), route: "Update object", whole: ["$", "$.name"])
    Interaction.refusal(
      "part of a struct is not enough", evidence, given: World.marks,
      PactRequest.change("me", ["name": ["given": "Tom"]]).inSession(), 400, "ObjectIsNotValid",
      "'family' field is required", what: "required", route: "Update object")
  }

  private static let long: JSON = [
    "given": "Mark", "family": "Field", "use": "usual", "middle": "M", "suffix": "jr.",
  ]

  @InteractionBuilder private static var removing: [Interaction] {
    let decision = [Evidence.protocolReference("A7"), docs, .decision("A18, delete_fields")]
    Interaction.step(
      "fields may be deleted", decision, given: given(stored),
      PactRequest.change(bookmarkID, ["delete_fields": ["note"]]).inSession(),
      .status(
        200, headers: Sample.json,
        json: stored.with(["note": nil]).example(["modified_at": Sample.anyTime])),
      route: "Update object", absent: ["$.note"])
    Interaction.step(
      "fields may be deleted together with changes", decision, given: given(stored),
      PactRequest.change(bookmarkID, ["delete_fields": ["note"], "address": "x"]).inSession(),
      .status(
        200, headers: Sample.json,
        json: stored.with(["note": nil, "address": "x"])
          .example(["modified_at": Sample.anyTime])),
      route: "Update object", absent: ["$.note"])
    changes(
      "a deleted field has its default again", decision, ["delete_fields": ["folder"]],
      ["folder": "inbox", "modified_at": Sample.anyTime])
    Interaction.refusal(
      "a field that is required stays", decision, given: given(stored),
      PactRequest.change(bookmarkID, ["delete_fields": ["address"]]).inSession(), 400,
      "ObjectIsNotValid", "'address' field is required", what: "required",
      route: "Update object")
    Interaction.refusal(
      "a field that cannot be edited stays", decision, given: given(stored),
      PactRequest.change(bookmarkID, ["delete_fields": ["starred"]]).inSession(), 403,
      "NotEditableField", "'starred' field is not editable or contains incorrect value",
      route: "Update object")
  }

  private static let delete = PactRequest.delete("/v1/graph/\(bookmarkID)")

  @InteractionBuilder private static var deleting: [Interaction] {
    Interaction.answers(
      "deleting returns the time", evidence, given: given(stored), delete.inSession(),
      ["deleted_at": Sample.anyTime], route: "Delete object")
    Interaction.answers(
      "a volatile object is deleted just so", evidence,
      given: [.configured(["bookmark": volatile])] + World.marks + [.object(stored)],
      delete.inSession(), ["deleted_at": Sample.anyTime], route: "Delete object")
    Interaction.missing(
      "a missing object cannot be deleted", evidence,
      given: [.configured(["post": ["DELETE": "registered_user"]])] + World.marks,
      PactRequest.delete("/v1/graph/\(World.postID(9))").inSession(), object: World.postID(9),
      route: "Delete object")
    Interaction.refusal(
      "a deleted object cannot be deleted again", evidence, given: given(gone),
      delete.inSession(), 409, "ObjectDeleted", "Couldn't change deleted object",
      route: "Delete object")
    Interaction.forbidden(
      "a file cannot be deleted", [.protocolReference("A12"), code],
      given: World.marks + [.object(World.file)],
      PactRequest.delete("/v1/graph/\(World.fileID)").inSession(), route: "Delete object")
  }

  private static let volatile: JSON = {
    var type = bookmark.object ?? [:]
    type["volatile"] = true
    return .object(type)
  }()

  @InteractionBuilder private static var refusedWrites: [Interaction] {
    Interaction.refusal(
      "a change of nothing", evidence, given: given(stored),
      PactRequest.change(bookmarkID, [:]).inSession(), 400, "EmptyBody", "Empty body",
      route: "Update object")
    Interaction.refusal(
      "a change without a body", evidence, given: given(stored),
      PactRequest.put("/v1/graph/\(bookmarkID)").inSession(), 400, "EmptyBody", "Empty body",
      route: "Update object")
    Interaction.refusal(
      "a deleted object cannot be changed", evidence, given: given(gone),
      PactRequest.change(bookmarkID, ["folder": "done"]).inSession(), 409, "ObjectDeleted",
      "Couldn't change deleted object", route: "Update object")
    Interaction.missing(
      "a missing object cannot be changed", evidence,
      given: [bookmarks] + World.marks,
      PactRequest.change(bookmarkID, ["folder": "done"]).inSession(), object: bookmarkID,
      route: "Update object")
  }
}
