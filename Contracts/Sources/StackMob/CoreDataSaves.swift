import GhostlightContracts
import GhostlightCore

/// Promises about the requests by which the Core Data store saves.
enum CoreDataSaves {
  static let pact = Pact.stackMob {
    creating
    changing
  }

  private static let evidence: [Evidence] = [
    .protocolReference("B17"), .sdk("SMIncrementalStore.m"),
  ]
  private static let serialization: [Evidence] = [
    .protocolReference("B15"), .sdk("NSManagedObject+StackMobSerialization.m"),
  ]
  private static let schemas: [GivenState] = [
    .schema(
      "todo", ["title": "string", "owner": "relationship[user]", "tags": "relationships[tag]"]),
    .schema("tag", ["name": "string"]),
    .state(
      "schema exists",
      [
        "name": "user", "user": true,
        "fields": ["age": "integer", "todos": "relationships[todo]"],
      ]),
  ]

  @InteractionBuilder private static var creating: [Interaction] {
    Interaction.step(
      "a field of relations that says nothing makes a creation of what is there a change",
      [.protocolReference("A7"), .protocolReference("A16")] + evidence,
      given: schemas + [.object("todo", ["todo_id": "1", "title": "x"])],
      .post("/todo", headers: ["X-StackMob-Relations": ""], json: ["title": "y", "todo_id": "1"]),
      .status(200, json: .stored(["title": "y", "todo_id": "1"])), route: "Create")
    Interaction.step(
      "a new object names its related objects by ids in an array", serialization, given: schemas,
      .post(
        "/todo", headers: ["X-StackMob-Relations": "tags=tag"],
        json: ["tags": ["a", "b"], "todo_id": "1"]),
      .status(201, json: .stored(["tags": ["a", "b"], "todo_id": "1"])), route: "Create")
    Interaction.step(
      "a new object names a related one that leads back to it",
      serialization + [.guide("One to Many")],
      given: schemas + [.user("bob")],
      .post(
        "/todo", headers: ["X-StackMob-Relations": "owner=user&owner.todos=todo"],
        json: ["owner": ["todos": ["1"], "username": "bob"], "todo_id": "1"]),
      .status(
        201,
        json: .stored([
          "owner": .stored(["todos": ["1"], "username": "bob", "sm_owner": "user/bob"]),
          "todo_id": "1",
        ])), route: "Create", whole: ["$", "$.owner"])
  }

  @InteractionBuilder private static var changing: [Interaction] {
    Interaction.step(
      "a change may name the primary key it has", evidence,
      given: schemas + [.object("todo", ["todo_id": "1", "title": "x"])],
      .put("/todo/1", json: ["title": "y", "todo_id": "1"]),
      .status(200, json: .stored(["title": "y", "todo_id": "1"])), route: "Update")
    Interaction.step(
      "a change takes related objects away: null for one, an empty array for many",
      serialization,
      given: schemas + [
        .user("bob"), .object("tag", ["tag_id": "a"]),
        .object("todo", ["todo_id": "1", "owner": "bob", "tags": ["a"]]),
      ],
      .put("/todo/1", json: ["owner": nil, "tags": [], "todo_id": "1"]),
      .status(200, json: .stored(["owner": nil, "tags": [], "todo_id": "1"])), route: "Update")
    Interaction.step(
      "a change of related objects is a creation with a field of relations", evidence,
      given: schemas + [.user("bob")],
      .post(
        "/user", headers: ["X-StackMob-Relations": "todos=todo"],
        json: ["todos": ["1"], "username": "bob"]),
      .status(
        200, json: .stored(["todos": ["1"], "username": "bob", "sm_owner": "user/bob"])),
      route: "Create", absent: ["$.password"])
  }
}
