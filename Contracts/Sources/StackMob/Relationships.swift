import GhostlightContracts
import GhostlightCore

/// Promises about arrays and relationships: creating objects, appending, removing.
enum Relationships {
  static let pact = Pact.stackMob {
    creating
    appending
    removing
    refusals
  }

  private static let schema = GivenState.schema(
    "list",
    [
      "name": "string", "tags": "array[string]", "first": "relationship[todo]",
      "todos": "relationships[todo]",
    ])
  private static let list = Sample.dated([
    "list_id": "l", "name": "shop", "tags": ["a", "b"], "first": "1", "todos": ["1", "2"],
  ])
  private static let states: [GivenState] = [
    schema, .schema("todo", ["title": "string"]), .object("todo", ["todo_id": "1"]),
    .object("todo", ["todo_id": "2"]), .object("list", list),
  ]

  /// Returns an example for `list`, in which `value` replaces the member `name` and the date is any
  /// date.
  private static func list(with name: String, _ value: Example) -> Example {
    var members: [Example.Member] = []
    for member in list where member.key != name && member.key != "lastmoddate" {
      members.append(Example.Member(member.key, .value(member.value)))
    }
    members.append(Example.Member(name, value))
    members.append(Example.Member("lastmoddate", Sample.anyDate))
    return .object(members)
  }

  @InteractionBuilder private static var creating: [Interaction] {
    Interaction.step(
      "creating related objects answers their ids",
      [.protocolReference("A15.1"), .guide("One to Many")], given: states,
      .post("/list/l/todos", json: [["todo_id": "3"], ["todo_id": "4"]]),
      .status(200, json: ["succeeded": ["3", "4"], "failed": []]),
      route: "Create and append related objects")
    Interaction.step(
      "creating one related object answers the object",
      [.protocolReference("A15.1"), .sdk("StackMobClient.cs")], given: states,
      .post("/list/l/todos", json: ["title": "milk"]),
      .status(201, json: .stored(["todo_id": Sample.anyID, "title": "milk"])),
      route: "Create and append related objects")
    Interaction.step(
      "creating related objects returns the ids that failed",
      [.protocolReference("A15.1"), .documentation("REST API")],
      given: states, .post("/list/l/todos", json: [["todo_id": "1"], ["todo_id": "3"]]),
      .status(200, json: ["succeeded": ["3"], "failed": ["1"]]),
      route: "Create and append related objects")
    Interaction.step(
      "creating related objects makes an object that is missing",
      [.protocolReference("A15.1"), .suite("CrudSpec.js"), .decision("D7")],
      given: [schema], .post("/list/new/todos", json: [["todo_id": "3"]]),
      .status(200, json: ["succeeded": ["3"], "failed": []]),
      route: "Create and append related objects")
    Interaction.step(
      "creating related objects in an unknown field makes it a relationship",
      [.protocolReference("A6.1"), .protocolReference("A15.1"), .suite("CrudSpec.js")],
      given: states, .post("/list/l/photo", json: [["photo_id": "p"]]),
      .status(200, json: ["succeeded": ["p"], "failed": []]),
      route: "Create and append related objects")
  }

  @InteractionBuilder private static var appending: [Interaction] {
    let evidence: [Evidence] = [.protocolReference("A15.2"), .suite("StackMobTests.java")]
    Interaction.step(
      "appending to an array keeps duplicates", evidence, given: states,
      .put("/list/l/tags", json: ["b", "c"]),
      .status(200, json: list(with: "tags", ["a", "b", "b", "c"])),
      route: "Append values or ids")
    Interaction.step(
      "appending to a relationship keeps an id once", evidence, given: states,
      .put("/list/l/todos", json: ["2", "3"]),
      .status(200, json: list(with: "todos", ["1", "2", "3"])), route: "Append values or ids")
    Interaction.step(
      "appending to a relationship to one takes the last id", evidence, given: states,
      .put("/list/l/first", json: ["2", "3"]), .status(200, json: list(with: "first", "3")),
      route: "Append values or ids")
    Interaction.step(
      "appending to an unknown field makes it an array",
      [.protocolReference("A15.2"), .protocolReference("A6.1")], given: states,
      .put("/list/l/marks", json: [1, 2]), .status(200, json: list(with: "marks", [1, 2])),
      route: "Append values or ids")
    Interaction.step(
      "an update replaces related ids as a whole",
      [.protocolReference("A11"), .guide("Many to Many")], given: states,
      .put("/list/l", json: ["todos": ["2"]]), .status(200, json: list(with: "todos", ["2"])),
      route: "Update")
  }

