import GhostlightContracts
import GhostlightCore

/// Promises about registration, login, logout, and verification of email addresses.
enum Accounts {
  static let pact = Pact.egf2 {
    registering
    refusedRegistrations
    loggingIn
    loggingOut
    verifying
    resending
    sessions
  }

  private static let guide = Evidence.guide("EGF2Graph Auth Methods")
  private static let code = Evidence.sdk("EGF2 auth service, controllers")
  /// The evidence that the SDK sends its token with every request.
  private static let signed = [
    Evidence.protocolReference("A5, B4"), code, .sdk("EGF2API.swift"),
  ]
  private static let newUser: JSONObject = [
    "first_name": "Mark", "last_name": "Field", "email": "mark@example.com",
    "date_of_birth": "1999-01-01T00:00:00.001Z", "password": "secret",
  ]
  private static let bearer: Example = ["type": "Bearer", "token": Sample.anyToken]

  private static func register(_ fields: JSONObject) -> PactRequest {
    .post("/v1/register", json: fields.example)
  }

  @InteractionBuilder private static var registering: [Interaction] {
    Interaction.answers(
      "registering opens a session", [.protocolReference("A5"), guide, code], register(newUser),
      bearer, route: "Register")
    Interaction.answers(
      "parameters may be in the query", [.protocolReference("A2"), code],
      .post(
        "/v1/register",
        query: [
          "first_name": "Mark", "last_name": "Field", "email": "mark@example.com",
          "date_of_birth": "1990-01-01", "password": "secret",
        ]), bearer, route: "Register")
    Interaction.answers(
      "the query's value wins over the body's", [.protocolReference("A2"), code],
      given: [.account("mark")],
      register(newUser).asking("email", "other@example.com"), bearer, route: "Register")
  }

  private static func missing(
    _ name: String, _ description: String, _ value: JSON? = nil, evidence: Evidence = code
  ) -> Interaction {
    .refusal(
      description, [.protocolReference("A5"), evidence], register(newUser.with([name: value])),
      400, "MissingParameter", "required parameter \"\(name)\" is missed", route: "Register")
  }

  @InteractionBuilder private static var refusedRegistrations: [Interaction] {
    for name in newUser.keys {
      missing(name, "registering needs \(name)")
    }
    missing("first_name", "an empty parameter is missing", "")
    missing(
      "password", "a password that is not a string is missing", 12345, evidence: .decision("A18"))
    Interaction.refusal(
      "the address is the first that is missing", [.protocolReference("A5"), code],
      register([:]), 400, "MissingParameter", "required parameter \"email\" is missed",
      route: "Register")
    Interaction.refusal(
      "an address can be registered once", [.protocolReference("A5"), code],
      given: [.account("mark")], register(newUser), 409, "UniqueConstraintViolated",
      "Unique constraint violated for 'user-email-mark@example.com'", route: "Register")
    Interaction.refusal(
      "an address has no capitals", [.protocolReference("A5, A8"), code],
      register(newUser.with(["email": "Mark@example.com"])), 400, "ObjectIsNotValid",
      "'Mark@example.com' is not valid email", what: "email", route: "Register")
    Interaction.refusal(
      "a birthday is a date", [.protocolReference("A5"), code],
      register(newUser.with(["date_of_birth": "soon"])), 400, "ObjectIsNotValid",
      "'date_of_birth' must be date", what: "kind", route: "Register")
    Interaction.refusal(
      "registering fails if its mail cannot be sent", [.protocolReference("A5, A17"), code],
      given: [.state("mails cannot be sent", ["problem": "no relay"])], register(newUser), 503,
      "SendEmailError", "send email error: no relay", route: "Register")
  }

  private static func logIn(_ fields: JSONObject) -> PactRequest {
    .post("/v1/login", json: fields.example)
  }

  private static func wrong(_ description: String, _ fields: JSONObject) -> Interaction {
    .refusal(
      description, [.protocolReference("A5"), guide, code], given: [.account("mark")],
      logIn(fields), 401, "WrongCredentials", "wrong email or password", route: "Login")
  }

  @InteractionBuilder private static var loggingIn: [Interaction] {
    let right: JSONObject = ["email": "mark@example.com", "password": "secret"]
    Interaction.answers(
      "logging in opens a session", [.protocolReference("A5"), guide, code],
      given: [.account("mark")], logIn(right), bearer, route: "Login")
    Interaction.answers(
      "logging in may be done again", [.protocolReference("A4"), code],
      given: [.account("mark"), .loggedIn("mark")], logIn(right), bearer, route: "Login")
    wrong("a wrong password opens nothing", right.with(["password": "other"]))
    wrong("an unknown address is refused", right.with(["email": "anna@example.com"]))
    wrong("an address is compared exactly", right.with(["email": "Mark@example.com"]))
    for name in ["email", "password"] {
      Interaction.refusal(
        "logging in needs \(name)", [.protocolReference("A5"), code], given: [.account("mark")],
        logIn(right.with([name: nil])), 400, "MissingParameter",
        "required parameter \"\(name)\" is missed", route: "Login")
      Interaction.refusal(
        "logging in needs \(name) as text", [.protocolReference("A18"), .decision("400")],
        given: [.account("mark")], logIn(right.with([name: ["x"]])), 400, "MissingParameter",
        "required parameter \"\(name)\" is missed", route: "Login")
    }
  }

