import GhostlightContracts
import GhostlightCore

/// Promises about creating, reading, updating and deleting objects.
enum Objects {
  static let pact = Pact.stackMob {
    creating
    dates
    bulk
    reading
    updating
    counting
    deleting
  }

  private static let milk = Sample.dated(["todo_id": "1", "title": "milk", "priority": 2])
  private static let oneTodo: [GivenState] = [
    .schema("todo", ["title": "string", "priority": "integer", "done": "boolean"]),
    .object("todo", milk),
  ]

  @InteractionBuilder private static var creating: [Interaction] {
    Interaction.step(
      "creating an object without an id draws one and sets both dates",
      [.protocolReference("A7"), .guide("Creating an Object")],
      .post("/todo", json: ["title": "milk", "priority": 2]),
      .status(
        201, headers: ["Content-Type": "application/json; charset=utf-8"],
        json: .stored(["todo_id": Sample.anyID, "title": "milk", "priority": 2])),
      route: "Create", absent: ["$.sm_owner"])
    Interaction.step(
      "creating an object with an id keeps it",
      [.protocolReference("A7"), .guide("Lower Level Data Store API")],
      .post("/todo", json: ["todo_id": "a b@c", "title": "milk"]),
      .status(201, json: .stored(["todo_id": "a b@c", "title": "milk"])), route: "Create")
    Interaction.step(
      "creating an object with a null id draws one",
      [.protocolReference("A7")], .post("/todo", json: ["todo_id": nil]),
      .status(201, json: .stored(["todo_id": Sample.anyID])), route: "Create")
    Interaction.step(
      "a path may spell the schema in capitals", [.protocolReference("A6"), .decision("D36")],
      .post("/Todo", json: ["todo_id": "1"]),
      .status(201, json: .stored(["todo_id": "1"])), route: "Create")
    Interaction.step(
      "dates that a client sends are kept",
      [.protocolReference("A6"), .guide("Offline Sync")],
      .post("/todo", json: ["todo_id": "1", "createddate": 1, "lastmoddate": 2]),
      .status(201, json: ["todo_id": "1", "createddate": 1, "lastmoddate": 2]), route: "Create")
    Interaction.step(
      "the owner of a new object is the logged-in user",
      [.protocolReference("A6"), .documentation("Access control, \"Owner\"")],
      given: [.user("jack"), .loggedIn("jack", toSend: "POST", "/todo")],
      PactRequest.post("/todo", json: ["todo_id": "1"]).signed(),
      .status(201, json: .stored(["todo_id": "1", "sm_owner": "user/jack"])), route: "Create")
    Interaction.step(
      "an owner that a client sends is ignored",
      [.protocolReference("A6"), .decision("the server alone sets the owner")],
      .post("/todo", json: ["todo_id": "1", "sm_owner": "user/jill"]),
      .status(201, json: .stored(["todo_id": "1"])), route: "Create", absent: ["$.sm_owner"])
    Interaction.step(
      "a new user owns itself and its password is not returned",
      [.protocolReference("A19.1"), .guide("Creating a User Object")],
      .post("/user", json: ["username": "bob", "password": "secret", "age": 30]),
      .status(201, json: .stored(["username": "bob", "age": 30, "sm_owner": "user/bob"])),
      route: "Create", absent: ["$.password"])
    Interaction.refusal(
      "a second user of a name is refused",
      [.protocolReference("A28"), .guide("Core Data Save Failure Errors"), .decision("D17")],
      given: [.user("jack")], .post("/user", json: ["username": "jack", "password": "other"]), 409,
      "Duplicate key for schema user: \"jack\"", fault: "duplicate id on create", route: "Create")
    Interaction.refusal(
      "a second object of an id is refused",
      [.protocolReference("A28"), .guide("StackMob Specific Errors")], given: oneTodo,
      .post("/todo", json: ["todo_id": "1"]), 409, "Duplicate key for schema todo: \"1\"",
      fault: "duplicate id on create", route: "Create")
  }

