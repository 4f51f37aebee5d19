import GhostlightContracts
import GhostlightCore

/// Promises about sessions in both generations: logging in, identifying users, logging out.
enum Sessions {
  static let pact = Pact.mia {
    opening
    refused
    living
    ending
  }

  private static let android = Evidence.sdk("Android user aar")
  private static let guide = Evidence.guide("Login")
  /// A rule for a session id, which clients send back unchanged.
  private static let anySession = Example.regex("^[-0-9A-Za-z]+$", Sample.session)

  private static let opened = PactResponse.status(
    200,
    headers: [
      "Content-Type": "application/json", "x-session-token": anySession,
      "Set-Cookie": .regex(
        "^sid=[-0-9A-Za-z]+; path=/; httponly$", "sid=\(Sample.session); path=/; httponly"),
    ],
    json: [
      "path": "/users", "id": anySession, "uid": "\(People.marioID)", "user": People.answer(),
    ])

  private static func logIn(
    _ description: String, _ evidence: [Evidence], given states: [GivenState] = [People.mario],
    _ request: PactRequest
  ) -> Interaction {
    Interaction.step(
      description, [.protocolReference("B6")] + evidence, given: states, request, opened,
      route: "Log in", whole: ["$", "$.user"], absent: ["$.user.password"])
  }

  @InteractionBuilder private static var opening: [Interaction] {
    logIn(
      "logging in opens a session", [guide, android, .documentation("deployd")],
      .post(
        "/users/login", form: ["email": "mario@example.com", "password": "first-password"]))
    logIn(
      "a logged-in user may log in again", [guide, android, .documentation("deployd")],
      given: People.marioSession,
      PactRequest.post(
        "/users/login", form: ["email": "mario@example.com", "password": "first-password"]
      ).inSession())
    logIn(
      "logging in takes JSON too", [.decision("the emulator takes both")],
      .post(
        "/users/login", json: ["email": "mario@example.com", "password": "first-password"]))
    logIn(
      "logging in takes the name too", [.decision("the emulator takes both")],
      .post("/users/login", form: ["password": "first-password", "username": "mario"]))
  }

  private static func stops(
    _ description: String, _ evidence: [Evidence], given states: [GivenState] = [People.mario],
    email: String = "mario@example.com", password: String, inSession: Bool = false,
    _ status: Int64, _ message: String, fault: String
  ) -> Interaction {
    let request = PactRequest.post(
      "/users/login", form: ["email": "\(email)", "password": "\(password)"])
    return Interaction.refusedItem(
      description, [.protocolReference("B6")] + evidence, given: states,
      inSession ? request.inSession() : request, status, message, fault: fault, route: "Log in")
  }

  @InteractionBuilder private static var refused: [Interaction] {
    stops(
      "a wrong password opens nothing", [android, .decision("E10")], password: "other-password",
      402, "bad credential", fault: "wrong password")
    stops(
      "an unknown address is refused", [android, .decision("E10")],
      email: "other@example.com", password: "first-password", 404, "no such user",
      fault: "no user")
    stops(
      "a wrong password is refused in a session", [android, .decision("E10")],
      given: People.marioSession, password: "other-password", inSession: true, 402,
      "bad credential", fault: "wrong password")
    stops(
      "an unknown address is refused in a session", [android, .decision("E10")],
      given: People.marioSession, email: "other@example.com", password: "first-password",
      inSession: true, 404, "no such user", fault: "no user")
    stops(
      "a project may ask for validated addresses", [.decision("requireValidation")],
      given: [People.mario, .settings(["requiresValidation": true])],
      password: "first-password", 402, "bad credential", fault: "wrong password")
    Interaction.refusedItem(
      "a login that is not a form is refused", [.protocolReference("B10"), .decision("the words")],
      given: [People.mario],
      .request(
        "POST", "/users/login",
        headers: ["Content-Type": "application/x-www-form-urlencoded"], text: "email=%"), 400,
      "Malformed body", fault: "malformed body", route: "Log in")
  }

  @InteractionBuilder private static var living: [Interaction] {
    let evidence: [Evidence] = [
      .protocolReference("B6"), android, .documentation("deployd"),
      .guide("Restore user session"),
    ]
    let me = PactRequest.get("/users/me")
    let mario = PactResponse.status(
      200, headers: ["Content-Type": "application/json"], json: People.answer())
    Interaction.step(
      "a session returns its user", evidence, given: People.marioSession, me.inSession(), mario,
      route: "Who am I", absent: ["$.password"])
    Interaction.step(
      "a session may come as a cookie", evidence, given: People.marioSession,
      me.headers([
        "Cookie": .fromState("sid=${sid}", .value(.string("sid=" + Sample.session)))
      ]), mario, route: "Who am I")
    Interaction.step(
      "without a session there is no user", evidence, given: [People.mario], me, .empty(204),
      route: "Who am I", whole: [])
    Interaction.step(
      "with an unknown session there is no user", evidence, given: [People.mario],
      me.headers(["sid": "none"]), .empty(204), route: "Who am I", whole: [])
  }

  @InteractionBuilder private static var ending: [Interaction] {
    let cleared = PactResponse.status(
      200,
      headers: [
        "Content-Type": "application/json",
        "Set-Cookie": .regex(
          "^sid=; path=/; expires=.+; httponly$",
          "sid=; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT; httponly"),
      ], json: [:])
    Interaction.step(
      "logging out clears the cookie", [.protocolReference("B6"), .documentation("deployd")],
      given: People.marioSession, PactRequest.post("/users/logout").inSession(), cleared,
      route: "Log out")
    Interaction.step(
      "logging out takes an empty object", [.protocolReference("B6"), .documentation("deployd")],
      given: People.marioSession, PactRequest.post("/users/logout", json: [:]).inSession(),
      cleared, route: "Log out")
    Interaction.step(
      "a client without a session may log out", [.protocolReference("B6"), .decision("E11")],
      .post("/users/logout"), cleared, route: "Log out")
  }
}
