import GhostlightContracts
import GhostlightCore

/// Promises about the permissions of callers for the objects of a schema.
enum Permissions {
  static let pact = Pact.stackMob {
    allowed
    denied
  }

  /// Returns the provider states with a schema whose verbs all have one permission.
  ///
  /// The schema contains an object of jack.
  private static func vault(_ permission: String) -> [GivenState] {
    var levels = JSONObject()
    for verb in ["create", "read", "update", "delete"] { levels[verb] = .string(permission) }
    return [
      .user("jack"), .user("jill"),
      .state(
        "schema exists",
        [
          "name": "vault", "fields": ["members": "relationships[user]"],
          "permissions": .object(levels),
        ]),
      .state(
        "object exists", ["schema": "vault", "owner": "jack", "object": .object(gold)]),
    ]
  }

  private static let gold = Sample.dated(["vault_id": "1", "members": ["jill"]])
  private static let owned: JSONObject = {
    var object = gold
    object["sm_owner"] = "user/jack"
    return object
  }()

  private static func reads(
    _ description: String, _ name: String, _ permission: String, _ states: [GivenState] = []
  ) -> Interaction {
    Interaction.step(
      description, [.protocolReference("A23"), .documentation("Access control")],
      given: vault(permission) + states + [.loggedIn(name, toSend: "GET", "/vault/1")],
      PactRequest.get("/vault/1").signed(), .status(200, json: .same(owned)), route: "Read one")
  }

  @InteractionBuilder private static var allowed: [Interaction] {
    reads("an object for users is read by any user", "jill", "loggedIn")
    reads("an object for its owner is read by the owner", "jack", "owner")
    reads("an object for its members is read by one of them", "jill", "relationship[members]")
    reads(
      "an object for a role is read by a member", "jill", "role[guards]",
      [.state("role exists", ["name": "guards", "members": ["jill"]])])
    Interaction.step(
      "a query finds only the caller's objects",
      [.protocolReference("A23"), .decision("D22")],
      given: vault("owner") + [.loggedIn("jill", toSend: "GET", "/vault")],
      PactRequest.get("/vault").signed(), .status(200, json: []), route: "Query", whole: [])
    Interaction.step(
      "the private key opens everything",
      [.protocolReference("A5"), .documentation("Access control")],
      given: vault("notAllowed") + [.privateKey(toSend: "GET", "/vault/1")],
      PactRequest.get("/vault/1").signed(), .status(200, json: .same(owned)), route: "Read one")
  }

  @InteractionBuilder private static var denied: [Interaction] {
    for permission in ["loggedIn", "owner", "role[guards]", "privateKey"] {
      Interaction.refusal(
        "an object for \(permission) is refused to a client without a session",
        [.protocolReference("A23"), .suite("ACLSpec.js")], given: vault(permission),
        .get("/vault/1"), 401, "Insufficient authorization",
        fault: "not logged in or not entitled", route: "Read one")
    }
    Interaction.refusal(
      "the object of another owner is not found",
      [.protocolReference("A23"), .suite("ACLSpec.js"), .decision("D21")],
      given: vault("owner") + [.loggedIn("jill", toSend: "GET", "/vault/1")],
      PactRequest.get("/vault/1").signed(), 404, "object instance does not exist",
      fault: "read or update of a missing object", route: "Read one")
    Interaction.refusal(
      "deleting the object of another owner is refused as missing",
      [.protocolReference("A23"), .suite("ACLSpec.js"), .decision("D21")],
      given: vault("owner") + [.loggedIn("jill", toSend: "DELETE", "/vault/1")],
      PactRequest.delete("/vault/1").signed(), 404, "This object does not exist",
      fault: "delete of a missing object", route: "Delete")
    let calls: [(String, PactRequest, String)] = [
      ("creating", .post("/vault", json: ["vault_id": "2"]), "Create"),
      ("reading", .get("/vault/1"), "Read one"),
      ("changing", .put("/vault/1", json: ["members": []]), "Update"),
      ("deleting", .delete("/vault/1"), "Delete"),
    ]
    for (what, request, route) in calls {
      Interaction.refusal(
        "\(what) is refused as a method if it is not allowed",
        [.protocolReference("A23"), .suite("ACLSpec.js")], given: vault("notAllowed"), request,
        405, "Invalid HTTP method", fault: "verb not allowed on the schema", route: route)
    }
  }
}