  @InteractionBuilder private static var dates: [Interaction] {
    Interaction.step(
      "dates that come with a new object are kept",
      [.protocolReference("D56"), .documentation("iOS offline sync guide"), .decision("kept")],
      given: oneTodo, .post("/todo", json: ["todo_id": "2", "createddate": 3, "lastmoddate": 4]),
      .status(201, json: ["todo_id": "2", "createddate": 3, "lastmoddate": 4]), route: "Create")
  }

  @InteractionBuilder private static var bulk: [Interaction] {
    Interaction.step(
      "creating several objects answers their ids",
      [.protocolReference("A8"), .documentation("REST API")],
      .post("/todo", json: [["todo_id": "1"], ["todo_id": "2"]]),
      .status(200, json: ["succeeded": ["1", "2"], "failed": []]), route: "Create")
    Interaction.step(
      "creating several objects stores the valid ones though others fail",
      [.protocolReference("A8"), .documentation("REST API")], given: oneTodo,
      .post(
        "/todo",
        json: [["todo_id": "1"], ["todo_id": "2"], ["todo_id": "3", "priority": "high"]]),
      .status(200, json: ["succeeded": ["2"], "failed": ["1", "3"]]), route: "Create")
    Interaction.step(
      "creating no objects succeeds", [.protocolReference("A8")], .post("/todo", json: []),
      .status(200, json: ["succeeded": [], "failed": []]), route: "Create")
  }

  @InteractionBuilder private static var reading: [Interaction] {
    Interaction.step(
      "reading an object answers all of it",
      [.protocolReference("A9"), .guide("Lower Level Data Store API")], given: oneTodo,
      .get("/todo/1"), .status(200, json: .same(milk)), route: "Read one",
      absentHeaders: ["Content-Range"])
    Interaction.step(
      "null is returned, and a field that was never set is not",
      [.protocolReference("A3"), .decision("D30")],
      given: [
        .schema("todo", ["title": "string", "done": "boolean"]),
        .object("todo", Sample.dated(["todo_id": "1", "title": nil])),
      ], .get("/todo/1"), .status(200, json: .same(Sample.dated(["todo_id": "1", "title": nil]))),
      route: "Read one", absent: ["$.done"])
    Interaction.step(
      "reading a user does not answer the password",
      [.protocolReference("A3"), .suite("SMClientIntegrationSpec.m")], given: [.user("jack")],
      .get("/user/jack"),
      .status(200, json: .same(Sample.dated(["username": "jack", "sm_owner": "user/jack"]))),
      route: "Read one", absent: ["$.password"])
    Interaction.refusal(
      "reading an object that is not there is refused",
      [.protocolReference("A28"), .guide("General HTTP Errors")], given: oneTodo,
      .get("/todo/2"), 404, "object instance does not exist",
      fault: "read or update of a missing object", route: "Read one")
  }