  @InteractionBuilder private static var removing: [Interaction] {
    let rows: [(String, PactRequest, [Evidence])] = [
      ("an id", .delete("/list/l/todos/1"), [.suite("CrudSpec.js")]),
      ("several ids", .delete("/list/l/todos/1,2"), [.suite("CrudSpec.js"), .decision("D43")]),
      (
        "ids with an escaped comma", .delete("/list/l/todos/1%2C2"),
        [.sdk("StackMobRequest.java"), .decision("D43")]
      ),
      (
        "a value of an array", .delete("/list/l/tags/a"),
        [.documentation("REST API, \"Delete from array or relationship\"")]
      ),
      ("what is not there", .delete("/list/l/tags/z"), []),
      ("the id of a relationship to one", .delete("/list/l/first/1"), []),
      (
        "an id and the object with it",
        .delete("/list/l/todos/1", headers: ["X-StackMob-CascadeDelete": "true"]),
        [.documentation("REST API, \"Delete from array or relationship\"")]
      ),
    ]
    for (what, request, evidence) in rows {
      Interaction.step(
        "removing \(what) answers that it is done", [.protocolReference("A15.3")] + evidence,
        given: states, request, .status(200, json: ["status": "OK"]),
        route: "Remove values or ids")
    }
  }

  @InteractionBuilder private static var refusals: [Interaction] {
    Interaction.refusal(
      "appending to a missing object is refused", [.protocolReference("A15.2")], given: states,
      .put("/list/x/tags", json: ["a"]), 404, "object instance does not exist",
      fault: "read or update of a missing object", route: "Append values or ids")
    Interaction.refusal(
      "appending to a single value is refused", [.protocolReference("A6.2")], given: states,
      .put("/list/l/name", json: ["a"]), 400,
      "Field name has invalid type, please check your schema", fault: "wrong type on update",
      route: "Append values or ids")
    Interaction.refusal(
      "appending an object instead of an array is refused", [.protocolReference("A15.2")],
      given: states,
      .put("/list/l/tags", json: ["tag": "a"]), 400, "Bad Request", fault: "malformed request",
      route: "Append values or ids")
    Interaction.refusal(
      "removing from a missing object is refused", [.protocolReference("A15.3")],
      given: states, .delete("/list/x/tags/a"), 404, "This object does not exist",
      fault: "delete of a missing object", route: "Remove values or ids")
    Interaction.refusal(
      "removing from an unknown field is refused", [.protocolReference("A15.3")],
      given: states, .delete("/list/l/nix/a"), 400, "Field nix does not exist in schema list",
      fault: "query on an unknown field", route: "Remove values or ids")
    Interaction.refusal(
      "creating related objects in a field of another type is refused",
      [.protocolReference("A6.2")], given: states, .post("/list/l/name", json: [["a": 1]]), 400,
      "Field name has invalid type, please check your schema", fault: "wrong type on update",
      route: "Create and append related objects")
    Interaction.refusal(
      "creating related objects from strings is refused",
      [.protocolReference("A15.1")], given: states, .post("/list/l/todos", json: ["1"]), 400,
      "Bad Request", fault: "malformed request", route: "Create and append related objects")
  }
}