  @InteractionBuilder private static var loggingOut: [Interaction] {
    let account = [GivenState.account("mark"), .loggedIn("mark")]
    Interaction.done(
      "logging out", [.protocolReference("A5"), guide, code], given: account,
      PactRequest.get("/v1/logout").inSession(), route: "Logout")
    Interaction.done(
      "logging out by POST",
      [
        .protocolReference("A5"), .documentation("EGF2 documentation, Micro Services"),
        .decision("both"),
      ], given: account,
      PactRequest.post("/v1/logout").inSession(), route: "Logout by POST")
    Interaction.done(
      "a client without a session may log out", [.protocolReference("A18"), .decision("200")],
      .get("/v1/logout"), route: "Logout")
    Interaction.done(
      "a client with an unknown session may log out", [.protocolReference("A5"), code],
      PactRequest.get("/v1/logout").authorized("Bearer nope"), route: "Logout")
  }

  @InteractionBuilder private static var verifying: [Interaction] {
    let token = Sample.nothing + "-03|00"
    Interaction.done(
      "an address is verified by the token of its mail", [.protocolReference("A5"), guide, code],
      given: [.account("mark")],
      .get(
        "/v1/verify_email",
        query: ["token": .fromState("${verifyToken}", Example(stringLiteral: token))]),
      route: "Verify email")
    Interaction.refusal(
      "an unknown token verifies nothing", [.protocolReference("A5"), code],
      given: [.account("mark")], .get("/v1/verify_email", query: ["token": "\(token)"]), 404,
      "TokenNotFound", "token not found", route: "Verify email")
    Interaction.done(
      "an address may be verified in a session", signed,
      given: [.account("mark"), .loggedIn("mark")],
      PactRequest.get(
        "/v1/verify_email",
        query: ["token": .fromState("${verifyToken}", Example(stringLiteral: token))]
      ).inSession(), route: "Verify email")
    Interaction.refusal(
      "a session's token does not verify an address", signed,
      given: [.account("mark"), .loggedIn("mark")],
      PactRequest.get("/v1/verify_email", query: ["token": "\(token)"]).inSession(), 404,
      "TokenNotFound", "token not found", route: "Verify email")
    Interaction.refusal(
      "verifying needs a token", [.protocolReference("A5"), code], .get("/v1/verify_email"), 400,
      "MissingParameter", "required parameter \"token\" is missed", route: "Verify email")
  }

  private static let resend = PactRequest.post("/v1/resend_email_verification")

  private static func unsent(
    _ description: String, given states: [GivenState] = [], _ request: PactRequest,
    _ status: Int, _ code: String, _ message: String
  ) -> Interaction {
    .refusal(
      description, [.protocolReference("A5"), Self.code], given: states, request, status, code,
      message, route: "Resend email verification")
  }

  @InteractionBuilder private static var resending: [Interaction] {
    let account = [GivenState.account("mark"), .loggedIn("mark")]
    Interaction.done(
      "the mail is sent again", [.protocolReference("A5, B17"), code], given: account,
      resend.inSession(), route: "Resend email verification")
    unsent(
      "an address is verified once",
      given: [.account("mark", ["verified": true]), .loggedIn("mark")], resend.inSession(), 409,
      "EmailAlreadyVerified", "email already verified")
    unsent(
      "a client without a session gets no second mail", resend, 403, "UnauthorizedDenied",
      "unauthorized access denied")
    unsent(
      "a client with an unknown session gets no second mail", resend.authorized("Bearer nope"), 404,
      "TokenNotFound", "token not found")
    unsent(
      "half a token gets no mail again", given: Access.session(until: "2999-01-01"),
      resend.authorized("Bearer \(Access.sessionID)|nope"), 401, "InvalidAccessToken",
      "invalid access token")
    unsent(
      "an ended session gets no mail again", given: Access.session(until: "2010-01-01"),
      resend.authorized("Bearer \(Access.token)"), 419, "SessionExpired", "session is expired")
    unsent(
      "a mail that cannot be sent again",
      given: account + [.state("mails cannot be sent", ["problem": "no relay"])],
      resend.inSession(), 503, "SendEmailError", "send email error: no relay")
  }

  @InteractionBuilder private static var sessions: [Interaction] {
    let path = "/v1/internal/session"
    Interaction.answers(
      "services ask whose a session is", [.protocolReference("A5"), code],
      given: Access.session(until: "2999-01-01"),
      .get("\(path)", query: ["token": "\(Access.token)"]),
      Access.sessionObject(until: "2999-01-01").example(["token": Sample.anyToken]),
      route: "Get session")
    Interaction.refusal(
      "an ended session is refused", [.protocolReference("A5"), code],
      given: Access.session(until: "2010-01-01"),
      .get("\(path)", query: ["token": "\(Access.token)"]), 419, "SessionExpired",
      "session is expired", route: "Get session")
    Interaction.refusal(
      "an unknown session is refused", [.protocolReference("A5"), code],
      .get("\(path)", query: ["token": "nope"]), 404, "TokenNotFound", "token not found",
      route: "Get session")
  }
}
