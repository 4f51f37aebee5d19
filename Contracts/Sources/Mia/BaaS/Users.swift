import GhostlightContracts
import GhostlightCore

/// Promises about registering, reading and changing users, in both generations.
enum Users {
  static let pact = Pact.mia {
    registering
    taken
    reading
    changing
    deleting
    mails
  }

  private static let android = Evidence.sdk("Android user aar")
  private static let guide = Evidence.guide("Registration")
  private static let json: KeyValuePairs<String, Example> = ["Content-Type": "application/json"]

  private static func step(
    _ description: String, _ evidence: [Evidence], given states: [GivenState] = [],
    _ request: PactRequest, _ answer: Example, route: String, whole: [String] = ["$"]
  ) -> Interaction {
    Interaction.step(
      description, [.protocolReference("B6")] + evidence, given: states, request,
      .status(200, headers: json, json: answer), route: route, whole: whole,
      absent: ["$.password", "$[*].password"])
  }

  private static func refused(
    _ description: String, _ evidence: [Evidence], given states: [GivenState] = [],
    _ request: PactRequest, _ status: Int64, _ message: String, fault: String,
    route: String = "Register or update a user"
  ) -> Interaction {
    Interaction.refusedItem(
      description, [.protocolReference("B6")] + evidence, given: states, request, status, message,
      fault: fault, route: route)
  }

  private static func registered(_ members: KeyValuePairs<String, Example>) -> Example {
    .object(
      members.map { .init($0.key, $0.value) } + [
        .init("validated", false), .init("id", Sample.anyUUID), .init("creatorId", "public"),
        .init("updaterId", "public"), .init("createdAt", Sample.anyDate),
        .init("updatedAt", Sample.anyDate), .init("sync", 0), .init("trash", 0),
      ])
  }

  @InteractionBuilder private static var registering: [Interaction] {
    step(
      "registering answers the user and no password", [guide, android],
      .post(
        "/users",
        json: [
          "username": "mario", "email": "mario@example.com", "password": "first-password",
          "user_name": "Mario", "user_surname": "Rossi",
        ]),
      registered([
        "username": "mario", "email": "mario@example.com", "user_name": "Mario",
        "user_surname": "Rossi",
      ]), route: "Register or update a user")
    step(
      "a user without a name has the address as one", [.decision("the guide asks for no name")],
      .post("/users/", json: ["email": "mario@example.com", "password": "first-password"]),
      registered(["username": "mario@example.com", "email": "mario@example.com"]),
      route: "Register or update a user")
    for (what, email) in [("missing", JSON.null), ("malformed", "mario"), ("no text", 5)] {
      refused(
        "an address that is \(what) is refused", [.sdk("iOS bundle 1.4.1")],
        .post("/users", json: ["email": .value(email), "password": "first-password"]), 400,
        "Malformed email", fault: "malformed email")
    }
    refused(
      "a user needs a password", [.decision("the words")],
      .post("/users", json: ["email": "mario@example.com"]), 400, "password is required",
      fault: "no password")
  }

  @InteractionBuilder private static var taken: [Interaction] {
    refused(
      "a name is one user's alone", [android, .sdk("iOS bundle 1.4.1")], given: [People.mario],
      .post(
        "/users",
        json: [
          "username": "mario", "email": "other@example.com", "password": "first-password",
        ]), 406, "username already used", fault: "name in use")
    refused(
      "an address is one user's alone", [android, .sdk("iOS bundle 1.4.1")], given: [People.mario],
      .post(
        "/users",
        json: ["username": "other", "email": "mario@example.com", "password": "first-password"]),
      407, "email already used", fault: "email in use")
  }

