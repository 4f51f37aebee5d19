import GhostlightContracts
import GhostlightCore

/// Promises about forgotten and changed passwords.
enum Passwords {
  static let pact = Pact.egf2 {
    forgetting
    resetting
    changing
    refusedChanges
  }

  private static let guide = Evidence.guide("EGF2Graph Auth Methods")
  private static let code = Evidence.sdk("EGF2 auth service, controllers")
  private static let mark = [GivenState.account("mark")]
  /// The evidence that the SDK sends its token with every request.
  private static let signed = [
    Evidence.protocolReference("A5, B4"), code, .sdk("EGF2API.swift"),
  ]

  private static func forgot(_ email: Example) -> PactRequest {
    .get("/v1/forgot_password", query: ["email": email])
  }

  @InteractionBuilder private static var forgetting: [Interaction] {
    let route = "Forgot password"
    Interaction.done(
      "a user who forgot the password gets an e-mail", [.protocolReference("A5"), guide, code],
      given: mark, forgot("mark@example.com"), route: route)
    Interaction.done(
      "a logged-in user may have forgotten the password", signed, given: session,
      forgot("mark@example.com").inSession(), route: route)
    Interaction.refusal(
      "an unknown address gets no e-mail", [.protocolReference("A5"), code], given: mark,
      forgot("anna@example.com"), 404, "EmailNotFound", "email not found", route: route)
    Interaction.refusal(
      "a forgotten password needs an e-mail address", [.protocolReference("A5"), code], given: mark,
      .get("/v1/forgot_password"), 400, "MissingParameter",
      "required parameter \"email\" is missed", route: route)
    Interaction.refusal(
      "a mail of instructions that cannot be sent", [.protocolReference("A5, A17"), code],
      given: mark + [.state("mails cannot be sent", ["problem": "no relay"])],
      forgot("mark@example.com"), 503, "SendInstructionEmailError",
      "send instruction email error: no relay", route: route)
  }

  private static func reset(_ fields: Example) -> PactRequest {
    .post("/v1/reset_password", json: fields)
  }

  @InteractionBuilder private static var resetting: [Interaction] {
    let route = "Reset password"
    let token = Sample.nothing + "-03|00"
    Interaction.done(
      "the token of the mail sets a password", [.protocolReference("A5"), guide, code],
      given: mark + [.state("password forgotten", ["email": World.markEmail])],
      reset([
        "reset_token": .fromState("${resetToken}", Example(stringLiteral: token)),
        "new_password": "other",
      ]), route: route)
    Interaction.refusal(
      "another token sets no password", [.protocolReference("A5"), code],
      given: mark + [.state("password forgotten", ["email": World.markEmail])],
      reset(["reset_token": "\(token)", "new_password": "other"]), 404, "TokenNotFound",
      "token not found", route: route)
    Interaction.refusal(
      "a session's token does not set a password", signed, given: session,
      reset(["reset_token": "\(token)", "new_password": "other"]).inSession(), 404,
      "TokenNotFound", "token not found", route: route)
    Interaction.refusal(
      "setting a password needs the token first", [.protocolReference("A5"), code],
      reset([:]), 400, "MissingParameter", "required parameter \"reset_token\" is missed",
      route: route)
    Interaction.refusal(
      "setting a password needs the password", [.protocolReference("A5"), .decision("400")],
      reset(["reset_token": "\(token)"]), 400, "MissingParameter",
      "required parameter \"new_password\" is missed", route: route)
  }

  private static let route = "Change password"
  private static let session = mark + [.loggedIn("mark")]

  private static func change(_ fields: JSONObject) -> PactRequest {
    .post("/v1/change_password", json: fields.example)
  }

  @InteractionBuilder private static var changing: [Interaction] {
    Interaction.done(
      "a user who knows the password changes it", [.protocolReference("A5"), guide, code],
      given: session, change(["old_password": "secret", "new_password": "other"]).inSession(),
      route: route)
    Interaction.done(
      "a user who never had a password needs no old one",
      [
        .protocolReference("A5"), .documentation("EGF2 documentation, Micro Services"),
        .decision("no_password"),
      ],
      given: [.account("mark", ["no_password": true]), .loggedIn("mark")],
      change(["new_password": "other"]).inSession(), route: route)
  }

  private static let both: JSONObject = ["old_password": "secret", "new_password": "other"]

  private static func refused(
    _ description: String, given states: [GivenState], _ request: PactRequest, _ status: Int,
    _ code: String, _ message: String, _ evidence: Evidence = Self.code
  ) -> Interaction {
    .refusal(
      description, [.protocolReference("A5, A18"), evidence], given: states, request, status,
      code, message, route: route)
  }

  @InteractionBuilder private static var refusedChanges: [Interaction] {
    refused(
      "a wrong old password changes nothing", given: session,
      change(both.with(["old_password": "nope"])).inSession(), 401, "WrongOldPassword",
      "wrong old password")
    for name in both.keys {
      refused(
        "changing a password needs \(name)", given: session,
        change(both.with([name: nil])).inSession(), 400, "MissingParameter",
        "required parameter \"\(name)\" is missed")
    }
    refused(
      "a client without a session changes no password", given: mark, change(both), 403,
      "UnauthorizedDenied",
      "unauthorized access denied")
    refused(
      "a header that is too short is ignored", given: mark, change(both).authorized("Bearer"), 403,
      "UnauthorizedDenied", "unauthorized access denied")
    refused(
      "an unknown caller changes no password", given: mark,
      change(both).authorized("Bearer nope"), 404, "TokenNotFound", "token not found",
      .decision("404"))
    refused(
      "an ended session changes no password", given: Access.session(until: "2010-01-01"),
      change(both).authorized("Bearer \(Access.token)"), 419, "SessionExpired",
      "session is expired", .decision("419"))
  }
}
