import GhostlightContracts
import GhostlightCore

/// Promises about every permission level with every verb, for different callers.
enum AccessLevels {
  static let pact = Pact.stackMob {
    for row in rows { row }
    inside
  }

  /// A caller of the API.
  ///
  /// jack owns the object, jill is his friend, a member and a guard, and joe has no relation to the
  /// object.
  private enum Caller: String {
    case nobody, jack, jill, joe
    case privateKey = "the private key"
  }

  private enum Outcome {
    /// The call succeeds.
    case done
    /// The call is refused with 401.
    case refused
    /// The call is refused with 404, as if the object did not exist.
    case hidden
    /// The call is refused with 405.
    case noMethod
  }

  private struct Verb {
    let name: String
    let method: String
    let target: String
    let route: String
  }

  private static let verbs = [
    Verb(name: "create", method: "POST", target: "/vault", route: "Create"),
    Verb(name: "read", method: "GET", target: "/vault/1", route: "Read one"),
    Verb(name: "update", method: "PUT", target: "/vault/1", route: "Update"),
    Verb(name: "delete", method: "DELETE", target: "/vault/1", route: "Delete"),
  ]

  /// For each level and caller, the outcome of creating an object, and of reading, updating or
  /// deleting it.
  private static let levels: [(level: String, caller: Caller, create: Outcome, rest: Outcome)] = [
    ("open", .nobody, .done, .done),
    ("loggedIn", .joe, .done, .done), ("loggedIn", .nobody, .refused, .refused),
    ("owner", .jack, .done, .done), ("owner", .joe, .done, .hidden),
    ("owner", .nobody, .refused, .refused),
    ("relationship[members]", .jill, .done, .done),
    ("relationship[members]", .jack, .done, .hidden),
    ("relationship[members]", .nobody, .refused, .refused),
    ("ownerRelationship[friends]", .jill, .done, .done),
    ("ownerRelationship[friends]", .joe, .done, .hidden),
    ("role[guards]", .jill, .done, .done), ("role[guards]", .joe, .refused, .refused),
    ("privateKey", .privateKey, .done, .done), ("privateKey", .jack, .refused, .refused),
    ("notAllowed", .jack, .noMethod, .noMethod), ("notAllowed", .privateKey, .done, .done),
  ]

  private static let rows = levels.flatMap { row in
    verbs.map { verb in
      interaction(
        verb, "\(row.level)", row.caller, verb.name == "create" ? row.create : row.rest)
    }
  }

  private static let gold = Sample.dated(["vault_id": "1", "members": ["jill"]])

  private static func vault(_ verb: String, _ level: String) -> [GivenState] {
    [
      .richUserSchema, .user("jack", ["friends": ["jill"]]), .user("jill"), .user("joe"),
      .state("role exists", ["name": "guards", "members": ["jill"]]),
      .state(
        "schema exists",
        [
          "name": "vault", "fields": ["members": "relationships[user]", "title": "string"],
          "permissions": [verb: .string(level)],
        ]),
      .state("object exists", ["schema": "vault", "owner": "jack", "object": .object(gold)]),
    ]
  }

  private static func interaction(
    _ verb: Verb, _ level: String, _ caller: Caller, _ outcome: Outcome
  ) -> Interaction {
    let evidence: [Evidence] = [.protocolReference("A23"), .documentation("Access control")]
    let states = vault(verb.name, level) + signature(of: caller, verb)
    let request = request(verb, caller)
    let description = "\(verb.name) for \(level), asked by \(caller.rawValue)"
    func refusal(_ status: Int, _ message: String, _ fault: String) -> Interaction {
      .refusal(
        "\(description), is refused", evidence + [.suite("ACLSpec.js"), .decision("D21")],
        given: states, request, status, message, fault: fault, route: verb.route)
    }
    switch outcome {
    case .done:
      return .step(
        "\(description), is done", evidence, given: states, request, answer(verb, caller),
        route: verb.route)
    case .refused:
      return refusal(401, "Insufficient authorization", "not logged in or not entitled")
    case .hidden where verb.name == "delete":
      return refusal(404, "This object does not exist", "delete of a missing object")
    case .hidden:
      return refusal(404, "object instance does not exist", "read or update of a missing object")
    case .noMethod:
      return refusal(405, "Invalid HTTP method", "verb not allowed on the schema")
    }
  }

  private static func signature(of caller: Caller, _ verb: Verb) -> [GivenState] {
    switch caller {
    case .nobody: []
    case .privateKey: [.privateKey(toSend: verb.method, verb.target)]
    case .jack, .jill, .joe: [.loggedIn(caller.rawValue, toSend: verb.method, verb.target)]
    }
  }

  private static func request(_ verb: Verb, _ caller: Caller) -> PactRequest {
    let request: PactRequest
    switch verb.name {
    case "create": request = .post("/vault", json: ["vault_id": "2"])
    case "update": request = .put("/vault/1", json: ["title": "x"])
    case "delete": request = .delete("/vault/1")
    default: request = .get("/vault/1")
    }
    return caller == .nobody ? request : request.signed()
  }

  private static func answer(_ verb: Verb, _ caller: Caller) -> PactResponse {
    var owned = gold
    owned["sm_owner"] = "user/jack"
    switch verb.name {
    case "create" where [.nobody, .privateKey].contains(caller):
      return .status(201, json: .stored(["vault_id": "2"]))
    case "create":
      return .status(
        201, json: .stored(["vault_id": "2", "sm_owner": "user/\(caller.rawValue)"]))
    case "update":
      return .status(
        200,
        json: .stored([
          "vault_id": "1", "members": ["jill"], "title": "x", "sm_owner": "user/jack",
        ]))
    case "delete": return .status(200, json: ["status": "OK"])
    default: return .status(200, json: .same(owned))
    }
  }

  /// Access to objects that are nested in other objects or belong to other objects.
  @InteractionBuilder private static var inside: [Interaction] {
    let box = GivenState.schema("box", ["vault": "relationship[vault]"])
    Interaction.step(
      "an object that may not be read is an id when it is asked for inside of another",
      [.protocolReference("A23"), .protocolReference("A9")],
      given: vault("read", "owner") + [
        box, .object("box", Sample.dated(["box_id": "b", "vault": "1"])),
      ],
      .get("/box/b", headers: ["X-StackMob-Expand": "1"]),
      .status(200, json: .same(Sample.dated(["box_id": "b", "vault": "1"]))), route: "Read one")
    Interaction.refusal(
      "adding to an object that may not be changed is refused",
      [.protocolReference("A23"), .protocolReference("A15.2")], given: vault("update", "loggedIn"),
      .put("/vault/1/members", json: ["joe"]), 401, "Insufficient authorization",
      fault: "not logged in or not entitled", route: "Append values or ids")
    Interaction.refusal(
      "creating inside of an object what may not be created is refused",
      [.protocolReference("A23"), .protocolReference("A15.1")],
      given: vault("create", "loggedIn") + [
        .schema("box", ["vaults": "relationships[vault]"]), .object("box", ["box_id": "b"]),
      ], .post("/box/b/vaults", json: ["vault_id": "2"]), 401, "Insufficient authorization",
      fault: "not logged in or not entitled", route: "Create and append related objects")
  }
}