  @InteractionBuilder private static var reading: [Interaction] {
    let states = People.marioSession
    step(
      "users are listed for a logged-in user", [.decision("E37")], given: states,
      PactRequest.get("/users/", query: Pictures.query(#"{"username":"mario"}"#)).inSession(),
      [People.answer()], route: "List users", whole: ["$[*]"])
    step(
      "users are counted for a logged-in user", [.decision("E37")], given: states,
      PactRequest.get("/users/count").inSession(), ["count": 2], route: "Count users")
    step(
      "a user is read by another logged-in user", [.decision("E37")], given: People.luigiSession,
      PactRequest.get("/users/\(People.marioID)").inSession(), People.answer(),
      route: "Get a user")
    for (path, route) in [
      ("/users/", "List users"), ("/users/count", "Count users"),
      ("/users/\(People.marioID)", "Get a user"),
    ] {
      refused(
        "\(path) needs a session", [.decision("E37")], given: [People.mario],
        .get("\(path)"), 401, "Unauthorized", fault: "login needed", route: route)
    }
  }

  @InteractionBuilder private static var changing: [Interaction] {
    let changed = People.answer([
      "user_surname": "Bianchi", "updaterId": "\(People.marioID)",
    ])
    let body: Example = ["id": "\(People.marioID)", "user_surname": "Bianchi"]
    step(
      "users change their own data", [.sdk("Android core aar")], given: People.marioSession,
      PactRequest.post("/users", json: body).inSession(), changed,
      route: "Register or update a user")
    step(
      "users change their own data with PUT too", [.documentation("developer_guide/api.md")],
      given: People.marioSession, PactRequest.put("/users", json: body).inSession(), changed,
      route: "Update a user")
    step(
      "users may name themselves in the path", [.documentation("deployd")],
      given: People.marioSession,
      PactRequest.put("/users/\(People.marioID)", json: ["user_surname": "Bianchi"]).inSession(),
      changed, route: "Update a user by path")
    step(
      "users may post to themselves", [.documentation("deployd")], given: People.marioSession,
      PactRequest.post("/users/\(People.marioID)", json: ["user_surname": "Bianchi"]).inSession(),
      changed, route: "Post to a user by path")
    refused(
      "a user may not change another user", [.decision("403")], given: People.luigiSession,
      PactRequest.post("/users", json: body).inSession(), 403, "Forbidden", fault: "forbidden")
    refused(
      "a client without a session does not change a user", [.decision("401")],
      given: [People.mario],
      .post("/users", json: body), 401, "Unauthorized", fault: "login needed")
    refused(
      "a user's change names the user", [.documentation("deployd")], given: People.marioSession,
      PactRequest.put("/users", json: ["user_surname": "Bianchi"]).inSession(), 400,
      "must provide id to update an object", fault: "update without id", route: "Update a user")
  }

  @InteractionBuilder private static var deleting: [Interaction] {
    let count: Example = ["count": 1]
    step(
      "users delete themselves", [.documentation("developer_guide/api.md")],
      given: People.marioSession, PactRequest.delete("/users/\(People.marioID)").inSession(),
      count, route: "Delete a user by path")
    step(
      "users delete themselves by a query", [.sdk("Android core aar")], given: People.marioSession,
      PactRequest.delete("/users", query: Pictures.query(#"{"id":"\#(People.marioID)"}"#))
        .inSession(), count, route: "Delete a user")
    refused(
      "a user may not delete another user", [.decision("403")], given: People.luigiSession,
      PactRequest.delete("/users/\(People.marioID)").inSession(), 403, "Forbidden",
      fault: "forbidden", route: "Delete a user by path")
  }

  @InteractionBuilder private static var mails: [Interaction] {
    for (path, route) in [
      ("/users/forgot", "Forgotten password"), ("/users/resend", "Resend the verification"),
    ] {
      step(
        "\(path) sends a mail", [android, .sdk("iOS headers 1.4.1")], given: [People.mario],
        .post("\(path)", json: ["email": "mario@example.com"]), [:], route: route)
      refused(
        "\(path) sends no mail to an unknown address", [.decision("404")], given: [People.mario],
        .post("\(path)", json: ["email": "other@example.com"]), 404, "no such user",
        fault: "no user", route: route)
    }
  }
}