  @InteractionBuilder private static var updating: [Interaction] {
    Interaction.step(
      "an update changes the fields sent and returns the whole object",
      [.protocolReference("A11"), .guide("Updating an Object")], given: oneTodo,
      .put("/todo/1", json: ["title": "bread"]),
      .status(
        200,
        json: [
          "todo_id": "1", "title": "bread", "priority": 2, "createddate": .integer(Sample.date),
          "lastmoddate": Sample.anyDate,
        ]), route: "Update")
    Interaction.step(
      "an update may repeat the id",
      [.protocolReference("A11"), .suite("DataTypesSpec.js")], given: oneTodo,
      .put("/todo/1", json: ["todo_id": "1", "done": true]),
      .status(
        200, json: .stored(["todo_id": "1", "title": "milk", "priority": 2, "done": true])),
      route: "Update")
    Interaction.step(
      "an update with null clears a field",
      [
        .protocolReference("A11.2"), .documentation("REST API"), .suite("SMIncrementalStoreTest.m"),
        .decision("D3"),
      ], given: oneTodo,
      .put("/todo/1", json: ["title": nil]),
      .status(200, json: .stored(["todo_id": "1", "title": nil, "priority": 2])), route: "Update")
    Interaction.step(
      "an update makes a new field known",
      [.protocolReference("A6.1"), .documentation("JavaScript developer guide")],
      given: oneTodo, .put("/todo/1", json: ["note": "soon"]),
      .status(
        200, json: .stored(["todo_id": "1", "title": "milk", "priority": 2, "note": "soon"])),
      route: "Update")
    Interaction.step(
      "an update may name the object in its body alone",
      [.protocolReference("A11"), .suite("test_client.rb")], given: oneTodo,
      .put("/todo", json: ["todo_id": "1", "title": "bread"]),
      .status(200, json: .stored(["todo_id": "1", "title": "bread", "priority": 2])),
      route: "Update by the id in the body")
    Interaction.step(
      "an update may set a password, which is not returned",
      [.protocolReference("A11"), .documentation("REST API"), .decision("D34")],
      given: [.user("jack")],
      .put("/user/jack", json: ["password": "other"]),
      .status(200, json: .stored(["username": "jack", "sm_owner": "user/jack"])),
      route: "Update", absent: ["$.password"])
    Interaction.refusal(
      "an update never creates", [.protocolReference("A11"), .suite("DataTypesSpec.js")],
      given: oneTodo, .put("/todo/2", json: ["title": "bread"]), 404,
      "object instance does not exist", fault: "read or update of a missing object",
      route: "Update")
    Interaction.refusal(
      "an update of the primary key is refused",
      [.protocolReference("A11"), .suite("DataTypesSpec.js")], given: oneTodo,
      .put("/todo/1", json: ["todo_id": "2"]), 400, "unable to update primary key todo_id",
      fault: "primary key change", route: "Update")
    Interaction.refusal(
      "an update that names no object is refused", [.protocolReference("A11")], given: oneTodo,
      .put("/todo", json: ["title": "bread"]), 400, "Bad Request", fault: "malformed request",
      route: "Update by the id in the body")
  }

  @InteractionBuilder private static var counting: [Interaction] {
    for (name, amount, result) in [("adds", 3, 5), ("subtracts", -3, -1)] as [(_, Int64, Int64)] {
      Interaction.step(
        "a counter \(name) at once",
        [.protocolReference("A11.1"), .suite("StackMobTests.java")], given: oneTodo,
        .put("/todo/1", json: ["priority[inc]": .value(.integer(amount))]),
        .status(
          200,
          json: .stored([
            "todo_id": "1", "title": "milk", "priority": .value(.integer(result)),
          ])), route: "Update")
    }
    Interaction.step(
      "a missing counter starts at zero, together with other changes",
      [.protocolReference("A11.1"), .documentation("REST API")], given: oneTodo,
      .put("/todo/1", json: ["hits[inc]": 1, "done": true]),
      .status(
        200,
        json: .stored([
          "todo_id": "1", "title": "milk", "priority": 2, "hits": 1, "done": true,
        ])), route: "Update")
  }

  @InteractionBuilder private static var deleting: [Interaction] {
    Interaction.step(
      "deleting an object answers that it is done",
      [.protocolReference("A12"), .guide("Deleting an Object"), .decision("D14")],
      given: oneTodo, .delete("/todo/1"), .status(200, json: ["status": "OK"]), route: "Delete")
    Interaction.step(
      "deleting by a query answers that it is done",
      [.protocolReference("A12"), .suite("CrudSpec.js")], given: oneTodo,
      .delete("/todo", query: ["priority[gte]": "2"]), .status(200, json: ["status": "OK"]),
      route: "Delete by query")
    Interaction.step(
      "deleting by a query that matches nothing succeeds",
      [.protocolReference("A12"), .suite("test_client.rb")], given: oneTodo,
      .delete("/todo", query: ["title": "bread"]), .status(200, json: ["status": "OK"]),
      route: "Delete by query")
    Interaction.refusal(
      "deleting a missing object is refused with its own message",
      [.protocolReference("A28"), .suite("ACLSpec.js")], given: oneTodo, .delete("/todo/2"), 404,
      "This object does not exist", fault: "delete of a missing object", route: "Delete")
    Interaction.refusal(
      "deleting a whole schema is refused",
      [.protocolReference("A12"), .decision("a slip must not cost everything")], given: oneTodo,
      .delete("/todo"), 400, "Delete without conditions is not supported",
      fault: "delete of a whole schema", route: "Delete by query")
  }
}
